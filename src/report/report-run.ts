import { verdictInTime } from "../base/possible-date.js";
import { isObject } from "../base/json.js";
import { groupBy } from "../base/math/group-by.js";
import { compareDatetimes } from "../base/datetime.js";
import type { SavedMemento, SavedResult } from "../write/entry.js";
import type { SavedResults } from "../write/read-results.js";
import type { ReportPictures } from "./report-pictures.js";
import { PatternFinder } from "../score/verdict/pattern.js";
import { COMBINED, SIGNS_VOTE } from "../score/verdict/decide.js";
import { cutOf } from "../score/verdict/model-forms.js";
import { type ThresholdScale } from "../score/verdict/threshold-distance.js";
import type { Comparison, Settings } from "../score/settings/types.js";
import { version } from "../base/version.js";

export interface ReportCut {
  readonly name: string;
  readonly threshold?: number;
  readonly comparison: Comparison;
  /** Range of the measure and the score of equal mementos, if the results come without evidence and may need them. */
  readonly scale?: Pick<ThresholdScale, "range" | "equalScore">;
}

export interface ReportRun {
  readonly tool: string;
  readonly file?: string;
  readonly combine?: string;
  readonly settings?: readonly (readonly [name: string, value: string])[];
  /**
   * Prefix of the addresses at which captures without a web address are replayed, such as PREFIX in
   * `PREFIX20120616103217/http://seed/`.
   */
  readonly replay?: string;
  readonly cuts: readonly ReportCut[];
  readonly pictures?: ReportPictures | undefined;
}

const tool = `detect_off_topic ${version}`;

export function runOfSettings(settings: Settings): ReportRun {
  const { measures, collection, combine, model, seedsFrom, signsVote, signStrength } = settings;
  const cuts: ReportCut[] = [];
  if (model !== undefined) {
    cuts.push({ name: COMBINED, threshold: cutOf(model, seedsFrom), comparison: ">" });
  }
  if (signsVote === true && signStrength !== undefined) {
    cuts.push({ name: SIGNS_VOTE, threshold: signStrength, comparison: ">=" });
  }
  // Without a given threshold, the threshold of the topic profile applies. It depends on the language.
  const topic = (collection?.measures ?? []).map(({ keyword, threshold }): ReportCut => ({
    name: keyword,
    threshold,
    comparison: "<",
  }));
  // A measure that is only an input of the model has no verdict of its own.
  const own = measures.filter(({ asInput }) => asInput !== true);
  return {
    tool,
    combine: String(combine),
    settings: namedSettings({ ...settings }),
    cuts: [...cuts, ...own, ...topic],
  };
}

/** Returns the settings that decide what is compared, by the names of the options. */
function namedSettings(settings: Readonly<Record<string, unknown>>): [string, string][] {
  const { preprocessing } = settings;
  const named: readonly (readonly [string, unknown])[] = [
    ...["profile", "seedsFrom", "pages", "text", "status", "first", "reference"].map(
      (name) => [name, settings[name]] as const,
    ),
    ...["boilerplate", "language"].map(
      (name) => [name, isObject(preprocessing) ? preprocessing[name] : undefined] as const,
    ),
  ];
  return named.flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []));
}

/** `cuts` provides the thresholds that the results lack. */
export function runOfSaved(
  { file, run }: SavedResults,
  cuts: readonly ReportCut[],
  replay: string | undefined,
): ReportRun {
  const settings = Object.fromEntries(run?.settings ?? []);
  const { combine, measures } = settings;
  const isKnown = typeof combine === "string" || typeof combine === "number";
  const inputs = new Set(
    (Array.isArray(measures) ? measures.filter(isObject) : []).flatMap(({ name, asInput }) =>
      asInput === true ? [name] : [],
    ),
  );
  return {
    tool,
    file,
    combine: isKnown ? String(combine) : undefined,
    settings: run && namedSettings(settings),
    replay,
    cuts: cuts.filter(({ name }) => !inputs.has(name)),
  };
}

/**
 * Yields saved results in the order that a report needs: the TimeMaps in the order of the file, and the mementos of
 * each TimeMap oldest first. The pattern is computed, because some formats of results lack it.
 */
export function* fromSaved({ mementos, timeMapProblems }: SavedResults): Generator<SavedResult> {
  yield* timeMapProblems;
  for (const timeMap of groupBy(mementos, ({ uriT }) => uriT).values()) {
    timeMap.sort(byDate);
    const finder = new PatternFinder();
    for (const memento of timeMap) finder.add(verdictInTime(memento));
    const pattern = finder.pattern();
    for (const memento of timeMap) yield { ...memento, pattern };
  }
}

/** Compares two mementos by date. Mementos without a date come last and keep their order. */
export function byDate({ capture: a }: SavedMemento, { capture: b }: SavedMemento): number {
  if (a.mementoDatetime === undefined || b.mementoDatetime === undefined) {
    return Number(a.mementoDatetime === undefined) - Number(b.mementoDatetime === undefined);
  }
  return compareDatetimes(a.mementoDatetime, b.mementoDatetime);
}
