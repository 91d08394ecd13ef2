import { mergeSorted, Shuffle } from "../../base/shuffle.js";
import { absentLine, parseLine } from "./lines.js";
import { type JoinSettings, LineJoin, type Outcome } from "./resolve.js";
import { Turns } from "../until-aborted.js";

/** A pointer of which it is known what it is. */
export type Settled = Extract<Outcome, { readonly search: unknown }>;

/** The small lines of a run, on disk beyond a size: what revisits and redirects point to is found by sorting. */
export class SmallLines {
  readonly #memoryBytes: number;
  readonly #targets: Shuffle;
  readonly #pointers: Shuffle;

  constructor(memoryBytes: number) {
    this.#memoryBytes = memoryBytes / SHARES;
    this.#targets = this.#shuffle();
    this.#pointers = this.#shuffle();
  }

  /** Takes a line if it is a small one. */
  takes(line: string): boolean {
    const { kind } = parseLine(line);
    if (kind === "target") this.#targets.add(line);
    else if (kind === "pointer") this.#pointers.add(line);
    else return false;
    return true;
  }

  /** All targets, sorted. */
  targets(): Iterable<string> {
    return this.#targets.sorted();
  }

  /** Says of all pointers what they are, and adds the lines that are made of that to the records. */
  async settle(
    records: Shuffle,
    options: JoinSettings,
    linesOf: (settled: Settled) => readonly string[],
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
        const both = mergeSorted([records.sorted(), wanted.sorted()]);
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

/** What is in memory of small lines at a time is a part of what is held of records. */
const SHARES = 4;

/** Lines after which others get a turn, if one is due. */
const LINES_A_TURN = 256;

/** What comes of sorted lines; see {@link LineJoin}. */
export async function* joinLines(
  lines: Iterable<string> | AsyncIterable<string>,
  options: JoinSettings,
  signal?: AbortSignal,
): AsyncGenerator<Outcome> {
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

/** The lines for other processes that say what has come of a pointer, where a mapper said something else. */
export const lineOfOutcome = (outcome: Outcome): string =>
  "line" in outcome ? outcome.line : absentLine(outcome.place);
