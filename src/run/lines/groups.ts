import type { Capture } from "../../base/types.js";
import type { FeatureRecord, RecordGroup } from "../../page/types.js";
import { decodeLine, keyOfLine, type MappedRecord, PROBLEM_KEY } from "./lines.js";
import { Spill } from "../../base/shuffle.js";

interface GroupOptions {
  /** Memory limit in bytes. The lines of a longer TimeMap are stored on disk. */
  readonly memoryBytes: number;
  /** Called for each duplicate record. */
  readonly onDuplicate: () => void;
  /** Decodes a line when it is read for the first time. */
  readonly decode?: (line: string) => MappedRecord;
  /** Called for each record that does not fit into memory, with the part of the TimeMap that has been read. */
  readonly onWritten?: (record: FeatureRecord, group: RecordGroup) => void;
}

/**
 * Groups sorted lines into TimeMaps and drops duplicate records. A group is no longer valid after the next group has
 * been requested.
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

/** Duplicates have the same datetime, so only the records of the current datetime are stored. */
class SeenAtOnce {
  #datetime = "";
  #names = new Set<string>();

  has(capture: Capture): boolean {
    if (capture.mementoDatetime !== this.#datetime) {
      this.#datetime = capture.mementoDatetime;
      this.#names.clear();
    }
    const names = namesOf(capture);
    const known = names.some((name) => this.#names.has(name));
    for (const name of names) this.#names.add(name);
    return known;
  }
}

/** Returns the names of a capture among those of its datetime. Captures with a name in common are duplicates. */
export function namesOf({ recordId, digest, uriR, uriM }: Capture): readonly string[] {
  // Records with different IDs are different captures, even if a crawler fetched equal bytes twice within a second.
  const content = recordId === undefined ? digest : undefined;
  return [
    recordId !== undefined && `id ${recordId}`,
    content !== undefined && `content ${uriR} ${content}`,
    uriM !== undefined && `URI-M ${uriM}`,
  ].filter((name) => name !== false);
}

/** Minimum number of characters of a batch. A TimeMap is never split between batches. */
const BATCH = 1 << 17;
/** Maximum number of characters of a TimeMap that is held in memory. A longer one is streamed. */
const LARGEST = 1 << 23;

/** A batch has either several TimeMaps in memory or one TimeMap that is too long for memory. */
export type TimeMapBatch =
  | { readonly kind: "held"; readonly lines: readonly string[] }
  | { readonly kind: "streamed"; readonly lines: AsyncIterable<string> };

/** The caller must read a streamed batch to its end before requesting the next batch. */
export async function* timeMapBatches(
  lines: Iterable<string> | AsyncIterable<string>,
): AsyncGenerator<TimeMapBatch> {
  const source =
    Symbol.asyncIterator in lines ? lines[Symbol.asyncIterator]() : lines[Symbol.iterator]();
  let held: string[] = [];
  let characters = 0;
  /** Number of held lines that precede the TimeMap of the last line. */
  let start = 0;
  let key: string | undefined;
  for (let next = await source.next(); next.done !== true; next = await source.next()) {
    const line = next.value;
    // Failed TimeMaps share one key, but each is a TimeMap of its own.
    if (keyOfLine(line) !== key || key === PROBLEM_KEY) {
      if (characters >= BATCH) {
        yield { kind: "held", lines: held };
        [held, characters] = [[], 0];
      }
      start = held.length;
      key = keyOfLine(line);
    }
    held.push(line);
    characters += line.length;
    if (characters <= LARGEST) continue;
    if (start > 0) yield { kind: "held", lines: held.slice(0, start) };
    const begun = held.slice(start);
    [held, characters, start] = [[], 0, 0];
    yield { kind: "streamed", lines: restOf(key, begun, source, held) };
    key = held[0] === undefined ? undefined : keyOfLine(held[0]);
    characters = held[0]?.length ?? 0;
  }
  if (held.length > 0) yield { kind: "held", lines: held };
}

/** Yields the lines of a TimeMap. Adds the first line of the next one to `held`. */
async function* restOf(
  key: string,
  begun: readonly string[],
  source: Iterator<string> | AsyncIterator<string>,
  held: string[],
): AsyncGenerator<string> {
  yield* begun;
  for (let next = await source.next(); next.done !== true; next = await source.next()) {
    if (keyOfLine(next.value) !== key) {
      held.push(next.value);
      return;
    }
    yield next.value;
  }
}
