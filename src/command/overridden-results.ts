import { byText } from "../base/text.js";
import { dirname, join } from "node:path";
import { UsageError } from "../base/errors.js";
import { type Overrides, overrideResults, unusedOverrides } from "../write/overrides.js";
import { readResults, type SavedResults } from "../write/read-results.js";
import { statsOf } from "../base/read-file.js";
import type { Log } from "./log.js";

/** File in which `review` keeps decisions if none is named. */
export const DECISIONS = "decisions.tsv";

export const SAVED =
  "results as JSON or JSON Lines, of this tool or of OTMT 1.0.5; - for standard input";

/**
 * Reads the results of one run, of which several processes may have written a part each. Throws a `UsageError` for parts
 * of different runs, and for parts that have a memento twice.
 */
export async function readAllResults(files: readonly string[]): Promise<SavedResults> {
  const all: SavedResults[] = [];
  for (const file of files) all.push(await readResults(file));
  // A process that finds no page writes an empty file.
  const parts = all.filter((part) => !hasNothing(part));
  const [first = all[0]!, ...others] = parts;
  if (others.length === 0) return first;
  const other = others.find(({ run }) => settingsText(run) !== settingsText(first.run));
  if (other !== undefined) {
    throw new UsageError(
      `${other.file} was made with other settings than ${first.file}. Give the results of one run.`,
    );
  }
  const mementos = parts.flatMap((part) => part.mementos);
  const seen = new Set<string>();
  for (const { uriT, uriM } of mementos) {
    const name = `${uriT} ${uriM}`;
    if (seen.has(name)) {
      throw new UsageError(`${uriM} is in two of the results. Give each part of a run once.`);
    }
    seen.add(name);
  }
  return {
    ...first,
    file: files.join(", "),
    mementos: mementos.sort((a, b) => byText(a.key ?? a.uriT, b.key ?? b.uriT)),
    timeMapProblems: parts
      .flatMap((part) => part.timeMapProblems)
      .sort((a, b) => byText(a.uriT, b.uriT)),
  };
}

const hasNothing = ({ mementos, timeMapProblems }: SavedResults): boolean =>
  mementos.length + timeMapProblems.length === 0;

const settingsText = (run: SavedResults["run"]): string =>
  JSON.stringify(run === undefined ? [] : [run.tool, ...run.settings]);

/** Warns of overrides that match no memento. */
export async function overriddenResults(
  files: readonly string[],
  { overrides }: { readonly overrides?: Overrides },
  log: Log,
): Promise<SavedResults> {
  const results = await readAllResults(files);
  if (overrides === undefined) {
    warnOfForgotten(results, "--overrides", log);
    return results;
  }
  const judged = overrideResults(results, overrides);
  warnOfUnused({ overrides }, log);
  return judged;
}

/**
 * Warns of decisions that `option` was not given for, in the file in which `review` keeps them by default, here or
 * beside the results. Somebody who has decided expects that it counts. Results in which decisions count already are left
 * out.
 */
export function warnOfForgotten(
  { file, mementos }: Pick<SavedResults, "file" | "mementos">,
  option: "--overrides" | "--decisions",
  log: Pick<Log, "warn">,
): void {
  if (mementos.some(({ override }) => override !== undefined)) return;
  const places = [DECISIONS, join(dirname(file), DECISIONS)];
  const forgotten = places.find((path) => (statsOf(path)?.size ?? 0) > 0);
  if (forgotten === undefined) return;
  log.warn(`${forgotten} was not used. Give ${option} ${forgotten} if its decisions should count.`);
}

/** Warns of overrides that match no memento: a curator's verdict must not be lost silently. */
export function warnOfUnused({ overrides }: { readonly overrides?: Overrides }, log: Log): void {
  if (overrides === undefined) return;
  const unused = unusedOverrides(overrides);
  if (unused.length > 0) {
    const match = unused.length === 1 ? "override matches" : "overrides match";
    log.warn(`${unused.length} ${match} no memento, e.g. ${unused[0]!}`);
  }
}
