import { rmSync } from "node:fs";
import { join } from "node:path";
import type { MementoResult } from "../types.js";
import { reduceLines, type ReduceOptions, type ScoredBefore } from "./reduce.js";
import { RunningTally } from "./run-options.js";
import { LineReader, LineWriter, type Shuffle, temporaryFolder } from "./shuffle.js";

/** A TimeMap under way. */
interface Gathering {
  /** Of its lines in the shuffle. */
  readonly ordinals: number[];
  bytes: number;
  /** Pages that are being read. */
  underWay: number;
  isEnded: boolean;
}

/** A TimeMap that has been scored. */
interface Scored {
  duplicates: number;
  withoutFirst: number;
  /** Where its results stand. */
  from: number;
  to: number;
}

/**
 * Scores TimeMaps whose mementos have all arrived while others are still being fetched, and keeps the results in a
 * temporary file until it is their turn. A TimeMap is scored again at the end when something came after all that
 * belongs to it, so that the output is that of scoring everything at the end.
 */
export class EarlyScores implements ScoredBefore {
  readonly #shuffle: Shuffle;
  readonly #options: Omit<ReduceOptions, "tally">;
  readonly #gathering = new Map<string, Gathering>();
  readonly #scored = new Map<string, Scored>();
  /** Grouping keys that are left to the end. */
  readonly #late = new Set<string>();
  #isOff = false;
  #scoring: Promise<void> = Promise.resolve();
  #failure: { readonly cause: unknown } | undefined;
  #folder: string | undefined;
  #writer: LineWriter | undefined;
  #reader: LineReader | undefined;

  constructor(shuffle: Shuffle, options: Omit<ReduceOptions, "tally">) {
    this.#shuffle = shuffle;
    this.#options = options;
  }

  /** How many TimeMaps have been scored. */
  get count(): number {
    return this.#scored.size;
  }

  /** A page of a TimeMap is being read. */
  pageTaken(key: string): void {
    if (this.#isOff) return;
    this.#gather(key).underWay += 1;
  }

  /** A page of a TimeMap has been read; its line came before. */
  pageKept(key: string): void {
    const gathering = this.#gathering.get(key);
    if (gathering === undefined) return;
    gathering.underWay -= 1;
    this.#scoreIfWhole(key, gathering);
  }

  /**
   * A line has been added to the shuffle. One of an input without TimeMaps may belong to any group: then nothing is
   * scored early.
   */
  lineAdded(key: string, ordinal: number, bytes: number, isOfTimeMap: boolean): void {
    if (this.#isOff) return;
    if (!isOfTimeMap) {
      this.#isOff = true;
      this.#gathering.clear();
      this.#scored.clear();
      return;
    }
    if (this.#scored.delete(key)) this.#late.add(key);
    if (this.#late.has(key)) return;
    const gathering = this.#gather(key);
    gathering.ordinals.push(ordinal);
    gathering.bytes += bytes;
    if (gathering.bytes <= this.#options.memoryBytes / 4) return;
    // It would not fit into memory; at the end it is gone through on disk.
    this.#leaveToTheEnd(key);
  }

  /** Everything of a TimeMap has been handed over. */
  timeMapEnded(key: string): void {
    const gathering = this.#gathering.get(key);
    if (gathering === undefined) return;
    gathering.isEnded = true;
    this.#scoreIfWhole(key, gathering);
  }

  /** Resolves when nothing is being scored any more; throws what went wrong. */
  async settle(): Promise<void> {
    await this.#scoring;
    this.#writer?.close();
    if (this.#writer !== undefined) this.#reader = new LineReader(this.#writer.path);
    this.#writer = undefined;
    if (this.#failure !== undefined) throw this.#failure.cause;
  }

  has(key: string): boolean {
    return this.#scored.has(key);
  }

  /** What was counted while a TimeMap was scored. */
  counts(key: string): { readonly duplicates: number; readonly withoutFirst: number } {
    return this.#scored.get(key) ?? { duplicates: 0, withoutFirst: 0 };
  }

  /** Results of a TimeMap, oldest first; nothing may be scored any more. */
  *results(key: string): Generator<MementoResult> {
    const { from, to } = this.#scored.get(key) ?? { from: 0, to: 0 };
    if (this.#reader === undefined || to === from) return;
    for (const line of this.#reader.lines(from, to)) yield JSON.parse(line) as MementoResult;
  }

  /** Removes the temporary file. */
  close(): void {
    this.#isOff = true;
    try {
      this.#writer?.close();
      this.#reader?.close();
    } finally {
      this.#writer = undefined;
      this.#reader = undefined;
      if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
    }
  }

  #gather(key: string): Gathering {
    const known = this.#gathering.get(key);
    if (known !== undefined) return known;
    const gathering = { ordinals: [], bytes: 0, underWay: 0, isEnded: false };
    this.#gathering.set(key, gathering);
    return gathering;
  }

  #leaveToTheEnd(key: string): void {
    this.#gathering.delete(key);
    this.#late.add(key);
  }

  #scoreIfWhole(key: string, { isEnded, underWay, ordinals }: Gathering): void {
    if (!isEnded || underWay > 0) return;
    this.#gathering.delete(key);
    if (this.#late.has(key) || ordinals.length === 0) return;
    // Known as scored from now on, so that what comes later takes it back.
    const scored: Scored = { duplicates: 0, withoutFirst: 0, from: 0, to: 0 };
    this.#scored.set(key, scored);
    this.#scoring = this.#scoring.then(async () => {
      if (this.#isOff || this.#scored.get(key) !== scored || this.#failure !== undefined) return;
      try {
        await this.#score(ordinals, scored);
      } catch (cause) {
        this.#failure = { cause };
      }
    });
  }

  async #score(ordinals: readonly number[], scored: Scored): Promise<void> {
    const lines = ordinals.map((ordinal) => this.#shuffle.line(ordinal));
    lines.sort((a, b) => (a < b ? -1 : Number(a > b)));
    const tally = new RunningTally();
    const writer = this.#results();
    scored.from = writer.position;
    for await (const result of reduceLines(lines, { ...this.#options, tally })) {
      if (this.#isOff) return;
      writer.write(JSON.stringify(result));
    }
    scored.to = writer.position;
    scored.withoutFirst = tally.withoutFirst;
    for (const times of tally.skipped.values()) scored.duplicates += times;
  }

  #results(): LineWriter {
    this.#folder ??= temporaryFolder("scored-");
    this.#writer ??= new LineWriter(join(this.#folder, "results"));
    return this.#writer;
  }
}
