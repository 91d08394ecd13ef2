import { mergeSorted, Shuffle } from "../../base/shuffle.js";
import type { Failure } from "../../base/types.js";
import type { History } from "../history/history.js";
import { encodeProblem } from "../lines/lines.js";
import { searchLine, searchOf } from "../lines/pointers.js";
import { type PointerEnd, SmallLines, withReached } from "../lines/resolve.js";
import type { Damage, RunOptions } from "../setup/run-options.js";
import type { RunningTally } from "../setup/tally.js";
import type { Sink } from "./collect.js";
import { OF_NO_SEED, type Seeds } from "./seeds.js";

interface JoinContext extends Pick<RunOptions, "settings" | "memoryBytes" | "onDamage"> {
  readonly signal?: AbortSignal;
  readonly tally: RunningTally;
  readonly stamp?: string | undefined;
  /** All TimeMaps are wanted if undefined. */
  readonly seeds?: Seeds | undefined;
  /** Keeps the lines of the run, and has those of earlier runs. */
  readonly history?: History | undefined;
}

/** The lines of records that a run judges, which can be read several times. */
export interface Records {
  /** Number of records that this run has made. */
  readonly count: number;
  sorted(): Iterable<string>;
  close(): void;
}

/** Records go to the shuffle at once. Revisits and redirects are resolved last, when all targets are known. */
export class Join implements Sink {
  readonly #context: JoinContext;
  readonly #shuffle: Shuffle;
  readonly #small: SmallLines;
  #isFinished = false;

  constructor(context: JoinContext) {
    this.#context = context;
    this.#shuffle = new Shuffle(context.memoryBytes);
    this.#small = new SmallLines(context.memoryBytes);
  }

  /** Number of records so far. */
  get count(): number {
    return this.#shuffle.count;
  }

  line(line: string): void {
    if (this.#context.history?.lines.takes(line) === true) return;
    if (!this.#small.takes(line)) this.#shuffle.add(line);
  }

  skip(reason: string, count?: number): void {
    this.#context.tally.skip(reason, count);
  }

  damage(damage: Damage): void {
    this.#context.history?.files.damage.push(damage);
    this.#context.tally.damage.push(damage);
    this.#context.onDamage?.(damage);
  }

  fail(failure: Failure): void {
    this.#context.tally.fail(failure);
  }

  /** Resolves revisits and redirects, and returns all records. No line may follow. The caller closes the records. */
  async finish(): Promise<Records> {
    const { history, stamp, seeds } = this.#context;
    await history?.lines.store();
    for (const line of history?.lines.names() ?? []) this.#small.takes(line);
    await this.#resolve();
    // Other processes may have read more redirects.
    const sorted = (): Iterable<string> =>
      stamp === undefined ? withReached(this.#records()) : this.#records();
    const isWanted = seeds === undefined ? undefined : this.#choose(seeds, sorted);
    if (stamp !== undefined) for (const line of this.#small.targets()) this.#shuffle.add(line);
    this.#isFinished = true;
    const { count } = this.#shuffle;
    return {
      count,
      sorted: () => (isWanted === undefined ? sorted() : filtered(sorted(), isWanted)),
      close: () => this.#shuffle.close(),
    };
  }

  /** Returns the sorted lines of all runs. */
  #records(): Iterable<string> {
    const { history } = this.#context;
    if (history === undefined) return this.#shuffle.sorted();
    return mergeSorted([history.lines.records(), this.#shuffle.sorted()]);
  }

  /** Adds the records of revisits and redirects, which are copies of those to which they lead. */
  async #resolve(): Promise<void> {
    const { settings, stamp, signal } = this.#context;
    const options = { settings, isTemporary: stamp !== undefined };
    const sorted = (): Iterable<string> => this.#records();
    const records = { sorted, add: (line: string) => this.#shuffle.add(line) };
    await this.#small.resolve(records, options, (end) => this.#linesOf(end), signal);
  }

  /** Other processes also get the pointer itself, because they may know a better target. */
  #linesOf({ search, made, line, place, reason }: PointerEnd): readonly string[] {
    const { settings, stamp, history } = this.#context;
    if (reason !== undefined && (history?.lines.readsFirst(place) ?? true)) this.skip(reason);
    const own = reason === undefined ? [line] : [];
    if (stamp === undefined) return own;
    return [...own, searchLine(searchOf(search.item, { was: made, stamp }), settings)];
  }

  /** Adds a problem for each seed without a memento. Returns a function that tells which lines belong to a seed. */
  #choose(seeds: Seeds, sorted: () => Iterable<string>): (line: string) => boolean {
    const { history } = this.#context;
    const reads = (place: string): boolean => history?.lines.readsFirst(place) ?? true;
    const chosen = seeds.choose(sorted(), () => this.#small.targets(), reads);
    for (const problem of chosen.problems) this.#shuffle.add(encodeProblem(problem));
    if (chosen.leftOut > 0) this.skip(OF_NO_SEED, chosen.leftOut);
    return chosen.isWanted;
  }

  close(): void {
    if (!this.#isFinished) this.#shuffle.close();
    this.#small.close();
  }
}

function* filtered(
  lines: Iterable<string>,
  isWanted: (line: string) => boolean,
): Generator<string> {
  for (const line of lines) if (isWanted(line)) yield line;
}
