import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { mediaType } from "../../base/content-type.js";
import { isSystemError } from "../../base/errors.js";
import { append } from "../../base/math/group-by.js";
import { parseDatetime } from "../../base/datetime.js";
import { resolveLocation, seedKey, surt } from "../../base/uri.js";
import { decodeBody, PageTooLargeError, UndecodableError } from "../coding/content-coding.js";
import { placesIn } from "../warc/archive-file.js";
import { parseHttpHead } from "../warc/http-message.js";
import { recordCapture, revisitTarget } from "../warc/record-capture.js";
import { RecordsAt } from "../warc/record-at.js";
import { targetOf, typeOf, withoutBrackets } from "../warc/record-format.js";
import { type ArchiveRecord, type Loss, readRecords } from "../warc/record-reader.js";
import { openPlace } from "../warc/wacz.js";

/** Maximum size in bytes of one answer to the browser. Larger pictures and videos are not shown. */
export const LARGEST_ANSWER = 32 << 20;
/**
 * Maximum position of a record in a decompressed gzip member. Reading a record requires inflating all earlier records
 * of its member. Crawlers write one member for each record, so their records are always at the start.
 */
const DEEPEST = 16 << 20;
/** Maximum number of captures of one URI that are tried, nearest capture first. */
const MOST_TRIED = 8;
const MOST_OPEN = 32;
/** Number of records that are read before other work of the process gets its turn. */
const INDEXED_AT_ONCE = 100;

export interface Answer {
  readonly uriR: string;
  readonly status: number;
  readonly contentType: string;
  readonly body: Uint8Array;
  /** Absent if the answer is no redirect. */
  readonly location?: string | undefined;
  /** Digest of the status, the type and the body. */
  readonly digest: string;
}

/** Kinds of screenshots that crawlers store, with their URIs in Browsertrix. The best kind comes first. */
const SCREENSHOTS = ["urn:view", "urn:thumbnail"] as const;
type ScreenshotKind = (typeof SCREENSHOTS)[number];
const OF_SCREENSHOT = /^<?(urn:(?:view|thumbnail)):(https?:.*?)>?$/iu;
/** Maximum time in milliseconds between a screenshot and its capture. */
const NEAREST_MS = 10 * 60 * 1000;
const PICTURE_TYPES: ReadonlySet<string> = new Set(["image/png", "image/jpeg", "image/webp"]);

interface Place {
  readonly time: number;
  readonly file: string;
  readonly offset: number;
  readonly isRevisit: boolean;
}

/**
 * Captures of WARC, ARC and WACZ files by URI and date. They are found by 53 bits of a digest of their key, which take less memory
 * than the key, so the key is compared again when the record is read.
 */
export class ArchivedRecords {
  readonly #places = new Map<number, Place[]>();
  readonly #open = new Map<string, RecordsAt>();
  /** The last read. Reads happen one after the other, because they share the positions of open files. */
  #reading: Promise<unknown> = Promise.resolve();
  hasScreenshots = false;
  /** Number of captures that cannot be read in place, because they are deep in a gzip member. */
  unreachable = 0;

  /** Reads all records of the files once. Passes damage to `onLoss`. */
  static async open(
    paths: readonly string[],
    signal: AbortSignal,
    onLoss: (loss: Loss) => void,
  ): Promise<ArchivedRecords> {
    const records = new ArchivedRecords();
    for (const path of paths) {
      for await (const found of placesIn(path)) {
        if (typeof found === "string") await records.#addFile(found, signal, onLoss);
        else onLoss(found);
      }
    }
    return records;
  }

  /**
   * Returns the capture of a URI that is nearest to a time; `undefined` if there is no capture. Skips redirects from a
   * URI to an equal URI, for example from http to https.
   */
  nearest(uriR: string, time: number): Promise<Answer | undefined> {
    const key = surt(uriR);
    const isOther = ({ location }: Answer): boolean =>
      location === undefined || surt(location) !== key;
    return this.#find(key, time, Infinity, isOther);
  }

  /**
   * Returns the page of a capture; `undefined` if the files do not contain it. The dates in results have a resolution
   * of seconds.
   */
  page(uriR: string, time: number, recordId?: string): Promise<Answer | undefined> {
    const isPage = ({ location }: Answer): boolean => location === undefined;
    return this.#find(surt(uriR), time, 999, isPage, recordId);
  }

  async screenshot(
    uriR: string,
    time: number,
  ): Promise<{ readonly kind: ScreenshotKind; readonly screenshot: Answer } | undefined> {
    const isPicture = ({ contentType }: Answer): boolean =>
      PICTURE_TYPES.has(mediaType(contentType));
    for (const kind of SCREENSHOTS) {
      const key = screenshotKey(kind, uriR);
      const screenshot = await this.#find(key, time, NEAREST_MS, isPicture);
      if (screenshot !== undefined) return { kind, screenshot };
    }
    return undefined;
  }

  async #find(
    key: string,
    time: number,
    withinMs: number,
    isWanted: (answer: Answer) => boolean,
    recordId?: string,
  ): Promise<Answer | undefined> {
    for (const place of this.#nearest(key, time).slice(0, MOST_TRIED)) {
      if (Math.abs(place.time - time) > withinMs) return undefined;
      const answer = await this.#read(place, key, recordId);
      if (answer !== undefined && isWanted(answer)) return answer;
    }
    return undefined;
  }

  async close(): Promise<void> {
    await this.#reading;
    for (const file of this.#open.values()) await file.close();
    this.#open.clear();
  }

  async #addFile(file: string, signal: AbortSignal, onLoss: (loss: Loss) => void): Promise<void> {
    let read = 0;
    for await (const record of readRecords(file, undefined, () => openPlace(file))) {
      read += 1;
      // A server answers while its files are being read.
      if (read % INDEXED_AT_ONCE === 0) await nextTurn();
      signal.throwIfAborted();
      if (record.kind !== "record") {
        onLoss(record);
        continue;
      }
      const key = keyOfRecord(record);
      if (key === undefined) continue;
      if (key.isScreenshot === true) this.hasScreenshots = true;
      const { offset, inflated = 0 } = record.source;
      if (inflated > DEEPEST) {
        this.unreachable += 1;
        continue;
      }
      const isRevisit = typeOf(record.fields) === "revisit";
      append(this.#places, hashOf(key.text), { time: key.time, file, offset, isRevisit });
    }
  }

  /** The captures nearest to a time come first, and of two that are equally near the later one. */
  #nearest(text: string, time: number): readonly Place[] {
    const away = (place: Place): number => Math.abs(place.time - time);
    return [...(this.#places.get(hashOf(text)) ?? [])].sort(
      (one, other) => away(one) - away(other) || other.time - one.time,
    );
  }

  /** Returns `undefined` if the record cannot be read or is not the record of the table. */
  #read(place: Place, key: string, recordId?: string): Promise<Answer | undefined> {
    const reading = this.#reading.then(() => this.#readNow(place, key, recordId));
    this.#reading = reading.catch(() => undefined);
    return reading;
  }

  async #readNow(place: Place, key: string, recordId?: string): Promise<Answer | undefined> {
    try {
      return await this.#answerAt(place, key, recordId);
    } catch (cause) {
      // The file may have been removed since its records were listed.
      if (isSystemError(cause)) return undefined;
      throw cause;
    }
  }

  async #answerAt(place: Place, key: string, recordId?: string): Promise<Answer | undefined> {
    const file = await this.#fileOf(place.file);
    for await (const record of file.from(place.offset)) {
      if (record.source.offset !== place.offset) return undefined;
      // The same gzip member may have damage before the record.
      if (record.kind !== "record") continue;
      const own = keyOfRecord(record);
      const isIt =
        own?.text === key &&
        own.time === place.time &&
        (typeOf(record.fields) === "revisit") === place.isRevisit &&
        (recordId === undefined ||
          withoutBrackets(record.fields.get("warc-record-id") ?? "") === recordId);
      if (!isIt) {
        await record.block.skip();
        continue;
      }
      return place.isRevisit ? this.#original(record, place.time) : answerOfRecord(record);
    }
    return undefined;
  }

  async #original(record: ArchiveRecord, date: number): Promise<Answer | undefined> {
    const { uriR = targetOf(record.fields), mementoDatetime } = revisitTarget(record);
    await record.block.skip();
    const key = surt(uriR);
    const time = mementoDatetime === undefined ? date : Date.parse(mementoDatetime);
    for (const place of this.#nearest(key, time).slice(0, MOST_TRIED)) {
      if (place.isRevisit) continue;
      const answer = await this.#readNow(place, key);
      if (answer !== undefined) return answer;
    }
    return undefined;
  }

  async #fileOf(path: string): Promise<RecordsAt> {
    const file = this.#open.get(path) ?? (await RecordsAt.open(path));
    // The map is in order of use, so the file becomes the last entry.
    this.#open.delete(path);
    this.#open.set(path, file);
    for (const [other, opened] of this.#open) {
      if (this.#open.size <= MOST_OPEN) break;
      this.#open.delete(other);
      await opened.close();
    }
    return file;
  }
}

const CAPTURES: ReadonlySet<string> = new Set(["response", "resource", "revisit"]);

const screenshotKey = (kind: ScreenshotKind, uriR: string): string => `${kind}:${seedKey(uriR)}`;

/** Returns the time of a capture and its URI in the form of the table's keys; `undefined` for other records. */
function keyOfRecord(
  record: ArchiveRecord,
): { readonly text: string; readonly time: number; readonly isScreenshot?: true } | undefined {
  const type = typeOf(record.fields);
  if (!CAPTURES.has(type)) return undefined;
  const [, kind, uriR] = OF_SCREENSHOT.exec(record.fields.get("warc-target-uri") ?? "") ?? [];
  if (kind !== undefined && uriR !== undefined) {
    const date = parseDatetime(record.fields.get("warc-date") ?? "");
    if (type === "revisit" || date === undefined) return undefined;
    const text = screenshotKey(kind.toLowerCase() as ScreenshotKind, uriR);
    return { text, time: Date.parse(date), isScreenshot: true };
  }
  const known = recordCapture(record);
  if ("lacks" in known) return undefined;
  const { uriR: uri, mementoDatetime } = known.capture;
  return { text: surt(uri), time: Date.parse(mementoDatetime) };
}

/** Returns the response in a record; `undefined` if the response is too large or cannot be decoded. */
async function answerOfRecord(record: ArchiveRecord): Promise<Answer | undefined> {
  const { data } = await record.block.take(LARGEST_ANSWER);
  if (data === undefined) return undefined;
  const uriR = targetOf(record.fields);
  const isResource = typeOf(record.fields) === "resource";
  const head = parseHttpHead(isResource ? Buffer.alloc(0) : data);
  const declared = isResource || (record.format === "ARC" && head.bodyOffset === 0);
  const type = declared ? record.fields.get("content-type") : head.fields.get("content-type");
  const { status = 200 } = head;
  const isRedirect = status >= 300 && status < 400;
  const coded = {
    bytes: isResource ? data : data.subarray(head.bodyOffset),
    transferEncoding: head.fields.get("transfer-encoding"),
    contentEncoding: head.fields.get("content-encoding"),
  };
  try {
    // The bytes are copied, because the next record overwrites the same memory.
    const body = Uint8Array.from(decodeBody(coded, LARGEST_ANSWER).bytes);
    return answer({
      ...{ uriR, status, body, contentType: type ?? "" },
      location: isRedirect ? resolveLocation(head.fields.get("location"), uriR) : undefined,
    });
  } catch (cause) {
    if (cause instanceof PageTooLargeError || cause instanceof UndecodableError) return undefined;
    throw cause;
  }
}

export function answer(of: Omit<Answer, "digest">): Answer {
  const { status, contentType, body, location = "" } = of;
  const digest = createHash("sha256")
    .update(`${status}\n${contentType}\n${location}\n`)
    .update(body)
    .digest("hex");
  return { ...of, digest };
}

/** Returns the first 53 bits of the SHA-1 of a text. */
function hashOf(text: string): number {
  const digest = createHash("sha1").update(text).digest();
  return digest.readUInt32BE(0) * 2 ** 21 + (digest.readUInt32BE(4) >>> 11);
}
