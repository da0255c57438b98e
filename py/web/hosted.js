// Says why there is no game: without a web host there is none, and scripts or the whole network may
// fail where boot.js cannot tell.
addEventListener("DOMContentLoaded", () => {
  const start = document.getElementById("start");
  start.querySelector(".unheard").remove();
  const tell = (what, reason = "") => {
    const line = start.querySelector("div[lang]:not([hidden])") ?? start.querySelector("div[lang=en]");
    line.hidden = false;
    for (const part of line.children) part.hidden = !part.matches(what);
    line.querySelector(".reason").textContent = reason;
    line.querySelector(".again").onclick = () => location.reload();
  };

  if (location.protocol === "file:") {
    tell(".unhosted");
  } else {
    // What stands before this in the same file was not heard.
    if (!window.demiluneEarly) tell(".failed", "picture.js");
    addEventListener("error", ({ target }) => {
      if (target instanceof HTMLScriptElement) tell(".failed", target.src);
    }, true);

    // A host may also just fall silent. Whatever comes after all takes the words away.
    const progress = document.getElementById("progress");
    let before;
    const watch = setInterval(() => {
      if (document.body.dataset.ready) clearInterval(watch);
      else if (progress.value === before) tell(".failed");
      before = progress.value;
    }, 20_000);
  }
});
