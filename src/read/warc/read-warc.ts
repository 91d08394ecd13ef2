import { UsageError } from "../../base/errors.js";
import { openFile } from "../../base/platform/files.js";
import type { InputItem } from "../../base/types.js";
import { ByteWindow, openRawStream, type RawFile, wholeBytes, windowOn } from "./bytes.js";
import type { RecordContext } from "../types.js";
import { recordItem } from "./items.js";
import { readRecords } from "./record-reader.js";

/** A WARC or ARC file: its path, its bytes, or a stream of them. */
export type WarcSource = string | Uint8Array | AsyncIterable<Uint8Array>;

/** Options of {@link readWarc}: the range of the file to read, and its name. */
export interface ReadWarcOptions extends Partial<RecordContext> {
  /** Byte at which the first record, or its gzip member, begins. Not allowed for streams. */
  readonly from?: number;
  /** Byte after the last record. Not allowed for streams. */
  readonly to?: number;
  /** Name of the file in results and messages. Default: its path. */
  readonly name?: string;
}

const LARGEST_PAGE = 64 * 1024 * 1024;

/**
 * Yields the records of a WARC or ARC file, plain or compressed, as items of an input: mementos, revisits, redirects,
 * and skipped or damaged records. An input of a plug-in can `yield*` these items. Throws a `UsageError` for an invalid
 * range.
 *
 * @example
 * ```js
 * for await (const item of readWarc("crawl.warc")) {
 *   if (item.kind === "memento")
 *     console.log(item.capture.mementoDatetime, item.body.bytes.length);
 * }
 * // 2009-04-14T10:15:07Z 3643
 * // 2018-01-27T22:18:45Z 3388
 * ```
 */
export async function* readWarc(
  source: WarcSource,
  { from = 0, to, name, ...context }: ReadWarcOptions = {},
): AsyncGenerator<InputItem> {
  const isStream = typeof source !== "string" && !(source instanceof Uint8Array);
  if (isStream && (from !== 0 || to !== undefined)) {
    throw new UsageError("from and to are of a path or of bytes: a stream is read whole.");
  }
  if (from < 0 || (to !== undefined && to < from)) {
    throw new UsageError(`from ${from} to ${to ?? "the end"} is no part of a file.`);
  }
  const path = name ?? (typeof source === "string" ? source : "warc");
  const open = (): Promise<RawFile> => openPart(source, from, to);
  const how = { maxPageBytes: LARGEST_PAGE, redirects: "follow", ...context } as const;
  for await (const found of readRecords(path, undefined, open)) {
    const item = found.kind === "record" ? await recordItem(found, how) : found;
    yield from === 0 ? item : moved(item, from);
  }
}

async function openPart(source: WarcSource, from: number, to?: number): Promise<RawFile> {
  const close = (): Promise<void> => Promise.resolve();
  if (source instanceof Uint8Array) {
    const part = source.subarray(from, to);
    const bytes = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
    return { bytes: wholeBytes(bytes), size: bytes.length, close };
  }
  if (typeof source !== "string") {
    const chunks = source[Symbol.asyncIterator]();
    const pull = async (): Promise<Buffer | undefined> => {
      for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) {
        if (next.value.length > 0) return Buffer.from(next.value);
      }
      return undefined;
    };
    const end = async (): Promise<void> => {
      await chunks.return?.();
    };
    return { bytes: new ByteWindow({ pull }), size: undefined, close: end };
  }
  if (from === 0 && to === undefined) return openRawStream(source);
  const file = await openFile(source);
  const size = Math.max(0, Math.min(to ?? Infinity, file.size ?? 0) - from);
  const read = (position: number, count: number): Promise<Buffer> =>
    file.read(from + position, Math.min(count, size - position));
  return { bytes: windowOn({ size, read }), size, close: file.close };
}

function moved(item: InputItem, by: number): InputItem {
  if (item.kind === "damage") return { ...item, source: shifted(item.source, by) };
  if (!("capture" in item) || item.capture.source === undefined) return item;
  return { ...item, capture: { ...item.capture, source: shifted(item.capture.source, by) } };
}

const shifted = <S extends { readonly offset: number }>(source: S, by: number): S => ({
  ...source,
  offset: source.offset + by,
});
