// The progress of a dossier, told by the server as it happens; where that is not to be had, the page is loaded again.
const box = document.getElementById("progresso");
const stage = document.getElementById("etapa");
const bar = document.getElementById("barra");
const detail = document.getElementById("detalhe");
const names = JSON.parse(box.dataset.nomes);
const states = JSON.parse(box.dataset.estados);
const label = document.querySelector("#situacao .etiqueta");
const again = () => location.reload();
let failures = 0;

function mark(state) {
  if (!states[state] || label.classList.contains(state)) return;
  label.className = `etiqueta ${state}`;
  label.querySelector("use").setAttribute("href", `/estatico/icones.svg#${state}`);
  label.lastChild.textContent = states[state];
}

function show(told) {
  mark(told.estado);
  const progress = told.progresso ?? {};
  const name = names[progress.etapa];
  if (name && stage.textContent !== name) stage.textContent = name;
  if (progress.total) {
    bar.max = progress.total;
    bar.value = progress.feito;
    detail.textContent = progress.etapa === "lendo" ? `${progress.feito} de ${progress.total} páginas` : "";
  } else {
    bar.removeAttribute("value");
    detail.textContent = "";
  }
}

const source = new EventSource(box.dataset.eventos);
source.addEventListener("progresso", (event) => { failures = 0; show(JSON.parse(event.data)); });
source.addEventListener("veredito", () => { source.close(); again(); });
// "erro" of the server has data; the browser's own failures have none
source.addEventListener("erro", () => { source.close(); again(); });
source.addEventListener("error", () => {
  failures += 1;
  if (source.readyState === EventSource.CLOSED || failures > 5) {
    source.close();
    setTimeout(again, 5000);
  }
});
addEventListener("pagehide", () => source.close());
