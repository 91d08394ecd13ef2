import { mergeSorted, Shuffle } from "../../base/shuffle.js";
import { absentLine, parseLine } from "./lines.js";
import { type JoinSettings, LineJoin, type PointerOutcome } from "./resolve.js";
import { Turns } from "../setup/until-aborted.js";

export type ResolvedPointer = Extract<PointerOutcome, { readonly search: unknown }>;

/** If the lines exceed a limit, they are stored on disk. Sorting brings pointers and their targets together. */
export class SmallLines {
  readonly #memoryBytes: number;
  readonly #targets: Shuffle;
  readonly #pointers: Shuffle;

  constructor(memoryBytes: number) {
    this.#memoryBytes = memoryBytes / SHARES;
    this.#targets = this.#shuffle();
    this.#pointers = this.#shuffle();
  }

  /** Adds the line if it is a small line. Returns whether the line was added. */
  takes(line: string): boolean {
    const { kind } = parseLine(line);
    if (kind === "target") this.#targets.add(line);
    else if (kind === "pointer") this.#pointers.add(line);
    else return false;
    return true;
  }

  /** Returns all targets, sorted. */
  targets(): Iterable<string> {
    return this.#targets.sorted();
  }

  /** Adds to the records the lines that `linesOf` makes from the outcomes. */
  async resolve(
    records: { readonly sorted: () => Iterable<string>; readonly add: (line: string) => void },
    options: JoinSettings,
    linesOf: (resolved: ResolvedPointer) => readonly string[],
    signal?: AbortSignal,
  ): Promise<void> {
    const [wanted, made] = [this.#shuffle(), this.#shuffle()];
    let searching = this.#pointers;
    try {
      while (searching.count > 0) {
        const next = this.#shuffle();
        const both = mergeSorted([this.#targets.sorted(), searching.sorted()]);
        for await (const outcome of joinLines(both, options, signal)) {
          if ("search" in outcome) for (const line of linesOf(outcome)) made.add(line);
          else (outcome.kind === "looks" ? next : wanted).add(outcome.line);
        }
        searching.close();
        searching = next;
      }
      if (wanted.count > 0) {
        const both = mergeSorted([records.sorted()[Symbol.iterator](), wanted.sorted()]);
        for await (const outcome of joinLines(both, options, signal)) {
          if ("search" in outcome) for (const line of linesOf(outcome)) made.add(line);
        }
      }
      for (const line of made.sorted()) records.add(line);
    } finally {
      for (const each of [searching, wanted, made]) each.close();
    }
  }

  close(): void {
    this.#targets.close();
    this.#pointers.close();
  }

  #shuffle(): Shuffle {
    return new Shuffle(this.#memoryBytes);
  }
}

/** Number of parts into which the memory for records is divided. Small lines get one part. */
const SHARES = 4;

/** Number of lines between two checks whether to yield to the event loop. */
const LINES_A_TURN = 256;

/** Yields the outcomes of sorted lines; see {@link LineJoin}. */
export async function* joinLines(
  lines: Iterable<string> | AsyncIterable<string>,
  options: JoinSettings,
  signal?: AbortSignal,
): AsyncGenerator<PointerOutcome> {
  const join = new LineJoin(options);
  const turns = new Turns();
  let count = 0;
  for await (const line of lines) {
    count += 1;
    if (count % LINES_A_TURN === 0) {
      await turns.take();
      signal?.throwIfAborted();
    }
    const outcome = join.take(line);
    if (outcome !== undefined) yield outcome;
  }
}

/** The line replaces the provisional record of a mapper. */
export const lineOfOutcome = (outcome: PointerOutcome): string =>
  "line" in outcome ? outcome.line : absentLine(outcome.place);
