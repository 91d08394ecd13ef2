import type { PageHead, PageMeasure, PageScore } from "../page-data.js";
import { badge, element, fold } from "./dom.js";
import {
  evidenceLines,
  type Fact,
  LINK_OUT,
  mementoHref,
  OWN_VERDICT,
  type ShownMemento,
} from "./memento-text.js";
import { pictureOf } from "./pictures.js";
import { sideBySide } from "./side-by-side.js";
import { dateTitle, grouped, scoreTitle, shortened, thresholdTitle, visible } from "./words.js";

/** Returns the scores with a vote, or all if none has one, such as `0.05 (off-topic < 0.12)`. */
export function scoreFacts(
  all: readonly PageScore[],
  measures: readonly PageMeasure[],
): HTMLElement | undefined {
  const voting = all.filter(({ topicStatus }) => topicStatus !== undefined);
  const facts = (voting.length > 0 ? voting : all).map((each): Fact => {
    const { measure, score, bound, error, comparedWith } = each;
    const { name = "", comparison = "", threshold = each.threshold } = measures[measure] ?? {};
    const value =
      score === undefined
        ? `no score: ${visible(error ?? "")}`
        : `${bound === undefined ? "" : `${bound} `}${scoreTitle(score)}`;
    const against =
      threshold === undefined ? "" : ` (off-topic ${comparison} ${thresholdTitle(threshold)})`;
    const other =
      comparedWith === undefined ? "" : `, compared with ${shortened(comparedWith, 60)}`;
    return { title: visible(name), text: `${value}${against}${other}` };
  });
  return factList(facts);
}

/** `beside` is the memento whose text is shown next to the selected memento's text. */
export function details(
  memento: ShownMemento,
  beside: ShownMemento | undefined,
  head: PageHead,
): HTMLElement[] {
  const { date, overall, problem, override, scores } = memento;
  const own = override === undefined ? undefined : OWN_VERDICT;
  return [
    element("h3", badge(overall), ` ${dateTitle(date)}`, own && element("span.own-verdict", own)),
    whereItIs(memento, head.files),
    ...evidenceOf(memento, head),
    picturePair(memento, beside, head),
    ...(head.hasText || problem !== undefined ? sideBySide(memento, beside) : [withoutTexts()]),
    scoreFacts(scores, head.measures),
  ].filter((each) => each !== undefined);
}

/**
 * Returns the picture of a memento next to the picture of the memento beside it; `undefined` if the memento has no
 * picture.
 */
function picturePair(
  memento: ShownMemento,
  beside: ShownMemento | undefined,
  head: PageHead,
): HTMLElement | undefined {
  const shown = [beside, memento].flatMap((each) => {
    const title = `Picture of ${dateTitle(each?.date)}`;
    const picture = each && pictureOf(head, each, title);
    return picture === undefined
      ? []
      : [element("figure", element("figcaption", dateTitle(each?.date)), picture)];
  });
  return shown.length === 0 ? undefined : element("div.pictures", ...shown);
}

/** Returns the evidence for a verdict: the facts and the inputs with the most weight in the learned combination. */
export function evidenceOf(memento: ShownMemento, { inputs }: PageHead): HTMLElement[] {
  const { problem, notes, standsFor, status, override, probability, weighed } = memento;
  const facts = evidenceLines(memento);
  if (problem !== undefined) facts.unshift({ title: "failed", text: visible(problem) });
  if (status !== undefined && !facts.some(({ title }) => title === "HTTP status")) {
    facts.push({ title: "HTTP status", text: String(status) });
  }
  if (standsFor !== undefined) facts.push({ title: "points to", text: visible(standsFor) });
  if (override !== undefined) {
    const computed =
      override.by === undefined ? "" : `; computed: ${override.computed ?? "no verdict"}`;
    facts.push({ title: "override", text: `${OWN_VERDICT}${computed}` });
  }
  for (const note of notes ?? []) facts.push({ title: "note", text: visible(note) });
  return [factList(facts), whatWeighed(probability, weighed ?? [], inputs)].filter(
    (each) => each !== undefined,
  );
}

/** Returns the inputs with the most weight in the learned combination, in log-odds. */
function whatWeighed(
  probability: number | undefined,
  weighed: NonNullable<ShownMemento["weighed"]>,
  inputs: readonly string[],
): HTMLElement | undefined {
  if (probability === undefined) return undefined;
  const facts = weighed.map(([input, contribution]) => ({
    title: visible(inputs[input] ?? ""),
    text: `${contribution > 0 ? "+" : "−"}${scoreTitle(Math.abs(contribution))}`,
  }));
  const title = `Probability of being off-topic: ${scoreTitle(probability)}`;
  const remark = element("p.remark", "What weighed most (log-odds of being off-topic)");
  return fold("what-weighed", title, remark, factList(facts));
}

export function withoutTexts(): HTMLElement {
  return element(
    "p.remark",
    "No texts side by side: results files have none. Reports written straight from a run (-ot html) show them.",
  );
}

function whereItIs(memento: ShownMemento, files: readonly string[]): HTMLElement {
  const { uriM, source, replayed } = memento;
  const href = mementoHref(memento);
  const line = element("p.where");
  if (href !== undefined) {
    line.append(
      element(
        "a.open",
        { href, ...LINK_OUT },
        replayed === undefined ? "Open in its archive" : "Replay it",
      ),
      " ",
    );
  }
  // The name of a capture in a file says no more than its date and its seed.
  if (href !== undefined && replayed === undefined)
    line.append(element("code", shortened(uriM, 200)));
  if (source !== undefined) {
    const { file, offset, unit } = source;
    line.append(` ${visible(files[file] ?? "")}, ${unit ?? "byte"} ${grouped(offset)}`);
  }
  return line;
}

function factList(facts: readonly Fact[]): HTMLElement | undefined {
  if (facts.length === 0) return undefined;
  return element(
    "dl.facts",
    ...facts.flatMap(({ title, text }) => [
      element("dt", title),
      element("dd", element("bdi", text)),
    ]),
  );
}
