import { UsageError } from "../../base/errors.js";
import { version } from "../../base/version.js";
import { type CommandDefinition, defineCommand } from "../../command/define-command.js";
import { exitStatus, failingSeeds, requireNoHistoryRule } from "../../command/exit-status.js";
import type { Log } from "../../command/log.js";
import type { Output, OutputFile } from "../../command/output.js";
import { progressLine, type ProgressLine } from "../../command/progress.js";
import { detectOptions, warnOfIdleThresholds, whatIsKept } from "../../command/run-messages.js";
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
import { type ShownSettings, shownSettings } from "./shown-settings.js";
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
    const { input, profile, history, failOn, quiet } = values;
    if (input === undefined) {
      throw new UsageError(
        "nothing to read. Say what, e.g. -i warc=crawl.warc.gz, or see detect_off_topic --help.",
      );
    }
    if (history === undefined) requireNoHistoryRule(failOn);
    const outputs = chooseOutputs(inOrder, { otherwise: "json", suffixes: !isOtmts(profile) });
    const progress = progressLine(quiet !== true, values.progress);
    const around = { log: withoutProgress(plain, progress), progress, signal };
    const started = performance.now();
    const written = await runAndWrite({ values, input, outputs }, around);
    const seconds = (performance.now() - started) / 1000;
    return conclude(written, { values, outputs, seconds }, around.log);
  },
});

interface Asked {
  readonly values: DetectValues;
  readonly input: readonly string[];
  readonly outputs: readonly ResultOutput[];
}

interface Around {
  readonly log: Log;
  readonly progress: ProgressLine;
  readonly signal: AbortSignal;
}

/**
 * Opens the outputs, begins the run and writes its results. Outputs are opened before the run is prepared. Otherwise an
 * output that cannot be opened would leave the working directory locked.
 */
async function runAndWrite(asked: Asked, around: Around): Promise<Written> {
  const { values, outputs } = asked;
  const lists: OutputFile[] = [
    [values.offtopicFile, "--offtopic-file"],
    [values.ontopicFile, "--ontopic-file"],
    [values.summary, "--summary"],
  ];
  const named = lists.filter(([path]) => path !== undefined);
  let run: Run | undefined;
  try {
    return await withResultOutputs(
      outputs,
      async (files, opened) => {
        const shown = shownSettings(outputs, detectOptions(values, around.log));
        run = await beginRun(asked, shown, around);
        const others = new Map(named.map(([, option], at) => [option, opened[at]]));
        return await writeOutputs(run, asked, shown, files, others, around);
      },
      named,
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
  { values, input }: Asked,
  { choices }: ShownSettings,
  { log, progress, signal }: Around,
): Promise<Run> {
  const run = await prepareRun({ ...choices, input, signal, onProgress: progress.show });
  progress.begin();
  warnOfIdleThresholds(values, run.settings, log);
  log.detail(
    `detect_off_topic ${version}, Node ${process.version}: ${JSON.stringify(run.settings)}`,
  );
  return run;
}

/**
 * Reads, judges and writes: the results are computed while the outputs take them. `others` are the lists of URI-Ms and the
 * summary by their options, as far as they are asked for.
 */
async function writeOutputs(
  run: Run,
  { values, outputs }: Asked,
  shown: ShownSettings,
  files: readonly Output[],
  others: ReadonlyMap<string, Output | undefined>,
  { log, progress }: Around,
): Promise<Written> {
  const { settings, tally, history } = run;
  const lists = {
    "off-topic": others.get("--offtopic-file"),
    "on-topic": others.get("--ontopic-file"),
  };
  await writeResults(outputs, files.map(endingProgress(outputs, progress)), {
    ...values,
    settings,
    results: listed(reported(run.results, log), lists),
    settingsFor: (writer) => shown.of(writer, settings),
    damage: () => tally.damage,
    failing: () => failingSeeds(values.failOn, tally, history?.changes()),
  });
  const outcome = outcomeOf(run, values);
  const mayKeep = outcome.changes !== undefined || outcome.status === exitStatus.nothingJudged;
  const keepsOutput = mayKeep && keptOutputs(run, [...files, ...Object.values(lists)]);
  const { replay } = values;
  await others.get("--summary")?.write(summaryJson(tally, { ...outcome, replay, keepsOutput }));
  return { run, keepsOutput };
}

/** Keeps the existing files of outputs if the run has no result to write there. Returns whether there was one to keep. */
function keptOutputs({ tally, history }: Run, outputs: readonly (Output | undefined)[]): boolean {
  const isEmpty = tally.mementos + tally.repeated === 0;
  if (!isEmpty || (history === undefined && tally.accessErrors > 0)) return false;
  return outputs.map((output) => output?.keepOld()).includes(true);
}
