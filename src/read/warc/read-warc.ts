import type { InputItem } from "../../base/types.js";
import { ByteWindow, openRawStream, type RawFile, wholeBytes } from "./bytes.js";
import type { RecordContext } from "../types.js";
import { recordItem } from "./items.js";
import { readRecords } from "./record-reader.js";

/** A WARC or ARC file: its path, its bytes, or a stream of them. */
export type WarcSource = string | Uint8Array | AsyncIterable<Uint8Array>;

/** Options of {@link readWarc}. */
export interface ReadWarcOptions extends Partial<RecordContext> {
  /** Name of the file in results and messages. Default: its path. */
  readonly name?: string;
}

const LARGEST_PAGE = 64 * 1024 * 1024;

/**
 * Yields the records of a WARC or ARC file, plain or compressed, as items of an input: mementos, revisits, redirects,
 * and skipped or damaged records. An input of a plug-in can `yield*` these items.
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
  { name, ...context }: ReadWarcOptions = {},
): AsyncGenerator<InputItem> {
  const path = name ?? (typeof source === "string" ? source : "warc");
  const how = { maxPageBytes: LARGEST_PAGE, redirects: "follow", ...context } as const;
  for await (const found of readRecords(path, undefined, () => open(source))) {
    yield found.kind === "record" ? await recordItem(found, how) : found;
  }
}

async function open(source: WarcSource): Promise<RawFile> {
  if (typeof source === "string") return openRawStream(source);
  if (source instanceof Uint8Array) {
    const bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength);
    return { bytes: wholeBytes(bytes), size: bytes.length, close: () => Promise.resolve() };
  }
  const chunks = source[Symbol.asyncIterator]();
  const pull = async (): Promise<Buffer | undefined> => {
    for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) {
      if (next.value.length > 0) return Buffer.from(next.value);
    }
    return undefined;
  };
  const close = async (): Promise<void> => {
    await chunks.return?.();
  };
  return { bytes: new ByteWindow({ pull }), size: undefined, close };
}
