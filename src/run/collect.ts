import { groupingKey, seedKey } from "../base/uri.js";
import type { Capture, Failure, InputItem, Problem } from "../base/types.js";
import type { Settings } from "../score/settings/types.js";
import { openBody } from "./extract.js";
import { encodeLine, encodeProblem, type PointerItem, tieOf } from "./lines.js";
import { pointerLines, targetLines } from "./pointer-lines.js";
import { whyNoMemento } from "./resolve.js";
import type { Extractor } from "./extractor.js";

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
        if (settings.revisits === "skip") sink.skip("revisit record (--revisits skip)");
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
