import { prepareRun } from "../detect.js";
import { UsageError } from "../errors.js";
import { requireByKeyword } from "../registry/find.js";
import type { Damage } from "../run/tally.js";
import type { Run } from "../run/run.js";
import type { MementoResult, Presentation, Result, Writer } from "../types.js";
import { version } from "../version.js";
import { writers } from "../writers/index.js";
import type { DetectFlags } from "./detect-options.js";
import { exitStatus } from "./exit-status.js";
import { httpChoices } from "./http-options.js";
import { interruptible } from "./interrupt.js";
import { openLog, type Log } from "./log.js";
import { openOutputs } from "./outputs.js";
import { overridesChoice, warnOfUnused } from "./overrides-option.js";
import { parseFailOn, type FailOn } from "./parse-values.js";
import { progressLine, type ProgressLine } from "./progress.js";
import { parseReplay } from "./replay-option.js";
import { settingsChoices } from "./settings-options.js";
import { shardChoice } from "./shard-option.js";
import { fetchLines, summaryLines } from "./summary.js";
import { warnOfIdleThresholds } from "./thresholds-notice.js";

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
  const failOn = flags.failOn === undefined ? undefined : parseFailOn(flags.failOn);
  const log = openLog(flags);
  if (flags.cachefile !== undefined) {
    log.info("-cf has no effect: what is fetched is kept in the working directory (-d).");
  }
  const progress = progressLine(flags.quiet !== true);
  const started = performance.now();
  return interruptible(async (signal) => {
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
        onProgress: (state) => progress.show(state),
        onDamage: (damage) => warnOfDamage(damage, log, progress),
      });
      warnOfIdleThresholds(flags, run.settings, log);
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
    report(run, log, (performance.now() - started) / 1000);
    return statusOf(run, flags.strict === true, failOn);
  });
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

/** Passes results on; with `-v` each that could not be had or measured is told as it comes. */
async function* told(
  results: AsyncIterable<Result>,
  log: Log,
  progress: ProgressLine,
): AsyncGenerator<Result> {
  for await (const result of results) {
    const problems =
      result.kind === "timemap-problem"
        ? [`${result.uriT}: ${result.problem.message}`]
        : problemsOf(result).map((message) => `${result.uriM}: ${message}`);
    if (problems.length > 0) progress.clear();
    for (const problem of problems) log.detail(problem);
    yield result;
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

function report({ tally, fetched }: Run, log: Log, seconds: number): void {
  for (const line of summaryLines(tally, seconds)) log.info(line);
  if (fetched === undefined) return;
  for (const line of fetchLines(fetched)) log.info(line);
  if (fetched.incomplete !== undefined) log.warn(fetched.incomplete);
}

function statusOf({ tally, fetched }: Run, strict: boolean, failOn: FailOn | undefined): number {
  if (fetched?.incomplete !== undefined) return exitStatus.incomplete;
  const failed = tally.accessErrors + tally.measurementErrors + tally.damage.length > 0;
  if (strict && failed) return exitStatus.strictFailures;
  if (failOn !== undefined && tally.offTopic > failOn.share * tally.mementos) {
    return exitStatus.failOnMet;
  }
  return exitStatus.finished;
}
