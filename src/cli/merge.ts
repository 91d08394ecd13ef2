import { UsageError } from "../errors.js";
import { ascii } from "../pipeline/lines.js";
import { RunningTally } from "../pipeline/run-options.js";
import { members } from "../results/codec.js";
import { parseKeepingSimhash } from "../results/entry.js";
import { overrideLines, type ResultLine } from "../results/override-lines.js";
import { savedResult, savedRun } from "../results/read-results.js";
import type { Result, Writer } from "../types.js";
import { defineCommand, type MakeCommand } from "./define-command.js";
import { findingsOf } from "./exit-status.js";
import { linesOf, requireReadable } from "./map-reduce.js";
import { warnOfUnused } from "./run-choices.js";
import { resultOf, settingsOf } from "./saved-run.js";
import { chooseOutputs, withResultOutputs, writeResults } from "./write-results.js";

/** `merge`: results of several shards into one, as one run would have written them. */
export const mergeCommand: MakeCommand = defineCommand({
  name: "merge",
  summary: "Merge results of several shards into one.",
  description:
    "Merge JSON Lines results of several runs over different TimeMaps (reduce --shard k/n) into one, in the order of " +
    "one run. JSON Lines stay as they were written; other forms are made of them as convert does.",
  words: [["<file...>", "results as JSON Lines, each sorted as it was written"]],
  examples: [
    "detect_off_topic merge part-1.jsonl part-2.jsonl > all.jsonl",
    "detect_off_topic merge part-1.jsonl part-2.jsonl -o all.jsonl -o all.html",
  ],
  async run({ values, inOrder, words: files, log }) {
    await requireReadable(files);
    const chosen = chooseOutputs(inOrder, { otherwise: "jsonl", replay: values.replay });
    const { overrides } = values;
    const tally = new RunningTally();
    const asWritten = mergeResults(files);
    const merged = overrides === undefined ? asWritten : overrideLines(asWritten, overrides);
    const first = await merged.next();
    const run = first.done === true ? undefined : savedRun(first.value.row);
    const lines = new WeakMap<Result, string>();
    const outputs = chosen.map(({ path, writer }) =>
      writer.keyword === "jsonl" ? { path, writer: asTheyStand(writer, lines) } : { path, writer },
    );
    const settings = settingsOf(run, files[0]!, outputs);
    async function* results(): AsyncGenerator<Result> {
      for (let next = first; next.done !== true; next = await merged.next()) {
        const { line, row } = next.value;
        count(row, tally);
        const result = resultOf(savedResult(row)!);
        lines.set(result, line);
        yield result;
      }
    }
    await withResultOutputs(outputs, (to) =>
      writeResults(outputs, to, { ...values, results: results(), settings }),
    );
    warnOfUnused({ overrides }, log);
    return findingsOf(values)(tally, log);
  },
});

/** Writes the lines that results were read from. */
const asTheyStand = (writer: Writer, lines: WeakMap<Result, string>): Writer => ({
  ...writer,
  needsSettings: undefined,
  async *write(results) {
    for await (const result of results) yield `${lines.get(result)!}\n`;
  },
});

/** What the order of rows of mementos begins with. */
const PAGES = "1";

interface Head extends ResultLine {
  readonly file: string;
  readonly source: AsyncIterator<string>;
  readonly order: string;
}

/** Lines by grouping key; those of one key stay together and in order, as one file holds them all. */
async function* mergeResults(files: readonly string[]): AsyncGenerator<ResultLine, undefined> {
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
    const row = members(parseKeepingSimhash(line));
    const { "grouping key": key, "URI-T": uriT } = row;
    if (typeof uriT === "string") {
      return { line, row, order: typeof key === "string" ? `${PAGES}${key}` : `0${ascii(uriT)}` };
    }
  } catch {
    // Said below, with the line.
  }
  throw new UsageError(`${file} holds a line that is not a result: ${line.slice(0, 60)}`);
}

/** Counts what `--strict` and `--fail-on` ask for. */
function count(row: ResultLine["row"], tally: RunningTally): void {
  if (typeof row["access error"] === "string") tally.accessErrors += 1;
  if (typeof row["grouping key"] !== "string") return;
  tally.mementos += 1;
  if (row["overall topic status"] === "off-topic") tally.offTopic += 1;
  if (row["overall topic status"] === "unsure") tally.unsure += 1;
  const measures = ["timemap measures", "collection measures"].flatMap((name): unknown[] =>
    Object.values(row[name] ?? {}),
  );
  const isError = (measure: unknown): boolean =>
    typeof measure === "object" && measure !== null && "measurement error" in measure;
  if (measures.some(isError)) tally.measurementErrors += 1;
}
