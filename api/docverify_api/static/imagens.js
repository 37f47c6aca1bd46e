// A page image that is being made (503) is asked for again, a few times, more slowly each time.
for (const image of document.querySelectorAll("figure img")) {
  let tries = 0;
  const retry = () => {
    tries += 1;
    if (tries <= 5) setTimeout(() => { image.src = `${image.src.replace(/&de_novo=\d+$/, "")}&de_novo=${tries}`; }, 1500 * tries);
  };
  image.addEventListener("error", retry);
  if (image.complete && image.src && image.naturalWidth === 0 && image.loading !== "lazy") retry();
}
