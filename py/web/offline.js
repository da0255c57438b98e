// Keeps the site in the browser for times without a network, and offers new versions of it.
const HOUR = 3_600_000;

let workers;
try {
  workers = navigator.serviceWorker;
} catch {
  // A sandboxed frame may not even ask.
}

let leaving = false;
const reload = () => {
  if (!leaving) location.reload();
  leaving = true;
};

// Once a new version has taken over, every page of the old one begins anew: none mixes the two.
workers?.addEventListener("controllerchange", reload);

// A frame in somebody else's page does not fill the visitor's disk.
if (workers && window === window.top) {
  if (document.body.dataset.ready) keep();
  else addEventListener("demilune-ready", keep, { once: true });
}

async function keep() {
  const address = new URL("../sw.js", import.meta.url);
  const registration = await workers.register(address, { updateViaCache: "none" }).catch((error) =>
    console.info("Demilune cannot be kept for times without a network:", error));
  if (!registration) return;

  let wanted = false;
  const takeOver = () => {
    wanted = true;
    if (registration.waiting) registration.waiting.postMessage("take over");
    else reload();
  };
  const offer = () => dispatchEvent(new CustomEvent("demilune-update", { detail: takeOver }));
  const watch = (worker) => {
    if (!worker) return;
    worker.onstatechange = () => {
      if (worker.state === "installed" && registration.active) offer();
      if (worker.state === "activated" && wanted) reload(); // where no worker controls this page
    };
  };
  watch(registration.installing);
  watch(registration.waiting);
  if (registration.waiting) offer();
  registration.addEventListener("updatefound", () => watch(registration.installing));

  // The browser looks for a new version at each start, except when it was told to load the page past
  // the service worker; and a page may be open for days.
  const look = () => registration.update().catch(() => {}); // no network: next time
  if (registration.active && !workers.controller) look();
  let looked = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden || Date.now() - looked < HOUR) return;
    looked = Date.now();
    look();
  });
}
