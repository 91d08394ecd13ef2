import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Result } from "../../types.js";
import { LineReader, LineWriter } from "../lines/line-file.js";
import { overridden, type Overrides } from "./overrides.js";
import { PatternFinder } from "./pattern.js";
import { temporaryFolder } from "../lines/temporary-folder.js";

/** Results of one TimeMap held in memory; those of a larger one wait in a temporary file. */
const HELD = 5000;

/**
 * What is only known of a TimeMap as a whole: the results of one TimeMap in, oldest first; the same out, with the
 * curator's verdicts and with the pattern that all verdicts make; of several TimeMaps that were put together, the
 * mementos of each stay together. `turn` is awaited after each result that comes in:
 * scoring takes long, and others must have their turn.
 */
export async function* wholeTimeMap(
  results: Iterable<Result>,
  turn: () => Promise<void>,
  overrides?: Overrides,
): AsyncGenerator<Result> {
  const finder = new PatternFinder();
  const uriTs = new Set<string>();
  const waiting = new WaitingResults();
  try {
    for (const result of results) {
      const judged =
        result.kind === "memento" && overrides !== undefined
          ? overridden(result, overrides)
          : result;
      if (judged.kind === "memento") finder.add(judged.overall);
      uriTs.add(judged.uriT);
      waiting.add(judged);
      await turn();
    }
    const pattern = finder.pattern();
    for (const uriT of uriTs) {
      for (const result of waiting.all()) {
        if (result.uriT !== uriT) continue;
        yield result.kind === "memento" && pattern !== undefined ? { ...result, pattern } : result;
      }
    }
  } finally {
    waiting.close();
  }
}

/** Results in order: in memory up to a number, then in a temporary file. */
class WaitingResults {
  #held: Result[] = [];
  #folder: string | undefined;
  #writer: LineWriter | undefined;
  #reader: LineReader | undefined;

  add(result: Result): void {
    if (this.#held.length < HELD) {
      this.#held.push(result);
      return;
    }
    if (this.#writer === undefined) {
      this.#folder = temporaryFolder("results-");
      this.#writer = new LineWriter(join(this.#folder, "results"));
    }
    this.#writer.write(JSON.stringify(result));
  }

  /** All of them, as often as asked for; nothing may be added afterwards. */
  *all(): Generator<Result> {
    yield* this.#held;
    if (this.#writer !== undefined) {
      this.#writer.close();
      const { path } = this.#writer;
      this.#writer = undefined;
      this.#reader = new LineReader(path);
    }
    if (this.#reader === undefined) return;
    for (const line of this.#reader.lines()) yield JSON.parse(line) as Result;
  }

  close(): void {
    this.#writer?.close();
    this.#reader?.close();
    this.#held = [];
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
  }
}
