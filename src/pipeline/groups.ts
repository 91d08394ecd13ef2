import type { Capture, FeatureRecord, RecordGroup } from "../types.js";
import { decodeLine, keyOfLine, type MappedRecord } from "./lines.js";
import { Spill } from "../shuffle.js";

export interface GroupOptions {
  /** A TimeMap whose lines take more than this is gone through on disk, not in memory. */
  readonly memoryBytes: number;
  /** Called for each record that was given twice. */
  readonly onDuplicate: () => void;
  /** Reads a line, the first time that it is read. */
  readonly decode?: (line: string) => MappedRecord;
  /** Called for each record that is not held in memory, with its TimeMap as far as it is known. */
  readonly onWritten?: (record: FeatureRecord, group: RecordGroup) => void;
}

/**
 * Cuts sorted lines into TimeMaps and drops records that were given twice (SPEC section 5). A group is valid until the
 * next one is asked for.
 */
export async function* groupLines(
  lines: Iterable<string> | AsyncIterable<string>,
  { memoryBytes, onDuplicate, decode = decodeLine, onWritten }: GroupOptions,
): AsyncGenerator<RecordGroup> {
  let group: RecordGroup | undefined;
  let store = new Spill<FeatureRecord>("group-", memoryBytes, decodeLine);
  let seen = new SeenAtOnce();
  try {
    for await (const line of lines) {
      const lineKey = keyOfLine(line);
      if (group?.key !== lineKey) {
        if (group !== undefined) {
          yield group;
          store.close();
          store = new Spill<FeatureRecord>("group-", memoryBytes, decodeLine);
          seen = new SeenAtOnce();
        }
        group = groupOf(lineKey, store);
      }
      const record = decode(line);
      if (seen.has(record.capture)) {
        onDuplicate();
        continue;
      }
      if (!store.add(record, () => line, line.length)) onWritten?.(record, group);
    }
    if (group !== undefined) yield group;
  } finally {
    store.close();
  }
}

const groupOf = (key: string, store: Spill<FeatureRecord>): RecordGroup => ({
  key,
  records: () => store.all(),
  at: (position) => store.at(position),
});

/** Knows a record given twice; equal ones have one datetime, so only those of the current one are kept. */
export class SeenAtOnce {
  #datetime = "";
  #names = new Set<string>();

  has(capture: Capture): boolean {
    if (capture.mementoDatetime !== this.#datetime) {
      this.#datetime = capture.mementoDatetime;
      this.#names.clear();
    }
    const names = [
      capture.recordId !== undefined && `id ${capture.recordId}`,
      capture.digest !== undefined && `content ${capture.uriR} ${capture.digest}`,
      capture.uriM !== undefined && `URI-M ${capture.uriM}`,
    ].filter((name) => name !== false);
    const known = names.some((name) => this.#names.has(name));
    for (const name of names) this.#names.add(name);
    return known;
  }
}

/** Characters of lines that go together; a TimeMap is never parted. */
const BATCH = 1 << 17;
/** A TimeMap with more than this is gone through line by line. */
const LARGEST = 1 << 23;

/** Lines of whole TimeMaps: a few held in memory, or one that is too large for that. */
export type Batch =
  | { readonly kind: "held"; readonly lines: readonly string[] }
  | { readonly kind: "streamed"; readonly key: string; readonly lines: AsyncIterable<string> };

/**
 * Cuts sorted lines into batches of whole TimeMaps. A streamed one must be read to its end before the next is asked
 * for.
 */
export async function* timeMapBatches(
  lines: Iterable<string> | AsyncIterable<string>,
): AsyncGenerator<Batch> {
  const source =
    Symbol.asyncIterator in lines ? lines[Symbol.asyncIterator]() : lines[Symbol.iterator]();
  let held: string[] = [];
  let characters = 0;
  /** Where the TimeMap of the last line begins among the held ones. */
  let start = 0;
  let key: string | undefined;
  for (let next = await source.next(); next.done !== true; next = await source.next()) {
    const line = next.value;
    const lineKey = keyOfLine(line);
    if (lineKey !== key) {
      if (characters >= BATCH) {
        yield { kind: "held", lines: held };
        held = [];
        characters = 0;
      }
      start = held.length;
      key = lineKey;
    }
    held.push(line);
    characters += line.length;
    if (characters <= LARGEST) continue;
    if (start > 0) yield { kind: "held", lines: held.splice(0, start) };
    const rest: { first?: string } = {};
    yield { kind: "streamed", key, lines: streamed(held, source, key, rest) };
    held = [];
    characters = 0;
    start = 0;
    key = undefined;
    if (rest.first !== undefined) {
      held.push(rest.first);
      characters = rest.first.length;
      key = keyOfLine(rest.first);
    }
  }
  if (held.length > 0) yield { kind: "held", lines: held };
}

/** The held lines of a TimeMap, then its other ones; the first line of the next TimeMap is left in `rest`. */
async function* streamed(
  held: readonly string[],
  source: Iterator<string> | AsyncIterator<string>,
  key: string,
  rest: { first?: string },
): AsyncGenerator<string> {
  yield* held;
  for (let next = await source.next(); next.done !== true; next = await source.next()) {
    if (keyOfLine(next.value) !== key) {
      rest.first = next.value;
      return;
    }
    yield next.value;
  }
}
