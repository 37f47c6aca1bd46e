// The new dossier: files dropped and listed, numbers checked as they are typed, rows of lists added.
import { conferir, escrever } from "./numeros.js";

const form = document.getElementById("novo");
const input = document.getElementById("arquivos");
const zone = document.getElementById("soltar");
const list = document.getElementById("escolhidos");
const notice = document.getElementById("arquivos-aviso");
const limit = Number(form.dataset.maximo);
let chosen = [];

const size = (bytes) => bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1e6).toFixed(1).replace(".", ",")} MB`;

function show() {
  const bag = new DataTransfer();
  for (const file of chosen) bag.items.add(file);
  input.files = bag.files;
  list.replaceChildren(...chosen.map((file) => {
    const row = document.createElement("li");
    const name = document.createElement("span");
    const out = document.createElement("button");
    name.textContent = `${file.name.replace(/[\p{Cc}\p{Cf}]/gu, " ")} (${size(file.size)})`;
    out.type = "button";
    out.className = "discreto";
    out.textContent = "Tirar";
    out.setAttribute("aria-label", `Tirar ${name.textContent}`);
    out.addEventListener("click", () => { chosen = chosen.filter((other) => other !== file); show(); input.focus(); });
    row.append(name, out);
    return row;
  }));
  const total = chosen.reduce((sum, file) => sum + file.size, 0);
  const empty = chosen.filter((file) => file.size === 0);
  notice.textContent = total > limit ? `Os arquivos somam ${size(total)}, mais que o limite de ${size(limit)}.`
    : empty.length ? `Está vazio: ${empty.map((file) => file.name).join(", ")}.` : "";
  if (chosen.some((file) => file.name.toLowerCase() === "ficha.json")) declare("arquivo", "Os dados da Ficha serão lidos do ficha.json que está entre os arquivos.");
  else if (chosen.length === 1 && /\.zip$/i.test(chosen[0].name)) declare("digitalizada", "Os dados da Ficha serão lidos do que está no ZIP.");
}

// What was chosen says where the Ficha is; what a person has typed or chosen already is left alone.
function declare(mode, text) {
  const way = document.getElementById(`modo-${mode}`);
  const typed = [...form.querySelectorAll(".digitada input")].some((field) => field.type !== "date" && field.value);
  if (way.checked || typed || !document.getElementById("modo-digitada").checked) return;
  way.checked = true;
  notice.textContent = notice.textContent || text;
}

function add(files) {
  const same = (a, b) => a.name === b.name && a.size === b.size && a.lastModified === b.lastModified;
  for (const file of files) if (!chosen.some((other) => same(file, other))) chosen.push(file);
  show();
}

input.addEventListener("change", () => add(input.files));
document.getElementById("convite-soltar").hidden = false;
for (const kind of ["dragover", "dragenter"]) {
  zone.addEventListener(kind, (event) => { event.preventDefault(); zone.classList.add("sobre"); });
}
zone.addEventListener("dragleave", () => zone.classList.remove("sobre"));
zone.addEventListener("drop", (event) => {
  event.preventDefault();
  zone.classList.remove("sobre");
  add(event.dataTransfer.files);
});
for (const kind of ["dragover", "drop"]) document.addEventListener(kind, (event) => event.preventDefault());

// A number that cannot be right is told when its field is left; the server has the last word.
form.addEventListener("focusout", (event) => {
  const field = event.target;
  const kind = field.dataset?.formato;
  if (!kind) return;
  const wrong = field.value.trim() ? conferir(kind, field.value) : "";
  if (!wrong && field.value.trim()) field.value = escrever(kind, field.value);
  tell(field, wrong);
});

function tell(field, text) {
  let told = document.getElementById(`${field.id}-erro`);
  if (!told) {
    told = document.createElement("p");
    told.className = "erro";
    told.id = `${field.id}-erro`;
    told.setAttribute("role", "status");
    field.after(told);
  }
  told.textContent = text;
  told.hidden = !text;
  const others = (field.getAttribute("aria-describedby") ?? "").split(" ").filter((id) => id && id !== told.id);
  field.setAttribute("aria-describedby", (text ? [told.id, ...others] : others).join(" "));
  if (text) field.setAttribute("aria-invalid", "true");
  else field.removeAttribute("aria-invalid");
}

for (const box of form.querySelectorAll("[data-lista]")) {
  const more = document.createElement("button");
  more.type = "button";
  more.className = "discreto";
  more.textContent = { vias_de_acesso: "Acrescentar via de acesso", distribuidores: "Acrescentar distribuidor", socios: "Acrescentar sócio" }[box.dataset.lista];
  more.addEventListener("click", () => {
    const rows = box.querySelectorAll("[data-linha]");
    if (rows.length >= 30) return;
    const made = rows[rows.length - 1].cloneNode(true);
    const from = `${box.dataset.lista}.${rows.length - 1}.`;
    const to = `${box.dataset.lista}.${rows.length}.`;
    for (const part of made.querySelectorAll("*")) {
      for (const name of ["id", "name", "for", "aria-describedby"]) {
        if (part.hasAttribute(name)) part.setAttribute(name, part.getAttribute(name).replaceAll(from, to));
      }
      if ("value" in part && part.matches("input, select")) { part.value = ""; part.removeAttribute("aria-invalid"); }
    }
    for (const told of made.querySelectorAll(".erro")) told.remove();
    const legend = made.querySelector("legend");
    legend.firstChild.textContent = legend.firstChild.textContent.replace(/\d+/, String(rows.length + 1));
    more.before(made);
    made.querySelector("input").focus();
  });
  box.append(more);
}

const told = document.getElementById("enviando");
const button = document.getElementById("enviar");
let sending = false;

function sendable(text, ...more) {
  sending = false;
  button.removeAttribute("aria-disabled");
  told.replaceChildren(text, ...more);
}

// Who has typed for an hour may have been signed out meanwhile: that is asked before anything typed could be lost.
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (sending) return;
  if (chosen.reduce((sum, file) => sum + file.size, 0) > limit) {  // the server would close the line half-way
    input.focus();
    return;
  }
  sending = true;
  button.setAttribute("aria-disabled", "true");
  told.textContent = "Enviando os arquivos… não feche esta página.";
  let me;
  try {
    me = await fetch("/v1/eu", { headers: { Accept: "application/json" } });
  } catch {
    sendable("Não há conexão com o serviço. Nada se perdeu: tente de novo em instantes.");
    return;
  }
  if (me.status === 401) {
    const link = document.createElement("a");
    link.href = "/entrar";
    link.target = "_blank";
    link.textContent = "Entre de novo em outra aba";
    sendable("Sua sessão terminou. ", link, " e volte a esta para enviar: nada do que foi digitado se perdeu.");
    return;
  }
  if (me.ok) form.elements.csrf_token.value = (await me.json()).csrf_token ?? form.elements.csrf_token.value;
  form.submit();
});
window.addEventListener("pageshow", () => sendable(""));
document.getElementById("erros")?.focus();
