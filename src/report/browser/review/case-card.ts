import type { PageHead } from "../../page-data.js";
import { wholeStrip } from "../strip.js";
import { daysOf } from "../time-columns.js";
import { evidenceOf, scoreTable } from "../details.js";
import { button, element, folded } from "../dom.js";
import { LINK_OUT, mementoHref, type ShownMemento } from "../memento-text.js";
import { readMemento } from "../data.js";
import { sideBySide } from "../side-by-side.js";
import { counted, dateTitle, grouped, shortened, visible } from "../words.js";
import type { Decision, Label } from "../../../write/decisions.js";
import { caseSentence, lastGoodPlace, placesOf, type ReviewCase } from "./cases.js";

/** Context of a case that its card shows. */
interface CardContext {
  readonly head: PageHead;
  /** Place of the memento that is shown. */
  readonly place: number;
  /** Current decisions on that memento. */
  readonly decisions: readonly Decision[];
  /** Returns the decision on the memento at a place. */
  readonly labelAt: (timeMap: number, place: number) => Label | "contradicted" | undefined;
  /** Returns a frame with an archived page; absent without a server. */
  readonly frame?: (uriM: string, title: string) => HTMLElement;
  readonly look: (place: number) => void;
}

const STRIP_WIDTH = 600;

/** Returns the card of one case: its description, the difference of texts, and the decisions. */
export function caseCard(each: ReviewCase, context: CardContext): HTMLElement[] {
  const { head, place, decisions, labelAt, frame, look } = context;
  const memento = readMemento(each.timeMap, place);
  if (memento === undefined) return [];
  const { seed } = head.timeMaps[each.timeMap]!;
  const beside = memento.beside && readMemento(each.timeMap, memento.beside.place);
  const goodPlace = lastGoodPlace(head, each, place, labelAt);
  const good = goodPlace === undefined ? undefined : readMemento(each.timeMap, goodPlace);
  const besideIs = memento.beside && labelAt(each.timeMap, memento.beside.place);
  return [
    element("h3", element("bdi", shortened(seed, 120))),
    element("p.sentence", caseSentence(head, each)),
    textsRemark(each),
    mementoSteps(each, context, look),
    element(
      "p.where",
      link(memento, `Replay this one, ${dateTitle(memento.date)}`),
      good === undefined
        ? undefined
        : link(good, `Replay the last good one, ${dateTitle(good.date)}`),
    ),
    ...decided(decisions),
    ...(frame === undefined
      ? []
      : [
          element(
            "div.frames",
            good === undefined
              ? undefined
              : frame(good.uriM, `The last good one, ${dateTitle(good.date)}`),
            frame(memento.uriM, `This one, ${dateTitle(memento.date)}`),
          ),
        ]),
    ...sideBySide(memento, beside, besideIs),
    caseStrip(head, each),
    ...evidenceOf(memento, head),
    folded("folded-scores", "Scores", scoreTable(memento.scores, head.measures)),
  ].filter((one) => one !== undefined);
}

function link(memento: ShownMemento, title: string): HTMLElement {
  const href = mementoHref(memento);
  if (href !== undefined) return element("a.open", { href, ...LINK_OUT }, title);
  return element("span.open", title.replace(/^Replay /u, ""), " (in a file)");
}

function textsRemark({ texts, breaks }: ReviewCase): HTMLElement | undefined {
  if (breaks.length === 0) return undefined;
  return element(
    "p.remark",
    `${counted(texts, "text")} differ within the run: m splits it at the capture that is shown.`,
  );
}

function mementoSteps(
  each: ReviewCase,
  { head, place }: CardContext,
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
    element("span", `${grouped(at + 1)} of ${grouped(places.length)}`),
  );
}

/** Returns the decisions of reviewers on the memento. */
function decided(decisions: readonly Decision[]): HTMLElement[] {
  return decisions
    .filter(({ label }) => label !== undefined)
    .map(({ label, by, at, note }) =>
      element(
        "p.decided",
        `${by === undefined ? "" : `${visible(by)}: `}${label ?? ""}${at === undefined ? "" : `, ${dateTitle(at)}`}${note === undefined ? "" : ` — ${visible(note)}`}`,
      ),
    );
}

/** Returns the strip of the TimeMap of a case, with the case marked below. */
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
