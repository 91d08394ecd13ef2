import { verdictInTime } from "../base/possible-date.js";
import { isObject } from "../base/json.js";
import { groupBy } from "../base/math/group-by.js";
import { compareDatetimes } from "../base/datetime.js";
import type { ProfileName } from "../score/settings/types.js";
import { Course } from "../score/verdict/course.js";
import type { SavedMemento, SavedResult } from "../write/entry.js";
import type { SavedResults } from "../write/read-results.js";
import { axesOf } from "./axis.js";
import { namedSettings, type ReportCut, type ReportRun, tool } from "./report-run.js";

/**
 * If the results do not contain their thresholds, the thresholds of `profile` are drawn. `replay` is the place at which
 * captures of files can be viewed.
 */
export function reportRun(
  results: SavedResults,
  profile: ProfileName | undefined,
  replay: string | undefined,
): ReportRun {
  const { file, run } = results;
  const settings = Object.fromEntries(run?.settings ?? []);
  const { combine, measures } = settings;
  const isKnown = typeof combine === "string" || typeof combine === "number";
  const inputs = new Set(
    (Array.isArray(measures) ? measures.filter(isObject) : []).flatMap(({ name, asInput }) =>
      asInput === true ? [name] : [],
    ),
  );
  return {
    ...{ tool, file, replay },
    combine: isKnown ? String(combine) : undefined,
    settings: run && namedSettings(settings),
    cuts: cutsOfSaved(results, profile).filter(({ name }) => !inputs.has(name)),
  };
}

/**
 * Returns the thresholds of the measures. They come from the settings in the results, or else from the evidence, or
 * else from the named profile. A threshold that the run may not have used is never drawn.
 */
function cutsOfSaved(results: SavedResults, profile: ProfileName | undefined): ReportCut[] {
  const inEvidence = new Map(
    results.mementos.flatMap(({ evidence }) =>
      (evidence?.scores ?? []).map(({ measure, threshold }) => [measure, threshold]),
    ),
  );
  const isKnown = results.run !== undefined || profile !== undefined;
  return axesOf(results, profile ?? "paper").axes.map((axis) => ({
    ...axis,
    threshold: inEvidence.get(axis.name) ?? (isKnown ? axis.threshold : undefined),
  }));
}

/**
 * Yields saved results in the order that a report needs: the TimeMaps in the order of the file, and the mementos of
 * each TimeMap oldest first. The pattern is computed, because some formats of results lack it.
 */
export function* fromSaved({ mementos, timeMapProblems }: SavedResults): Generator<SavedResult> {
  yield* timeMapProblems;
  for (const timeMap of groupBy(mementos, ({ uriT }) => uriT).values()) {
    timeMap.sort(byDate);
    const course = new Course();
    for (const memento of timeMap) course.add(verdictInTime(memento));
    for (const memento of timeMap) yield { ...memento, pattern: course.pattern };
  }
}

/** Compares two mementos by date. Mementos without a date come last and keep their order. */
export function byDate({ capture: a }: SavedMemento, { capture: b }: SavedMemento): number {
  if (a.mementoDatetime === undefined || b.mementoDatetime === undefined) {
    return Number(a.mementoDatetime === undefined) - Number(b.mementoDatetime === undefined);
  }
  return compareDatetimes(a.mementoDatetime, b.mementoDatetime);
}
