import { type PartEdges, readPart } from "../../read/warc/parts.js";
import type { Failure, InputItem } from "../../base/types.js";
import type { FilePart, InputContext } from "../../read/types.js";
import { type CollectContext, Collector, type Sink } from "../records/collect.js";
import type { Join } from "../records/join.js";
import type { Damage } from "../setup/prepared-input.js";

/** Plain data, for {@link Join}. */
export interface PartBatch {
  readonly lines: readonly string[];
  readonly skipped: ReadonlyMap<string, number>;
  readonly damage: readonly Damage[];
  readonly failures: readonly Failure[];
}

/** Collects lines and counts until there are enough to send. */
export class BatchSink implements Sink {
  readonly #lines: string[] = [];
  readonly #skipped = new Map<string, number>();
  readonly #damage: Damage[] = [];
  readonly #failures = new Map<string, Failure>();
  #size = 0;

  /** Approximate size in bytes. */
  get size(): number {
    return this.#size;
  }

  /** The sink must not be used afterwards. */
  batch(): PartBatch {
    return {
      lines: this.#lines,
      skipped: this.#skipped,
      damage: this.#damage,
      failures: [...this.#failures.values()],
    };
  }

  line(line: string): void {
    this.#lines.push(line);
    this.#size += line.length;
  }

  skip(reason: string, count = 1): void {
    this.#skipped.set(reason, (this.#skipped.get(reason) ?? 0) + count);
    this.#size += 1;
  }

  fail(failure: Failure): void {
    // Only the first failure of each definition is reported.
    if (!this.#failures.has(failure.what)) this.#failures.set(failure.what, failure);
  }

  damage({ source, message, isUnread }: Damage): void {
    this.#damage.push({ source, message, ...(isUnread && { isUnread }) });
    this.#size += ITEM_BYTES;
  }
}

/** Approximate size of a damage report in bytes. */
const ITEM_BYTES = 1 << 9;

/**
 * Returns a function that adds the counts and damage reports in their order. The function must be called after all
 * earlier batches have been joined.
 */
export function joinBatch(batch: PartBatch, join: Join): () => void {
  const { lines, skipped, damage, failures } = batch;
  for (const line of lines) join.line(line);
  return () => {
    for (const [reason, count] of skipped) join.skip(reason, count);
    for (const each of damage) join.damage(each);
    for (const each of failures) join.fail(each);
  };
}

export interface PartAnswer {
  readonly batch: PartBatch;
  readonly items: number;
  /** Number of bytes of the part that have been read. */
  readonly bytesRead: number;
  /** True once the whole part has been read. */
  readonly edges?: PartEdges;
}

/** Size of a batch in bytes: a compromise between few messages and regular progress. */
const BATCH_BYTES = 1 << 20;

/** Reads a part in batches, in any thread. */
export class PartReading {
  readonly #part: FilePart;
  readonly #collect: CollectContext;
  readonly #items: AsyncGenerator<InputItem>;
  readonly #edges: PartEdges = {};
  #position: number;

  constructor(part: FilePart, context: InputContext, collect: CollectContext) {
    this.#part = part;
    this.#collect = collect;
    this.#position = part.from;
    this.#items = readPart(part, context, this.#edges, (position) => {
      this.#position = position;
    });
  }

  async next(): Promise<PartAnswer> {
    const sink = new BatchSink();
    const collector = new Collector(sink, this.#collect);
    let items = 0;
    let isDone = false;
    while (sink.size < BATCH_BYTES) {
      const next = await this.#items.next();
      isDone = next.done === true;
      if (next.done === true) break;
      items += 1;
      await collector.take(next.value);
    }
    await collector.finish();
    const { from, bytes } = this.#part;
    const bytesRead = isDone ? bytes : Math.min(Math.max(0, this.#position - from), bytes);
    return { batch: sink.batch(), items, bytesRead, ...(isDone && { edges: this.#edges }) };
  }

  /** Closes the file, also of a part that has not been read to its end. */
  async close(): Promise<void> {
    await this.#items.return(undefined);
  }
}
