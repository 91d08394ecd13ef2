import { runOptions } from "../../command/options/settings.js";
import { option, under, type Values } from "../../base/option.js";
import { parseBound } from "../../read/timemaps/select.js";
import { UsageError } from "../../base/errors.js";
import { counted, printable } from "../../base/text.js";
import { prepareRun } from "../../run/detect.js";
import type { RunHistory } from "../../run/setup/run-history.js";
import type { Tally } from "../../run/setup/tally.js";
import type { Run } from "../../run/run.js";
import { removers } from "../../page/boilerplate/index.js";
import { EXCERPT } from "../../base/text.js";
import { measures } from "../../score/measures/index.js";
import { mayBeOfWeb } from "../../score/settings/combine.js";
import { resolveSettings, type SettingsChoices } from "../../score/settings/settings.js";
import type { OverallStatus } from "../../base/types.js";
import type { Settings } from "../../score/settings/types.js";
import type { MementoResult } from "../../score/types.js";
import type { Result } from "../../write/types.js";
import { version } from "../../base/version.js";
import { type CommandDefinition, defineCommand } from "../../command/define-command.js";
import { exitStatus, requireNoHistoryRule, statusOf } from "../../command/exit-status.js";
import { type HookEnd, runHook } from "../../command/hook.js";
import {
  fetchLines,
  type Log,
  notMementosLine,
  PROGRESS_FORMS,
  progressLine,
  type ProgressLine,
  summaryJson,
  summaryLines,
} from "../../command/log.js";
import { fetchOptions, inputOption } from "../../command/options/input.js";
import { resultOptions } from "../../command/options/output.js";
import {
  cacheFileOption,
  failOnOption,
  hookOption,
  messageOptions,
  pluginsOption,
  shardOption,
  strictOption,
} from "../../command/options/running.js";
import type { Output, OutputFile } from "../../command/output.js";
import { warnOfUnused } from "../../command/overridden-results.js";
import { changesLines } from "../../command/verdict-changes.js";
import {
  archiveChoices,
  noticeOfNothingKept,
  settingsChoices,
  takesWordsForEnglish,
  warnOfIdleOptions,
  warnOfOffTopicEquals,
  whatIsKept,
} from "../../command/run-choices.js";
import {
  chooseOutputs,
  type ResultOutput,
  terminalOf,
  withResultOutputs,
  writeResults,
} from "../../command/write-results.js";

const options = {
  ...inputOption,
  ...fetchOptions,
  ...shardOption,
  ...resultOptions,
  ...under("Output", {
    offtopicFile: option(
      "--offtopic-file <file>",
      "also write the URI-Ms of off-topic mementos, one a line",
      { writes: true },
    ),
    ontopicFile: option(
      "--ontopic-file <file>",
      "also write the URI-Ms of on-topic mementos, one a line",
      { writes: true },
    ),
    summary: option(
      "--summary <file>",
      "also write the closing figures as JSON (docs/summary.schema.json)",
      { writes: true },
    ),
    texts: option(
      "--texts",
      "keep evidence and the start of each text in JSON Lines (-ot jsonl), for reports made later",
      { harmless: true },
    ),
  }),
  ...runOptions,
  ...strictOption,
  ...failOnOption,
  ...hookOption,
  ...pluginsOption,
  ...under("Running", {
    historyFolder: option(
      "--history <folder>",
      "read only files that earlier runs with this folder have not read, compare their captures with all earlier ones, and write the results of these captures (docs/automation.md)",
    ),
    since: option(
      "--since <date>",
      "write the results of earlier captures too, from this date on (4 to 14 digits)",
      {
        parse: (text, option) => parseBound(option, text),
        needs: ["historyFolder", "says which results of the history to write"],
      },
    ),
    cacheFolder: option(
      "--cache <folder>",
      "keep a history for runs over the same files with other thresholds: read only new files, and write the results of all given files (docs/performance.md)",
      {
        excludes: [
          "historyFolder",
          "writes the results of all given files, and --history those of new captures: give one.",
        ],
      },
    ),
  }),
  ...cacheFileOption,
  ...messageOptions,
  ...under("Messages", {
    progress: option(
      "--progress <form>",
      "progress on standard error: a line on a terminal, or for programs an object a line, even with -q",
      { rare: true, harmless: true, choices: PROGRESS_FORMS, otherwise: "line" },
    ),
  }),
} as const;

export const detectCommand: CommandDefinition = defineCommand({
  name: "detect",
  group: "judge",
  summary: "Judge every memento of an input.",
  description: "Judge every memento of an input.",
  options,
  whenStopped: whatIsKept,
  async run({ values, inOrder, log: plainLog, signal }) {
    const { input } = values;
    if (input === undefined) {
      throw new UsageError(
        "nothing to read. Say what, e.g. -i warc=crawl.warc.gz, or see detect_off_topic --help.",
      );
    }
    if (values.historyFolder === undefined) requireNoHistoryRule(values.failOn);
    const outputs = chooseOutputs(inOrder, {
      otherwise: "json",
      suffixes: values.profile !== "otmt-1.0.5",
      // With a history, --replay is also for the links of its verdict changes, so it needs no output with links.
      replay: values.historyFolder === undefined ? values.replay : undefined,
      log: plainLog,
    });
    const lists = listsOf(values);
    const showsEvidence = outputs.some(({ writer }) => writer.showsEvidence === true);
    const progress = progressLine(values.quiet !== true, values.progress);
    const log = withoutProgress(plainLog, progress);
    if (values.cachefile !== undefined) {
      log.info("-cf has no effect: what is fetched is kept in the working directory (-d).");
    }
    const noteWhatIsKept = noticeOfNothingKept(values, (notice) => log.info(notice));
    const started = performance.now();
    // Outputs are opened before the run is prepared. Otherwise an output that cannot be opened would leave the working
    // directory locked.
    let failures: ReadonlyMap<string, string> | undefined;
    let history: Run["history"];
    const write = async (files: readonly Output[], others: readonly Output[]): Promise<Run> => {
      const { shard, overrides } = values;
      const choices = {
        ...settingsChoices(values),
        ...archiveChoices(values, log),
        ...{ shard, overrides },
      };
      const begun = await prepareRun({
        ...choices,
        ...((showsEvidence || values.texts === true) && { explain: true, excerpts: EXCERPT }),
        input,
        signal,
        onProgress: (state) => {
          noteWhatIsKept(state.input);
          progress.show(state);
        },
      });
      ({ history } = begun);
      warnOfIdleOptions(values, begun.settings, log);
      warnOfOffTopicEquals(begun.settings, log);
      log.detail(
        `detect_off_topic ${version}, Node ${process.version}: ${JSON.stringify(begun.settings)}`,
      );
      failures = await writeResults(outputs, files.map(endingProgress(outputs, progress)), {
        ...values,
        results: listed(
          reported(begun.results, log),
          lists.map(({ status }) => status),
          others,
        ),
        settings: begun.settings,
        ...(showsEvidence && values.texts !== true && { briefSettings: briefSettings(choices) }),
      });
      const changes = begun.history?.changes();
      const kept =
        changes && [...files, ...others.slice(0, lists.length)].map(keptIfNothing(begun));
      const keepsOutput = kept?.includes(true) === true;
      noteRepetition(begun, keepsOutput, log);
      if (values.summary !== undefined) {
        const { replay } = values;
        await others.at(-1)!.write(summaryJson(begun.tally, { changes, replay, keepsOutput }));
      }
      return begun;
    };
    const otherFiles = lists.map(({ file }) => file);
    if (values.summary !== undefined) otherFiles.push([values.summary, "--summary"]);
    const run = await withResultOutputs(outputs, write, otherFiles)
      .catch(async (cause: unknown) => {
        // An output that cannot be completed leaves the captures new, but it must not leave the history locked.
        await history?.close();
        throw cause;
      })
      .finally(() => progress.clear());
    const seconds = (performance.now() - started) / 1000;
    return conclude(run, { values, outputs, failures, seconds }, log);
  },
});

interface Written {
  readonly values: Values<typeof options>;
  readonly outputs: readonly Pick<ResultOutput, "path">[];
  readonly failures: Tally["failures"] | undefined;
  readonly seconds: number;
}

/** Reports on a run whose outputs have been written, runs the hook, and commits the history. Returns the exit status. */
async function conclude(
  run: Run,
  { values, outputs, failures, seconds }: Written,
  log: Log,
): Promise<number> {
  const { history, tally, settings } = run;
  const changes = history?.changes();
  // A run with --history sees only some of the captures on which a curator has decided.
  if (changes === undefined) warnOfUnused(values, log);
  const lines = changes && changesLines(changes, values.replay);
  for (const line of lines ?? []) log.info(line);
  const isEnglish = takesWordsForEnglish(values, settings);
  const summaries = summaryLines(tally, seconds, {
    isEnglish,
    hasHistory: changes !== undefined,
    isOfChosenSeeds: mayBeOfWeb(settings),
  });
  report(run, values.directory !== undefined, log, summaries);
  const isPart = values.shard !== undefined;
  if (!isPart) warnOfNothingCompared(run, log);
  const found = statusOf(values, tally, log, { failures, changes });
  const status = statusWithoutVerdict(run, isPart, log) ?? found;
  const { hook, summary } = values;
  const results = outputs.map(({ path }) => path);
  const tell = (): Promise<HookEnd> =>
    runHook(hook, { results, summary, status, changes: lines }, log);
  return history === undefined ? (await tell()).status : endHistory(history, tell, log);
}

/**
 * Returns a function that keeps the existing file of an output if the run has no result to write there. Returns false if
 * the output is written.
 */
const keptIfNothing =
  ({ tally }: Run) =>
  (output: Output): boolean =>
    tally.mementos + tally.repeated === 0 && output.keepOld();

/** Tells what a run without a new capture does with its outputs. */
function noteRepetition({ tally }: Run, keepsOutput: boolean, log: Log): void {
  const { repeated } = tally;
  if (keepsOutput) {
    log.info(
      "no new capture, and none of an earlier run to write again: existing outputs are kept.",
    );
  } else if (repeated > 0) {
    log.info(
      `no new capture: the ${counted(repeated, "result")} of the last run that had new captures ${repeated === 1 ? "is" : "are"} written again, and not counted.`,
    );
  }
}

const listsOf = ({
  offtopicFile,
  ontopicFile,
}: Values<typeof options>): { readonly status: OverallStatus; readonly file: OutputFile }[] => [
  ...(offtopicFile === undefined
    ? []
    : [{ status: "off-topic", file: [offtopicFile, "--offtopic-file"] } as const]),
  ...(ontopicFile === undefined
    ? []
    : [{ status: "on-topic", file: [ontopicFile, "--ontopic-file"] } as const]),
];

function briefSettings(choices: SettingsChoices): Settings {
  const { signs = false, explain = false, signStrength, ...rest } = choices;
  const strength = signs || explain ? signStrength : undefined;
  return resolveSettings(
    { ...rest, signs, explain, signStrength: strength },
    { measures, removers },
  );
}

/** Returns a function that wraps outputs to the terminal, so that their first text removes the progress line. */
const endingProgress =
  (outputs: readonly ResultOutput[], progress: ProgressLine) =>
  (file: Output, at: number): Output =>
    terminalOf(outputs[at]!.path) === undefined
      ? file
      : {
          ...file,
          write(text) {
            progress.end();
            return file.write(text);
          },
        };

/** Passes on results, and writes the URI-Ms of mementos with a topic status to the list of that status. */
export async function* listed(
  results: AsyncIterable<Result>,
  statuses: readonly OverallStatus[],
  lists: readonly Output[],
): AsyncGenerator<Result> {
  for await (const result of results) {
    if (result.kind === "memento" && result.overall !== undefined) {
      const list = lists[statuses.indexOf(result.overall)];
      await list?.write(`${printable(result.uriM, "percent")}\n`);
    }
    yield result;
  }
}

/** Returns a log that removes the progress line before each message. */
function withoutProgress(log: Log, progress: ProgressLine): Log {
  const cleared =
    (write: (message: string) => void) =>
    (message: string): void => {
      progress.clear();
      write(message);
    };
  return { warn: cleared(log.warn), info: cleared(log.info), detail: cleared(log.detail) };
}

/** Maximum number of failed TimeMaps that are reported in a line each. Further ones are only counted. */
const FAILED_SHOWN = 20;

/** Passes on results, and reports TimeMaps that failed and, with `-v`, mementos that failed. */
async function* reported(results: AsyncIterable<Result>, log: Log): AsyncGenerator<Result> {
  let failed = 0;
  for await (const result of results) {
    if (result.kind === "timemap-problem") {
      failed += 1;
      const message = `TimeMap ${result.uriT}: ${result.problem.message}`;
      if (failed > FAILED_SHOWN) log.detail(message);
      else log.warn(message);
    } else {
      for (const problem of problemsOf(result)) log.detail(`${result.uriM}: ${problem}`);
    }
    yield result;
  }
  if (failed > FAILED_SHOWN) {
    log.warn(`${counted(failed - FAILED_SHOWN, "further TimeMap")} failed, see the results.`);
  }
}

function problemsOf({ problem, measures }: MementoResult): string[] {
  if (problem !== undefined) return [problem.message];
  return measures.flatMap(({ name, outcome }) =>
    "problem" in outcome ? [`${name}: ${outcome.problem.message}`] : [],
  );
}

function report({ fetched }: Run, keeps: boolean, log: Log, summary: readonly string[]): void {
  for (const line of summary) log.info(line);
  if (fetched === undefined) return;
  for (const line of fetchLines(fetched)) log.info(line);
  if (fetched.incomplete === undefined) return;
  log.warn(`${fetched.incomplete}${keeps ? "" : " (without -d FOLDER nothing was kept)"}.`);
}

/**
 * Runs the hook and adds the captures of a run to its history. Returns the exit status. After a failure of a plug-in, of
 * the hook or of the disk, and after a signal, the captures stay new, because an output is missing or the hook has told
 * nobody.
 */
async function endHistory(
  history: RunHistory,
  tell: () => Promise<HookEnd>,
  log: Log,
): Promise<number> {
  const isCache = history.changes() === undefined;
  let isAdded = false;
  try {
    // If a full disk were noticed only after the hook, the next hook would get the same changes again.
    await history.prepare();
    const { status, isDone } = await tell();
    if (!isDone || status === exitStatus.codeFailed) return status;
    const { directory, files, newFiles, bytes } = await history.commit();
    isAdded = true;
    const what = newFiles === 0 ? "no new file" : counted(newFiles, "new file");
    log.info(
      `history: ${what}, ${counted(files, "file")} in all, ${(bytes / 1e6).toFixed(1)} MB in ${directory}`,
    );
    return status;
  } finally {
    await history.close();
    if (!isAdded) {
      log.warn(
        isCache
          ? "the cache is as it was before, so that the next run reads these files again."
          : "the history is as it was before, so that the next run writes these captures again.",
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
 * Returns the exit status of a run that is incomplete or judged nothing, and `undefined` for all other runs. `isPart`
 * is true for a shard, which may judge nothing. Nor is it a failure if a history gets no new capture, or only one that
 * its crawl has not written to the end.
 */
function statusWithoutVerdict(
  { tally, fetched, history }: Run,
  isPart: boolean,
  log: Log,
): number | undefined {
  if (fetched?.incomplete !== undefined) return exitStatus.incomplete;
  if (tally.judged > 0 || isPart) return undefined;
  if (fetched?.barred !== undefined) {
    log.warn(`nothing was judged: ${fetched.barred}.`);
    return exitStatus.incomplete;
  }
  if (tally.mementos === tally.cutOff && history?.mayFindNothing() === true) return undefined;
  log.warn(`nothing was judged: ${whyNothing(tally)}.`);
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
  if (isOnlyText(tally)) {
    return (
      `the input has only text that was extracted from pages (${tally.skipped.get(TEXT_RECORD)} conversion records, as in WET files), ` +
      "which is not judged. Give the WARC files of the same crawl, which have the pages"
    );
  }
  return `there is no memento in the input${others === undefined ? "" : ` (${others})`}`;
}

const TEXT_RECORD = "conversion record";
/** Records that come with the captures of a crawl, or with texts that were made of them. */
const BESIDE_TEXTS: ReadonlySet<string> = new Set([
  TEXT_RECORD,
  "warcinfo record",
  "metadata record",
]);

const isOnlyText = ({ skipped }: Tally): boolean =>
  skipped.has(TEXT_RECORD) && [...skipped.keys()].every((reason) => BESIDE_TEXTS.has(reason));
