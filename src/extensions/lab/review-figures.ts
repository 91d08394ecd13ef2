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
  const strata = strataOf(sampled, onTopic);
  const random = strata.filter(({ drawn }) => drawn < 1);
  const computed = asComputed(results);
  // Before all that was drawn is decided, what is left may be what is hard to decide.
  const waiting = countWaiting(random, onTopic);
  const certain = strata.filter(({ drawn }) => drawn === 1);
  const [every] = certain.filter(({ size }) => size === onTopic);
  const isDrawn = every !== undefined || (waiting === 0 && random.some(({ of }) => of > 0));
  const isLabelled = ({ uriM }: SavedMemento): boolean =>
    byUriM.get(uriMOf(uriM))?.label !== undefined;
  return {
    lists: decidedCounts(reviewList(computed), isLabelled),
    precision: shareOf(looked.filter(isRight).length, looked.length),
    cases: casesOf(looked, computed),
    kinds: kindsOf(looked),
    drawn: isDrawn ? (every === undefined ? drawnShare(random) : shareOfAll(every)) : undefined,
    isEveryDrawn: every && true,
    waiting,
    chosen:
      every === undefined ? certain.map(({ wrong, of }) => ({ count: wrong, of }))[0] : undefined,
    recall: isDrawn ? recallOf({ strata, offTopic, flagged, passed }) : undefined,
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

/**
 * Returns the number of random draws that wait. All rows of a sample are in its file. The review draws as many as it can
 * up to a number, and writes rows only for those that are decided.
 */
function countWaiting(random: readonly Stratum[], onTopic: number): number {
  return random.reduce((sum, { drawn, of, open }) => {
    const drawsOfReview = drawn * onTopic >= RANDOM_DRAWS ? RANDOM_DRAWS : 0;
    return sum + open + Math.max(0, drawsOfReview - of - open);
  }, 0);
}

const shareOf = (count: number, of: number): Share | undefined =>
  of === 0 ? undefined : { count, of, ...wilsonInterval(count, of) };

/**
 * Counting each memento would make the interval too narrow, because the mementos of one case are right or wrong
 * together. The cases are those that the review has shown, so a curator's verdict in the results does not count.
 */
function casesOf(looked: readonly Met[], computed: SavedResults): Share | undefined {
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

/** Mementos with the same probability of being drawn. */
interface Stratum {
  readonly drawn: number;
  /** Number of mementos that the stratum represents. */
  readonly size: number;
  readonly wrong: number;
  readonly unsure: number;
  /** Number of mementos that people looked at. */
  readonly of: number;
  readonly open: number;
}

function strataOf(sampled: readonly Met[], onTopic: number): Stratum[] {
  const groups = [...groupBy(sampled, ({ decision }) => decision.drawn!)];
  const certain = groups.find(([drawn]) => drawn === 1)?.[1].length ?? 0;
  const isOne = groups.filter(([drawn]) => drawn < 1).length === 1;
  return groups.map(([drawn, group]) => {
    const unsure = group.filter(({ decision }) => decision.label === "unsure").length;
    const open = group.filter(({ decision }) => decision.label === undefined).length;
    return {
      drawn,
      size: drawn === 1 ? group.length : isOne ? onTopic - certain : group.length / drawn,
      wrong: group.filter(isWrong).length,
      unsure,
      of: group.length - open,
      open,
    };
  });
}

/** If all on-topic verdicts were drawn, only those that nobody has decided may be wrong beyond the ones that are. */
const shareOfAll = ({ wrong, unsure, open, of, size }: Stratum): Share => ({
  ...{ count: wrong, of },
  low: wrong / size,
  high: (wrong + unsure + open) / size,
});

/** The upper bound counts unsure decisions as wrong. */
function drawnShare(random: readonly Stratum[]): Share {
  const seen = random.filter(({ of }) => of > 0);
  const size = seen.reduce((sum, stratum) => sum + stratum.size, 0);
  const alpha = ALPHA / seen.length;
  const bound = seen.reduce(
    (sum, { wrong, unsure, of, ...stratum }) =>
      sum + stratum.size * upperBound(wrong + unsure, of, alpha),
    0,
  );
  return {
    count: seen.reduce((sum, { wrong }) => sum + wrong, 0),
    of: seen.reduce((sum, { of }) => sum + of, 0),
    low: 0,
    high: size === 0 ? 1 : Math.min(1, bound / size),
  };
}

/**
 * Off-topic verdicts that nobody looked at may be right or wrong. The number of missed off-topic mementos is estimated
 * from the sample.
 */
function recallOf({
  strata,
  offTopic,
  flagged,
  passed,
}: {
  readonly strata: readonly Stratum[];
  readonly offTopic: number;
  readonly flagged: readonly Met[];
  readonly passed: readonly Met[];
}): ShareInterval | undefined {
  const alpha = ALPHA / 2 / Math.max(1, strata.filter(({ drawn }) => drawn < 1).length);
  let [least, most] = [0, 0];
  for (const { drawn, size, wrong, unsure, of, open } of strata) {
    if (drawn === 1) {
      least += wrong;
      most += wrong + unsure + open;
    } else {
      least += of === 0 ? 0 : size * lowerBound(wrong, of, alpha);
      most += of === 0 ? size : size * upperBound(wrong + unsure, of, alpha);
    }
  }
  const known = passed.filter(isWrong).length;
  [least, most] = [Math.max(least, known), Math.max(most, known)];
  const right = flagged.filter(
    (met) => isDecided(met.decision) && isRight(met) && met.decision.seen !== "batch",
  ).length;
  const wrong = flagged.filter(isWrong).length;
  const [low, high] = [right, offTopic - wrong];
  if (high === 0) return undefined;
  return { low: low === 0 ? 0 : low / (low + most), high: high / (high + least) };
}

/** Formatters of review figures by output type, like those of an evaluation but without charts. */
export const reviewFormatters = tableForms<ReviewFigures>({
  title: "Review",
  lines: reviewLines,
  tables: tablesOf,
  rows: (figures) => [["Figure", ...COLUMNS], ...rowsOf(figures)],
  json: (figures) => figures,
});

const COLUMNS = ["Count", "Of", "Share", "From", "To"] as const;

function tablesOf(figures: ReviewFigures): Table[] {
  const rows = rowsOf(figures);
  return rows.length === 0 ? [] : [{ title: "Figures, 95 %", columns: ["", ...COLUMNS], rows }];
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

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
      `${drawn.count} of ${drawn.of} on-topic verdicts ${isEveryDrawn === true ? "(all were drawn)" : "drawn at random"} ${drawn.count === 1 ? "was" : "were"} wrong: at most ${percent(drawn.high)} are`,
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

function rowsOf({ precision, cases, kinds, drawn, recall }: ReviewFigures): string[][] {
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
