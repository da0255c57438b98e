// The looks by the player's settings, as marks on the page's root that the style sheets know: before
// the first paint, and again from Python when a setting changes.
window.demiluneLooks = (text) => {
  let settings = {};
  try {
    settings = JSON.parse(text) ?? {};
  } catch {
    // A damaged text: the page looks as at the first visit.
  }
  const bars = { night: "#0a2329", green: "#0d3525", paper: "#f3eee1", contrast: "#000000" };
  const address = new URLSearchParams(location.search);
  const asked = address.get("embed") === "1" ? address.get("theme") : null;
  const prefers = (what) => matchMedia(`(prefers-${what})`).matches;
  const preferred = prefers("contrast: more") ? "contrast" : prefers("color-scheme: light") ? "paper" : "night";
  const { dataset, classList } = document.documentElement;
  dataset.theme = [asked, settings.theme].find((theme) => Object.hasOwn(bars, theme)) ?? preferred;
  dataset.back = settings.back ?? "moon";
  dataset.textSize = settings.text_size ?? "normal";
  classList.toggle("four-colours", settings.four_colours === true);
  classList.toggle("large-index", settings.large_index === true);
  classList.toggle("timeless", settings.show_time === false);
  document.querySelector("meta[name=theme-color]").content = bars[dataset.theme];
};
try {
  demiluneLooks(localStorage.getItem("demilune.settings"));
} catch {
  demiluneLooks(null); // without storage
}
