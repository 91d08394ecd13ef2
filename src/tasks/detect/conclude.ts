import { statsOf } from "../../base/read-file.js";
import { counted } from "../../base/text.js";
import { exitStatus, statusOf } from "../../command/exit-status.js";
import type { Log } from "../../command/log.js";
import { reviewCommandFor, shellWord } from "../../command/next-command.js";
import { warnOfUnused } from "../../command/overridden-results.js";
import { decidingLine, takesWordsForEnglish } from "../../command/run-choices.js";
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
  for (const line of changes ? changesLines(changes, values.replay) : []) log.info(line);
  const summary = summaryLines(tally, seconds, {
    isEnglish: takesWordsForEnglish(values, settings),
    hasHistory: changes !== undefined,
    isOfAllPages: isOfAllPages(values),
  });
  const about = [decidingLine(values, settings) ?? [], fetched ? fetchLines(fetched) : []].flat();
  for (const line of [...summary, ...about]) log.info(line);
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

interface RunOutcome {
  readonly status: number;
  /** The rules of `--fail-on` that are met. */
  readonly met: readonly string[];
  readonly changes: VerdictChanges | undefined;
}

/** Returns how a run has ended that has yielded its results, and logs why the exit status is not 0. */
export function outcomeOf(
  run: Run,
  { strict, failOn }: DetectValues,
  log: Pick<Log, "warn" | "tell">,
): RunOutcome {
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
      `no new capture: the ${counted(repeated, "result")} of the last run that had new captures ${repeated === 1 ? "is" : "are"} written again, and not counted.`,
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

/** Forms of results that `review` reads. */
const FOR_REVIEW: ReadonlySet<string> = new Set(["jsonl", "json"]);

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
  if (toDecide === 0) {
    if (compared > 0) log.info("no seed wants a decision");
    return;
  }
  const count = `${toDecide} of ${counted(timeMaps, "seed")} ${toDecide === 1 ? "wants" : "want"} a decision`;
  log.info(`${count}. Next: ${nextStep(made, input)}`);
}

/** Returns the options of an output, with its form, which would else be that of the option before it. */
const outputText = ({ writer, path = "-" }: ResultOutput): string =>
  `-ot ${writer.keyword} -o ${shellWord(path)}`;

function nextStep(made: readonly ResultOutput[], input: readonly string[]): string {
  const pathOf = (isMeant: (keyword: string) => boolean): string | undefined =>
    made.find(({ writer }) => isMeant(writer.keyword))?.path;
  const saved = pathOf((keyword) => FOR_REVIEW.has(keyword));
  if (saved !== undefined) return reviewCommandFor(saved, input);
  const page = pathOf((keyword) => keyword === "html");
  return page === undefined
    ? `the same command with ${[...made.map(outputText), "-ot jsonl -o run.jsonl"].join(" ")}, then ${reviewCommandFor("run.jsonl", input)}`
    : `open ${page} in a browser`;
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

/**
 * Warns if no memento could be compared with another one, because such a run finds nothing but looks like a success.
 */
function warnOfNothingCompared({ tally, settings, history }: Run, log: Log): void {
  const hasHistory = history !== undefined;
  if (settings.measures.length === 0 || !hasComparedNothing(tally, hasHistory)) return;
  const { judged, timeMaps } = tally;
  const crawls = hasHistory
    ? "earlier crawls too, if there are any"
    : "all crawls of the collection together, earlier ones too";
  log.warn(
    `nothing was compared: no TimeMap has a second memento that can be judged (${counted(judged, "memento")} of ${counted(timeMaps, "TimeMap")}). Give ${crawls}.`,
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
  (log.tell ?? log.warn)(`nothing was judged: ${whyNothingJudged(tally)}.`);
  return exitStatus.nothingJudged;
}

function whyNothingJudged(tally: Tally): string {
  const { mementos, accessErrors, measurementErrors } = tally;
  if (mementos > 0) {
    return (
      `none of ${counted(mementos, "memento")} has a topic status (${accessErrors} could not be fetched or found, ` +
      `${measurementErrors} could not be measured)`
    );
  }
  if (accessErrors > 0) return `${counted(accessErrors, "TimeMap")} could not be fetched or read`;
  const others = tally.skipped.size === 0 ? "" : ` (${notMementosLine(tally)})`;
  return `there is no memento in the input${others}`;
}
