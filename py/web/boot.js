// Before Python runs: show the starting line in the visitor's language.
const spoken = [new URLSearchParams(location.search).get("lang"), ...navigator.languages]
  .map((language) => (language ?? "").slice(0, 2).toLowerCase());
const lines = [...document.querySelectorAll("#start p[lang]")];
const shown = spoken.map((code) => lines.find((line) => line.lang === code)).find(Boolean);
for (const line of lines) line.hidden = line !== (shown ?? lines[0]);
