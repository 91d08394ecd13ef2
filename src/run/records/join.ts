import type { Failure } from "../../base/types.js";
import { warcUriT } from "../../base/uri.js";
import { Shuffle } from "../../base/shuffle.js";
import type { Settings } from "../../score/settings/types.js";
import { encodeProblem, placeOfLine } from "../lines/lines.js";
import { searchLine, searchOf } from "../lines/pointer-lines.js";
import { withReached } from "../lines/reached-lines.js";
import { type ResolvedPointer, SmallLines } from "../lines/resolve-lines.js";
import type { Damage } from "../setup/prepared-input.js";
import type { LineStore } from "../setup/source-and-sink.js";
import type { RunningTally } from "../setup/tally.js";
import type { Sink } from "./collect.js";
import { Records } from "./records.js";
import type { Seeds } from "./seeds.js";

interface JoinContext {
  readonly settings: Settings;
  readonly signal?: AbortSignal;
  readonly memoryBytes: number;
  readonly tally: RunningTally;
  readonly stamp?: string | undefined;
  /** All TimeMaps are wanted if undefined. */
  readonly seeds?: Seeds | undefined;
  /** Called for each damaged part of the input. */
  readonly onDamage: (damage: Damage) => void;
  /** May keep the lines of the run, and yield those of earlier runs with them. */
  readonly store: LineStore;
}

/** The sorted lines of records after a step of {@link Join.finish}. */
interface Lines<Step extends "gathered" | "resolved" | "chosen"> {
  readonly step: Step;
  readonly sorted: () => Iterable<string>;
  /** Set if some lines are left out. */
  readonly isWanted?: ((line: string) => boolean) | undefined;
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
    if (!this.#context.store.takes(line)) this.#sort(line);
  }

  #sort(line: string): void {
    if (!this.#small.takes(line)) this.#shuffle.add(line);
  }

  skip(reason: string, count?: number): void {
    this.#context.tally.skip(reason, count);
  }

  damage(damage: Damage): void {
    this.#context.store.damage(damage);
    this.#context.tally.damage.push(damage);
    this.#context.onDamage(damage);
  }

  fail(failure: Failure): void {
    this.#context.tally.fail(failure);
  }

  /** Resolves revisits and redirects, and returns all records. No line may follow. The caller closes the records. */
  async finish(): Promise<Records> {
    const { sorted, isWanted } = this.#choose(await this.#resolve(await this.#gather()));
    this.#isFinished = true;
    const { store } = this.#context;
    return new Records(this.#shuffle, sorted, isWanted, (line) =>
      store.readsFirst(placeOfLine(line)),
    );
  }

  /** Adds the lines of earlier runs. */
  async #gather(): Promise<Lines<"gathered">> {
    for await (const line of this.#context.store.lines()) this.#sort(line);
    return { step: "gathered", sorted: () => this.#shuffle.sorted() };
  }

  /** Adds the records of revisits and redirects, which are copies of those to which they lead. */
  async #resolve({ sorted }: Lines<"gathered">): Promise<Lines<"resolved">> {
    const { settings, stamp, signal } = this.#context;
    const options = { settings, isProvisional: stamp !== undefined };
    const records = { sorted, add: (line: string) => this.#shuffle.add(line) };
    await this.#small.resolve(records, options, (each) => this.#linesOf(each), signal);
    // Other processes may have read more redirects.
    return { step: "resolved", sorted: stamp === undefined ? () => withReached(sorted()) : sorted };
  }

  /** Leaves out the lines of no seed, and adds a problem for each seed without a memento. */
  #choose({ sorted }: Lines<"resolved">): Lines<"chosen"> {
    const { stamp, seeds, store } = this.#context;
    const chosen = seeds?.choose(sorted, () => this.#small.targets());
    for (const each of chosen?.problems ?? []) {
      const uriT = warcUriT(each.seed);
      this.#shuffle.add(encodeProblem({ kind: "timemap-problem", uriT, problem: each.problem }));
    }
    if (chosen?.hasSeed === false) store.takeNoSeed();
    if (stamp !== undefined) for (const line of this.#small.targets()) this.#shuffle.add(line);
    return { step: "chosen", sorted, isWanted: chosen?.isWanted };
  }

  close(): void {
    if (!this.#isFinished) this.#shuffle.close();
    this.#small.close();
  }

  /** Other processes also get the pointer itself, because they may know a better target. */
  #linesOf(resolved: ResolvedPointer): readonly string[] {
    const { search, made } = resolved;
    const { settings, stamp, store } = this.#context;
    if (resolved.kind === "none" && store.readsFirst(resolved.place)) this.skip(resolved.reason);
    return [
      ...("line" in resolved ? [resolved.line] : []),
      ...(stamp === undefined
        ? []
        : [searchLine(searchOf(search.item, { was: made, stamp }), settings)]),
    ];
  }
}
