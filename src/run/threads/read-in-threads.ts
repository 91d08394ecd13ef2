import type { PartEdges } from "../../read/warc/parts.js";
import type { InputItem } from "../../base/types.js";
import type { FilePart, InputContext } from "../../read/types.js";
import { type CollectContext, Collector } from "../records/collect.js";
import type { Join } from "../records/join.js";
import {
  type PartBatch,
  BatchSink,
  joinBatch,
  type PartAnswer,
  PartReading,
} from "./part-reading.js";
import { heapFor } from "./extractor.js";
import { Pool } from "./pool.js";
import type { ReadingSetup } from "./reading-worker.js";
import { notStarted, type Thread } from "./thread.js";

/**
 * Size of a part of a file in bytes. It is small enough that the batches of a part can wait in memory until they are
 * joined.
 */
export const PART_BYTES = 1 << 19;
/** Maximum number of parts per thread that are read before earlier parts have been joined. */
const AHEAD = 4;
/** Starting a thread takes as long as reading about this many bytes of files. The main thread reads the first ones. */
const WARM_UP_BYTES = 1 << 18;

type ReadingThread = Thread<FilePart | "more", PartAnswer>;

interface ReadOptions {
  /** Number of threads that read, including the main thread if it reads too. */
  readonly threads: number;
  readonly setup: ReadingSetup;
  readonly context: InputContext;
  /** Context for parts that only the main thread may read, such as a part that has stopped a thread. */
  readonly collect: CollectContext;
  /** Undefined if the main thread reads no part. */
  readonly beside?: CollectContext | undefined;
  readonly join: Join;
  /** Receives the items before the first part. */
  readonly take: (item: InputItem) => Promise<void>;
  /** Called with progress. */
  readonly onItems: (items: number, bytesRead: number) => void;
}

/** A part in the order of parts, from its start until it is joined. */
interface Slot {
  readonly part: FilePart;
  /** True once the previous part is known to end where this one begins. */
  isSure: boolean;
  /** True once another part has replaced this one. */
  isDropped: boolean;
  items: number;
  bytesRead: number;
  /** True once the whole part has been read. */
  edges: PartEdges | undefined;
  /** Batches that wait for confirmation that a record begins at the beginning of the part. */
  held: PartBatch[];
  /** Counts and reports to be added in the order of the parts. */
  ordered: (() => void)[];
}

const slotOf = (part: FilePart): Slot => ({
  part,
  isSure: part.from === 0 || part.isExact === true,
  isDropped: false,
  items: 0,
  bytesRead: 0,
  edges: undefined,
  held: [],
  ordered: [],
});

/**
 * Reads the parts of files in several threads and joins their batches: lines as they arrive, and counts and reports in
 * the order of the parts. If a part begins with bytes inside of another record that only look like a record, it does
 * not begin where the previous part ends. It is then dropped together with all later parts of its file, and the rest of
 * the file is read as one part. Only damage and skipped records may occur between parts, and all other items come
 * before the first part.
 */
export class PartsReader {
  readonly #found: AsyncIterator<InputItem | FilePart>;
  readonly #options: ReadOptions;
  /** Slots in the order of the parts. The first one is joined next. */
  readonly #slots: Slot[] = [];
  /** The part before the first slot. */
  #joined: Slot | undefined;
  /** Parts that replace other parts. */
  readonly #instead: Slot[] = [];
  /** The file from which no more parts are taken, because one part reads the rest of it. */
  #wholePlace: string | undefined;
  readonly #pool: Pool<FilePart | "more", PartAnswer>;
  #isAllFound = false;
  #wake = (): void => undefined;
  #bytesJoined = 0;
  #failure: { readonly cause: unknown } | undefined;

  constructor(found: AsyncIterable<InputItem | FilePart>, options: ReadOptions) {
    this.#found = found[Symbol.asyncIterator]();
    this.#options = options;
    const { threads, setup, beside } = options;
    this.#pool = new Pool({
      script: new URL("./reading-worker.js", import.meta.url),
      setup,
      size: beside === undefined ? threads : threads - 1,
      // Each thread gets two parts, so that it always has a part to read when it finishes the other.
      depth: 1,
      heapBytes: heapFor(setup.limits),
      helpsOut: beside !== undefined,
      warmUp: WARM_UP_BYTES,
    });
  }

  /** Resolves when everything has been joined. */
  async run(): Promise<void> {
    const { context, collect, beside = collect } = this.#options;
    const stop = (): void => {
      this.#fail(context.signal.reason);
    };
    context.signal.addEventListener("abort", stop);
    const open = new Set<Promise<void>>();
    try {
      for (let slot = await this.#next(); slot !== undefined; slot = await this.#next()) {
        const part = slot;
        const { outcome } = await this.#pool.start({
          ask: (thread) => this.#read(part, thread),
          here: () => this.#readHere(part, beside),
          weight: part.part.bytes,
        });
        const ended: Promise<void> = outcome
          .catch((cause: unknown) => {
            this.#fail(cause);
          })
          .finally(() => open.delete(ended));
        open.add(ended);
      }
    } catch (cause) {
      this.#fail(cause);
    } finally {
      context.signal.removeEventListener("abort", stop);
      await this.#pool.close();
      await Promise.all(open);
      await this.#found.return?.();
    }
    if (this.#failure !== undefined) throw this.#failure.cause;
  }

  #fail(cause: unknown): void {
    this.#failure ??= { cause };
    void this.#pool.close();
    this.#wake();
  }

  #isStopped(): boolean {
    return this.#failure !== undefined;
  }

  /** Returns the next part to read; undefined when all parts have been joined or reading has failed. */
  async #next(): Promise<Slot | undefined> {
    while (this.#failure === undefined) {
      const instead = this.#instead.shift();
      if (instead !== undefined) return instead;
      if (this.#isAllFound && this.#slots.length === 0) return undefined;
      if (this.#isAllFound || this.#slots.length >= AHEAD * this.#options.threads) {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
        continue;
      }
      const next = await this.#found.next();
      if (next.done === true) {
        this.#isAllFound = true;
      } else if (next.value.kind !== "part") {
        await this.#takeItem(next.value);
      } else if (next.value.from === 0 || next.value.place !== this.#wholePlace) {
        const slot = slotOf(next.value);
        this.#slots.push(slot);
        return slot;
      }
    }
    return undefined;
  }

  /** Receives an item. Damage and skipped records keep their position among the parts. */
  async #takeItem(item: InputItem): Promise<void> {
    if (this.#slots.length === 0) {
      await this.#options.take(item);
      this.#options.onItems(1, this.#bytesJoined);
      return;
    }
    const sink = new BatchSink();
    const collector = new Collector(sink, this.#options.collect);
    await collector.take(item);
    await collector.finish();
    const slot = slotOf({ kind: "part", place: "", from: 0, to: 0, bytes: 0 });
    this.#slots.push(slot);
    this.#take(slot, { batch: sink.batch(), items: 1, bytesRead: 0, edges: {} });
  }

  async #read(slot: Slot, thread: ReadingThread): Promise<void> {
    let asked = thread.ask(slot.part);
    while (this.#failure === undefined && !slot.isDropped) {
      const reply = await asked;
      if (this.#isStopped()) return;
      if ("lost" in reply) {
        if (reply.lost.wasReady) return this.#readHere(slot, this.#options.collect);
        throw notStarted(reply.lost);
      }
      const { answer } = reply;
      // The thread continues to read while the main thread joins.
      if (answer.edges === undefined) asked = thread.ask("more");
      this.#take(slot, answer);
      if (answer.edges !== undefined) return;
    }
  }

  async #readHere(slot: Slot, collect: CollectContext): Promise<void> {
    const { context } = this.#options;
    const { skip = 0 } = slot.part;
    const part = { ...slot.part, skip: skip + slot.items };
    const reading = new PartReading(part, context, collect);
    try {
      while (this.#failure === undefined && !slot.isDropped) {
        const answer = await reading.next();
        this.#take(slot, answer);
        if (answer.edges !== undefined) return;
      }
    } finally {
      await reading.close();
    }
  }

  #take(slot: Slot, { batch, items, bytesRead, edges }: PartAnswer): void {
    if (slot.isDropped || this.#failure !== undefined) return;
    slot.items += items;
    slot.bytesRead = bytesRead;
    slot.edges = edges;
    slot.held.push(batch);
    this.#joinAll();
    const ahead = this.#slots.reduce((sum, each) => sum + each.bytesRead, 0);
    this.#options.onItems(items, this.#bytesJoined + ahead);
  }

  #joinAll(): void {
    let before = this.#joined;
    for (const [at, slot] of this.#slots.entries()) {
      slot.isSure ||= before !== undefined && follows(before, slot) === true;
      if (slot.isSure) {
        for (const batch of slot.held.splice(0)) {
          slot.ordered.push(joinBatch(batch, this.#options.join));
        }
      }
      if (slot.edges?.isBound === true && slot.isSure) {
        const { first: from = 0 } = slot.edges;
        slot.edges = { ...slot.edges, isBound: undefined };
        this.#readRest(at + 1, slot.part.place, { from, skip: slot.items });
        break;
      }
      if (!slot.isSure && before !== undefined && follows(before, slot) === false) {
        const { next: from } = before.edges ?? {};
        this.#readRest(at, slot.part.place, from === undefined ? undefined : { from });
        break;
      }
      before = slot;
    }
    for (let [first] = this.#slots; first?.isSure === true; [first] = this.#slots) {
      for (const each of first.ordered.splice(0)) each();
      if (first.edges === undefined) break;
      this.#bytesJoined += first.part.bytes;
      this.#joined = this.#slots.shift();
    }
    this.#wake();
  }

  /** Replaces all slots of a file from one on with a single part to the end of the file. */
  #readRest(at: number, place: string, rest?: Pick<FilePart, "from" | "skip">): void {
    let bytes = 0;
    while (this.#slots[at]?.part.place === place) {
      const [dropped] = this.#slots.splice(at, 1);
      if (dropped === undefined) break;
      dropped.isDropped = true;
      bytes += dropped.part.bytes;
    }
    this.#wholePlace = place;
    if (rest === undefined) return;
    const part: FilePart = { kind: "part", place, to: Infinity, isExact: true, bytes, ...rest };
    const slot = slotOf(part);
    this.#slots.splice(at, 0, slot);
    this.#instead.push(slot);
  }
}

/** Tells whether a part begins where the previous part ends. Returns undefined until both have been read. */
function follows({ edges: before, isSure }: Slot, { part, edges }: Slot): boolean | undefined {
  if (!isSure || before === undefined || edges === undefined) return undefined;
  const { next } = before;
  if (edges.first !== undefined) return edges.first === next;
  // No record begins in this part, so the record after the previous part must not begin in it either.
  if (next !== undefined && next < part.to) return false;
  if (next === undefined) delete edges.next;
  else edges.next = next;
  return true;
}
