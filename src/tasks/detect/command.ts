import { isOtmts } from "../../score/settings/profiles.js";
import type { Writer } from "../../write/types.js";
import { UsageError } from "../../base/errors.js";
import { counted, printable } from "../../base/text.js";
import { prepareRun } from "../../run/detect.js";
import type { Run } from "../../run/run.js";
import { removers } from "../../page/boilerplate/index.js";
import { EXCERPT } from "../../base/text.js";
import { measures } from "../../score/measures/index.js";
import {
  resolveSettings,
  type SettingsChoices,
  withoutRawSimhash,
} from "../../score/settings/settings.js";
import type { OverallStatus } from "../../base/types.js";
import type { Settings } from "../../score/settings/types.js";
import type { MementoResult } from "../../score/types.js";
import type { Result } from "../../write/types.js";
import { version } from "../../base/version.js";
import { type CommandDefinition, defineCommand } from "../../command/define-command.js";
import { exitStatus, requireNoHistoryRule, failingSeeds } from "../../command/exit-status.js";
import { type Log, summaryJson } from "../../command/log.js";
import { progressLine, type ProgressLine } from "../../command/progress.js";
import type { Output, OutputFile } from "../../command/output.js";
import {
  detectOptions,
  noticeOfNothingKept,
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
import { conclude, outcomeOf } from "./conclude.js";
import { type DetectValues, options } from "./options.js";

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
    if (values.history === undefined) requireNoHistoryRule(values.failOn);
    const outputs = chooseOutputs(inOrder, {
      otherwise: "json",
      suffixes: !isOtmts(values.profile),
      // With a history, --replay is also for the links of its verdict changes, so it needs no output with links.
      replay: values.history === undefined ? values.replay : undefined,
      log: plainLog,
    });
    const lists = listsOf(values);
    const showsSimhash = outputs.some(({ writer }) => writer.lacksSimhash !== true);
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
    let keepsOutput = false;
    const write = async (files: readonly Output[], others: readonly Output[]): Promise<Run> => {
      const choices = detectOptions(values, log);
      const showsEvidence = needsEvidence(outputs, choices);
      // JSON Lines keep evidence and texts for reports made later.
      const keepsTexts = ({ keyword }: Writer): boolean =>
        values.explain === true && keyword === "jsonl";
      const hasTexts = showsEvidence || outputs.some(({ writer }) => keepsTexts(writer));
      const begun = await prepareRun({
        ...choices,
        ...(hasTexts && { explain: true, excerpts: EXCERPT }),
        showsSimhash,
        input,
        signal,
        onProgress: (state) => {
          noteWhatIsKept(state.input);
          progress.show(state);
        },
      });
      ({ history } = begun);
      progress.begin();
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
        damage: () => begun.tally.damage,
        failing: () => failingSeeds(values.failOn, begun.tally, begun.history?.changes()),
        log,
        settingsFor(writer) {
          const isKept = hasTexts || values.history !== undefined;
          const isBrief = isKept && writer.showsEvidence === undefined && !keepsTexts(writer);
          const own = isBrief ? briefSettings(choices) : begun.settings;
          return writer.lacksSimhash === true ? withoutRawSimhash(own, values) : own;
        },
      });
      const changes = begun.history?.changes();
      const { status, met } = outcomeOf(begun, values, failures, { warn: () => undefined });
      const mayKeep = changes !== undefined || status === exitStatus.nothingJudged;
      const kept =
        mayKeep && [...files, ...others.slice(0, lists.length)].map(keptIfNothing(begun));
      keepsOutput = kept !== false && kept.includes(true);
      noteRepetition(begun, keepsOutput, log);
      if (values.summary !== undefined) {
        const { replay } = values;
        await others
          .at(-1)!
          .write(summaryJson(begun.tally, { changes, replay, keepsOutput, status, met }));
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
      .finally(() => progress.end());
    const seconds = (performance.now() - started) / 1000;
    return conclude(run, { values, outputs, failures, keepsOutput, seconds }, log);
  },
});

/**
 * Returns a function that keeps the existing file of an output if the run has no result to write there. Returns false if
 * the output is written.
 */
const keptIfNothing =
  ({ tally, history }: Run) =>
  (output: Output): boolean =>
    tally.mementos + tally.repeated === 0 &&
    (history !== undefined || tally.accessErrors === 0) &&
    output.keepOld();

/** Tells what a run without a new capture does with its outputs. */
function noteRepetition({ tally, history }: Run, keepsOutput: boolean, log: Log): void {
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

const listsOf = ({
  offtopicFile,
  ontopicFile,
}: DetectValues): { readonly status: OverallStatus; readonly file: OutputFile }[] => [
  ...(offtopicFile === undefined
    ? []
    : [{ status: "off-topic", file: [offtopicFile, "--offtopic-file"] } as const]),
  ...(ontopicFile === undefined
    ? []
    : [{ status: "on-topic", file: [ontopicFile, "--ontopic-file"] } as const]),
];

/** Tells whether an output shows evidence that a run with these choices does not collect by itself. */
function needsEvidence(outputs: readonly ResultOutput[], choices: SettingsChoices): boolean {
  const shown = outputs.map(({ writer }) => writer.showsEvidence);
  return shown.includes(true) || (shown.includes("kinds") && briefSettings(choices).signs !== true);
}

function briefSettings(choices: SettingsChoices): Settings {
  return resolveSettings(choices, { measures, removers });
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
  const tell = cleared(log.tell ?? log.warn);
  return { warn: cleared(log.warn), tell, info: cleared(log.info), detail: cleared(log.detail) };
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
