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

/** If another process wrote the lines, `places` has the place of each line for messages. */
export interface HeldLines {
  readonly lines: readonly string[];
  readonly places: readonly string[];
}

/** `place` returns the place of the last line that was read. */
export interface PlacedLines<T = AsyncIterable<string>> {
  readonly lines: T;
  readonly place?: () => string;
}

/** Collects lines until the caller takes them. */
class Gathered {
  readonly #place: (() => string) | undefined;
  readonly #lines: string[] = [];
  readonly #places: string[] = [];
  characters = 0;

  constructor(place?: () => string) {
    this.#place = place;
  }

  get count(): number {
    return this.#lines.length;
  }

  get first(): string | undefined {
    return this.#lines[0];
  }

  add(line: string): void {
    this.#lines.push(line);
    if (this.#place !== undefined) this.#places.push(this.#place());
    this.characters += line.length;
  }

  take(count: number = this.count): HeldLines {
    const lines = this.#lines.splice(0, count);
    for (const line of lines) this.characters -= line.length;
    return { lines, places: this.#places.splice(0, count) };
  }
}

export function oneByOne({ lines, places }: HeldLines): PlacedLines<Generator<string>> {
  let at = -1;
  const taken = function* (): Generator<string> {
    for (const line of lines) {
      at += 1;
      yield line;
    }
  };
  return { lines: taken(), ...(places.length > 0 && { place: () => places[at]! }) };
}

/** Minimum number of characters of a batch. A TimeMap is never split between batches. */
const BATCH = 1 << 17;
/** Maximum number of characters of a TimeMap that is held in memory. A longer one is streamed. */
const LARGEST = 1 << 23;

/** A batch has either several TimeMaps in memory or one TimeMap that is too long for memory. */
export type TimeMapBatch =
  | ({ readonly kind: "held" } & HeldLines)
  | ({ readonly kind: "streamed"; readonly key: string } & PlacedLines);

/** The caller must read a streamed batch to its end before requesting the next batch. */
export async function* timeMapBatches({
  lines,
  place,
}: PlacedLines<Iterable<string> | AsyncIterable<string>>): AsyncGenerator<TimeMapBatch> {
  const source =
    Symbol.asyncIterator in lines ? lines[Symbol.asyncIterator]() : lines[Symbol.iterator]();
  const held = new Gathered(place);
  /** Number of held lines that precede the TimeMap of the last line. */
  let start = 0;
  let key: string | undefined;
  for (let next = await source.next(); next.done !== true; next = await source.next()) {
    const line = next.value;
    const lineKey = keyOfLine(line);
    // Failed TimeMaps share one key, but each is a TimeMap of its own.
    if (lineKey !== key || key === PROBLEM_KEY) {
      if (held.characters >= BATCH) yield { kind: "held", ...held.take() };
      start = held.count;
      key = lineKey;
    }
    held.add(line);
    if (held.characters <= LARGEST) continue;
    if (start > 0) yield { kind: "held", ...held.take(start) };
    yield { kind: "streamed", key, ...streamed(held, source, key, place) };
    start = 0;
    key = held.first && keyOfLine(held.first);
  }
  if (held.count > 0) yield { kind: "held", ...held.take() };
}

/** Afterwards the first line of the next TimeMap is held. */
function streamed(
  held: Gathered,
  source: Iterator<string> | AsyncIterator<string>,
  key: string,
  place: (() => string) | undefined,
): PlacedLines {
  const before = oneByOne(held.take());
  let placeOfLast = before.place;
  const lines = async function* (): AsyncGenerator<string> {
    yield* before.lines;
    placeOfLast = place;
    for (let next = await source.next(); next.done !== true; next = await source.next()) {
      if (keyOfLine(next.value) !== key) {
        held.add(next.value);
        return;
      }
      yield next.value;
    }
  };
  return { lines: lines(), ...(place && { place: () => placeOfLast!() }) };
}
