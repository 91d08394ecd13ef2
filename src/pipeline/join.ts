import { groupingKey } from "../mementos/uri.js";
import type { Capture, Failure, Problem, Settings } from "../types.js";
import type { Shuffle } from "../shuffle.js";
import type { Sink } from "./collect.js";
import {
  decodeLine,
  encodeLine,
  encodeSide,
  type PointerItem,
  type RecordHead,
  tieOf,
} from "./lines.js";
import {
  CaptureIndex,
  type CaptureKind,
  type Entry,
  entryOf,
  type Pointer,
  type Resolution,
  Resolver,
  whyNoMemento,
} from "./resolve.js";
import type { Damage, RunningTally } from "./run-options.js";
import type { Seeds } from "./seeds.js";
import { Turns } from "./until-aborted.js";

/** Where the items of a run go. */
export interface JoinContext {
  readonly settings: Settings;
  readonly signal?: AbortSignal;
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
 * What all of a run's items become: lines in the shuffle, and what is known of every capture. Revisits and redirects are
 * resolved last, when all that they may point to is known.
 */
export class Join implements Sink {
  readonly #context: JoinContext;
  readonly #index: CaptureIndex;
  readonly #pointers: Pointer[] = [];

  constructor(context: JoinContext) {
    this.#context = context;
    this.#index = new CaptureIndex(context.settings.groupCapturesBy);
  }

  capture(capture: Capture, kind: CaptureKind): number {
    const { groupCapturesBy } = this.#context.settings;
    return this.entry(entryOf(capture, kind, groupCapturesBy), capture.source?.file ?? "");
  }

  /** As `capture`, of what another thread has made of one. */
  entry(entry: Entry, file: string): number {
    return this.#index.addEntry(entry, file);
  }

  line(line: string, capture?: number): void {
    const ordinal = this.#context.shuffle.add(line);
    if (capture !== undefined) this.#index.setLine(capture, ordinal);
  }

  pointer(number: number, item: PointerItem): void {
    this.#pointers.push({ number, item });
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
    const { shuffle, signal, seeds } = this.#context;
    const resolver = new Resolver(this.#index, this.#pointers, (ordinal) =>
      decodeLine(shuffle.line(ordinal)),
    );
    const turns = new Turns();
    for (const pointer of this.#pointers) {
      await turns.take();
      signal?.throwIfAborted();
      this.#addResolved(pointer, resolver.resolve(pointer));
    }
    seeds?.apply(shuffle, this.#index);
  }

  #addResolved({ number, item }: Pointer, resolution: Resolution): void {
    if (resolution.kind === "missed") {
      const head = this.#head(resolution.capture, item, resolution.problem);
      this.line(encodeLine(head, []), number);
      return;
    }
    const reason =
      resolution.kind === "not-a-page"
        ? `${item.kind} of something that is not a page`
        : whyNoMemento(resolution.capture, this.#context.settings);
    if (reason !== undefined) {
      this.skip(reason);
      if (this.#context.stamp !== undefined) this.line(encodeSide({ pointer: item }));
    } else if (resolution.kind === "page") {
      const features = resolution.record.features.map((feature) => JSON.stringify(feature));
      this.line(encodeLine(this.#head(resolution.capture, item), features), number);
    }
  }

  #head(capture: Capture, pointer: PointerItem, problem?: Problem): RecordHead {
    const { settings, stamp } = this.#context;
    return {
      key: groupingKey(capture, settings),
      tie: tieOf(capture),
      capture,
      problem,
      stamp,
      ...(stamp !== undefined && { pointer }),
    };
  }
}
