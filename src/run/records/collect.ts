import { groupingKey, seedKey } from "../../base/uri.js";
import type { Capture, Failure, InputItem, Problem } from "../../base/types.js";
import type { Settings } from "../../score/settings/types.js";
import { type Extractor, openBody } from "./extract.js";
import {
  encodeLine,
  encodeProblem,
  type PointerItem,
  reachedLine,
  tieOf,
  withReached,
} from "../lines/lines.js";
import { pointerLines, searchLine, searchOf, targetLines } from "../lines/pointer-lines.js";
import { whyNoMemento } from "../lines/resolve.js";
import { type Settled, SmallLines } from "../lines/resolve-lines.js";
import type { Shuffle } from "../../base/shuffle.js";
import type { Damage, RunningTally } from "../run-options.js";
import type { Seeds } from "./seeds.js";

const WITHIN_ITS_TIMEMAP = "redirect within its own TimeMap";

/** Where what becomes of items goes: to what is joined in this thread, or to a batch for it. */
export interface Sink {
  /** The line of a record, or a small line that says what may be pointed to, or what a revisit or redirect points to. */
  line(line: string): void;
  skip(reason: string, count?: number): void;
  damage(damage: Extract<InputItem, { kind: "damage" }>): void;
  fail(failure: Failure): void;
}

/** How items become lines. */
export interface CollectContext {
  readonly settings: Settings;
  readonly extractor: Extractor;
  /** Names the settings, on every record, when the lines are for another process. */
  readonly stamp?: string | undefined;
}

/** Map: takes the items of an input, has the pages read, and gives one line for each memento to a sink. */
export class Collector {
  readonly #sink: Sink;
  readonly #context: CollectContext;
  /** What went wrong in keeping a line (a full disk): thrown at the next item, for nothing else awaits it. */
  #failure: { readonly cause: unknown } | undefined;

  constructor(sink: Sink, context: CollectContext) {
    this.#sink = sink;
    this.#context = context;
  }

  async take(item: InputItem): Promise<void> {
    this.#throwFailure();
    const { settings } = this.#context;
    const sink = this.#sink;
    switch (item.kind) {
      case "memento":
      case "extracted":
        return this.#page(item);
      case "missed":
        this.#missed(item.capture, item.problem);
        return;
      case "revisit":
        if (settings.revisits === "skip") sink.skip("revisit record (--set revisits=skip)");
        else this.#pointer(item);
        return;
      case "redirect":
        this.#redirect(item);
        return;
      case "other":
        this.#other(item.capture, item.reason);
        return;
      case "skipped":
        sink.skip(item.reason);
        return;
      case "damage":
        sink.damage(item);
        return;
      case "missed-timemap":
        sink.line(
          encodeProblem({ kind: "timemap-problem", uriT: item.uriT, problem: item.problem }),
        );
        return;
    }
  }

  /** Resolves when all pages that were taken have been read. */
  async finish(): Promise<void> {
    await this.#context.extractor.drain();
    this.#throwFailure();
  }

  async #page(item: Extract<InputItem, { kind: "memento" | "extracted" }>): Promise<void> {
    const { settings, extractor } = this.#context;
    const { capture } = item;
    const isRead = item.kind === "memento";
    const { status = 200 } = capture;
    if (status < 200 || status > 599) {
      const message = `answered ${status}, which is not a status of a page (RFC 9110, section 15)`;
      this.#missed(capture, { stage: "access", message });
      if (isRead) item.onExtracted?.();
      return;
    }
    const reason = this.#leadsBack(capture) ? WITHIN_ITS_TIMEMAP : whyNoMemento(capture, settings);
    if (reason !== undefined) {
      this.#other(capture, reason);
      if (isRead) item.onExtracted?.();
      return;
    }
    this.#name(capture, "page");
    if (!isRead) {
      const { page } = item;
      this.#keep(page?.capture ?? capture, page?.features ?? [], page?.problem);
      return;
    }
    const { body } = item;
    await extractor.submit(await openBody({ capture, body }, settings), (result) => {
      for (const failure of result.failures ?? []) this.#sink.fail(failure);
      try {
        this.#keep(result.capture, result.features, result.problem);
        item.onExtracted?.(result);
      } catch (cause) {
        this.#failure ??= { cause };
      }
    });
  }

  #missed(capture: Capture, problem: Problem): void {
    this.#name(capture, "page");
    this.#keep(capture, [], problem);
  }

  #keep(capture: Capture, features: readonly string[], problem?: Problem): void {
    const { settings, stamp } = this.#context;
    const head = { key: groupingKey(capture, settings), tie: tieOf(capture) };
    this.#sink.line(encodeLine({ ...head, capture, problem, stamp }, features));
  }

  /** Makes a capture known to those who may point to it. */
  #name(capture: Capture, kind: "page" | "other"): void {
    for (const line of targetLines(capture, kind, this.#context.settings)) this.#sink.line(line);
  }

  #pointer(item: PointerItem): void {
    const { settings, stamp } = this.#context;
    for (const line of pointerLines(item, settings, stamp)) this.#sink.line(line);
  }

  #other(capture: Capture, reason: string): void {
    this.#name(capture, "other");
    this.#sink.skip(reason);
  }

  #redirect(item: Extract<InputItem, { kind: "redirect" }>): void {
    const { capture, location } = item;
    if (location !== undefined && this.#isSameSeed(location, capture.uriR)) {
      this.#sink.skip(WITHIN_ITS_TIMEMAP);
      return;
    }
    if (location !== undefined) {
      const key = groupingKey({ uriR: location }, this.#context.settings);
      this.#sink.line(reachedLine(key, capture));
    }
    this.#pointer(item);
  }

  /** An archived redirect that an archive was asked to follow, and that led to another capture of the same TimeMap. */
  #leadsBack({ uriR, via }: Capture): boolean {
    if (via?.kind !== "redirect" || via.status === undefined) return false;
    return this.#isSameSeed(via.uriR, uriR);
  }

  #isSameSeed(one: string, other: string): boolean {
    const { groupCapturesBy } = this.#context.settings;
    return seedKey(one, groupCapturesBy) === seedKey(other, groupCapturesBy);
  }

  #throwFailure(): void {
    if (this.#failure !== undefined) throw this.#failure.cause;
  }
}

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
    // Other processes may have read more redirects.
    if (stamp === undefined) shuffle.change(withReached);
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
