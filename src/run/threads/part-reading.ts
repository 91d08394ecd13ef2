import { type PartEdges, readPart } from "../../read/sources/archive-file.js";
import type { Failure, InputItem } from "../../base/types.js";
import type { FilePart, InputContext } from "../../read/types.js";
import { type CollectContext, Collector, type Join, type Sink } from "../records/collect.js";
import type { Damage } from "../run-options.js";

/** What items became in another thread: plain data, for {@link Join}. */
export interface Batch {
  readonly lines: readonly string[];
  readonly skipped: ReadonlyMap<string, number>;
  readonly damage: readonly Damage[];
  readonly failures: readonly Failure[];
}

/** Gathers what items become, until there is enough of it to be sent. */
export class BatchSink implements Sink {
  readonly #lines: string[] = [];
  readonly #skipped = new Map<string, number>();
  readonly #damage: Damage[] = [];
  readonly #failures = new Map<string, Failure>();
  #size = 0;

  /** About how many bytes it takes. */
  get size(): number {
    return this.#size;
  }

  /** All of it; this sink takes nothing more. */
  batch(): Batch {
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
    // Of each the first is reported.
    if (!this.#failures.has(failure.what)) this.#failures.set(failure.what, failure);
  }

  damage({ source, message }: Damage): void {
    this.#damage.push({ source, message });
    this.#size += ITEM_BYTES;
  }
}

/** What damage takes. */
const ITEM_BYTES = 1 << 9;

/**
 * Gives the lines of a batch to what is joined. What has an order (counts, damage) is returned as a function, for when
 * the batches before it have been joined.
 */
export function joinBatch({ lines, skipped, damage, failures }: Batch, join: Join): () => void {
  for (const line of lines) join.line(line);
  return () => {
    for (const [reason, count] of skipped) join.skip(reason, count);
    for (const each of damage) join.damage(each);
    for (const each of failures) join.fail(each);
  };
}

/** The next items of a part. */
export interface PartAnswer {
  readonly batch: Batch;
  /** Items that became this batch. */
  readonly items: number;
  /** Bytes of the part that have been read. */
  readonly bytesRead: number;
  /** Once all of it has been read. */
  readonly edges?: PartEdges;
}

/** Bytes of a batch: fewer messages, still progress. */
const BATCH_BYTES = 1 << 20;

/** A part that is being read, batch by batch, in whatever thread. */
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
}
