import type { Capture, Failure, Settings } from "../types.js";
import type { Sink } from "./collect.js";
import type { Join } from "./join.js";
import type { PointerItem } from "./lines.js";
import { type CaptureKind, type Entry, entryOf } from "./resolve.js";
import type { Damage } from "./run-options.js";

/** What items became in another thread: plain data, for {@link Join}. */
export interface Batch {
  readonly entries: readonly Entry[];
  /** The file of each capture. */
  readonly files: readonly string[];
  readonly lines: readonly string[];
  /** The capture of each line, counted within the batch; -1 where it is of none. */
  readonly captures: readonly number[];
  readonly pointers: readonly (readonly [number: number, item: PointerItem])[];
  readonly skipped: ReadonlyMap<string, number>;
  readonly damage: readonly Damage[];
  readonly failures: readonly Failure[];
}

/** Gathers what items become, until there is enough of it to be sent. */
export class BatchSink implements Sink {
  readonly #groupCapturesBy: Settings["groupCapturesBy"];
  readonly #entries: Entry[] = [];
  readonly #files: string[] = [];
  readonly #lines: string[] = [];
  readonly #captures: number[] = [];
  readonly #pointers: [number, PointerItem][] = [];
  readonly #skipped = new Map<string, number>();
  readonly #damage: Damage[] = [];
  readonly #failures = new Map<string, Failure>();
  #size = 0;

  constructor(groupCapturesBy: Settings["groupCapturesBy"]) {
    this.#groupCapturesBy = groupCapturesBy;
  }

  /** About how many bytes it takes. */
  get size(): number {
    return this.#size;
  }

  /** All of it; this sink takes nothing more. */
  batch(): Batch {
    return {
      entries: this.#entries,
      files: this.#files,
      lines: this.#lines,
      captures: this.#captures,
      pointers: this.#pointers,
      skipped: this.#skipped,
      damage: this.#damage,
      failures: [...this.#failures.values()],
    };
  }

  capture(capture: Capture, kind: CaptureKind): number {
    this.#files.push(capture.source?.file ?? "");
    this.#size += ITEM_BYTES;
    return this.#entries.push(entryOf(capture, kind, this.#groupCapturesBy)) - 1;
  }

  line(line: string, capture = -1): void {
    this.#lines.push(line);
    this.#captures.push(capture);
    this.#size += line.length;
  }

  pointer(number: number, item: PointerItem): void {
    this.#pointers.push([number, item]);
    this.#size += ITEM_BYTES;
  }

  skip(reason: string, count = 1): void {
    this.#skipped.set(reason, (this.#skipped.get(reason) ?? 0) + count);
    this.#size += 1;
  }

  fail(failure: Failure): void {
    // Of each the first is reported.
    if (!this.#failures.has(failure.what)) this.#failures.set(failure.what, failure);
  }

  damage({ source, message }: Damage): void {
    this.#damage.push({ source, message });
    this.#size += ITEM_BYTES;
  }
}

/** What a capture takes, or damage. */
const ITEM_BYTES = 1 << 9;

/**
 * Gives the lines and captures of a batch to what is joined. What has an order (counts, damage, pointers) is returned as
 * a function, for when the batches before it have been joined.
 */
export function joinBatch(batch: Batch, join: Join): () => void {
  const { entries, files, lines, captures, pointers, skipped, damage, failures } = batch;
  const numbers = entries.map((entry, at) => join.entry(entry, files[at]!));
  for (const [at, line] of lines.entries()) {
    const capture = captures[at]!;
    join.line(line, capture < 0 ? undefined : numbers[capture]);
  }
  return () => {
    for (const [number, item] of pointers) join.pointer(numbers[number]!, item);
    for (const [reason, count] of skipped) join.skip(reason, count);
    for (const each of damage) join.damage(each);
    for (const each of failures) join.fail(each);
  };
}
