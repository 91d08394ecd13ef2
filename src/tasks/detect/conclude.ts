import { statsOf } from "../../base/read-file.js";
import { counted } from "../../base/text.js";
import { exitStatus, statusOf } from "../../command/exit-status.js";
import type { Log } from "../../command/log.js";
import { reviewCommandFor } from "../../command/next-command.js";
import { warnOfUnused } from "../../command/overridden-results.js";
import { decidingLine, takesWordsForEnglish } from "../../command/run-messages.js";
import {
  fetchLines,
  hasComparedNothing,
  notMementosLine,
  summaryLines,
} from "../../command/summary.js";
import { changesLines } from "../../command/verdict-changes.js";
import type { ResultOutput } from "../../command/write-results.js";
import type { Run } from "../../run/run.js";
import type { VerdictChanges } from "../../run/history/verdicts.js";
import type { Tally } from "../../run/setup/tally.js";
import type { DetectValues } from "./options.js";

/** A run whose outputs have been written. */
export interface Written {
  readonly run: Run;
  /** True if the run had nothing to write and has left existing outputs as they were. */
  readonly keepsOutput: boolean;
}

interface Asked {
  readonly values: DetectValues;
  readonly outputs: readonly ResultOutput[];
}

/** Reports on a run whose outputs have been written, and commits the history. Returns the exit status. */
export async function conclude(
  written: Written,
  { seconds, ...asked }: Asked & { readonly seconds: number },
  log: Log,
): Promise<number> {
  const { run } = written;
  const { values } = asked;
  const { history, tally, settings, fetched } = run;
  const changes = history?.changes();
  tellRepetition(written, log);
  // A run with --history sees only some of the captures on which a curator has decided.
  if (changes === undefined) warnOfUnused(values, log);
  const lines = [
    ...(changes ? changesLines(changes, values.replay) : []),
    ...summaryLines(tally, seconds, {
      isEnglish: takesWordsForEnglish(values, settings),
      hasHistory: changes !== undefined,
      isOfAllPages: isOfAllPages(values),
    }),
    ...[decidingLine(values, settings) ?? []].flat(),
    ...(fetched ? fetchLines(fetched) : []),
  ];
  for (const line of lines) log.info(line);
  if (fetched?.incomplete !== undefined) {
    const isKept = values.directory !== undefined;
    log.warn(`${fetched.incomplete}${isKept ? "" : " (without -d FOLDER nothing was kept)"}.`);
  }
  warnOfNothingCompared(run, log);
  const { status } = outcomeOf(run, values, log);
  tellNext(written, asked, log);
  if (history !== undefined) await endHistory(history, status, log);
  return status;
}

const SILENT = { warn: () => undefined, tell: () => undefined };

/**
 * Returns how a run has ended that has yielded its results, with the rules of `--fail-on` that are met, and logs why the
 * exit status is not 0.
 */
export function outcomeOf(
  run: Run,
  { strict, failOn }: DetectValues,
  log: Pick<Log, "warn" | "tell"> = SILENT,
): {
  readonly status: number;
  readonly met: readonly string[];
  readonly changes: VerdictChanges | undefined;
} {
  const { tally, settings } = run;
  const changes = run.history?.changes();
  const mustCompare = changes === undefined && settings.measures.length > 0;
  const found = statusOf(tally, { strict, failOn, changes, mustCompare }, log);
  return { ...found, status: statusWithoutVerdict(run, log) ?? found.status, changes };
}

/** Tells what a run without a new capture has done with its outputs. */
function tellRepetition({ run: { tally, history }, keepsOutput }: Written, log: Log): void {
  const { repeated } = tally;
  if (keepsOutput && history === undefined) {
    log.warn("there is no result to write: existing outputs are kept.");
  } else if (keepsOutput) {
    log.info(
      "no new capture, and none of an earlier run to write again: existing outputs are kept.",
    );
  } else if (repeated > 0) {
    log.info(
      `no new capture: written again, and not counted: ${counted(repeated, "result")} of the last run that had new captures.`,
    );
  }
}

/** Inputs of whole crawls, which may name the seeds among their pages. */
const OF_CRAWLS = /^(?:warc|wacz|wasapi)=/iu;

const isOfAllPages = ({ input = [], seeds, match, history }: DetectValues): boolean =>
  seeds === undefined &&
  match === undefined &&
  history === undefined &&
  input.some((each) => OF_CRAWLS.test(each));

/** Tells which files were written, how many seeds want a decision, and what a curator does next. */
function tellNext(
  { run: { tally }, keepsOutput }: Written,
  { values, outputs }: Asked,
  log: Log,
): void {
  // Nobody can review a pipe or a device.
  const made = outputs.filter(({ path = "-" }) => path !== "-" && statsOf(path)?.isFile() === true);
  if (made.length === 0 || keepsOutput) return;
  const { offtopicFile, ontopicFile, summary, input = [] } = values;
  const others = [offtopicFile, ontopicFile, summary].filter((path) => path !== undefined);
  log.info(`written: ${[...made.map(({ path }) => path), ...others].join(", ")}`);
  const { toDecide, timeMaps, compared } = tally;
  if (toDecide === 0 && compared > 0) log.info("no seed wants a decision");
  if (toDecide === 0) return;
  const pathOf = (...keywords: readonly string[]): string | undefined =>
    made.find(({ writer }) => keywords.includes(writer.keyword))?.path;
  const [saved, page] = [pathOf("jsonl", "json"), pathOf("html")];
  const next =
    saved === undefined && page !== undefined
      ? `open ${page} in a browser`
      : `${saved === undefined ? "the same command with -ot jsonl -o run.jsonl, then " : ""}${reviewCommandFor(saved ?? "run.jsonl", input)}`;
  const count = `${toDecide} of ${counted(timeMaps, "seed")} ${toDecide === 1 ? "wants" : "want"} a decision`;
  log.info(`${count}. Next: ${next}`);
}

/**
 * Adds the captures of a run to its history. After a failure of a plug-in or of the disk the captures stay new, because
 * an output is missing.
 */
async function endHistory(
  history: NonNullable<Run["history"]>,
  status: number,
  log: Log,
): Promise<void> {
  let isAdded = false;
  try {
    if (status === exitStatus.codeFailed) return;
    const { files, newFiles } = await history.commit();
    isAdded = true;
    const what = newFiles === 0 ? "no new file" : counted(newFiles, "new file");
    log.info(`history: ${what}, ${counted(files, "file")} in all`);
  } finally {
    await history.close();
    if (!isAdded) {
      log.warn(
        "the history is as it was before, so that the next run writes these captures again.",
      );
    }
  }
}

/** Warns if no memento could be compared with another one, because such a run finds nothing but looks like a success. */
function warnOfNothingCompared({ tally, settings, history }: Run, log: Log): void {
  if (settings.measures.length === 0 || !hasComparedNothing(tally, history !== undefined)) return;
  log.warn(
    `nothing was compared: no TimeMap has a second memento that can be judged (${counted(tally.judged, "memento")} of ${counted(tally.timeMaps, "TimeMap")}). Give all crawls of the collection together, earlier ones too.`,
  );
}

/**
 * Returns the exit status of a run that is incomplete or judged nothing, and `undefined` for all other runs. It is no
 * failure if a history gets no new capture, or only one that its crawl has not written to the end.
 */
function statusWithoutVerdict(
  { tally, fetched, history }: Run,
  log: Pick<Log, "warn" | "tell">,
): number | undefined {
  if (fetched?.incomplete !== undefined) return exitStatus.incomplete;
  if (tally.judged > 0) return undefined;
  if (fetched?.barred !== undefined) {
    log.warn(`nothing was judged: ${fetched.barred}.`);
    return exitStatus.incomplete;
  }
  if (tally.mementos === tally.cutOff && history?.mayFindNothing() === true) return undefined;
  log.tell(`nothing was judged: ${whyNothingJudged(tally)}.`);
  return exitStatus.nothingJudged;
}

function whyNothingJudged(tally: Tally): string {
  const { mementos, accessErrors, measurementErrors, skipped } = tally;
  if (mementos === 0 && accessErrors > 0) {
    return `${counted(accessErrors, "TimeMap")} could not be fetched or read`;
  }
  if (mementos === 0) {
    return `there is no memento in the input${skipped.size === 0 ? "" : ` (${notMementosLine(tally)})`}`;
  }
  return (
    `none of ${counted(mementos, "memento")} has a topic status (${accessErrors} could not be fetched or found, ` +
    `${measurementErrors} could not be measured)`
  );
}
