import type { ShownMemento } from "./shown-memento.js";
import { element } from "./dom.js";
import { markWords } from "./word-marks.js";
import { dateTitle } from "./words.js";

/** The text of the first memento beside that of the one chosen; nothing where the report has no texts. */
export function sideBySide(first: ShownMemento | undefined, chosen: ShownMemento): HTMLElement[] {
  const mine = chosen.excerpt;
  if (mine === undefined) return [];
  if (first === undefined || first === chosen || first.excerpt === undefined) {
    const title = first === chosen ? "Text of the first memento" : "Text of this memento";
    return [element("div", { class: "texts" }, column(title, chosen, mine, undefined))];
  }
  return [
    element(
      "div",
      { class: "texts" },
      column("First memento", first, first.excerpt, mine),
      column("This memento", chosen, mine, first.excerpt),
    ),
    element(
      "p",
      { class: "remark" },
      "The start of each text, as measured. Words that the other one does not have are underlined.",
    ),
  ];
}

function column(
  title: string,
  { date }: ShownMemento,
  text: string,
  other: string | undefined,
): HTMLElement {
  const body = element("p", { class: "excerpt", dir: "auto" });
  if (text === "") body.append(element("em", {}, "no text"));
  else if (other === undefined) body.append(text);
  else {
    for (const { text: piece, isOnlyHere } of markWords(text, other)) {
      body.append(isOnlyHere ? element("mark", {}, piece) : piece);
    }
  }
  return element("section", {}, element("h5", {}, `${title}, ${dateTitle(date)}`), body);
}
