import type { Label } from "../../write/decisions.js";
import { EXCERPT } from "../../base/text.js";
import { CUT, FOLDED } from "../page-data.js";
import { element } from "./dom.js";
import {
  markedLine,
  shareOfNew,
  shownWords,
  type TextMarks,
  wordsExpression,
} from "./marked-line.js";
import type { ShownMemento } from "./memento-text.js";
import { counted, dateTitle, grouped, visible } from "./words.js";

/**
 * Without another memento, shows the start of the text. Returns nothing if the report has no texts. `decided` is the
 * decision on the other memento, if it has a decision, and `name` what an on-topic one is called.
 */
export function sideBySide(
  chosen: ShownMemento,
  beside: ShownMemento | undefined,
  decided?: Label | "contradicted",
  name = "Last on-topic capture",
): HTMLElement[] {
  const mine = chosen.excerpt;
  if (mine === undefined) return [];
  if (beside === undefined || chosen.beside === undefined) {
    const title = `Text of this capture, ${dateTitle(chosen.date)}`;
    const { gained } = reasonsOf(chosen);
    const reasons = wordsExpression(gained);
    const marks = { difference: "gained", reasons, isOnlyReasons: false } as const;
    return [element("div.texts", textColumn(title, mine, marks))];
  }
  const { excerpt: other, sharesNothing } = chosen.beside;
  if (isSameText(chosen)) {
    const which = decided === "off-topic" ? ", which is off-topic by decision" : "";
    return [remark(`The text is the same as on ${dateTitle(beside.date)}${which}.`)];
  }
  const title =
    decided === "off-topic"
      ? "Off-topic by decision"
      : (decided ?? beside.overall) === "on-topic"
        ? name
        : "Compared with";
  const words = reasonsOf(chosen);
  const [gained, lost] = [wordsExpression(words.gained), wordsExpression(words.lost)];
  const shown = [
    ...(gained === undefined ? [] : shownWords(mine, gained)),
    ...(lost === undefined ? [] : shownWords(other, lost)),
  ];
  const isOnlyReasons = sharesNothing === true || shareOfNew(`${mine}\n${other}`) > MOST_OF_IT;
  return [
    element(
      "div.texts",
      textColumn(`${title}, ${dateTitle(beside.date)}`, other, {
        ...{ difference: "lost", reasons: lost, isOnlyReasons },
      }),
      textColumn(`This capture, ${dateTitle(chosen.date)}`, mine, {
        ...{ difference: "gained", reasons: gained, isOnlyReasons },
      }),
    ),
    remark(
      [
        ...(shown.length === 0 ? [] : ["Framed words gave the verdict."]),
        ...unseenReasons(words.gained, mine),
        sharesNothing === true
          ? "The texts have no words in common but those that most texts have."
          : isOnlyReasons
            ? `Most ${shown.length === 0 ? "of what is shown differs" : "else differs, too,"} and is not marked.`
            : `Words with a solid line are only in this capture, those with a dotted line only in the other. The first ${grouped(EXCERPT)} characters of each text are compared.`,
      ].join(" "),
    ),
  ];
}

/** Share of what is shown of both texts above which only the words that gave the verdict are marked. */
const MOST_OF_IT = 0.4;

/** Returns the signs of a memento's kind of page, or else the terms that it gained, and the terms of the text beside it. */
function reasonsOf({
  overall,
  evidence,
}: ShownMemento): Readonly<Record<"gained" | "lost", readonly string[]>> {
  if (overall === "on-topic" || evidence === undefined) return { gained: [], lost: [] };
  const { pageKind, termsGained = [], termsLost = [] } = evidence;
  // A sign says where it was found: `text: buy this domain`.
  const marks = (pageKind?.marks ?? []).map((mark) => mark.replace(/^[a-z ]{1,20}: /u, ""));
  return { gained: marks.length > 0 ? marks : termsGained, lost: termsLost };
}

/** Returns a sentence with the words that gave the verdict but that the passage does not show, such as words of the title. */
function unseenReasons(words: readonly string[], passage: string): string[] {
  const unseen = words.filter((word) => {
    const one = wordsExpression([word]);
    return one === undefined || shownWords(passage, one).length === 0;
  });
  if (unseen.length === 0) return [];
  const said = unseen.slice(0, MOST_UNSEEN).map((word) => `“${visible(word)}”`);
  return [`Elsewhere in this capture: ${said.join(", ")}.`];
}

const MOST_UNSEEN = 5;

/** Scrolls the texts within an element to the first words that gave the verdict. */
export function scrollToReasons(within: HTMLElement): void {
  for (const excerpt of within.querySelectorAll(".excerpt")) {
    const first = excerpt.querySelector("mark.reason");
    if (first === null) continue;
    const below = first.getBoundingClientRect().top - excerpt.getBoundingClientRect().top;
    excerpt.scrollTop += below - excerpt.clientHeight / 3;
  }
}

const remark = (text: string): HTMLElement => element("p.remark", text);

/** Returns whether a memento has the same text as the one beside it. */
export const isSameText = ({ excerpt = "", beside }: ShownMemento): boolean =>
  beside !== undefined && isFolded(excerpt) && isFolded(beside.excerpt);

/** Returns whether a passage consists only of folded lines, which both texts have. */
const isFolded = (passage: string): boolean =>
  passage !== "" && passage.split("\n").every((line) => line.startsWith(FOLDED));

function textColumn(title: string, passage: string, marks: TextMarks): HTMLElement {
  const body = element("div", {
    ...{ class: "excerpt", tabindex: 0, role: "region", "aria-label": title },
  });
  if (passage === "") body.append(element("em", "no text"));
  else body.append(...passage.split("\n").map((line) => shownLine(line, marks)));
  return element("section.box", element("p.text-title", title), body);
}

function shownLine(line: string, marks: TextMarks): HTMLElement {
  const count = Number.parseInt(line.slice(1), 10);
  if (line.startsWith(FOLDED)) {
    return element("div.left-out", `⋯ ${counted(count, "equal line")}`);
  }
  if (line.startsWith(CUT)) {
    return element("div.left-out", `⋯ ${counted(count, "more character")}`);
  }
  return element("div", { dir: "auto" }, ...markedLine(line, marks));
}
