import { option, under, type Values } from "../../base/option.js";
import { resultOptions } from "../../command/options/output.js";
import {
  failOnOption,
  pluginsOption,
  quietOption,
  strictOption,
} from "../../command/options/running.js";
import { UsageError } from "../../base/errors.js";
import { ascii } from "../../run/lines/lines.js";
import { RunningTally } from "../../run/setup/tally.js";
import { members } from "../../base/json.js";
import { isPipe } from "../../base/read-file.js";
import { parseKeepingSimhash } from "../../write/entry.js";
import { overrideLines, type ResultLine } from "../../write/overrides.js";
import { SettingsLines } from "../../write/read-results.js";
import { readSettingsLine } from "../../write/read-settings-line.js";
import { type ShardMark, shardMarkOf, withShardMark } from "../../write/shard-mark.js";
import { Spill } from "../../base/shuffle.js";
import type { Result, Writer } from "../../write/types.js";
import { type CommandDefinition, defineCommand } from "../../command/define-command.js";
import { requireNoHistoryRule, statusOf } from "../../command/exit-status.js";
import type { Log } from "../../command/log.js";
import { linesOf, requireReadable } from "../../command/lines.js";
import { warnOfUnused } from "../../command/overridden-results.js";
import { resultOf, settingsOf } from "../../command/saved-run.js";
import {
  chooseOutputs,
  type ResultOutput,
  withResultOutputs,
  writeResults,
} from "../../command/write-results.js";

const options = {
  ...under("Input", {
    partial: option("--partial", "merge even if shards are missing"),
  }),
  ...resultOptions,
  ...strictOption,
  ...failOnOption,
  ...pluginsOption,
  ...quietOption,
} as const;

export const mergeCommand: CommandDefinition = defineCommand({
  name: "merge",
  group: "machines",
  summary: "Merge results of several shards into one.",
  description:
    "Merge JSON Lines results of several runs over different TimeMaps (reduce --shard k/n) into one, in the order of " +
    "one run. JSON Lines stay as they were written; other forms are made of them as convert does. Where a shard is missing " +
    "nothing is written, unless --partial is given.",
  words: [["<file...>", "results as JSON Lines, each sorted as it was written"]],
  examples: [
    "detect_off_topic merge part-1.jsonl part-2.jsonl > all.jsonl",
    "detect_off_topic merge part-1.jsonl part-2.jsonl -o all.jsonl -o all.html",
  ],
  options,
  async run({ values, inOrder, words: files, log }) {
    await requireReadable(files);
    requireNoHistoryRule(values.failOn);
    const chosen = chooseOutputs(inOrder, { otherwise: "jsonl", replay: values.replay, log });
    const parts: ResultsPart[] = [];
    try {
      const said = new SaidSettings();
      for (const file of files) parts.push(await openPart(file, said));
      said.requireShards(values.partial === true);
      return await merge(parts, said, { values, chosen, log });
    } finally {
      for (const { close } of parts) close();
    }
  },
});

interface ResultsPart {
  readonly file: string;
  readonly lines: () => AsyncIterable<string> | Iterable<string>;
  readonly close: () => void;
}

/** Maximum number of lines of a pipe that are kept in memory. Further lines go to a temporary file. */
const HELD = 5000;

/** Opens a file of results and reads its lines of settings at any position, before anything is written. */
async function openPart(file: string, said: SaidSettings): Promise<ResultsPart> {
  const held = new Spill<string>("merge-", HELD, (line) => line);
  const isHeld = isPipe(file);
  try {
    for await (const line of linesOf([file])) {
      if (isHeld) held.add(line, () => line, 1);
      said.takeLine(line);
    }
  } catch (cause) {
    held.close();
    throw cause;
  }
  return {
    file,
    lines: () => (isHeld ? held.all() : linesOf([file])),
    close: () => {
      held.close();
    },
  };
}

class SaidSettings extends SettingsLines {
  readonly #lines = new Set<string>();
  /** Numbers of shards in the marks. There are several if the parts are from different runs. */
  readonly #counts = new Set<number>();
  readonly #held = new Set<number>();
  #mark: ShardMark | undefined;

  /**
   * Distinct lines of settings as they were written, sorted. If shards are missing, they are marked with the shards
   * that they contain.
   */
  get lines(): readonly string[] {
    const lines = [...this.#lines].sort();
    return this.#mark === undefined ? lines : lines.map((line) => withShardMark(line, this.#mark));
  }

  /**
   * Throws a `UsageError` if a shard is missing. Results without a mark are not checked, because they may be any part.
   */
  requireShards(isPartial: boolean): void {
    const [n, other] = this.#counts;
    if (n === undefined) return;
    if (other !== undefined) {
      throw new UsageError(
        `these are shards of ${n} and shards of ${other}: merge takes those of one run.`,
      );
    }
    const held = [...this.#held].sort((a, b) => a - b);
    if (held.length === n) return;
    if (!isPartial) {
      let first = 1;
      while (this.#held.has(first)) first += 1;
      throw new UsageError(
        `shard ${first}/${n} is missing: ${held.length} of ${n} are given. Give all, or --partial.`,
      );
    }
    this.#mark = { n, held };
  }

  takeLine(line: string): void {
    // Few lines are parsed here, because results contain "URI-T".
    if (line.includes('"URI-T"')) return;
    const row = parsed(line);
    if (row === undefined || !this.take(row)) return;
    const mark = shardMarkOf(row);
    if (mark !== undefined) this.#counts.add(mark.n);
    for (const k of mark?.held ?? []) this.#held.add(k);
    this.#lines.add(mark === undefined ? line : withShardMark(line, undefined));
  }
}

interface Merging {
  readonly values: Values<typeof options>;
  readonly chosen: readonly ResultOutput[];
  readonly log: Log;
}

async function merge(
  parts: readonly ResultsPart[],
  said: SaidSettings,
  { values, chosen, log }: Merging,
): Promise<number> {
  const { overrides } = values;
  const tally = new RunningTally();
  const asWritten = mergeResults(parts);
  const merged = overrides === undefined ? asWritten : overrideLines(asWritten, overrides);
  const first = await merged.next();
  const run = first.done === true ? undefined : said.runOf(first.value.row);
  const rows = new WeakMap<Result, string>();
  const outputs = chosen.map(({ path, writer }) => ({
    path,
    writer: writer.keyword === "jsonl" ? asTheyStand(writer, said.lines, rows) : writer,
  }));
  const settings = settingsOf(run, parts[0]!.file, outputs);
  async function* results(): AsyncGenerator<Result> {
    for (let next = first; next.done !== true; next = await merged.next()) {
      const { line, row } = next.value;
      count(row, tally);
      const result = resultOf(said.resultOf(row)!);
      rows.set(result, line);
      yield result;
    }
  }
  const failures = await withResultOutputs(outputs, (to) =>
    writeResults(outputs, to, { ...values, results: results(), settings }),
  );
  warnOfUnused({ overrides }, log);
  const mustCompare = values.partial !== true && settings.measures.length > 0;
  return statusOf(values, tally, log, { failures, mustCompare });
}

/** Returns a writer of the lines of settings and the lines from which results were read. */
const asTheyStand = (
  writer: Writer,
  settings: readonly string[],
  rows: WeakMap<Result, string>,
): Writer => ({
  ...writer,
  needsSettings: undefined,
  async *write(results) {
    let before = settings;
    for await (const result of results) {
      yield [...before, rows.get(result)!, ""].join("\n");
      before = [];
    }
  },
});

/** First character of the sort key of mementos. */
const PAGES = "1";

interface Head extends ResultLine {
  readonly file: string;
  readonly source: AsyncIterator<Ordered>;
  readonly order: string;
}

/** Yields the lines of all parts by grouping key. All lines with the same key are in one file and keep their order. */
async function* mergeResults(parts: readonly ResultsPart[]): AsyncGenerator<ResultLine, undefined> {
  let heads: Head[] = [];
  for (const part of parts) {
    const source = rowsOf(part);
    const next = await source.next();
    if (next.done !== true) heads.push({ file: part.file, source, ...next.value });
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
    if (next.done === true) heads = heads.filter((head) => head !== least);
    else Object.assign(least, next.value);
  }
}

/**
 * Throws a `UsageError` for lines in the wrong order, and for a TimeMap that is in two files, because such parts are
 * not the results of one run.
 */
function requireNext(next: Head, last: string, before: Head | undefined): void {
  const { order, file } = next;
  if (order < last) {
    throw new UsageError(
      `${file} is not in the order in which results are written: ${order.slice(1)} comes too late.`,
    );
  }
  if (order === last && before !== undefined && next !== before && order.startsWith(PAGES)) {
    throw new UsageError(
      `${order.slice(1)} is in ${before.file} and in ${file}: merge takes runs over different TimeMaps. A run with --history writes the rows of earlier runs too with --since 1990.`,
    );
  }
}

type Ordered = Pick<Head, "line" | "row" | "order">;

/** TimeMaps that could not be read come first, by URI-T, then mementos by grouping key. */
async function* rowsOf({ file, lines }: ResultsPart): AsyncGenerator<Ordered, undefined> {
  for await (const line of lines()) {
    const row = parsed(line);
    if (row !== undefined && readSettingsLine(row) !== undefined) continue;
    const { "grouping key": key, "URI-T": uriT } = row ?? {};
    if (row === undefined || typeof uriT !== "string") {
      throw new UsageError(
        `${file} holds a line that is not a result: ${line.slice(0, 60)}. Give results as JSON Lines (-ot jsonl).`,
      );
    }
    const order = typeof key === "string" ? `${PAGES}${key}` : `0${ascii(uriT)}`;
    yield { line, row, order };
  }
}

/** Returns `undefined` if the line is not JSON. */
function parsed(line: string): ResultLine["row"] | undefined {
  try {
    return members(parseKeepingSimhash(line));
  } catch {
    return undefined;
  }
}

function count(row: ResultLine["row"], tally: RunningTally): void {
  if (typeof row["access error"] === "string") tally.accessErrors += 1;
  const { "grouping key": key, "overall topic status": overall } = row;
  if (typeof key !== "string") return;
  tally.countInTimeMap(key, overall !== undefined);
  if (overall === "off-topic") tally.offTopic += 1;
  if (overall === "unsure") tally.unsure += 1;
  // Measures of the topic count only if the topic has no verdict, as in a run.
  const names = ["timemap measures"];
  if (row["collection topic status"] === undefined) names.push("collection measures");
  const measures = names.flatMap((name): unknown[] => Object.values(row[name] ?? {}));
  const isError = (measure: unknown): boolean =>
    typeof measure === "object" && measure !== null && "measurement error" in measure;
  if (measures.some(isError)) tally.measurementErrors += 1;
}
