import { UsageError } from "../../base/errors.js";
import { recordBytes, warcMember } from "../../read/http/directory/records.js";
import type { ByteWindow } from "../../read/warc/bytes.js";
import { openMember } from "../../read/warc/gzip-member.js";
import { startsMember } from "../../read/warc/record-start.js";
import { startsZstd } from "../../read/warc/zstd.js";
import { markRecord } from "../../write/marks.js";
import type { Write } from "./collection.js";
import type { SourceFile } from "./files.js";
import { copyBytes, zipped } from "./filter-files.js";
import type { MarkedEntry, MarkedFile, PlacedMark } from "./marks.js";

/** Offsets of a file in its copy. */
export interface Moved {
  /** Marks that this file cannot hold, because one Zstandard frame has several records. */
  readonly beside: readonly PlacedMark[];
  /** Returns the offset in the copy; undefined if the records of the file are in other members now. */
  readonly offset: ((before: number) => number) | undefined;
}

/** Copies a file byte for byte, with marks as records of their own. */
export async function copyMarked(
  { place, open }: SourceFile,
  { segments }: MarkedFile,
  write: Write,
): Promise<Moved> {
  const raw = await open();
  const out = new Written(write);
  const beside: PlacedMark[] = [];
  const shifts: { readonly from: number; readonly by: number }[] = [];
  let isDivided = false;
  try {
    for (const segment of segments) {
      const { start, end, entries } = segment;
      await copyBytes(raw.bytes, start - raw.bytes.position, out.write);
      await raw.bytes.ensure(FORM_BYTES);
      const form = formOf(raw.bytes.window);
      if (form === "gzip" && entries.length > 1) {
        isDivided = true;
        await divide(raw.bytes, entries, out);
      } else if (form === "zstd" && entries.length > 1) {
        if (entries.some(({ goes }) => goes)) throw inOneFrame(place);
        beside.push(...entries.flatMap(({ marks }) => marks));
        await copyBytes(raw.bytes, end - start, out.write);
      } else {
        const [{ goes, marks }] = entries as [MarkedEntry];
        if (!goes) await copyBytes(raw.bytes, end - start, out.write);
        await out.add(marks, form);
      }
      if (!raw.bytes.returnTo(end)) await raw.bytes.skip(end - raw.bytes.position);
      shifts.push({ from: end, by: out.count - end });
    }
    await copyBytes(raw.bytes, Infinity, out.write);
  } finally {
    await raw.close();
  }
  return { beside, offset: isDivided ? undefined : (before) => before + shiftAt(shifts, before) };
}

/** Returns by how many bytes the copy is ahead at an offset, by binary search. */
function shiftAt(
  shifts: readonly { readonly from: number; readonly by: number }[],
  offset: number,
): number {
  let [low, high] = [0, shifts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (shifts[middle]!.from <= offset) low = middle + 1;
    else high = middle;
  }
  return shifts[low - 1]?.by ?? 0;
}

type Form = "plain" | "gzip" | "zstd";
const FORM_BYTES = 1 << 16;

const formOf = (bytes: Buffer): Form =>
  startsMember(bytes) ? "gzip" : startsZstd(bytes) ? "zstd" : "plain";

/** Writes the records of a gzip member, each in a member of its own, because marks stand between them. */
async function divide(
  raw: ByteWindow,
  entries: readonly MarkedEntry[],
  out: Written,
): Promise<void> {
  const member = await openMember(raw);
  if (member === undefined) return;
  const { bytes } = member;
  for (const [i, { start, goes, marks }] of entries.entries()) {
    await bytes.skip(start - bytes.position);
    const end = entries[i + 1]?.start ?? Infinity;
    if (!goes) await zipped(bytes, end - start, out.write);
    await out.add(marks, "gzip");
  }
  await member.finish();
}

const inOneFrame = (place: string): UsageError =>
  new UsageError(
    `${place} has marks of an earlier copy among the records of one Zstandard frame, which cannot be divided. ` +
      "Decompress it (zstd -d) and give that file.",
  );

/** The end of a record without compression. */
const CLOSING = Buffer.from("\r\n\r\n");

/** Counts what is written. */
class Written {
  readonly #write: Write;
  #tail: Buffer = Buffer.alloc(0);
  count = 0;

  constructor(write: Write) {
    this.#write = write;
  }

  readonly write: Write = async (bytes) => {
    this.count += bytes.length;
    this.#tail = Buffer.concat([this.#tail, bytes.subarray(-CLOSING.length)]).subarray(
      -CLOSING.length,
    );
    await this.#write(bytes);
  };

  async add(marks: readonly PlacedMark[], form: Form): Promise<void> {
    if (form === "plain" && marks.length > 0 && !this.#tail.equals(CLOSING)) {
      // The last record of a file may lack its end.
      await this.write(CLOSING);
    }
    for (const { mark, on } of marks) {
      const record = markRecord(mark, on);
      if (form === "gzip") await this.write(await warcMember(record));
      else await this.write(form === "zstd" ? zstdFrame(recordBytes(record)) : recordBytes(record));
    }
  }
}

/** Maximum size of a block of a Zstandard frame in bytes (RFC 8878, section 3.1.1.2). */
const LARGEST_BLOCK = 1 << 17;

/** Returns a Zstandard frame without compression, which any version of Node can write. It needs no dictionary. */
function zstdFrame(bytes: Buffer): Buffer {
  // The descriptor says: one segment, and four bytes with the size of the content.
  const head = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0xa0, 0, 0, 0, 0]);
  head.writeUInt32LE(bytes.length, 5);
  const parts: Uint8Array[] = [head];
  for (let at = 0; at < bytes.length; at += LARGEST_BLOCK) {
    const block = bytes.subarray(at, at + LARGEST_BLOCK);
    const isLast = at + LARGEST_BLOCK >= bytes.length;
    const size = Buffer.alloc(3);
    size.writeUIntLE((block.length << 3) | Number(isLast), 0, 3);
    parts.push(size, block);
  }
  return Buffer.concat(parts);
}
