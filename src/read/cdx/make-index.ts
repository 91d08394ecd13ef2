import { sha1Digest } from "../warc/digest.js";
import { parseHttpHead } from "../warc/http-message.js";
import { recordCapture } from "../warc/record-capture.js";
import { belongTogether, requestOf } from "../warc/documents.js";
import type { Fields } from "../warc/record-format.js";
import { type ArchiveRecord, readRecords } from "../warc/record-reader.js";
import type { RawFile } from "../warc/bytes.js";
import { type CdxjFields, cdxjLine, mimeOf } from "./line.js";

const HEAD_BYTES = 1 << 16;
/** Maximum number of bytes of a record that are hashed if the record has no digest. Longer records get none. */
const DIGESTED = 1 << 26;
const CAPTURES = new Set(["response", "resource", "revisit"]);

/** A file of records, and the name by which its index is to refer to it. */
interface FileToIndex {
  readonly place: string;
  readonly name: string;
  readonly open: () => Promise<RawFile>;
}

interface IndexEntry {
  readonly date: string;
  readonly fields: CdxjFields;
  readonly offset: number;
  readonly record: Fields;
  /** Offset of the next record; `undefined` for a record that shares its gzip member. */
  end?: number;
}

/**
 * Yields the lines of a CDXJ index of one file in the order of the file, as pywb writes them. `isWanted` selects
 * captures. Answers to requests other than GET are left out, because a URI alone must not lead to them. Records that
 * share a gzip member are left out too, because they cannot be read by offset.
 */
export async function* indexLines(
  file: FileToIndex,
  isWanted: (record: ArchiveRecord) => Promise<boolean> = () => Promise.resolve(true),
): AsyncGenerator<string> {
  let held: IndexEntry | undefined;
  let request: { readonly isGet: boolean; readonly fields: Fields } | undefined;
  let size = 0;
  const lines = (): string[] => {
    const entry = held;
    held = undefined;
    if (entry?.end === undefined) return [];
    const { date, fields, offset, end } = entry;
    const place = { length: String(end - offset), offset: String(offset), filename: file.name };
    return [cdxjLine(date, { ...fields, ...place })];
  };
  const onPosition = (position: number, all: number | undefined): void => {
    size = all ?? position;
  };
  for await (const found of readRecords(file.place, onPosition, file.open)) {
    const { offset } = found.source;
    if (held !== undefined && offset > held.offset) held.end ??= offset;
    if (found.kind !== "record") continue;
    const { fields } = found;
    const asked = await requestOf(found);
    if (asked !== undefined) {
      const isGet = asked.method === "GET" || asked.method === "";
      if (held !== undefined && !isGet && belongTogether(held.record, fields)) held = undefined;
      request = { isGet, fields };
      continue;
    }
    yield* lines();
    if (!CAPTURES.has(fields.get("warc-type")?.toLowerCase() ?? "")) continue;
    const isOther = request?.isGet === false && belongTogether(fields, request.fields);
    request = undefined;
    if (!isOther && (await isWanted(found))) held = await entryOf(found);
  }
  if (held !== undefined) held.end ??= size;
  yield* lines();
}

async function entryOf(record: ArchiveRecord): Promise<IndexEntry | undefined> {
  const { fields, block, source } = record;
  if (source.inflated !== undefined) return undefined;
  const start = await block.head(HEAD_BYTES);
  const type = fields.get("warc-type")?.toLowerCase();
  const head = parseHttpHead(type === "resource" ? Buffer.alloc(0) : start);
  const known = recordCapture(record, head.fields.get("date"));
  if ("lacks" in known) return undefined;
  const { uriR, mementoDatetime, digest } = known.capture;
  const contentType =
    type === "resource" ? fields.get("content-type") : head.fields.get("content-type");
  const { status = type === "resource" ? 200 : undefined } = head;
  return {
    date: mementoDatetime,
    fields: {
      url: uriR,
      mime: mimeOf(contentType, type === "revisit"),
      ...(status !== undefined && type !== "revisit" && { status: String(status) }),
      digest: digest ?? (await computed(record, head.bodyOffset)),
    },
    offset: source.offset,
    record: fields,
  };
}

async function computed({ block }: ArchiveRecord, bodyOffset: number): Promise<string> {
  const { data } = await block.take(DIGESTED);
  return data === undefined ? "-" : sha1Digest(data.subarray(bodyOffset));
}
