import { Command } from "commander";
import { UsageError } from "../errors.js";
import { ascii } from "../run/lines/lines.js";
import { exitStatus } from "./exit-status.js";
import { linesOf, requireReadable, writeLines } from "./stream-lines.js";

/** `merge`: results of several shards into one, as one run would have written them. */
export function mergeCommand(done: (status: number) => void): Command {
  return new Command("merge")
    .description(
      "Merge JSON Lines results of several runs over different TimeMaps (reduce --shard k/n) into one, in the order of " +
        "one run.",
    )
    .argument("<file...>", "results as JSON Lines, each sorted as it was written")
    .addHelpText(
      "after",
      "\nExample:\n  detect_off_topic merge part-1.jsonl part-2.jsonl > all.jsonl",
    )
    .action(async (files: readonly string[]) => {
      await requireReadable(files);
      await writeLines(mergeResults(files));
      done(exitStatus.finished);
    });
}

/** What the order of rows of mementos begins with. */
const PAGES = "1";

interface Head {
  readonly file: string;
  readonly source: AsyncIterator<string>;
  line: string;
  order: string;
}

/** Lines by grouping key; those of one key stay together and in order, as one file holds them all. */
async function* mergeResults(files: readonly string[]): AsyncGenerator<string> {
  let heads: Head[] = [];
  for (const file of files) {
    const source = linesOf([file])[Symbol.asyncIterator]();
    const next = await source.next();
    if (next.done !== true) {
      heads.push({ file, source, line: next.value, order: orderOf(next.value, file) });
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
    yield least.line;
    const next = await least.source.next();
    if (next.done === true) {
      heads = heads.filter((head) => head !== least);
    } else {
      least.line = next.value;
      least.order = orderOf(next.value, least.file);
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

/** What a line is sorted by: TimeMaps that could not be had come first, by URI-T, then all by grouping key. */
function orderOf(line: string, file: string): string {
  try {
    const { "grouping key": key, "URI-T": uriT } = JSON.parse(line) as Record<string, unknown>;
    if (typeof key === "string") return `${PAGES}${key}`;
    if (typeof uriT === "string") return `0${ascii(uriT)}`;
  } catch {
    // Said below, with the line.
  }
  throw new UsageError(`${file} holds a line that is no result: ${line.slice(0, 60)}`);
}
