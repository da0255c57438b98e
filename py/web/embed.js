// Turns <div data-demilune="CR1-N-AAAAAAB" data-view="replay"> into a frame with the game: at a click, or
// when it is scrolled to. Until then it is a picture with a button. EMBEDDING.md has the attributes. The build
// puts the words of the buttons in, in every language.
(() => {
  const site = new URL(".", document.currentScript.src);
  const words = {{ {
    "play": translations(_("Play the game")),
    "replay": translations(_("Show the moves")),
    "board": translations(_("Show the table")),
  } | tojson }};
  const frames = new Set();

  // Styles are set one by one: a strict Content-Security-Policy lets that through.
  const make = (tag, properties, style) => {
    const element = Object.assign(document.createElement(tag), properties);
    Object.assign(element.style, style);
    return element;
  };

  const open = (place) => {
    const { demilune: code, title } = place.dataset;
    const address = new URL("index.html?embed=1", site);
    if (code) address.searchParams.set("code", code);
    for (const name of ["game", "view", "moves", "at", "lang", "theme", "bar"]) {
      if (place.dataset[name]) address.searchParams.set(name, place.dataset[name]);
    }
    const frame = make(
      "iframe",
      { src: address.href, title: title ?? `Demilune ${code}`.trim(), loading: "lazy" },
      { display: "block", width: "100%", height: "100%", border: "0" },
    );
    frames.add(frame);
    place.replaceChildren(frame);
    return frame;
  };

  const prepare = (place) => {
    const { view, lang, start, picture } = place.dataset;
    const kind = view in words ? view : "play";
    const language = (lang || document.documentElement.lang || "en").slice(0, 2);
    Object.assign(place.style, {
      display: "block", position: "relative", overflow: "hidden",
      background: "radial-gradient(ellipse at 50% 45%, #12383f 40%, #081d22 115%)",
      aspectRatio: place.clientWidth < 560 ? "1 / 1.2" : "16 / 10",
    });
    const image = make(
      "img",
      { src: picture ?? new URL("cards/still.svg", site), alt: "" },
      { display: "block", width: "100%", height: "100%", objectFit: picture ? "cover" : "contain" },
    );
    const button = make(
      "button",
      { type: "button", textContent: words[kind][language] ?? words[kind].en },
      {
        position: "absolute", left: "50%", top: "50%", transform: "translate(-50%, -50%)",
        padding: "12px 28px", border: "0", borderRadius: "999px", background: "#f4d58a",
        color: "#12262b", font: "600 17px system-ui, sans-serif", cursor: "pointer",
        boxShadow: "0 4px 18px rgb(0 0 0 / 0.5)",
      },
    );
    button.onclick = () => open(place).focus();
    place.replaceChildren(image, button);
    if ((start ?? (kind === "board" ? "visible" : "click")) !== "visible") return;
    const watch = new IntersectionObserver(([{ isIntersecting }]) => {
      if (!isIntersecting || !button.isConnected) return;
      watch.disconnect();
      open(place);
    }, { rootMargin: "200px" });
    watch.observe(place);
  };

  addEventListener("message", ({ source, data }) => {
    if (data?.source !== "demilune" || data.v !== 1 || data.type !== "size") return;
    const frame = [...frames].find(({ contentWindow }) => contentWindow === source);
    if (!frame || !(data.height > 0 && data.height < 10000)) return;
    Object.assign(frame.parentElement.style, { aspectRatio: "auto", height: `${data.height}px` });
  });

  const begin = () => document.querySelectorAll("[data-demilune]").forEach(prepare);
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", begin);
  else begin();
})();
