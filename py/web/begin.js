// Begins to start Python: at once in a first visit, for there the network is what takes time. In a later one
// all of it is here, and would only hold up the painting of the table: so when that is nearly done. Where nobody
// looks nothing is painted, and a second is waited.
{
  const { modules } = JSON.parse(document.getElementById("start-data").textContent);
  let begun = false;
  const begin = () => {
    if (begun) return;
    begun = true;
    const add = (name, attributes) =>
      document.head.append(Object.assign(document.createElement(name), { fetchPriority: "low" }, attributes));
    for (const name of ["boot", "offline"]) add("script", { type: "module", src: `js/${name}.js` });
    for (const href of modules) add("link", { rel: "modulepreload", href });
    add("link", { rel: "preload", as: "fetch", crossOrigin: "", href: "py/start.py" });
  };
  let kept = false;
  try {
    kept = Boolean(navigator.serviceWorker.controller);
  } catch {
    // A sandboxed frame may not even ask.
  }
  if (kept) {
    // Some milliseconds after the page has drawn its first frame, whose pixels are on their way then.
    addEventListener("DOMContentLoaded", () => requestAnimationFrame(() => setTimeout(begin, 25)));
    setTimeout(begin, 1000);
  } else {
    begin();
  }
}
