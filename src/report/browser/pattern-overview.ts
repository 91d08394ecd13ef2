import type { PageTimeMap } from "../page-data.js";
import { button, element } from "./dom.js";
import { shareBar } from "./share-bar.js";
import { grouped, PATTERNS } from "./words.js";

/** How many TimeMaps go which way; a press of the name lists them. */
export function patternOverview(
  timeMaps: readonly PageTimeMap[],
  showPattern: (pattern: string) => void,
): HTMLElement {
  const rows = PATTERNS.flatMap(({ pattern, title, meaning }) => {
    const count = timeMaps.filter((each) => (each.pattern ?? "none") === pattern).length;
    if (count === 0 && pattern === "none") return [];
    return [
      element(
        "tr",
        {},
        element(
          "th",
          { scope: "row" },
          button(title, () => showPattern(pattern), {
            class: "plain",
            disabled: count === 0,
            title: `List these TimeMaps: ${meaning}`,
          }),
        ),
        element("td", { class: "number" }, grouped(count)),
        element("td", {}, shareBar(count, timeMaps.length, barOf(pattern))),
        element("td", { class: "meaning" }, meaning),
      ),
    ];
  });
  return element(
    "table",
    {},
    element(
      "thead",
      { class: "unseen" },
      element(
        "tr",
        {},
        ...["pattern", "TimeMaps", "share", "meaning"].map((head) =>
          element("th", { scope: "col" }, head),
        ),
      ),
    ),
    element("tbody", {}, ...rows),
  );
}

const barOf = (pattern: (typeof PATTERNS)[number]["pattern"]): "on" | "off" | "none" =>
  pattern === "none" ? "none" : pattern === "always-on" ? "on" : "off";
