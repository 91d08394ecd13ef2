import { withPossibleDate } from "../../base/possible-date.js";
import {
  groupingKey,
  inOtherEncoding,
  pageKey,
  resolveLocation,
  seedKey,
  withoutRoute,
} from "../../base/uri.js";
import type { Capture, Failure, InputItem, Problem } from "../../base/types.js";
import { isSameSite } from "../../score/verdict/consequences.js";
import type { RecordContext } from "../../read/types.js";
import type { Settings } from "../../score/settings/types.js";
import { type ExtractJob, type ExtractResult, type Extractor, openBody } from "./extract.js";
import { markOfAddress } from "../../page/signs/forward-marks.js";
import {
  encodeLine,
  encodeProblem,
  type PointerItem,
  sortKeyOf,
  writtenFeatures,
} from "../lines/lines.js";
import { reachedLine, withReached } from "../lines/reached-lines.js";
import {
  forwardLines,
  pointerLines,
  searchLine,
  searchOf,
  targetLines,
} from "../lines/pointer-lines.js";
import { whyNoMemento, WITHIN_ITS_TIMEMAP } from "../lines/resolve.js";
import { type ResolvedPointer, SmallLines } from "../lines/resolve-lines.js";
import type { Shuffle } from "../../base/shuffle.js";
import type { RunningTally } from "../setup/tally.js";
import type { Damage } from "../setup/prepared-input.js";
import type { RecordHistory } from "../setup/run-history.js";
import type { Seeds } from "./seeds.js";
import { segmentLine, Segments } from "./segments.js";

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
  segment(line: string, file: string): void;
}

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

  async take(given: InputItem): Promise<void> {
    this.#throwFailure();
    const item = withPossibleDates(given);
    const { settings } = this.#context;
    const sink = this.#sink;
    switch (item.kind) {
      case "memento":
        return this.#page(item);
      case "missed":
        this.#failed(item.capture, item.problem);
        return;
      case "revisit":
        if (settings.revisits === "skip") sink.skip(REVISITS_SKIPPED);
        else this.#pointer(item);
        return;
      case "redirect":
        return this.#redirect(item);
      case "other":
        this.#other(item.capture, item.reason);
        return;
      case "skipped":
        sink.skip(item.reason);
        return;
      case "damage":
        sink.damage(item);
        return;
      case "segment":
        sink.segment(segmentLine(item.segment), item.segment.source.file);
        if (item.alone !== undefined) await this.take(item.alone);
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

  async #page(item: Extract<InputItem, { kind: "memento" }>): Promise<void> {
    const { settings } = this.#context;
    const { body } = item;
    const capture = withKnownStatus(item.capture);
    const { status = 200 } = capture;
    if (status < 200) {
      const message = `answered ${status}, which is not a status of a page (RFC 9110, section 15)`;
      this.#failed(capture, { stage: "access", message });
      return;
    }
    const reason = this.#leadsBack(capture) ? WITHIN_ITS_TIMEMAP : whyNoMemento(capture, settings);
    if (reason !== undefined) {
      this.#other(capture, reason);
      return;
    }
    const isRevisit = body.rendered !== undefined && capture.via?.kind === "revisit";
    if (isRevisit && settings.revisits === "skip") {
      this.#sink.skip(REVISITS_SKIPPED);
      return;
    }
    await this.#extract({ capture, body }, (result) => {
      const location = this.#forwardOf(result);
      if (location === undefined) {
        // A revisit or redirect must not get the text of one of the hash routes that share this capture.
        if (body.rendered === undefined || !this.#isView(capture)) this.#name(capture, "page");
        this.#keep(result.capture, result.features, result);
      } else if (settings.redirects === "skip") {
        this.#other(capture, REDIRECTS_SKIPPED);
      } else {
        const item = { kind: "redirect", capture: result.capture, location } as const;
        if (this.#leadsTo(capture.uriR, location)) {
          for (const line of forwardLines(item, settings)) this.#sink.line(line);
        }
        this.#lead(item, result);
      }
    });
  }

  /** `done` is called later, and may throw. */
  async #extract(job: ExtractJob, done: (result: ExtractResult) => void): Promise<void> {
    const { settings, extractor } = this.#context;
    await extractor.submit(await openBody(job, settings), (result) => {
      for (const failure of result.failures ?? []) this.#sink.fail(failure);
      try {
        done(result);
      } catch (cause) {
        this.#failure ??= { cause };
      }
    });
  }

  /** Returns undefined for all other pages, and for a page that is only loaded again. */
  #forwardOf({ capture, forward }: ExtractResult): string | undefined {
    const { status = 200, uriR } = capture;
    const isFollowed = this.#followsRedirects && status >= 200 && status < 300;
    const location = isFollowed ? resolveLocation(forward, uriR) : undefined;
    return location === resolveLocation(uriR, uriR) ? undefined : location;
  }

  /** OTMT follows no redirect to another page, and `status=all` takes every answer as a page. */
  get #followsRedirects(): boolean {
    const { profile, status } = this.#context.settings;
    return profile !== "otmt-1.0.5" && status !== "all";
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

  /**
   * If the address to which a redirect leads says what happened (`/cgi-sys/suspendedpage.cgi`), the redirect is judged as a page
   * that forwards there, even if its target is not in the input.
   */
  async #redirect(item: Extract<InputItem, { kind: "redirect" }>): Promise<void> {
    const { capture, location } = item;
    if (location === undefined || !this.#isTelling(capture, location)) {
      this.#lead(item);
      return;
    }
    const body = { bytes: new Uint8Array(), refresh: `0;url=${location}` };
    await this.#extract({ capture, body }, (result) => this.#lead(item, result));
  }

  #isTelling(capture: Capture, location: string): boolean {
    const { settings } = this.#context;
    // Without signs, nothing would say what the address means.
    if (settings.signs !== true || !this.#followsRedirects) return false;
    if (this.#leadsTo(capture.uriR, location)) return false;
    const mark = markOfAddress(location);
    return (
      mark !== undefined &&
      (mark.isCertain || isSameSite(location, capture.uriR)) &&
      whyNoMemento(capture, settings) === undefined
    );
  }

  /** `own` is the answer itself, read as a page. */
  #lead(item: Extract<InputItem, { kind: "redirect" }>, own?: ExtractResult): void {
    const { settings, stamp } = this.#context;
    const { capture, location } = item;
    if (location === undefined) {
      this.#pointer(item);
      return;
    }
    if (this.#leadsTo(capture.uriR, location)) {
      this.#sink.skip(WITHIN_ITS_TIMEMAP);
      return;
    }
    for (const uriR of encodingsOf(withoutRoute(location))) {
      this.#sink.line(reachedLine(groupingKey({ uriR }, settings), capture));
    }
    const isRead = own !== undefined && own.problem === undefined;
    this.#pointer(isRead ? { ...item, own: writtenFeatures(own.features, stamp) } : item);
  }

  #leadsTo(seed: string, location: string): boolean {
    return encodingsOf(location).some((uri) => this.#isSameSeed(uri, seed));
  }

  /** Tells whether an archive followed a redirect of this capture to another capture of the same TimeMap. */
  #leadsBack({ uriR, via }: Capture): boolean {
    if (via?.kind !== "redirect" || via.status === undefined) return false;
    return this.#isSameSeed(via.uriR, uriR);
  }

  #isView({ uriR }: Capture): boolean {
    const { groupCapturesBy } = this.#context.settings;
    return seedKey(uriR, groupCapturesBy) !== pageKey(uriR, groupCapturesBy);
  }

  #isSameSeed(one: string, other: string): boolean {
    const { groupCapturesBy } = this.#context.settings;
    return pageKey(one, groupCapturesBy) === pageKey(other, groupCapturesBy);
  }

  #throwFailure(): void {
    if (this.#failure !== undefined) throw this.#failure.cause;
  }
}

/** Adds a note to the capture of an item if its date cannot be right. */
function withPossibleDates(item: InputItem): InputItem {
  if (!("capture" in item)) return item;
  const capture = withPossibleDate(item.capture);
  return capture === item.capture ? item : { ...item, capture };
}

/**
 * Removes a status that no server sends, such as 0 for an answer whose status the crawler did not see: the page is then
 * judged by its content. A higher number than those of HTTP stays. Sites refuse crawlers with 999, and other numbers are
 * errors too.
 */
function withKnownStatus(capture: Capture): Capture {
  const { status = 200, notes = [] } = capture;
  if (status >= 100 && status <= 599) return capture;
  const isNone = status < 100;
  const note = isNone
    ? `HTTP status ${status}: the capture is taken as a page`
    : `HTTP status ${status} is taken as an error, although it is none of RFC 9110`;
  return { ...capture, status: isNone ? undefined : status, notes: [...notes, note] };
}

/** Returns a URI in each encoding in which a crawler may have requested it. */
function encodingsOf(uri: string): readonly string[] {
  const other = inOtherEncoding(uri);
  return other === undefined ? [uri] : [uri, other];
}

const REDIRECTS_SKIPPED = "redirect (--set redirects=skip)";
const REVISITS_SKIPPED = "revisit record (--set revisits=skip)";

interface JoinContext {
  readonly settings: Settings;
  readonly signal?: AbortSignal;
  readonly memoryBytes: number;
  readonly shuffle: Shuffle;
  readonly tally: RunningTally;
  readonly stamp?: string | undefined;
  /** All TimeMaps are wanted if undefined. */
  readonly seeds?: Seeds | undefined;
  /** Called for each damaged part of the input. */
  readonly onDamage: (damage: Damage) => void;
  /** Called with what the user should know of the seeds. */
  readonly onNotice?: ((notice: string) => void) | undefined;
  /** Takes the lines of the run, and yields the stored lines of the same TimeMaps or files with them. */
  readonly history?: RecordHistory | undefined;
  /** True if verdicts depend on the whole collection, so that the lines of all TimeMaps of the history are read. */
  readonly readsWhole?: boolean;
}

/** Records go to the shuffle at once. Revisits and redirects are resolved last, when all targets are known. */
export class Join implements Sink {
  readonly #context: JoinContext;
  readonly #small: SmallLines;
  /** Undefined in nearly all runs. */
  #segments: Segments | undefined;

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

  segment(line: string, file: string): void {
    const { history, memoryBytes } = this.#context;
    // The other segments may be in files that a later run reads.
    history?.readAgain(file);
    this.#segments ??= new Segments(memoryBytes);
    this.#segments.add(line);
  }

  /** May be called after all inputs have been read. */
  async *joined(context: RecordContext): AsyncGenerator<InputItem> {
    if (this.#segments !== undefined) yield* this.#segments.items(context);
  }

  /** Resolves revisits and redirects, and adds the copies of their targets to the shuffle. */
  async finish(): Promise<void> {
    const { shuffle, settings, stamp, signal, seeds, readsWhole = false } = this.#context;
    const { history } = this.#context;
    const earlier = history?.earlier;
    if (history !== undefined) {
      const lines = history.lines(readsWhole, (...of) => seeds?.isNewlyWanted(...of) === true);
      for (const line of lines) this.#sort(line);
    }
    if (earlier !== undefined) shuffle.change((sorted) => earlier.newestLines(sorted));
    const options = { settings, isProvisional: stamp !== undefined, earlier };
    await this.#small.resolve(shuffle, options, (resolved) => this.#linesOf(resolved), signal);
    // Other processes may have read more redirects.
    if (stamp === undefined) {
      shuffle.change((sorted) => withReached(earlier?.newestLines(sorted) ?? sorted));
    }
    const applied = seeds?.apply(shuffle, () => this.#small.targets(), earlier);
    if (applied?.hasSeed === false) history?.takeNoSeed();
    const hint =
      settings.text === "rendered"
        ? ""
        : " Give --text rendered if the crawl has the text that its browser showed.";
    for (const notice of applied?.notices ?? []) this.#context.onNotice?.(`${notice}${hint}`);
    if (stamp !== undefined) for (const line of this.#small.targets()) shuffle.add(line);
  }

  close(): void {
    this.#small.close();
    this.#segments?.close();
  }

  /** Other processes also get the pointer itself, because they may know a better target. */
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
