import type { PageHead } from "../../page-data.js";
import { wholeStrip } from "../strip.js";
import { daysOf } from "../time-columns.js";
import { evidenceOf, scoreTable } from "../details.js";
import { button, element, folded } from "../dom.js";
import { filmStrip } from "../pictures.js";
import type { ShownMemento } from "../memento-text.js";
import { counted, dateTitle, grouped, visible } from "../words.js";
import type { Decision } from "../../../write/decisions.js";
import { placesOf, type ReviewCase } from "./cases.js";

const STRIP_WIDTH = 600;

export function caseFacts(
  each: ReviewCase,
  memento: ShownMemento,
  head: PageHead,
  decisions: readonly Decision[],
): HTMLElement[] {
  return [
    textsRemark(each),
    ...decided(decisions),
    ...evidenceOf(memento, head),
    folded("folded-scores", "Scores", scoreTable(memento.scores, head.measures)),
  ].filter((one) => one !== undefined);
}

function textsRemark({ texts, breaks }: ReviewCase): HTMLElement | undefined {
  if (breaks.length === 0) return undefined;
  return element(
    "p.remark",
    `${counted(texts, "text")} differ within the run: m splits it at the capture that is shown.`,
  );
}

export function captureSteps(
  head: PageHead,
  each: ReviewCase,
  place: number,
  look: (place: number) => void,
): HTMLElement | undefined {
  const places = placesOf(head, each);
  if (places.length < 2) return undefined;
  const at = places.indexOf(place);
  const step = (label: string, to: number): HTMLElement =>
    button(label, () => (places[to] === undefined ? undefined : look(places[to])), {
      "aria-disabled": places[to] === undefined ? "true" : undefined,
      "data-step": label,
    });
  const text = places.indexOf(each.breaks.find((one) => one > place) ?? -1);
  return element(
    "div.steps",
    step("‹ capture", at - 1),
    step("capture ›", at + 1),
    text < 0 ? undefined : step("next text ›", text),
    element("span", `capture ${grouped(at + 1)} of ${grouped(places.length)}`),
  );
}

function decided(decisions: readonly Decision[]): HTMLElement[] {
  return decisions
    .filter(({ label }) => label !== undefined)
    .map(({ label, by, at, note }) =>
      element(
        "p.decided",
        `${by === undefined ? "" : `${visible(by)}: `}${label ?? ""}${at === undefined ? "" : `, ${dateTitle(at)}`}`,
        ...(note === undefined ? [] : [" — ", element("bdi", visible(note))]),
      ),
    );
}

/** The case is marked below the strip. A press on a picture of the case calls `look`. */
export function history(
  head: PageHead,
  each: ReviewCase,
  place: number,
  look: (place: number) => void,
): HTMLElement[] {
  const own = new Set(placesOf(head, each));
  const film = filmStrip(head, each.timeMap, place, own, look);
  return [caseStrip(head, each), film].filter((one) => one !== undefined);
}

function caseStrip(head: PageHead, { timeMap, from, to }: ReviewCase): HTMLElement {
  const all = head.timeMaps[timeMap]!;
  const days = daysOf(all);
  const { svg, share } = wholeStrip(all, STRIP_WIDTH, 24);
  const [left, right] = [100 * share(from), 100 * share(to)];
  const mark = element("div.case-mark");
  mark.style.marginLeft = `${Math.min(left, 99)}%`;
  mark.style.width = `${Math.max(right - left, 1)}%`;
  const year = (time: number): string =>
    Number.isNaN(time) ? "" : String(new Date(time).getUTCFullYear());
  return element(
    "div.case-strip",
    svg,
    mark,
    element(
      "p.remark",
      `${counted(all.strip.length, "capture")}, ${year(days[0]!)} to ${year(days.at(-1)!)}; the line marks this case`,
    ),
  );
}
