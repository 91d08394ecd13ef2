import { pairUp } from "../math/group-by.js";
import { printable } from "../mementos/text.js";
import type { OverallStatus } from "../types.js";
import { captureKey, measureOf, measuresOf, type SavedMemento, scoreOf } from "./entry.js";
import type { SavedResults } from "./read-results.js";

/** What a run says of a memento, or of one measure on it. */
export type Verdict = OverallStatus | "no verdict" | "access error" | "measurement error";

/** Two runs say different things. */
export interface StatusChange {
  /** `overall`, or the name of a measure. */
  readonly of: string;
  readonly before: Verdict;
  readonly after: Verdict;
}

/** A memento that two runs judge differently. */
export interface ChangedMemento {
  readonly uriM: string;
  readonly changes: readonly StatusChange[];
}

/** What two runs say of the same mementos. */
export interface Comparison {
  /** In the order of the first file. */
  readonly changed: readonly ChangedMemento[];
  readonly onlyBefore: readonly string[];
  readonly onlyAfter: readonly string[];
  /** Of these, the mementos that are off-topic. */
  readonly offTopicOnlyAfter: readonly string[];
  readonly same: number;
  /** Measures of one run only; they are no difference between mementos. */
  readonly measuresOnlyBefore: readonly string[];
  readonly measuresOnlyAfter: readonly string[];
}

/** The mementos of one run and the same ones of another: by URI-M, else by second and SURT of the URI-R, several in order. */
export const mementoPairs = (
  before: SavedResults,
  after: SavedResults,
): ReadonlyMap<SavedMemento, SavedMemento> =>
  pairUp(before.mementos, after.mementos, [
    [name, name],
    [keyOf, keyOf],
  ]);

/**
 * Compares two runs memento by memento, as {@link mementoPairs} finds them.
 * `keywordOf` says which names belong to one measure (`raw_simhash` is OTMT's name of `simhash-raw`).
 */
export function compareResults(
  before: SavedResults,
  after: SavedResults,
  keywordOf: (name: string) => string = (name) => name,
): Comparison {
  const measuresBefore = measureNames(before, keywordOf);
  const measuresAfter = measureNames(after, keywordOf);
  const shared = [...measuresBefore].flatMap(([keyword, name]): SharedMeasure[] => {
    const other = measuresAfter.get(keyword);
    return other === undefined ? [] : [{ before: name, after: other }];
  });
  const pairs = mementoPairs(before, after);
  const paired = new Set(pairs.values());
  const changed: ChangedMemento[] = [];
  for (const memento of before.mementos) {
    const other = pairs.get(memento);
    if (other === undefined) continue;
    const changes = changesOf(memento, other, shared);
    if (changes.length > 0) changed.push({ uriM: memento.uriM, changes });
  }
  const lostTimeMaps = timeMapsOnlyIn(before, after);
  const newTimeMaps = timeMapsOnlyIn(after, before);
  return {
    changed,
    onlyBefore: [...lostTimeMaps, ...before.mementos.filter((each) => !pairs.has(each)).map(name)],
    onlyAfter: [...newTimeMaps, ...after.mementos.filter((each) => !paired.has(each)).map(name)],
    offTopicOnlyAfter: after.mementos
      .filter((each) => !paired.has(each) && each.overall === "off-topic")
      .map(name),
    same: pairs.size - changed.length,
    measuresOnlyBefore: namesWithout(measuresBefore, measuresAfter),
    measuresOnlyAfter: namesWithout(measuresAfter, measuresBefore),
  };
}

const name = ({ uriM }: SavedMemento): string => uriM;
const keyOf = ({ capture }: SavedMemento): string | undefined => captureKey(capture);

/** A measure of both runs, by its name in each. */
interface SharedMeasure {
  readonly before: string;
  readonly after: string;
}

/** Names of a run's measures, by keyword. */
function measureNames(
  { mementos }: SavedResults,
  keywordOf: (name: string) => string,
): ReadonlyMap<string, string> {
  const names = new Set(
    mementos.flatMap((memento) => measuresOf(memento).map((each) => each.name)),
  );
  return new Map([...names].map((each) => [keywordOf(each), each]));
}

const namesWithout = (
  names: ReadonlyMap<string, string>,
  others: ReadonlyMap<string, string>,
): string[] => [...names].filter(([keyword]) => !others.has(keyword)).map(([, each]) => each);

/** TimeMaps that one of two runs could not have. */
function timeMapsOnlyIn(one: SavedResults, other: SavedResults): string[] {
  const known = new Set(other.timeMapProblems.map(({ uriT }) => uriT));
  return one.timeMapProblems
    .map(({ uriT }) => uriT)
    .filter((uriT) => !known.has(uriT))
    .map((uriT) => `${uriT} (access error)`);
}

function changesOf(
  before: SavedMemento,
  after: SavedMemento,
  measures: readonly SharedMeasure[],
): StatusChange[] {
  const overall: StatusChange = {
    of: "overall",
    before: overallVerdict(before),
    after: overallVerdict(after),
  };
  const each = measures.map((measure): StatusChange => ({
    of: measure.before,
    before: measureVerdict(before, measure.before),
    after: measureVerdict(after, measure.after),
  }));
  return [overall, ...each].filter((change) => change.before !== change.after);
}

function overallVerdict({ problem, overall }: SavedMemento): Verdict {
  return overall ?? (problem === undefined ? "no verdict" : "access error");
}

function measureVerdict(memento: SavedMemento, name: string): Verdict {
  if (memento.problem !== undefined) return "access error";
  const measure = measureOf(memento, name);
  if (measure === undefined) return "no verdict";
  const score = scoreOf(measure);
  return score === undefined ? "measurement error" : (score.topicStatus ?? "no verdict");
}
/** URI-Ms of the mementos that the second run calls off-topic, and that the first did not, or did not have. */
export function newOffTopic({ changed, offTopicOnlyAfter }: Comparison): string[] {
  const became = changed.filter(({ changes }) =>
    changes.some(({ of, after }) => of === "overall" && after === "off-topic"),
  );
  return [...became.map(({ uriM }) => uriM), ...offTopicOnlyAfter];
}

/** True when the two runs do not say the same of the same mementos. */
export function differs({ changed, onlyBefore, onlyAfter }: Comparison): boolean {
  return changed.length + onlyBefore.length + onlyAfter.length > 0;
}

/** A line for each memento that differs, as `diff` marks them, and a summary. */
export function comparisonText(comparison: Comparison): string {
  const { changed, onlyBefore, onlyAfter, same, measuresOnlyBefore, measuresOnlyAfter } =
    comparison;
  const lines = [
    ...changed.map(
      ({ uriM, changes }) =>
        `! ${uriM}  ${changes.map((each) => `${each.of}: ${each.before} -> ${each.after}`).join(", ")}`,
    ),
    ...onlyBefore.map((name) => `- ${name}`),
    ...onlyAfter.map((name) => `+ ${name}`),
    ...onlyIn("first", measuresOnlyBefore),
    ...onlyIn("second", measuresOnlyAfter),
    `${changed.length} changed, ${onlyBefore.length} only in the first, ${onlyAfter.length} only in the second, ${same} the same`,
  ];
  return lines.map((line) => `${printable(line)}\n`).join("");
}

function onlyIn(which: string, names: readonly string[]): string[] {
  return names.length === 0 ? [] : [`measures of the ${which} only: ${names.join(", ")}`];
}

/** The same as one JSON object, with more members behind it. */
export function comparisonJson(comparison: Comparison, more: object = {}): string {
  const { changed, onlyBefore, onlyAfter, same, measuresOnlyBefore, measuresOnlyAfter } =
    comparison;
  const object = {
    changed: changed.map(({ uriM, changes }) => ({ "URI-M": uriM, changes })),
    "only in the first": onlyBefore,
    "only in the second": onlyAfter,
    "measures of the first only": measuresOnlyBefore,
    "measures of the second only": measuresOnlyAfter,
    same,
    ...more,
  };
  return `${printable(JSON.stringify(object, null, 2), "json")}\n`;
}
