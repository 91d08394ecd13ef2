import { groupingKey, seedKey } from "../../base/uri.js";
import type { Capture, Failure, InputItem, Problem } from "../../base/types.js";
import type { Settings } from "../../score/settings/types.js";
import { type ExtractResult, type Extractor, openBody } from "./extract.js";
import { encodeLine, encodeProblem, type PointerItem, sortKeyOf } from "../lines/lines.js";
import { reachedLine, withReached } from "../lines/reached-lines.js";
import { pointerLines, searchLine, searchOf, targetLines } from "../lines/pointer-lines.js";
import { whyNoMemento } from "../lines/resolve.js";
import { type ResolvedPointer, SmallLines } from "../lines/resolve-lines.js";
import type { Shuffle } from "../../base/shuffle.js";
import type { Damage, RecordHistory, RunningTally } from "../run-options.js";
import type { Seeds } from "./seeds.js";

const WITHIN_ITS_TIMEMAP = "redirect within its own TimeMap";

/**
 * Receives the lines and counts that result from items. It joins them in the main thread, or collects them in a batch
 * for the main thread.
 */
export interface Sink {
  /** Receives the line of a record, or the small line of a target or pointer. */
  line(line: string): void;
  skip(reason: string, count?: number): void;
  damage(damage: Extract<InputItem, { kind: "damage" }>): void;
  fail(failure: Failure): void;
}

/** Context for turning items into lines. */
export interface CollectContext {
  readonly settings: Settings;
  readonly extractor: Extractor;
  /** Stamp of the settings. If the lines are for another process, it is set and written to every record. */
  readonly stamp?: string | undefined;
}

/** Map: reads the pages of the items of an input, and passes one line per memento to a sink. */
export class Collector {
  readonly #sink: Sink;
  readonly #context: CollectContext;
  /**
   * First error while a line was stored, for example because the disk is full. It is thrown at the next item, because
   * no caller awaits the callback in which the error occurred.
   */
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
        return this.#page(item);
      case "missed":
        this.#failed(item.capture, item.problem);
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

  /** Resolves when all pages have been read. */
  async finish(): Promise<void> {
    await this.#context.extractor.drain();
    this.#throwFailure();
  }

  async #page({ capture, body }: Extract<InputItem, { kind: "memento" }>): Promise<void> {
    const { settings, extractor } = this.#context;
    const { status = 200 } = capture;
    if (status < 200 || status > 599) {
      const message = `answered ${status}, which is not a status of a page (RFC 9110, section 15)`;
      this.#failed(capture, { stage: "access", message });
      return;
    }
    const reason = this.#leadsBack(capture) ? WITHIN_ITS_TIMEMAP : whyNoMemento(capture, settings);
    if (reason !== undefined) {
      this.#other(capture, reason);
      return;
    }
    this.#name(capture, "page");
    await extractor.submit(await openBody({ capture, body }, settings), (result) => {
      for (const failure of result.failures ?? []) this.#sink.fail(failure);
      try {
        this.#keep(result.capture, result.features, result);
      } catch (cause) {
        this.#failure ??= { cause };
      }
    });
  }

  #failed(capture: Capture, problem: Problem): void {
    this.#name(capture, "page");
    this.#keep(capture, [], { problem });
  }

  #keep(
    capture: Capture,
    features: readonly string[],
    { problem, dependsOnMemory: retry }: Pick<ExtractResult, "problem" | "dependsOnMemory">,
  ): void {
    const { settings, stamp } = this.#context;
    const head = { key: groupingKey(capture, settings), tie: sortKeyOf(capture) };
    this.#sink.line(encodeLine({ ...head, capture, problem, stamp, retry }, features));
  }

  /** Adds the target lines of a capture, by which revisits and redirects find it. */
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

  /** Tells whether an archive followed a redirect of this capture to another capture of the same TimeMap. */
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

/** Context for joining the items of a run. */
interface JoinContext {
  readonly settings: Settings;
  readonly signal?: AbortSignal;
  readonly memoryBytes: number;
  readonly shuffle: Shuffle;
  readonly tally: RunningTally;
  /** Stamp of the settings; see `CollectContext`. */
  readonly stamp?: string | undefined;
  /** Seeds whose TimeMaps are wanted. All TimeMaps are wanted if undefined. */
  readonly seeds?: Seeds | undefined;
  /** Called for each damaged part of the input. */
  readonly onDamage: (damage: Damage) => void;
  /** Takes the lines of the run, and yields the stored lines of the same TimeMaps or files with them. */
  readonly history?: RecordHistory | undefined;
  /** True if verdicts depend on the whole collection, so that the lines of all TimeMaps of the history are read. */
  readonly readsWhole?: boolean;
}

/**
 * Collects the lines of all items of a run. Records go to the shuffle at once. Revisits and redirects are resolved
 * last, when all targets are known.
 */
export class Join implements Sink {
  readonly #context: JoinContext;
  readonly #small: SmallLines;

  constructor(context: JoinContext) {
    this.#context = context;
    this.#small = new SmallLines(context.memoryBytes);
  }

  line(line: string): void {
    const { history } = this.#context;
    if (history === undefined) this.#sort(line);
    else history.take(line);
  }

  #sort(line: string): void {
    if (!this.#small.takes(line)) this.#context.shuffle.add(line);
  }

  skip(reason: string, count?: number): void {
    this.#context.tally.skip(reason, count);
  }

  damage(damage: Damage): void {
    this.#context.history?.damage(damage);
    this.#context.tally.damage.push(damage);
    this.#context.onDamage(damage);
  }

  fail(failure: Failure): void {
    this.#context.tally.fail(failure);
  }

  /** Resolves revisits and redirects, and adds the copies of their targets to the shuffle. */
  async finish(): Promise<void> {
    const { shuffle, settings, stamp, signal, seeds, readsWhole = false } = this.#context;
    const { history } = this.#context;
    const earlier = history?.earlier;
    if (history !== undefined) for (const line of history.lines(readsWhole)) this.#sort(line);
    if (earlier !== undefined) shuffle.change((sorted) => earlier.newestLines(sorted));
    const options = { settings, isProvisional: stamp !== undefined, earlier };
    await this.#small.resolve(shuffle, options, (resolved) => this.#linesOf(resolved), signal);
    // Other processes may have read more redirects.
    if (stamp === undefined) {
      shuffle.change((sorted) => withReached(earlier?.newestLines(sorted) ?? sorted));
    }
    seeds?.apply(shuffle, () => this.#small.targets(), earlier);
    if (stamp !== undefined) for (const line of this.#small.targets()) shuffle.add(line);
  }

  /** Removes temporary files. */
  close(): void {
    this.#small.close();
  }

  /**
   * Returns the lines of a resolved pointer. Other processes also get the pointer itself, because they may know a
   * better target.
   */
  #linesOf(resolved: ResolvedPointer): readonly string[] {
    const { search, made } = resolved;
    const { settings, stamp, history } = this.#context;
    if (resolved.kind === "none") {
      const { capture } = search.item;
      const isNew = history?.earlier?.isNew(groupingKey(capture, settings), capture) ?? true;
      if (isNew) this.skip(resolved.reason);
    }
    return [
      ...("line" in resolved ? [resolved.line] : []),
      ...(stamp === undefined
        ? []
        : [searchLine(searchOf(search.item, { was: made, stamp }), settings)]),
    ];
  }
}
