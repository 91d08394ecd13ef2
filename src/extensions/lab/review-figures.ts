import {
  lowerBound,
  type ShareInterval,
  upperBound,
  wilsonInterval,
} from "../../base/math/binomial.js";
import { groupBy } from "../../base/math/group-by.js";
import { counted } from "../../base/text.js";
import type { OverallStatus } from "../../base/types.js";
import {
  type DecidedCounts,
  decidedCounts,
  decidedText,
  reviewList,
} from "../../report/saved-list.js";
import { RANDOM_DRAWS } from "../../report/review-list.js";
import { titleOfKind } from "../../score/evidence/kinds.js";
import { type Decision, isDecided, mergeDecisions, uriMOf } from "../../write/decisions.js";
import type { SavedMemento } from "../../write/entry.js";
import { type Table, tableForms } from "../../write/formats/forms.js";
import { computedOf } from "../../write/overrides.js";
import type { SavedResults } from "../../write/read-results.js";
import { runDigest } from "../../write/run-digest.js";
import { knownKind } from "../../write/writing.js";
import { rateText } from "./forms.js";

/** Number of mementos out of a total, with a 95 % confidence interval for the share. */
interface Share extends ShareInterval {
  readonly count: number;
  readonly of: number;
}

export interface ReviewFigures {
  /** Cases and checks of the review, and how many of them are decided. */
  readonly lists: DecidedCounts;
  /** Off-topic verdicts that people looked at, and how many are right. Absent if there are none. */
  readonly precision?: Share;
  /**
   * Like `precision`, but counted by the cases of the review. A case is right if all its mementos that were looked at
   * are right.
   */
  readonly cases?: Share;
  readonly kinds: readonly (Share & { readonly kind: string })[];
  /**
   * On-topic verdicts that were drawn at random, and how many are wrong. `high` is a one-sided bound. In a small
   * collection every on-topic verdict is drawn.
   */
  readonly drawn?: Share;
  /** True if every on-topic verdict was drawn. */
  readonly isEveryDrawn?: true;
  /** Number of on-topic verdicts drawn at random that are not decided yet. There is no bound before they are. */
  readonly waiting: number;
  /** On-topic verdicts that are looked at with certainty, in cases and checks of the review, and how many are wrong. */
  readonly chosen?: Pick<Share, "count" | "of">;
  /** Absent without a random sample. */
  readonly recall?: ShareInterval;
  /** Numbers of decisions, by how they were counted. */
  readonly counts: {
    readonly offTopic: number;
    /** Off-topic verdicts that were accepted in a batch without being opened. They do not count in the precision. */
    readonly batch: number;
    readonly unsure: number;
    /** Rows of a sample that are not decided yet, and withdrawn decisions. */
    readonly open: number;
    /** Decisions on mementos that the results do not contain. */
    readonly missing: number;
    /** Decisions that were made on another set of mementos. */
    readonly otherRuns: number;
  };
}

interface Met {
  readonly decision: Decision;
  readonly memento: SavedMemento;
  readonly computed?: OverallStatus;
}

const ALPHA = 0.05;

export function reviewFigures(decisions: Iterable<Decision>, results: SavedResults): ReviewFigures {
  const { mementos } = results;
  const merged = mergeDecisions(decisions);
  const byUriM = new Map(merged.map((decision) => [decision.uriM, decision]));
  const met = mementos.flatMap((memento): Met[] => {
    const decision = byUriM.get(uriMOf(memento.uriM));
    return decision === undefined ? [] : [{ decision, memento, computed: computedOf(memento) }];
  });
  const run = runDigest(mementos.map(({ uriM }) => uriM));
  const flagged = met.filter(({ computed }) => computed === "off-topic");
  const looked = flagged.filter(({ decision }) => isDecided(decision) && decision.seen !== "batch");
  const offTopic = mementos.filter((memento) => computedOf(memento) === "off-topic").length;
  const passed = met.filter(({ computed }) => computed === "on-topic");
  const sampled = passed.filter(
    ({ decision: { drawn, run: of = run } }) => drawn !== undefined && of === run,
  );
  const onTopic = mementos.filter((memento) => computedOf(memento) === "on-topic").length;
  const certain = tallied(sampled.filter(({ decision }) => decision.drawn === 1));
  const random = tallied(sampled.filter(({ decision }) => decision.drawn! < 1));
  const isEvery = certain.size > 0 && certain.size === onTopic;
  const computed = asComputed(results);
  // Before all that was drawn is decided, what is left may be what is hard to decide.
  const waiting = random.size === 0 ? 0 : Math.max(RANDOM_DRAWS, random.size) - random.of;
  const isDrawn = isEvery || (waiting === 0 && random.of > 0);
  return {
    lists: decidedCounts(reviewList(computed), ({ uriM }) => byUriM.get(uriMOf(uriM))?.label),
    precision: shareOf(looked.filter(isRight).length, looked.length),
    cases: caseShare(looked, computed),
    kinds: kindsOf(looked),
    drawn: isDrawn ? (isEvery ? shareOfAll(certain) : drawnShare(random)) : undefined,
    ...(isEvery && { isEveryDrawn: true }),
    waiting,
    ...(!isEvery && certain.size > 0 && { chosen: { count: certain.wrong, of: certain.of } }),
    recall: isDrawn
      ? recallOf(missedOf(certain, random, onTopic), { offTopic, flagged, passed })
      : undefined,
    counts: {
      offTopic,
      batch: flagged.filter(({ decision }) => isDecided(decision) && decision.seen === "batch")
        .length,
      unsure: merged.filter(({ label }) => label === "unsure").length,
      open: merged.filter(({ label }) => label === undefined).length,
      missing: merged.length - met.length,
      otherRuns: merged.filter((each) => each.run !== undefined && each.run !== run).length,
    },
  };
}

const isRight = ({ decision, computed }: Met): boolean => decision.label === computed;
const isWrong = (met: Met): boolean => isDecided(met.decision) && !isRight(met);

/** Returns results with the verdicts that the run computed. */
const asComputed = (results: SavedResults): SavedResults => ({
  ...results,
  mementos: results.mementos.map((memento): SavedMemento => ({
    ...memento,
    overall: computedOf(memento),
    override: undefined,
  })),
});

const shareOf = (count: number, of: number): Share | undefined =>
  of === 0 ? undefined : { count, of, ...wilsonInterval(count, of) };

/**
 * Counting each memento would make the interval too narrow, because the mementos of one case are right or wrong
 * together. The cases are those that the review has shown, so a curator's verdict in the results does not count.
 */
function caseShare(looked: readonly Met[], computed: SavedResults): Share | undefined {
  const list = reviewList(computed);
  const caseOf = new Map(
    list
      .filter(({ look }) => look === "case")
      .flatMap(({ captures }, at) => captures.map(({ uriM }) => [uriM, at] as const)),
  );
  const cases = groupBy(looked, ({ memento }) => caseOf.get(memento.uriM));
  const right = [...cases.values()].filter((group) => group.every(isRight));
  return shareOf(right.length, cases.size);
}

function kindsOf(looked: readonly Met[]): ReviewFigures["kinds"] {
  const kinds = groupBy(looked, ({ memento }) => knownKind(memento) ?? "not known");
  return [...kinds]
    .map(([kind, group]) => ({
      kind,
      ...shareOf(group.filter(isRight).length, group.length)!,
    }))
    .sort((a, b) => b.of - a.of || (a.kind < b.kind ? -1 : 1));
}

type DecisionTally = Readonly<Record<"size" | "wrong" | "unsure" | "of" | "open", number>>;

/** Counts decisions: all, wrong verdicts, unsure ones, those that people looked at, and those that are open. */
function tallied(group: readonly Met[]): DecisionTally {
  const unsure = group.filter(({ decision }) => decision.label === "unsure").length;
  const open = group.filter(({ decision }) => decision.label === undefined).length;
  const size = group.length;
  return { size, wrong: group.filter(isWrong).length, unsure, of: size - open, open };
}

/** If all on-topic verdicts were drawn, only those that nobody has decided may be wrong beyond the ones that are. */
const shareOfAll = ({ wrong, unsure, open, of, size }: DecisionTally): Share => ({
  ...{ count: wrong, of },
  low: wrong / size,
  high: (wrong + unsure + open) / size,
});

/** The upper bound counts unsure decisions as wrong. */
const drawnShare = ({ wrong, unsure, of }: DecisionTally): Share => ({
  ...{ count: wrong, of, low: 0 },
  high: upperBound(wrong + unsure, of, ALPHA),
});

/** Returns the least and the greatest number of missed off-topic mementos, which is estimated from the random draws. */
function missedOf(
  certain: DecisionTally,
  random: DecisionTally,
  onTopic: number,
): [least: number, most: number] {
  const others = onTopic - certain.size;
  const least = certain.wrong;
  const most = certain.wrong + certain.unsure + certain.open;
  if (random.of === 0) return [least, most];
  return [
    least + others * lowerBound(random.wrong, random.of, ALPHA / 2),
    most + others * upperBound(random.wrong + random.unsure, random.of, ALPHA / 2),
  ];
}

/** Off-topic verdicts that nobody looked at may be right or wrong. */
function recallOf(
  missed: readonly [least: number, most: number],
  verdicts: {
    readonly offTopic: number;
    readonly flagged: readonly Met[];
    readonly passed: readonly Met[];
  },
): ShareInterval | undefined {
  const { offTopic, flagged, passed } = verdicts;
  const known = passed.filter(isWrong).length;
  const [least, most] = missed.map((count) => Math.max(count, known));
  const right = flagged.filter(
    (met) => isDecided(met.decision) && isRight(met) && met.decision.seen !== "batch",
  ).length;
  const possible = offTopic - flagged.filter(isWrong).length;
  if (possible === 0) return undefined;
  return {
    low: right === 0 ? 0 : right / (right + most!),
    high: possible / (possible + least!),
  };
}

/** Formatters of review figures by output type, like those of an evaluation but without charts. */
export const reviewFormatters = tableForms<ReviewFigures>({
  title: "Review",
  lines: reviewLines,
  tables: shareTables,
  rows: (figures) => [["Figure", ...SHARE_COLUMNS], ...shareRows(figures)],
  json: (figures) => figures,
});

const SHARE_COLUMNS = ["Count", "Of", "Share", "From", "To"] as const;

function shareTables(figures: ReviewFigures): Table[] {
  const rows = shareRows(figures);
  return rows.length === 0
    ? []
    : [{ title: "Figures, 95 %", columns: ["", ...SHARE_COLUMNS], rows }];
}

const percentText = (share: number): string => `${(100 * share).toFixed(1)} %`;

export function reviewLines(figures: ReviewFigures): string[] {
  const { lists, precision, cases, drawn, isEveryDrawn, waiting, chosen, recall, counts } = figures;
  const decided = decidedText(lists);
  const lines = [
    decided !== "" && decided,
    precision === undefined
      ? `no off-topic verdict was looked at, of ${counts.offTopic}: the precision is not known`
      : `precision ${intervalText(precision)} of ${precision.of} off-topic verdicts looked at, of ${counts.offTopic}`,
    cases !== undefined &&
      `the same by cases, since mementos of one case are right or wrong together: ${intervalText(cases)} of ${cases.of}`,
    drawn !== undefined &&
      `${drawn.count} of ${drawn.of} on-topic verdicts ${isEveryDrawn === true ? "(all were drawn)" : "drawn at random"} ${drawn.count === 1 ? "was" : "were"} wrong: at most ${percentText(drawn.high)} are`,
    chosen !== undefined &&
      `${chosen.count} of ${chosen.of} on-topic verdicts looked at in cases and checks, which are not drawn at random, ${chosen.count === 1 ? "was" : "were"} wrong`,
    waiting > 0 &&
      `${counted(waiting, "on-topic verdict")} drawn at random ${waiting === 1 ? "waits" : "wait"} for a decision: how many are wrong is told when all are decided`,
    drawn === undefined &&
      waiting === 0 &&
      `of ${chosen === undefined ? "" : "the other "}on-topic verdicts none was drawn at random and looked at: how many are wrong is not known, nor is the recall`,
    recall !== undefined && `recall from ${rateText(recall.low)} to ${rateText(recall.high)}`,
    counts.batch > 0 && `accepted by batch and never opened, not in the precision: ${counts.batch}`,
    counts.unsure > 0 && `seen and not decided: ${counts.unsure}`,
    counts.open > 0 && `asked for and not decided yet: ${counts.open}`,
    counts.missing > 0 && `decisions on mementos that the results do not have: ${counts.missing}`,
    counts.otherRuns > 0 &&
      `decisions that were made of another set of mementos: ${counts.otherRuns}; their sample says nothing of this one`,
  ];
  return lines.filter((line) => line !== false);
}

const intervalText = ({ count, of, low, high }: Share): string =>
  `${rateText(count / of)} [${rateText(low)}, ${rateText(high)}]`;

const ratesOf = ({ count, of, low, high }: Share): string[] =>
  [count / of, low, high].map(rateText);

function shareRows({ precision, cases, kinds, drawn, recall }: ReviewFigures): string[][] {
  const row = (name: string, share: Share | undefined): string[][] =>
    share === undefined ? [] : [[name, `${share.count}`, `${share.of}`, ...ratesOf(share)]];
  return [
    ...row("precision", precision),
    ...row("precision by cases", cases),
    ...kinds.flatMap(({ kind, ...share }) => row(`precision, ${titleOfKind(kind)}`, share)),
    ...row("wrong on-topic verdicts", drawn),
    ...(recall === undefined
      ? []
      : [["recall", "", "", "", rateText(recall.low), rateText(recall.high)]]),
  ];
}
