import { CUT, FOLDED } from "../passages.js";
import { element } from "./dom.js";
import { type MarkedText, marker, markingOf } from "./marked-text.js";
import type { ShownMemento } from "./memento-text.js";
import { counted, dateTitle } from "./words.js";

/**
 * What a memento's text does not share with that of another, beside what the other has instead; its start where there is
 * no other. Nothing where the report has no texts.
 */
export function sideBySide(chosen: ShownMemento, beside: ShownMemento | undefined): HTMLElement[] {
  const mine = chosen.excerpt;
  if (mine === undefined) return [];
  if (beside === undefined || chosen.beside === undefined) {
    const title = `Text of this memento, ${dateTitle(chosen.date)}`;
    return [element("div.texts", column(title, mine, asItIs))];
  }
  const other = chosen.beside.excerpt;
  if (isFolded(mine) && isFolded(other)) {
    return [remark(`The text is the same as on ${dateTitle(beside.date)}.`)];
  }
  const [mineOnly, otherOnly] = [withoutMarks(mine), withoutMarks(other)];
  const sharesLines = mine.includes(FOLDED) || other.includes(FOLDED);
  const marking = sharesLines ? "different" : markingOf(mineOnly, otherOnly);
  const title = beside.overall === "on-topic" ? "Last on-topic memento" : "Compared with";
  return [
    element(
      "div.texts",
      column(`${title}, ${dateTitle(beside.date)}`, other, marker(mineOnly, marking)),
      column(`This memento, ${dateTitle(chosen.date)}`, mine, marker(otherOnly, marking)),
    ),
    remark(
      marking === "common"
        ? "The texts have little in common: the words that both have are underlined."
        : "Words that the other text does not have are underlined.",
    ),
  ];
}

const remark = (text: string): HTMLElement => element("p.remark", text);

/** The lines of a passage that are of its text. */
const withoutMarks = (passage: string): string =>
  passage
    .split("\n")
    .filter((line) => !line.startsWith(FOLDED) && !line.startsWith(CUT))
    .join("\n");

/** That nothing of a text is left but equal lines. */
const isFolded = (passage: string): boolean =>
  passage !== "" && passage.split("\n").every((line) => line.startsWith(FOLDED));

type Mark = (line: string) => readonly MarkedText[];

const asItIs: Mark = (text) => [{ text, isMarked: false }];

function column(title: string, passage: string, mark: Mark): HTMLElement {
  const body = element("div", {
    ...{ class: "excerpt", tabindex: 0, role: "region", "aria-label": title },
  });
  if (passage === "") body.append(element("em", "no text"));
  else for (const line of passage.split("\n")) body.append(lineOf(line, mark));
  return element("section", element("p.text-title", title), body);
}

function lineOf(line: string, mark: Mark): HTMLElement {
  const count = Number.parseInt(line.slice(1), 10);
  if (line.startsWith(FOLDED)) {
    return element("div.left-out", `⋯ ${counted(count, "equal line")}`);
  }
  if (line.startsWith(CUT)) {
    return element("div.left-out", `⋯ ${counted(count, "more character")}`);
  }
  return element(
    "div",
    { dir: "auto" },
    ...mark(line).map(({ text, isMarked }) => (isMarked ? element("mark", text) : text)),
  );
}
