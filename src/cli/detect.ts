import { UsageError } from "../errors.js";
import { counted } from "../mementos/text.js";
import { prepareRun } from "../pipeline/detect.js";
import type { Damage, Tally } from "../pipeline/run-options.js";
import type { Run } from "../pipeline/run.js";
import { writers } from "../results/writers/index.js";
import { requireByKeyword } from "../settings/find.js";
import type { MementoResult, Presentation, Result, Writer } from "../types.js";
import { version } from "../version.js";
import { type DetectFlags, openOutputs } from "./detect-options.js";
import { exitStatus, findingsOf, interruptible } from "./exit-status.js";
import { httpChoices, noticeOfNothingKept, whatIsKept } from "./http-options.js";
import {
  fetchLines,
  type Log,
  notMementosLine,
  openLog,
  progressLine,
  type ProgressLine,
  summaryLines,
} from "./log.js";
import { overridesChoice, parseReplay, shardChoice, warnOfUnused } from "./parse-values.js";
import {
  settingsChoices,
  takesWordsForEnglish,
  warnOfIdleOptions,
  warnOfOffTopicEquals,
} from "./settings-options.js";

/** Characters of a text that are enough to tell what a page is about. */
const EXCERPT = 1000;

/** The main command: reads, scores, writes; returns the exit status. */
export async function runDetect(flags: DetectFlags): Promise<number> {
  if (flags.input === undefined) {
    throw new UsageError(
      "nothing to read. Say what, e.g. -i warc=crawl.warc.gz, or see detect_off_topic --help.",
    );
  }
  const writer = requireByKeyword(flags.outputType, writers, "output type");
  const presentation = presentationOf(flags, writer);
  const curated = overridesChoice(flags);
  const findings = findingsOf(flags);
  const log = openLog(flags);
  if (flags.cachefile !== undefined) {
    log.info("-cf has no effect: what is fetched is kept in the working directory (-d).");
  }
  const progress = progressLine(flags.quiet !== true);
  const noteWhatIsKept = noticeOfNothingKept(flags, (notice) => {
    progress.clear();
    log.info(notice);
  });
  const started = performance.now();
  const work = async (signal: AbortSignal): Promise<number> => {
    // Opened first: a working directory that could not be used for want of an output would stay locked.
    const outputs = openOutputs(flags);
    let run: Run;
    try {
      run = await prepareRun({
        ...settingsChoices(flags),
        ...(writer.showsEvidence === true && { explain: true, excerpts: EXCERPT }),
        ...shardChoice(flags),
        input: flags.input ?? [],
        ...curated,
        ...(await httpChoices(flags, (notice) => {
          progress.clear();
          log.warn(notice);
        })),
        signal,
        onProgress: (state) => {
          noteWhatIsKept(state.input);
          progress.show(state);
        },
        onDamage: (damage) => warnOfDamage(damage, log, progress),
      });
      warnOfIdleOptions(flags, run.settings, log);
      warnOfOffTopicEquals(run.settings, log);
      log.detail(
        `detect_off_topic ${version}, Node ${process.version}: ${JSON.stringify(run.settings)}`,
      );
      const results = outputs.listed(told(run.results, log, progress));
      for await (const text of writer.write(results, run.settings, presentation)) {
        await outputs.write(text);
      }
      await outputs.commit();
    } catch (cause) {
      outputs.discard();
      throw cause;
    } finally {
      progress.clear();
    }
    warnOfUnused(curated, log);
    const seconds = (performance.now() - started) / 1000;
    const isEnglish = takesWordsForEnglish(flags, run.settings);
    report(run, flags.directory !== undefined, log, summaryLines(run.tally, seconds, isEnglish));
    const found = findings(run.tally, log);
    // Part of the TimeMaps may be none of them.
    return statusWithoutVerdict(run, flags.shard !== undefined, log) ?? found;
  };
  return interruptible(work, whatIsKept(flags, flags.input));
}

function presentationOf({ replay }: DetectFlags, writer: Writer): Presentation {
  if (replay === undefined) return {};
  if (writer.linksMementos !== true) {
    throw new UsageError(
      `--replay is for links to mementos (-ot html), not for -ot ${writer.keyword}.`,
    );
  }
  return { replay: parseReplay(replay) };
}

/** TimeMaps that failed, each told by a line; the rest are only counted. */
const FAILED_SHOWN = 20;

/** Passes results on; says which TimeMaps failed and, with `-v`, which mementos. */
async function* told(
  results: AsyncIterable<Result>,
  log: Log,
  progress: ProgressLine,
): AsyncGenerator<Result> {
  let failed = 0;
  for await (const result of results) {
    if (result.kind === "timemap-problem") {
      failed += 1;
      progress.clear();
      const message = `TimeMap ${result.uriT}: ${result.problem.message}`;
      if (failed > FAILED_SHOWN) log.detail(message);
      else log.warn(message);
    } else {
      const problems = problemsOf(result);
      if (problems.length > 0) progress.clear();
      for (const problem of problems) log.detail(`${result.uriM}: ${problem}`);
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

function warnOfDamage({ source, message }: Damage, log: Log, progress: ProgressLine): void {
  progress.clear();
  log.warn(`warning: ${source.file}, byte ${source.offset}: ${message}`);
}

function report({ fetched }: Run, keeps: boolean, log: Log, summary: readonly string[]): void {
  for (const line of summary) log.info(line);
  if (fetched === undefined) return;
  for (const line of fetchLines(fetched)) log.info(line);
  if (fetched.incomplete === undefined) return;
  log.warn(`${fetched.incomplete}${keeps ? "" : " (without -d FOLDER nothing was kept)"}.`);
}

/** The status of a run that is not whole, or that judged nothing; undefined for all others. */
function statusWithoutVerdict(
  { tally, fetched }: Run,
  isPart: boolean,
  log: Log,
): number | undefined {
  if (fetched?.incomplete !== undefined) return exitStatus.incomplete;
  if (tally.judged > 0 || isPart) return undefined;
  if (fetched?.barred !== undefined) {
    log.warn(`nothing was judged: ${fetched.barred}.`);
    return exitStatus.incomplete;
  }
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
  return `there is no memento in the input${others === undefined ? "" : ` (${others})`}`;
}
