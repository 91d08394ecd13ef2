import type { Failure } from "../base/types.js";
import type { Settings } from "../score/settings/types.js";
import type { Shuffle } from "../base/shuffle.js";
import type { Sink } from "./collect.js";
import { searchLine, searchOf } from "./pointer-lines.js";
import { type Settled, SmallLines } from "./resolve-lines.js";
import type { Damage, RunningTally } from "./run-options.js";
import type { Seeds } from "./seeds.js";

/** Where the items of a run go. */
interface JoinContext {
  readonly settings: Settings;
  readonly signal?: AbortSignal;
  readonly memoryBytes: number;
  readonly shuffle: Shuffle;
  readonly tally: RunningTally;
  /** As of `CollectContext`. */
  readonly stamp?: string | undefined;
  /** Only their TimeMaps are wanted. */
  readonly seeds?: Seeds | undefined;
  /** Bytes lost, as they are met. */
  readonly onDamage: (damage: Damage) => void;
}

/**
 * What all of a run's items become: lines of records in the shuffle, and small lines. Revisits and redirects are
 * resolved last, when all that they may point to is known.
 */
export class Join implements Sink {
  readonly #context: JoinContext;
  readonly #small: SmallLines;

  constructor(context: JoinContext) {
    this.#context = context;
    this.#small = new SmallLines(context.memoryBytes);
  }

  line(line: string): void {
    if (!this.#small.takes(line)) this.#context.shuffle.add(line);
  }

  skip(reason: string, count?: number): void {
    this.#context.tally.skip(reason, count);
  }

  damage(damage: Damage): void {
    this.#context.tally.damage.push(damage);
    this.#context.onDamage(damage);
  }

  fail(failure: Failure): void {
    this.#context.tally.fail(failure);
  }

  /** Resolves when revisits and redirects have become what they point to. */
  async finish(): Promise<void> {
    const { shuffle, settings, stamp, signal, seeds } = this.#context;
    const options = { settings, isProvisional: stamp !== undefined };
    await this.#small.settle(shuffle, options, (settled) => this.#linesOf(settled), signal);
    seeds?.apply(shuffle, () => this.#small.targets());
    if (stamp !== undefined) for (const line of this.#small.targets()) shuffle.add(line);
  }

  /** Removes temporary files. */
  close(): void {
    this.#small.close();
  }

  /** For other processes the pointer itself, too: they may know better. */
  #linesOf(settled: Settled): readonly string[] {
    const { search, made } = settled;
    const { settings, stamp } = this.#context;
    if (settled.kind === "none") this.skip(settled.reason);
    return [
      ...("line" in settled ? [settled.line] : []),
      ...(stamp === undefined
        ? []
        : [searchLine(searchOf(search.item, { was: made, stamp }), settings)]),
    ];
  }
}
