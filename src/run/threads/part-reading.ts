import { type PartEdges, readPart } from "../../read/sources/warc-parts.js";
import type { InputItem } from "../../base/types.js";
import type { FilePart, InputContext } from "../../read/types.js";
import { type Batch, BatchSink } from "./batch.js";
import { type CollectContext, Collector } from "../records/collect.js";

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
