import { statsOf } from "../../base/read-file.js";
import { counted } from "../../base/text.js";
import type { RunHistory } from "../../run/setup/run-history.js";
import type { Tally } from "../../run/setup/tally.js";
import type { Run } from "../../run/run.js";
import { mayBeOfWeb } from "../../score/settings/combine.js";
import { exitStatus, rulesMet, statusOf } from "../../command/exit-status.js";
import { reviewCommandFor, shellWord } from "../../command/next-command.js";
import { fetchLines, type Log, notMementosLine, summaryLines } from "../../command/log.js";
import { warnOfUnused } from "../../command/overridden-results.js";
import { changesLines } from "../../command/verdict-changes.js";
import { takesWordsForEnglish } from "../../command/run-choices.js";
import { type ResultOutput } from "../../command/write-results.js";
import type { DetectValues } from "./options.js";

interface Written {
  readonly values: DetectValues;
  readonly outputs: readonly ResultOutput[];
  readonly failures: Tally["failures"] | undefined;
  /** True if the run had nothing to write and has left existing outputs as they were. */
  readonly keepsOutput: boolean;
  readonly seconds: number;
}

/** Reports on a run whose outputs have been written, and commits the history. Returns the exit status. */
export async function conclude(
  run: Run,
  { values, outputs, failures, keepsOutput, seconds }: Written,
  log: Log,
): Promise<number> {
  const { history, tally, settings } = run;
  const changes = history?.changes();
  // A run with --history sees only some of the captures on which a curator has decided.
  if (changes === undefined) warnOfUnused(values, log);
  for (const line of changes ? changesLines(changes, values.replay) : []) log.info(line);
  const isEnglish = takesWordsForEnglish(values, settings);
  const summaries = summaryLines(tally, seconds, {
    isEnglish,
    hasHistory: changes !== undefined,
    isOfChosenSeeds: mayBeOfWeb(settings),
    isOfAllPages: isOfAllPages(values),
  });
  report(run, values.directory !== undefined, log, summaries);
  warnOfNothingCompared(run, log);
  const { status } = outcomeOf(run, values, failures, log);
  tellNext(run, { values, outputs, failures, keepsOutput }, log);
  if (history !== undefined) await endHistory(history, status, log);
  return status;
}

/** Returns the exit status of a run that has yielded its results, and the rules of `--fail-on` that are met. */
export function outcomeOf(
  run: Run,
  values: DetectValues,
  failures: Written["failures"],
  log: Pick<Log, "warn" | "tell">,
): { readonly status: number; readonly met: readonly string[] } {
  const { tally, settings } = run;
  const changes = run.history?.changes();
  const mustCompare = changes === undefined && settings.measures.length > 0;
  const found = statusOf(values, tally, log, { failures, changes, mustCompare });
  return {
    status: statusWithoutVerdict(run, log) ?? found,
    met: rulesMet(values.failOn ?? [], tally, { changes, mustCompare }),
  };
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
  { tally }: Run,
  { values, outputs, failures, keepsOutput }: Omit<Written, "seconds">,
  log: Log,
): void {
  // Nobody can review a pipe or a device.
  const made = outputs.filter(({ path = "-" }) => path !== "-" && statsOf(path)?.isFile() === true);
  const isWritten = !keepsOutput && (failures === undefined || failures.size === 0);
  if (made.length === 0 || !isWritten) return;
  const { offtopicFile, ontopicFile, summary, input = [] } = values;
  const others = [offtopicFile, ontopicFile, summary].filter((path) => path !== undefined);
  log.info(`written: ${[...made.map(({ path }) => path), ...others].join(", ")}`);
  const { toDecide, timeMaps, judged } = tally;
  if (judged === 0) return;
  if (toDecide === 0) {
    log.info("no seed wants a decision");
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

function report({ fetched }: Run, keeps: boolean, log: Log, summary: readonly string[]): void {
  for (const line of summary) log.info(line);
  if (fetched === undefined) return;
  for (const line of fetchLines(fetched)) log.info(line);
  if (fetched.incomplete === undefined) return;
  log.warn(`${fetched.incomplete}${keeps ? "" : " (without -d FOLDER nothing was kept)"}.`);
}

/**
 * Adds the captures of a run to its history. After a failure of a plug-in or of the disk the captures stay new, because
 * an output is missing.
 */
async function endHistory(history: RunHistory, status: number, log: Log): Promise<void> {
  let isAdded = false;
  try {
    if (status === exitStatus.codeFailed) return;
    const { directory, files, newFiles, bytes } = await history.commit();
    isAdded = true;
    const what = newFiles === 0 ? "no new file" : counted(newFiles, "new file");
    log.info(
      `history: ${what}, ${counted(files, "file")} in all, ${(bytes / 1e6).toFixed(1)} MB in ${directory}`,
    );
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
  const isMeant = settings.measures.length === 0;
  const hasHistory = history?.changes() !== undefined;
  // A run with a history counts only its new captures, with which earlier ones may have been compared.
  const isCompared = tally.compared > 0 || (hasHistory && tally.ofOneMemento < tally.timeMaps);
  if (isMeant || tally.judged === 0 || isCompared) return;
  log.warn(
    `nothing was compared: no TimeMap has a second memento that can be judged (${counted(tally.judged, "memento")} of ` +
      `${counted(tally.timeMaps, "TimeMap")}). Give ` +
      (hasHistory
        ? "earlier crawls too, if there are any."
        : "all crawls of the collection together, earlier ones too."),
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
  (log.tell ?? log.warn)(`nothing was judged: ${whyNothing(tally)}.`);
  return exitStatus.nothingJudged;
}

function whyNothing(tally: Tally): string {
  const { mementos, accessErrors, measurementErrors } = tally;
  if (mementos > 0) {
    return (
      `none of ${counted(mementos, "memento")} has a topic status (${accessErrors} could not be fetched or found, ` +
      `${measurementErrors} could not be measured)`
    );
  }
  if (accessErrors > 0) return `${counted(accessErrors, "TimeMap")} could not be fetched or read`;
  const others = notMementosLine(tally);
  return `there is no memento in the input${others === undefined ? "" : ` (${others})`}`;
}
