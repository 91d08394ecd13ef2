/** Searches the sections of all pages. Every word must occur. Words in headings and titles have a higher weight. */
const MOST_RESULTS = 15;
const { top: topFolder } = document.currentScript.dataset;
const input = document.querySelector("#search");
const list = document.querySelector("#found");

/** Returns the score of a section for the given words; 0 if one of the words does not occur. */
function scoreOf([, title, heading, text], words) {
  let score = 0;
  for (const word of words) {
    const found =
      (heading.toLowerCase().includes(word) ? 10 : 0) +
      (title.toLowerCase().includes(word) ? 5 : 0) +
      Math.min(text.toLowerCase().split(word).length - 1, 4);
    if (found === 0) return 0;
    score += found;
  }
  return score;
}

/** Returns the text around the first word that occurs. */
function excerpt(text, words) {
  const places = words.map((word) => text.toLowerCase().indexOf(word)).filter((at) => at >= 0);
  const start = Math.max(0, Math.min(...places, text.length) - 40);
  return `${start > 0 ? "…" : ""}${text.slice(start, start + 130)}`;
}

input.addEventListener("input", () => {
  const words = input.value.toLowerCase().split(/\s+/u).filter(Boolean);
  const results = searchIndex
    .map((section) => ({ section, score: words.length === 0 ? 0 : scoreOf(section, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST_RESULTS);
  list.replaceChildren(
    ...results.map(({ section: [path, title, heading, text] }) => {
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = `${topFolder}/${path}`;
      link.textContent = heading === "" || heading === title ? title : `${title}: ${heading}`;
      const small = document.createElement("small");
      small.textContent = excerpt(text, words);
      item.append(link, small);
      return item;
    }),
  );
  if (words.length > 0 && results.length === 0) list.textContent = "Nothing found";
  list.hidden = words.length === 0;
});

document.addEventListener("keydown", (event) => {
  if (event.key === "/" && document.activeElement !== input) {
    event.preventDefault();
    input.focus();
  } else if (event.key === "Escape") {
    input.value = "";
    list.hidden = true;
  } else if (event.key === "Enter" && document.activeElement === input)
    list.querySelector("a")?.click();
});

// On a narrow screen the menu is closed at first.
if (matchMedia("(max-width: 60rem)").matches) document.querySelector("nav details").open = false;
