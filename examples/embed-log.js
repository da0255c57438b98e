// Logs what the frames of this page tell, and sends what the buttons say to the replay.
const log = document.getElementById("log");
const nameOf = (source) => [...document.querySelectorAll("[data-demilune]")]
  .find((place) => place.querySelector("iframe")?.contentWindow === source)?.id;

addEventListener("message", ({ source, data }) => {
  const name = nameOf(source);
  if (!name || data?.source !== "demilune" || data.v !== 1) return;
  const { source: _, v, ...message } = data;
  const line = document.createElement("li");
  line.textContent = `${name}: ${JSON.stringify(message)}`;
  log.append(line);
});

document.addEventListener("click", ({ target }) => {
  const message = target.dataset.send;
  const frame = document.querySelector("#replay iframe");
  if (!message || !frame) return;
  frame.contentWindow.postMessage({ source: "demilune", v: 1, ...JSON.parse(message) }, new URL(frame.src).origin);
});
