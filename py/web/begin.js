// Begins to start Python when the table is painted: its scripts would only hold that up. The two large files
// are asked for before (fetches.js): on a network it is they that take the time. Where nobody looks nothing is
// painted, and a second is waited.
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
  // Some milliseconds after the page has drawn its first frame, whose pixels are on their way then.
  addEventListener("DOMContentLoaded", () => requestAnimationFrame(() => setTimeout(begin, 25)));
  setTimeout(begin, 1000);
}
