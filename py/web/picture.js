// Before Python runs: the language of the starting line and of the bar, the picture of the last position
// (kept by picture.py), and what is tapped meanwhile, which Python plays when it is there.
addEventListener("DOMContentLoaded", () => {
  const early = (window.demiluneEarly = { record: null, events: [] });
  const stored = (name) => {
    try {
      return JSON.parse(localStorage.getItem(`demilune.${name}`)) ?? {};
    } catch {
      return {};
    }
  };
  const address = new URLSearchParams(location.search);
  // What a frame or a replay shows is for Python to decide; until then it shows no bar.
  if (address.get("embed") === "1" || address.get("view") === "replay") {
    document.documentElement.dataset.embed = "";
  }

  const start = document.getElementById("start");
  const spoken = [address.get("lang"), stored("settings").language, ...navigator.languages]
    .map((language) => `${language ?? ""}`.slice(0, 2).toLowerCase());
  const lines = [...start.querySelectorAll("div[lang]")];
  const line = spoken.map((code) => lines.find(({ lang }) => lang === code)).find(Boolean);
  const { lang } = (line ?? lines[0]);
  document.documentElement.lang = lang;
  (line ?? lines[0]).hidden = false;
  const words = JSON.parse(document.getElementById("bar-words").textContent);
  for (const part of document.querySelectorAll(".bar [data-text], .bar [data-label]")) {
    const { text, label } = part.dataset;
    const word = words[text ?? label]?.[lang] ?? text ?? label;
    if (text) part.textContent = word;
    else for (const name of ["aria-label", "title"]) part.setAttribute(name, word);
  }

  const picture = stored("picture");
  const wish = address.get("code") ?? address.get("game") ?? address.get("daily");
  if (
    picture.record &&
    picture.record === stored(`save.${picture.rule}`).record &&
    picture.rule === (wish ?? localStorage.getItem("demilune.last")) &&
    !address.has("embed")
  ) {
    const table = document.getElementById("table");
    const fit = Math.min(table.clientWidth / picture.width, table.clientHeight / picture.height);
    table.dataset.layout = picture.layout;
    table.style.cssText = picture.style;
    for (const [name, markup] of Object.entries(picture.layers)) {
      const layer = table.querySelector(`:scope > .${name}`);
      // The site's policy forbids styles in markup, not those that a script sets.
      layer.innerHTML = markup.replaceAll(" style=", " data-style=");
      for (const part of layer.querySelectorAll("[data-style]")) {
        part.style.cssText = part.dataset.style;
      }
      if (Math.abs(fit - 1) > 0.001) {
        layer.style.transformOrigin = "0 0";
        layer.style.transform = `scale(${fit})`;
      }
    }
    document.querySelector(".bar").innerHTML = picture.bar;
    document.body.classList.add("pictured");
    early.record = picture.record;
  }

  const keep = (event) => {
    if (document.body.dataset.ready) return document.removeEventListener("click", keep, true);
    const control = event.target.closest(".control");
    const button = event.target.closest("[data-command]");
    if (control) {
      const { place, level } = control.dataset;
      const size = control.parentElement.childElementCount - level;
      const pointed = event.detail > 0;
      early.events.push({ place, size, at: event.timeStamp, pointed });
      control.classList.add("early");
    } else if (button) {
      early.events.push({ command: button.dataset.command });
      button.classList.add("early");
    } else if (event.target.closest(".again")) {
      location.reload();
    }
  };
  document.addEventListener("click", keep, true);
});
