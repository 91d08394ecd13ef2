import { createReadStream } from "node:fs";
import { access, constants } from "node:fs/promises";
import { UsageError, whyUnreadable } from "../errors.js";
import { inputs } from "../inputs/index.js";
import { ascii } from "../pipeline/lines.js";
import { mapRecords, reduceRecords, resolveRecords } from "../pipeline/map-reduce.js";
import { RunningTally } from "../pipeline/run-options.js";
import { turn, Turns } from "../pipeline/until-aborted.js";
import { overrideLines, type ResultLine } from "../results/override-lines.js";
import { inputOfWord } from "../settings/inputs.js";
import { defineCommand, type MakeCommand } from "./define-command.js";
import { exitStatus, findingsOf } from "./exit-status.js";
import { summaryLines } from "./log.js";
import {
  archiveChoices,
  settingsChoices,
  takesWordsForEnglish,
  warnOfIdleOptions,
  warnOfOffTopicEquals,
  warnOfUnused,
} from "./run-choices.js";
import { chooseWriter, writtenResults } from "./write-results.js";

/** What is said of standard output when a command that streams is stopped. */
const OUTPUT_IS_PART = "its output is not whole";

/** The same lines as of {@link linesOf}, and the name of the place of the one that was taken last. */
export function placedLines(paths: readonly string[]): {
  readonly lines: AsyncGenerator<string>;
  readonly place: () => string;
} {
  const at = { file: "", line: 0 };
  return { lines: linesOf(paths, at), place: () => `${at.file}, line ${at.line}` };
}

/** The lines of files, one after the other, or of standard input when none is named; empty ones are left out. */
export async function* linesOf(
  paths: readonly string[],
  at: { file: string; line: number } = { file: "", line: 0 },
): AsyncGenerator<string> {
  for (const path of paths.length === 0 ? ["-"] : paths) {
    const input = path === "-" ? process.stdin : createReadStream(path);
    at.file = path === "-" ? "standard input" : path;
    at.line = 0;
    try {
      for await (const line of split(input.setEncoding("utf8"))) {
        at.line += 1;
        if (line !== "") yield line;
      }
    } catch (cause) {
      throw new UsageError(`${path} cannot be read: ${whyUnreadable(cause)}`, { cause });
    }
  }
}

/** Only a newline ends a line: JSON may hold U+2028, which `readline` takes for another one. */
async function* split(chunks: AsyncIterable<unknown>): AsyncGenerator<string> {
  let pieces: string[] = [];
  for await (const chunk of chunks) {
    const text = String(chunk);
    let start = 0;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", start)) {
      pieces.push(text.slice(start, end));
      yield withoutReturn(pieces.join(""));
      pieces = [];
      start = end + 1;
    }
    pieces.push(text.slice(start));
  }
  yield withoutReturn(pieces.join(""));
}

const withoutReturn = (line: string): string => (line.endsWith("\r") ? line.slice(0, -1) : line);

/** Throws a `UsageError` for a file that cannot be read, before any work starts. */
export async function requireReadable(paths: readonly string[]): Promise<void> {
  for (const path of paths.filter((each) => each !== "-")) {
    try {
      await access(path, constants.R_OK);
    } catch (cause) {
      throw new UsageError(`${path} cannot be read: ${whyUnreadable(cause)}`, { cause });
    }
  }
}

/**
 * Writes texts to standard output in large pieces, waiting whenever the reader is slower. Throws the stream's error when
 * the reader is gone, and the signal's reason once it is aborted.
 */
async function writeTexts(texts: AsyncIterable<string>, signal?: AbortSignal): Promise<void> {
  const turns = new Turns();
  let piece = "";
  for await (const text of texts) {
    await turns.take();
    signal?.throwIfAborted();
    piece += text;
    if (piece.length > 1 << 16) {
      await write(piece);
      piece = "";
      // A pipe holds the whole process up while its reader is slow: what was said meanwhile is heard before more is
      // written.
      await turn();
    }
  }
  if (piece !== "") await write(piece);
}

async function* withLineEnds(
  lines: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`;
}

function write(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => {
      if (error) reject(error);
      else resolve();
    });
  });
}

/** `map`: inputs in, one record a line out. */
export const mapCommand: MakeCommand = defineCommand({
  name: "map",
  summary: "Read captures and write one feature record a line.",
  description:
    "Read captures and write one feature record a line: grouping key, memento-datetime, tie, JSON, separated by TABs " +
    "and sorted. First half of map | sort | reduce on Spark, Hadoop streaming, Slurm or GNU parallel.",
  words: [
    [
      "[source...]",
      "kind=argument as after -i, paths or URI-Ts; without any, one a line on standard input",
    ],
  ],
  examples: ["detect_off_topic map a.warc.gz b.warc.gz | LC_ALL=C sort | detect_off_topic reduce"],
  whenStopped: () => OUTPUT_IS_PART,
  async run({ values, words, log, signal }) {
    const sources = [...words];
    if (words.length === 0) for await (const line of linesOf([])) sources.push(line.trim());
    // An empty partition is no mistake: engines run the command on every one.
    if (sources.length === 0) return exitStatus.finished;
    const started = performance.now();
    const { lines, tally, fetched } = await mapRecords({
      ...settingsChoices(values),
      ...archiveChoices(values, log),
      input: sources.map((source) => inputOfWord(source, inputs)),
      signal,
    });
    await writeTexts(withLineEnds(lines), signal);
    const seconds = (performance.now() - started) / 1000;
    for (const line of summaryLines(tally, seconds).slice(-1)) log.detail(line);
    if (fetched?.incomplete === undefined) return exitStatus.finished;
    log.warn(fetched.incomplete);
    return exitStatus.incomplete;
  },
});

/** `reduce`: sorted records in, results as JSON Lines out. */
export const reduceCommand: MakeCommand = defineCommand({
  name: "reduce",
  summary: "Score sorted map records.",
  description:
    "Score sorted map records (LC_ALL=C sort) and write results, as JSON Lines unless -ot says otherwise: the bytes that " +
    "the plain command writes for the same input and options. What reports show besides (evidence, texts) needs map " +
    "--explain, and is in those of the plain command only.",
  words: [
    ["[file...]", "files of sorted records, one after the other; without any, standard input"],
  ],
  whenStopped: () => OUTPUT_IS_PART,
  async run({ values, words: files, log, signal }) {
    await requireReadable(files);
    const writer = chooseWriter(values, "jsonl");
    const started = performance.now();
    const { lines, place } = placedLines(files);
    const { results, settings, tally } = reduceRecords(lines, {
      ...settingsChoices(values),
      place,
      signal,
    });
    warnOfIdleOptions(values, settings, log);
    warnOfOffTopicEquals(settings, log);
    await writeTexts(writtenResults(writer, results, settings, values), signal);
    const seconds = (performance.now() - started) / 1000;
    const isEnglish = takesWordsForEnglish(values, settings);
    for (const line of summaryLines(tally, seconds, isEnglish)) log.detail(line);
    return findingsOf(values)(tally, log);
  },
});

/** `merge`: results of several shards into one, as one run would have written them. */
export const mergeCommand: MakeCommand = defineCommand({
  name: "merge",
  summary: "Merge results of several shards into one.",
  description:
    "Merge JSON Lines results of several runs over different TimeMaps (reduce --shard k/n) into one, in the order of " +
    "one run.",
  words: [["<file...>", "results as JSON Lines, each sorted as it was written"]],
  examples: ["detect_off_topic merge part-1.jsonl part-2.jsonl > all.jsonl"],
  async run({ values, words: files, log }) {
    await requireReadable(files);
    const { overrides } = values;
    const tally = new RunningTally();
    const merged = mergeResults(files);
    const lines = overrides === undefined ? merged : overrideLines(merged, overrides);
    await writeTexts(counted(lines, tally));
    warnOfUnused({ overrides }, log);
    return findingsOf(values)(tally, log);
  },
});

/** What the order of rows of mementos begins with. */
const PAGES = "1";

interface Head extends ResultLine {
  readonly file: string;
  readonly source: AsyncIterator<string>;
  readonly order: string;
}

/** Lines with their ends, counted as they pass. */
async function* counted(
  lines: AsyncIterable<ResultLine>,
  tally: RunningTally,
): AsyncGenerator<string> {
  for await (const { line, row } of lines) {
    count(row, tally);
    yield `${line}\n`;
  }
}

/** Lines by grouping key; those of one key stay together and in order, as one file holds them all. */
async function* mergeResults(files: readonly string[]): AsyncGenerator<ResultLine> {
  let heads: Head[] = [];
  for (const file of files) {
    const source = linesOf([file])[Symbol.asyncIterator]();
    const next = await source.next();
    if (next.done !== true) {
      heads.push({ file, source, ...read(next.value, file) });
    }
  }
  let before: Head | undefined;
  let order = "";
  while (heads.length > 0) {
    let least = heads[0]!;
    for (const head of heads) if (head.order < least.order) least = head;
    requireNext(least, order, before);
    before = least;
    order = least.order;
    yield { line: least.line, row: least.row };
    const next = await least.source.next();
    if (next.done === true) {
      heads = heads.filter((head) => head !== least);
    } else {
      Object.assign(least, read(next.value, least.file));
    }
  }
}

/** Two runs over one TimeMap, and files that are not as they were written, do not make the results of one run. */
function requireNext(next: Head, last: string, before: Head | undefined): void {
  const { order, file } = next;
  if (order < last) {
    throw new UsageError(
      `${file} is not in the order in which results are written: ${order.slice(1)} comes too late.`,
    );
  }
  if (order === last && before !== undefined && next !== before && order.startsWith(PAGES)) {
    throw new UsageError(
      `${order.slice(1)} is in ${before.file} and in ${file}: merge takes runs over different TimeMaps.`,
    );
  }
}

/** A line with what it is sorted by: TimeMaps that could not be read come first, by URI-T, then all by grouping key. */
function read(line: string, file: string): Pick<Head, "line" | "row" | "order"> {
  try {
    const row = JSON.parse(line) as ResultLine["row"];
    const { "grouping key": key, "URI-T": uriT } = row;
    if (typeof key === "string") return { line, row, order: `${PAGES}${key}` };
    if (typeof uriT === "string") return { line, row, order: `0${ascii(uriT)}` };
  } catch {
    // Said below, with the line.
  }
  throw new UsageError(`${file} holds a line that is no result: ${line.slice(0, 60)}`);
}

/** Counts what `--strict` and `--fail-on` ask for. */
function count(row: ResultLine["row"], tally: RunningTally): void {
  if (typeof row["access error"] === "string") tally.accessErrors += 1;
  if (typeof row["grouping key"] !== "string") return;
  tally.mementos += 1;
  if (row["overall topic status"] === "off-topic") tally.offTopic += 1;
  const measures = ["timemap measures", "collection measures"].flatMap((name): unknown[] =>
    Object.values(row[name] ?? {}),
  );
  const isError = (measure: unknown): boolean =>
    typeof measure === "object" && measure !== null && "measurement error" in measure;
  if (measures.some(isError)) tally.measurementErrors += 1;
}

/** `resolve`: records of many mappers in, revisits and redirects across them resolved. */
export const resolveCommand: MakeCommand = defineCommand({
  name: "resolve",
  summary: "Join revisits and redirects of several map runs with their originals.",
  description:
    "Resolve revisits and redirects whose originals were read by other mappers: map records in, in any order; sorted " +
    "records out, as one mapper over all of the input would have written them.",
  words: [["[file...]", "files of map records; without any, standard input"]],
  examples: ["cat part-*.tsv | detect_off_topic resolve | LC_ALL=C sort | detect_off_topic reduce"],
  whenStopped: () => OUTPUT_IS_PART,
  async run({ values, words: files, signal }) {
    await requireReadable(files);
    const { lines, place } = placedLines(files);
    const resolved = resolveRecords(lines, { ...settingsChoices(values), place, signal });
    await writeTexts(withLineEnds(resolved), signal);
  },
});
