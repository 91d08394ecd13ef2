import { Command } from "commander";
import { UsageError } from "../errors.js";
import { ascii } from "../run/lines/lines.js";
import { RunningTally } from "../run/tally.js";
import { addFailOptions, findingsOf, type FailFlags } from "./exit-status.js";
import { openLog } from "./log.js";
import { linesOf, requireReadable, writeLines } from "./stream-lines.js";

/** `merge`: results of several shards into one, as one run would have written them. */
export function mergeCommand(done: (status: number) => void): Command {
  return addFailOptions(new Command("merge"))
    .description(
      "Merge JSON Lines results of several runs over different TimeMaps (reduce --shard k/n) into one, in the order of " +
        "one run.",
    )
    .argument("<file...>", "results as JSON Lines, each sorted as it was written")
    .addHelpText(
      "after",
      "\nExample:\n  detect_off_topic merge part-1.jsonl part-2.jsonl > all.jsonl",
    )
    .action(async (files: readonly string[], flags: FailFlags) => {
      const findings = findingsOf(flags);
      await requireReadable(files);
      const tally = new RunningTally();
      await writeLines(mergeResults(files, tally));
      done(findings(tally, openLog({})));
    });
}

/** What the order of rows of mementos begins with. */
const PAGES = "1";

interface Head {
  readonly file: string;
  readonly source: AsyncIterator<string>;
  line: string;
  row: Row;
  order: string;
}

/** A line of results, read. */
type Row = Readonly<Record<string, unknown>>;

/** Lines by grouping key; those of one key stay together and in order, as one file holds them all. */
async function* mergeResults(
  files: readonly string[],
  tally: RunningTally,
): AsyncGenerator<string> {
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
    count(least.row, tally);
    yield least.line;
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
    const row = JSON.parse(line) as Row;
    const { "grouping key": key, "URI-T": uriT } = row;
    if (typeof key === "string") return { line, row, order: `${PAGES}${key}` };
    if (typeof uriT === "string") return { line, row, order: `0${ascii(uriT)}` };
  } catch {
    // Said below, with the line.
  }
  throw new UsageError(`${file} holds a line that is no result: ${line.slice(0, 60)}`);
}

/** Counts what `--strict` and `--fail-on` ask for. */
function count(row: Row, tally: RunningTally): void {
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
