import { createReadStream } from "node:fs";
import { access, constants } from "node:fs/promises";
import { UsageError, whyUnreadable } from "../base/errors.js";
import { inputs } from "../read/inputs/index.js";
import {
  elsewherePlaces,
  elsewhereRecords,
  mapRecords,
  reduceRecords,
  resolveRecords,
  resolveRound,
} from "../run/map-reduce.js";
import { keyOfLine } from "../run/lines/lines.js";
import { partOf } from "../run/run-options.js";
import { Turns } from "../run/until-aborted.js";
import { inputOfWord } from "../run/input-choices.js";
import { defineCommand, type MakeCommand } from "./define-command.js";
import { exitStatus, statusOf, statusOfFailures } from "./exit-status.js";
import { summaryLines } from "./log.js";
import {
  archiveChoices,
  settingsChoices,
  takesWordsForEnglish,
  warnOfIdleOptions,
  warnOfOffTopicEquals,
} from "./run-choices.js";
import type { Values } from "./options.js";
import { type Output, withOutput, withOutputs } from "./output.js";
import { chooseOutputs, withResultOutputs, writeResults, writeTexts } from "./write-results.js";

/** What is said of standard output when a command that streams is stopped. */
const OUTPUT_IS_PART = "its output is not whole";

const whatIsWritten = (output: string | readonly string[] | undefined): string =>
  output === undefined ? OUTPUT_IS_PART : "no output file was written";

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

type Lines = AsyncIterable<string> | Iterable<string>;

/** Opens the file of `-o`, or those of `--partitions`, for what `work` has to write. */
export function withLines<T>(
  { output, partitions }: Pick<Values<"map">, "output" | "partitions">,
  signal: AbortSignal,
  work: (write: (lines: Lines) => Promise<void>) => Promise<T>,
): Promise<T> {
  const names =
    partitions === undefined
      ? [output]
      : Array.from({ length: partitions }, (_, i) => `${output}.${i + 1}`);
  return withOutputs(
    names.map((name) => [name, "-o"]),
    (outputs) =>
      work((lines) =>
        partitions === undefined
          ? writeTexts(withLineEnds(lines), outputs[0]!, signal)
          : writePartitions(lines, outputs, signal),
      ),
  );
}

async function writePartitions(
  lines: Lines,
  outputs: readonly Output[],
  signal: AbortSignal,
): Promise<void> {
  const pieces = outputs.map(() => "");
  const turns = new Turns();
  for await (const line of lines) {
    await turns.take();
    signal.throwIfAborted();
    const at = partOf(keyOfLine(line), outputs.length);
    const piece = `${pieces[at]!}${line}\n`;
    pieces[at] = piece.length < PIECE ? piece : "";
    if (piece.length >= PIECE) await outputs[at]!.write(piece);
  }
  for (const [at, piece] of pieces.entries()) await outputs[at]!.write(piece);
}

/** Characters of a partition that are written at a time. */
const PIECE = 1 << 14;

async function* withLineEnds(lines: Lines): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`;
}

export const mapCommand: MakeCommand = defineCommand({
  name: "map",
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
  whenStopped: ({ output }) => whatIsWritten(output),
  run: ({ values, words, log, signal }) =>
    withLines(values, signal, async (write) => {
      const sources = [...words];
      if (words.length === 0) for await (const line of linesOf([])) sources.push(line.trim());
      // An empty partition is no mistake: engines run the command on every one.
      if (sources.length === 0) return exitStatus.finished;
      if (values.name !== undefined && !sources.some((source) => /^(?:warc=)?-$/iu.test(source))) {
        throw new UsageError("--name is for standard input: give - as a source.");
      }
      const started = performance.now();
      const { lines, tally, fetched } = await mapRecords({
        ...settingsChoices(values),
        ...archiveChoices(values, log),
        input: sources.map((source) => inputOfWord(source, inputs)),
        signal,
      });
      await write(lines);
      const seconds = (performance.now() - started) / 1000;
      for (const line of summaryLines(tally, seconds).slice(-1)) log.detail(line);
      const failed = statusOfFailures(tally.failures, log);
      if (fetched?.incomplete === undefined) return failed;
      log.warn(fetched.incomplete);
      return exitStatus.incomplete;
    }),
});

export const reduceCommand: MakeCommand = defineCommand({
  name: "reduce",
  description:
    "Score sorted map records (LC_ALL=C sort) and write results, as JSON Lines unless -ot says otherwise: the bytes that " +
    "the plain command writes for the same input and options. What reports show besides (evidence, texts) needs map " +
    "--explain, and is in those of the plain command only.",
  words: [
    ["[file...]", "files of sorted records, one after the other; without any, standard input"],
  ],
  whenStopped: ({ outputs }) => whatIsWritten(outputs),
  async run({ values, inOrder, words: files, log, signal }) {
    await requireReadable(files);
    const { profile, replay } = values;
    const suffixes = profile !== "otmt-1.0.5";
    const outputs = chooseOutputs(inOrder, { otherwise: "jsonl", suffixes, replay, log });
    const started = performance.now();
    const { lines, place } = placedLines(files);
    const { results, settings, tally } = reduceRecords(lines, {
      ...settingsChoices(values),
      place,
      signal,
    });
    warnOfIdleOptions(values, settings, log);
    warnOfOffTopicEquals(settings, log);
    const failures = await withResultOutputs(outputs, (to) =>
      writeResults(outputs, to, { ...values, results, settings, signal }),
    );
    const seconds = (performance.now() - started) / 1000;
    const isEnglish = takesWordsForEnglish(values, settings);
    for (const line of summaryLines(tally, seconds, isEnglish)) log.detail(line);
    return statusOf(values, tally, log, failures);
  },
});

export const resolveCommand: MakeCommand = defineCommand({
  name: "resolve",
  description:
    "Resolve revisits and redirects whose originals were read by other mappers: map records in, in any order; sorted " +
    "records out, as one mapper over all of the input would have written them. With --round an engine does the sorting, " +
    "and no process sees all of them (docs/many-machines.md).",
  words: [["[file...]", "files of map records; without any, standard input"]],
  examples: ["cat part-*.tsv | detect_off_topic resolve | LC_ALL=C sort | detect_off_topic reduce"],
  whenStopped: ({ output }) => whatIsWritten(output),
  async run({ values, words: files, signal }) {
    await requireReadable(files);
    await withLines(values, signal, async (write) => {
      const { lines, place } = placedLines(files);
      const resolve = values.round === true ? resolveRound : resolveRecords;
      await write(resolve(lines, { memoryBytes: values.memoryBytes, place, signal }));
    });
  },
});

export const elsewhereCommand: MakeCommand = defineCommand({
  name: "elsewhere",
  description:
    "Find the texts that (nearly) stand under several sites, or in three TimeMaps of one site: map records of a whole " +
    "collection in, in any order; a file for --elsewhere out. Such a text is the page of a host or registrar, a soft 404 or a " +
    "wall. The records are those of profile default, or of map --elsewhere collection. With --round an engine does the sorting: " +
    "records give places of texts, and sorted places give the file.",
  words: [["[file...]", "files of map records; without any, standard input"]],
  examples: [
    "detect_off_topic map *.warc.gz | LC_ALL=C sort > records && detect_off_topic elsewhere records -o texts && " +
      "detect_off_topic reduce records --elsewhere texts --elsewhere-vote 3",
  ],
  whenStopped: ({ output }) => whatIsWritten(output),
  async run({ values, words: files, signal }) {
    await requireReadable(files);
    await withOutput(values.output, async (output) => {
      const { lines, place } = placedLines(files);
      const find = values.round === true ? elsewherePlaces : elsewhereRecords;
      const found = find(lines, { memoryBytes: values.memoryBytes, place, signal });
      await writeTexts(withLineEnds(found), output, signal);
    });
  },
});
