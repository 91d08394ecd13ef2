import type { Label } from "../../write/decisions.js";
import { EXCERPT } from "../../base/text.js";
import { CUT, FOLDED, MARKED, UNMARKED } from "../page-data.js";
import { element } from "./dom.js";
import type { ShownMemento } from "./memento-text.js";
import { counted, dateTitle, grouped } from "./words.js";

/**
 * Without another memento, shows the start of the text. Returns nothing if the report has no texts. `decided` is the
 * decision on the other memento, if it has a decision.
 */
export function sideBySide(
  chosen: ShownMemento,
  beside: ShownMemento | undefined,
  decided?: Label | "contradicted",
): HTMLElement[] {
  const mine = chosen.excerpt;
  if (mine === undefined) return [];
  if (beside === undefined || chosen.beside === undefined) {
    const title = `Text of this capture, ${dateTitle(chosen.date)}`;
    return [element("div.texts", column(title, mine))];
  }
  const { excerpt: other, sharesNothing } = chosen.beside;
  if (isFolded(mine) && isFolded(other)) {
    const which = decided === "off-topic" ? ", which is off-topic by decision" : "";
    return [remark(`The text is the same as on ${dateTitle(beside.date)}${which}.`)];
  }
  const title =
    decided === "off-topic"
      ? "Off-topic by decision"
      : (decided ?? beside.overall) === "on-topic"
        ? "Last on-topic capture"
        : "Compared with";
  return [
    element(
      "div.texts",
      column(`${title}, ${dateTitle(beside.date)}`, other),
      column(`This capture, ${dateTitle(chosen.date)}`, mine),
    ),
    remark(
      sharesNothing === true
        ? "The texts have no words in common but those that most texts have."
        : `Underlined words are not in the other text. The first ${grouped(EXCERPT)} characters of each text are compared.`,
    ),
  ];
}

const remark = (text: string): HTMLElement => element("p.remark", text);

/** Returns whether a passage consists only of folded lines, which both texts have. */
const isFolded = (passage: string): boolean =>
  passage !== "" && passage.split("\n").every((line) => line.startsWith(FOLDED));

function column(title: string, passage: string): HTMLElement {
  const body = element("div", {
    ...{ class: "excerpt", tabindex: 0, role: "region", "aria-label": title },
  });
  if (passage === "") body.append(element("em", "no text"));
  else body.append(...passage.split("\n").map(lineOf));
  return element("section", element("p.text-title", title), body);
}

function lineOf(line: string): HTMLElement {
  const count = Number.parseInt(line.slice(1), 10);
  if (line.startsWith(FOLDED)) {
    return element("div.left-out", `⋯ ${counted(count, "equal line")}`);
  }
  if (line.startsWith(CUT)) {
    return element("div.left-out", `⋯ ${counted(count, "more character")}`);
  }
  const [start = "", ...rest] = line.split(MARKED);
  return element(
    "div",
    { dir: "auto" },
    start,
    ...rest.flatMap((text) => {
      const end = text.indexOf(UNMARKED);
      return [element("mark", text.slice(0, end)), text.slice(end + 1)];
    }),
  );
}
