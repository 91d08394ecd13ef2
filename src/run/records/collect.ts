import { isOtmts } from "../../score/settings/profiles.js";
import { withPossibleDate } from "../../base/possible-date.js";
import { isRemote } from "../../base/platform/files.js";
import { CUT_OFF, placeText } from "../../base/text.js";
import { groupingKey, inOtherEncoding, resolveLocation, seedKey } from "../../base/uri.js";
import type { Capture, Failure, InputItem, Problem, TextOf } from "../../base/types.js";
import { isSameSite } from "../../base/site.js";
import type { Settings } from "../../score/settings/types.js";
import { type ExtractJob, type ExtractResult, type Extractor, openBody } from "./extract.js";
import { markOfAddress } from "../../page/signs/forward-marks.js";
import { encodeProblem, encodeRecord, NO_FEATURES, writtenFeatures } from "../lines/lines.js";
import { reachedLine, whyNoMemento, WITHIN_ITS_TIMEMAP } from "../lines/resolve.js";
import { forwardLines, type PointerItem, pointerLines, targetLines } from "../lines/pointers.js";
import type { PageNames } from "./page-names.js";

/** Receives the lines and counts that result from items. */
export interface Sink {
  /** Receives the line of a record, or the small line of a target or pointer. */
  line(line: string): void;
  skip(reason: string, count?: number): void;
  damage(damage: Extract<InputItem, { kind: "damage" }>): void;
  fail(failure: Failure): void;
}

export interface CollectContext {
  readonly settings: Settings;
  readonly extractor: Extractor;
  /** Set if pages have several names. */
  readonly names?: PageNames | undefined;
  /** Stamp of the settings. If the lines are for another process, it is set and written to every record. */
  readonly stamp?: string | undefined;
}

/** Map: reads the pages of the items of an input, and passes one line per memento to a sink. */
export class Collector {
  readonly #sink: Sink;
  readonly #context: CollectContext;
  /** OTMT follows no redirect to another page, and `status=all` takes every answer as a page. */
  readonly #followsRedirects: boolean;

  constructor(sink: Sink, context: CollectContext) {
    this.#sink = sink;
    this.#context = context;
    const { profile, status } = context.settings;
    this.#followsRedirects = !isOtmts(profile) && status !== "all";
  }

  async take(given: InputItem): Promise<void> {
    const sink = this.#sink;
    const { settings, names } = this.#context;
    const dated = withPossibleDates(given);
    const item =
      names !== undefined && "capture" in dated
        ? { ...dated, capture: names.named(dated.capture) }
        : dated;
    switch (item.kind) {
      case "memento":
        return this.#page(item);
      case "missed":
        if (item.problem.message.startsWith(CUT_OFF)) this.#cut(item);
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
      case "inferred":
        // No pointer may find it: it has no content that could stand for another capture.
        this.#keep(item.capture, { problem: NOT_READ });
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
  finish(): Promise<void> {
    return this.#context.extractor.drain();
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
      if (item.textOf === undefined) this.#other(capture, reason);
      else this.#sink.skip(reason);
      return;
    }
    await this.#extract({ capture, body }, (result) => {
      if (item.textOf !== undefined) {
        this.#text(item.textOf, result);
        return;
      }
      const location = this.#forwardOf(result, body.refresh !== undefined);
      if (location === undefined) {
        this.#name(capture, "page");
        this.#keep(result.capture, result);
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

  /** `done` is called later, and may throw: a disk may be full when it stores a line. */
  async #extract(job: ExtractJob, done: (result: ExtractResult) => void): Promise<void> {
    const { settings, extractor } = this.#context;
    await extractor.submit(await openBody(job, settings), (result) => {
      for (const failure of result.failures ?? []) this.#sink.fail(failure);
      done(result);
    });
  }

  /**
   * Returns undefined for all other pages, and for a page that is only loaded again. Elements and scripts are followed
   * where the model decides; the measures of papers know only what the server says.
   */
  #forwardOf({ capture, forward }: ExtractResult, isOfServer: boolean): string | undefined {
    const { status = 200, uriR } = capture;
    const isKnown = isOfServer || this.#context.settings.model !== undefined;
    const isFollowed = isKnown && this.#followsRedirects && status >= 200 && status < 300;
    if (forward === undefined || !isFollowed) return undefined;
    const location = resolveLocation(forward, uriR);
    return location === resolveLocation(uriR, uriR) ? undefined : location;
  }

  /** The capture has a result, but its file is damaged too: what followed in it is lost. */
  #cut({ capture: { uriR, source }, problem }: Extract<InputItem, { kind: "missed" }>): void {
    // The reader of a file on the web reports its early end itself, because the connection may have been lost.
    if (source === undefined || isRemote(source.file)) return;
    const what = problem.message.replace(` (${placeText(source)})`, "");
    this.#sink.damage({ kind: "damage", source, message: `${uriR} is ${what}` });
  }

  #failed(capture: Capture, problem: Problem): void {
    this.#name(capture, "page");
    this.#keep(capture, { problem });
  }

  #keep(capture: Capture, read: Partial<Pick<ExtractResult, "features" | "problem">>): void {
    const { settings, stamp } = this.#context;
    const key = groupingKey(capture, settings);
    const { problem } = read;
    this.#sink.line(encodeRecord({ key, capture, problem, stamp, features: this.#written(read) }));
  }

  #written({ features = [] }: Partial<Pick<ExtractResult, "features">>): string {
    if (features.length === 0) return NO_FEATURES;
    return writtenFeatures(features, this.#context.stamp !== undefined);
  }

  /** Adds the target lines of a capture, by which revisits and redirects find it. */
  #name(capture: Capture, kind: "page" | "other", reason?: string): void {
    const { settings } = this.#context;
    for (const line of targetLines(capture, kind, settings, reason)) this.#sink.line(line);
  }

  /** The run may have a capture of which the text is a copy. That is known when all of the input has been read. */
  #text(of: TextOf, result: ExtractResult): void {
    const { capture, problem } = result;
    this.#pointer({ kind: "text", capture, of, own: this.#written(result), problem });
  }

  #pointer(item: PointerItem): void {
    const { settings, stamp } = this.#context;
    for (const line of pointerLines(item, settings, stamp)) this.#sink.line(line);
  }

  #other(capture: Capture, reason: string): void {
    this.#name(capture, "other", reason);
    this.#sink.skip(reason);
  }

  /**
   * If the address to which a redirect leads says what happened, because it is on another site or one such as
   * `/cgi-sys/suspendedpage.cgi`, the redirect is judged as a page that forwards there, even if its target is not in the
   * input.
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
    const isOwnSite = isSameSite(location, capture.uriR);
    // A measure alone would compare an answer without words.
    const tells = isOwnSite
      ? mark !== undefined
      : mark?.isCertain === true || settings.model !== undefined;
    return tells && whyNoMemento(capture, settings) === undefined;
  }

  /** `own` is the answer itself, read as a page. */
  #lead(item: Extract<InputItem, { kind: "redirect" }>, own?: ExtractResult): void {
    const { settings, names } = this.#context;
    const { capture, location } = item;
    if (location === undefined) {
      this.#pointer(item);
      return;
    }
    if (this.#leadsTo(capture.uriR, location)) {
      this.#sink.skip(WITHIN_ITS_TIMEMAP);
      return;
    }
    for (const uriR of encodingsOf(location)) {
      const target = { uriR, continuesAs: names?.newestOf(uriR) };
      this.#sink.line(reachedLine(groupingKey(target, settings), capture));
    }
    const isRead = own !== undefined && own.problem === undefined;
    this.#pointer(isRead ? { ...item, own: this.#written(own) } : item);
  }

  #leadsTo(seed: string, location: string): boolean {
    return encodingsOf(location).some((uri) => this.#isSameSeed(uri, seed));
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

/** Problem of an inferred capture as long as it is not judged, and if none of those that it is inferred from is there. */
const NOT_READ: Problem = {
  stage: "access",
  message: "it was not read, and there is no verdict on the captures beside it",
};

const REDIRECTS_SKIPPED = "redirect (--set redirects=skip)";
const REVISITS_SKIPPED = "revisit record (--set revisits=skip)";
