// Asks for what Python starts from before the page does anything else; boot.js takes it.
window.demiluneFetches = (() => {
  const plain = location.hash === "#plain";
  try {
    if (plain) history.replaceState(null, "", location.pathname + location.search); // for once
  } catch {
    // In a sandboxed frame the address stays as it is.
  }
  const { kept } = JSON.parse(document.getElementById("start-data").textContent);
  // What the service worker keeps is read past it, in a third of the time. The address there has the digest of
  // the file that this page was built with, so it is that file or none.
  const fromCache = async (name) => {
    try {
      return navigator.serviceWorker.controller && (await caches.match(kept[name]));
    } catch {
      return null; // where nothing can be kept
    }
  };
  const ask = (name) => {
    // On a slow network the page's own few files come first.
    const answer = fromCache(name).then(
      (found) => found || fetch(`runtime/${name}.bin`, { priority: "low" }));
    answer.catch(() => {}); // told by boot.js
    return answer;
  };
  return { plain, wasm: ask("wasm"), memory: plain ? null : ask("memory") };
})();
