import { prepareRun, type DetectOptions } from "../detect.js";
import { UsageError } from "../errors.js";
import { requireByKeyword } from "../registry/find.js";
import type { Damage } from "../run/tally.js";
import type { Run } from "../run/run.js";
import type { Result } from "../types.js";
import { writers } from "../writers/index.js";
import type { DetectFlags } from "./detect-options.js";
import { exitStatus } from "./exit-status.js";
import { httpChoices } from "./http-options.js";
import { interruptible } from "./interrupt.js";
import { openLog, type Log } from "./log.js";
import { openOutput, type Output } from "./output.js";
import { parseFailOn, parseSize, parseWhole, type FailOn } from "./parse-values.js";
import { progressLine, type ProgressLine } from "./progress.js";
import { fetchLines, summaryLines } from "./summary.js";

/** The main command: reads, scores, writes; returns the exit status. */
export async function runDetect(flags: DetectFlags): Promise<number> {
  if (flags.input === undefined) {
    throw new UsageError(
      "nothing to read. Say what, e.g. -i warc=crawl.warc.gz, or see detect_off_topic --help.",
    );
  }
  const writer = requireByKeyword(flags.outputType, writers, "output type");
  const failOn = flags.failOn === undefined ? undefined : parseFailOn(flags.failOn);
  const log = openLog({
    verbose: flags.verbose === true,
    quiet: flags.quiet === true,
    ...(flags.logfile !== undefined && { file: flags.logfile }),
  });
  if (flags.cachefile !== undefined) {
    log.info("-cf has no effect: what is fetched is kept in the working directory (-d).");
  }
  const progress = progressLine(flags.quiet !== true);
  const started = performance.now();
  return interruptible(async (signal) => {
    const run = await prepareRun({
      ...chosen(flags, flags.input ?? []),
      ...(await httpChoices(flags, (notice) => {
        progress.clear();
        log.warn(notice);
      })),
      signal,
      onProgress: (state) => progress.show(state),
      onDamage: (damage) => warnOfDamage(damage, log, progress),
    });
    const lists = openLists(flags);
    const output = openOutput(flags.output);
    const all = [output, ...lists.map(({ to }) => to)];
    try {
      for await (const text of writer.write(listed(run.results, lists), run.settings)) {
        await output.write(text);
      }
      progress.clear();
      for (const each of all) await each.commit();
    } catch (cause) {
      progress.clear();
      for (const each of all) each.discard();
      throw cause;
    }
    report(run, log, (performance.now() - started) / 1000);
    return statusOf(run, flags.strict === true, failOn);
  });
}

function chosen(flags: DetectFlags, input: readonly string[]): DetectOptions {
  const { profile, boilerplate, language, groupBy, status, pages, redirects, revisits, first } =
    flags;
  const words = {
    profile,
    boilerplate,
    language,
    groupBy,
    status,
    pages,
    redirects,
    revisits,
    first,
  };
  const given = Object.fromEntries(
    Object.entries(words).filter(([, value]) => value !== undefined),
  );
  return {
    input,
    ...given,
    ...(flags.timemapMeasures !== undefined && { measures: flags.timemapMeasures }),
    ...(flags.numberOfTopics !== undefined && {
      numberOfTopics: parseWhole(flags.numberOfTopics, "--number-of-topics", 1),
    }),
    ...(flags.workers !== undefined && { workers: parseWhole(flags.workers, "--workers", 0) }),
    ...(flags.memory !== undefined && { memoryBytes: parseSize(flags.memory, "--memory") }),
    ...(flags.maxPageSize !== undefined && {
      maxPageSize: parseSize(flags.maxPageSize, "--max-page-size"),
    }),
    ...(!flags.computeSimhashes && { simhash: false }),
    ...(!flags.computeLengths && { contentLength: false }),
    ...(!flags.detectLanguages && { detectLanguage: false }),
  };
}

/** A list of URI-Ms with one topic status, written beside the results. */
interface UriList {
  readonly status: "on-topic" | "off-topic";
  readonly to: Output;
}

function openLists({ offtopicFile, ontopicFile }: DetectFlags): UriList[] {
  return [
    ...(offtopicFile === undefined
      ? []
      : [{ status: "off-topic" as const, to: openOutput(offtopicFile, "--offtopic-file") }]),
    ...(ontopicFile === undefined
      ? []
      : [{ status: "on-topic" as const, to: openOutput(ontopicFile, "--ontopic-file") }]),
  ];
}

async function* listed(
  results: AsyncIterable<Result>,
  lists: readonly UriList[],
): AsyncGenerator<Result> {
  for await (const result of results) {
    for (const { status, to } of lists) {
      if (result.kind === "memento" && result.overall === status) {
        await to.write(`${result.uriM}\n`);
      }
    }
    yield result;
  }
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
