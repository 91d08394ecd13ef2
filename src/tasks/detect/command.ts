import { UsageError } from "../../base/errors.js";
import { version } from "../../base/version.js";
import { type CommandDefinition, defineCommand } from "../../command/define-command.js";
import { exitStatus, failingSeeds, requireNoHistoryRule } from "../../command/exit-status.js";
import type { Log } from "../../command/log.js";
import type { Output, OutputFile } from "../../command/output.js";
import { progressLine, type ProgressLine } from "../../command/progress.js";
import {
  detectOptions,
  noticeOfNothingKept,
  warnOfIdleOptions,
  warnOfOffTopicEquals,
  whatIsKept,
} from "../../command/run-choices.js";
import { summaryJson } from "../../command/summary.js";
import {
  chooseOutputs,
  type ResultOutput,
  withResultOutputs,
  writeResults,
} from "../../command/write-results.js";
import { prepareRun } from "../../run/detect.js";
import type { Run } from "../../run/run.js";
import { isOtmts } from "../../score/settings/profiles.js";
import { conclude, outcomeOf, type Written } from "./conclude.js";
import { ShownSettings } from "./shown-settings.js";
import { type DetectValues, options } from "./options.js";
import { endingProgress, listed, reported, withoutProgress } from "./results-on-their-way.js";

export const detectCommand: CommandDefinition = defineCommand({
  name: "detect",
  group: "judge",
  summary: "Judge every memento of an input.",
  description: "Judge every memento of an input.",
  options,
  whenStopped: whatIsKept,
  async run({ values, inOrder, log: plain, signal }) {
    if (values.input === undefined) {
      throw new UsageError(
        "nothing to read. Say what, e.g. -i warc=crawl.warc.gz, or see detect_off_topic --help.",
      );
    }
    if (values.history === undefined) requireNoHistoryRule(values.failOn);
    const outputs = chooseOutputs(inOrder, {
      otherwise: "json",
      suffixes: !isOtmts(values.profile),
      log: plain,
    });
    const progress = progressLine(values.quiet !== true, values.progress);
    const log = withoutProgress(plain, progress);
    if (values.cachefile !== undefined) {
      log.info("-cf has no effect: what is fetched is kept in the working directory (-d).");
    }
    const started = performance.now();
    const written = await writeRun(values, outputs, { log, progress, signal });
    const seconds = (performance.now() - started) / 1000;
    return conclude(written, { values, outputs, seconds }, log);
  },
});

interface Around {
  readonly log: Log;
  readonly progress: ProgressLine;
  readonly signal: AbortSignal;
}

/**
 * Opens the outputs, begins the run and writes its results. Outputs are opened before the run is prepared. Otherwise an
 * output that cannot be opened would leave the working directory locked.
 */
async function writeRun(
  values: DetectValues,
  outputs: readonly ResultOutput[],
  around: Around,
): Promise<Written> {
  const { offtopicFile, ontopicFile, summary } = values;
  const others: OutputFile[] = [
    [offtopicFile, "--offtopic-file"],
    [ontopicFile, "--ontopic-file"],
    [summary, "--summary"],
  ];
  let run: Run | undefined;
  try {
    return await withResultOutputs(
      outputs,
      async (files, opened) => {
        const shown = new ShownSettings(outputs, detectOptions(values, around.log));
        run = await beginRun(values, shown, around);
        return await writeOutputs(run, { values, outputs, shown, files, opened }, around);
      },
      others.filter(([path]) => path !== undefined),
    );
  } catch (cause) {
    // An output that cannot be completed leaves the captures new, but it must not leave the history locked.
    await run?.history?.close();
    throw cause;
  } finally {
    around.progress.end();
  }
}

/** Begins the run: checks all options, and reads nothing yet. */
async function beginRun(
  values: DetectValues,
  shown: ShownSettings,
  { log, progress, signal }: Around,
): Promise<Run> {
  const noteWhatIsKept = noticeOfNothingKept(values, (notice) => log.info(notice));
  const run = await prepareRun({
    ...shown.choices,
    input: values.input!,
    signal,
    onProgress(state) {
      noteWhatIsKept(state.input);
      progress.show(state);
    },
  });
  progress.begin();
  warnOfIdleOptions(values, run.settings, log);
  warnOfOffTopicEquals(run.settings, log);
  log.detail(
    `detect_off_topic ${version}, Node ${process.version}: ${JSON.stringify(run.settings)}`,
  );
  return run;
}

interface OpenedOutputs {
  readonly values: DetectValues;
  readonly outputs: readonly ResultOutput[];
  readonly shown: ShownSettings;
  /** The files of the outputs. */
  readonly files: readonly Output[];
  /** The lists of URI-Ms and the summary, as far as they are asked for. */
  readonly opened: readonly Output[];
}

/** Reads, judges and writes: the results are computed while the outputs take them. */
async function writeOutputs(
  run: Run,
  { values, outputs, shown, files, opened }: OpenedOutputs,
  { log, progress }: Around,
): Promise<Written> {
  const left = [...opened];
  const take = (path: string | undefined): Output | undefined =>
    path === undefined ? undefined : left.shift();
  const lists = { "off-topic": take(values.offtopicFile), "on-topic": take(values.ontopicFile) };
  const summary = take(values.summary);
  await writeResults(outputs, files.map(endingProgress(outputs, progress)), {
    ...values,
    results: listed(reported(run.results, log), lists),
    settings: run.settings,
    settingsFor: (writer) => shown.of(writer, run.settings),
    damage: () => run.tally.damage,
    failing: () => failingSeeds(values.failOn, run.tally, run.history?.changes()),
  });
  const outcome = outcomeOf(run, values, { warn: () => undefined });
  const keepsOutput =
    (outcome.changes !== undefined || outcome.status === exitStatus.nothingJudged) &&
    keptOutputs(run, [...files, lists["off-topic"], lists["on-topic"]]);
  const { replay } = values;
  await summary?.write(summaryJson(run.tally, { ...outcome, replay, keepsOutput }));
  return { run, keepsOutput };
}

/** Keeps the existing files of outputs if the run has no result to write there. Returns whether there was one to keep. */
function keptOutputs({ tally, history }: Run, outputs: readonly (Output | undefined)[]): boolean {
  const isEmpty = tally.mementos + tally.repeated === 0;
  if (!isEmpty || (history === undefined && tally.accessErrors > 0)) return false;
  return outputs.map((output) => output?.keepOld()).includes(true);
}
