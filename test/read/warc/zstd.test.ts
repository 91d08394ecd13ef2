import * as zlib from "node:zlib";
import zstd from "@bokuweb/zstd-wasm";
import { beforeAll, describe, expect, it } from "vitest";
import { apart } from "../../support/thorough.js";
import {
  ofKind,
  outline,
  page,
  pageRecord,
  pagesOf,
  readBytes,
} from "../../support/warc-builder.js";

const hasZstd = "createZstdDecompress" in zlib;
const BLOCK = 100_000;

/**
 * Returns a Zstandard frame of raw blocks (RFC 8878, section 3.1.1). It is not compressed, and any decoder reads it.
 */
function frame(bytes: Buffer): Buffer {
  const size = Buffer.alloc(8);
  size.writeBigUInt64LE(BigInt(bytes.length));
  const pieces: Buffer[] = [Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0xe0]), size];
  for (let at = 0; at === 0 || at < bytes.length; at += BLOCK) {
    const piece = bytes.subarray(at, at + BLOCK);
    const isLast = at + BLOCK >= bytes.length;
    const header = Buffer.alloc(3);
    header.writeUIntLE((piece.length << 3) | (isLast ? 1 : 0), 0, 3);
    pieces.push(header, piece);
  }
  return Buffer.concat(pieces);
}

/** Returns a frame of repeated and raw blocks that does not declare its size. */
function withoutSize(bytes: Buffer): Buffer {
  const pieces: Buffer[] = [Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0x58])];
  for (let at = 0; at < bytes.length; at += BLOCK) {
    const piece = bytes.subarray(at, at + BLOCK);
    const isLast = at + BLOCK >= bytes.length;
    const isRepeated = piece.equals(Buffer.alloc(piece.length, piece[0]));
    const header = Buffer.alloc(3);
    header.writeUIntLE((piece.length << 3) | (isRepeated ? 2 : 0) | (isLast ? 1 : 0), 0, 3);
    pieces.push(header, isRepeated ? piece.subarray(0, 1) : piece);
  }
  return Buffer.concat(pieces);
}

const compress = (bytes: Buffer): Buffer => Buffer.from(zstd.compress(bytes));

const records = ["a", "b", "c"].map((name) => pageRecord(name));
const pages = ["a", "b", "c"].map((name) => [name, page(name)]);

// It may be initialised only once, and below Node 22.15 the reader itself does that.
beforeAll(async () => {
  if (hasZstd) await zstd.init();
  else await readBytes(frame(records[0]!));
});

describe("a .warc.zst file", () => {
  it("reads a .warc.zst file with one frame per record, and gives the offset of each frame", async () => {
    const frames = records.map(frame);
    const items = await readBytes(Buffer.concat(frames));
    expect(pagesOf(items)).toEqual(pages);
    expect(ofKind(items, "memento")[1]?.capture.source?.offset).toBe(frames[0]!.length);
  });

  it("writes an error row for a truncated .warc.zst file", async () => {
    const whole = Buffer.concat(records.map(frame));
    const items = await readBytes(whole.subarray(0, whole.length - 30));
    expect(pagesOf(items)).toEqual(pages.slice(0, 2));
    expect(ofKind(items, "missed").length + ofKind(items, "damage").length).toBe(1);
  });

  it("keeps the complete pages of a truncated .warc.zst file, and reports the rest", async () => {
    const packings = [
      records.map(frame),
      records.map((record) => compress(record)),
      [compress(Buffer.concat(records))],
    ];
    for (const [packing, frames] of packings.entries()) {
      const whole = Buffer.concat(frames);
      const ends = frames.map((_, at) => Buffer.concat(frames.slice(0, at + 1)).length);
      for (let size = 1; size < whole.length; size += apart(packing === 0 ? 13 : 29)) {
        if (ends.includes(size)) continue;
        const items = await readBytes(whole.subarray(0, size));
        const said = `${size} of ${whole.length}: ${outline(items).join(" | ")}`;
        expect(pagesOf(items), said).toEqual(pages.slice(0, pagesOf(items).length));
        expect(ofKind(items, "missed").length + ofKind(items, "damage").length, said).not.toBe(0);
      }
    }
  });

  it("reports a frame whose data is damaged, and reads the others", async () => {
    const frames = records.map((record) => compress(record));
    const items = await readBytes(
      Buffer.concat([frames[0]!, frames[1]!.fill(255, 20, 60), frames[2]!]),
    );
    expect(pagesOf(items)).toEqual([pages[0], pages[2]]);
    expect(outline(items)[1]).toMatch(/^damage at \d+: the Zstandard data is damaged \(/u);
  });

  it("reads a .warc.zst file with a dictionary before its frames", async () => {
    const dictionary = Buffer.from(records[0]!.toString().repeat(3));
    const packed = records.map((record) => {
      return Buffer.from(zstd.compressUsingDict(zstd.createCCtx(), record, dictionary));
    });
    for (const content of [dictionary, compress(dictionary)]) {
      const head = Buffer.alloc(8);
      head.writeUInt32LE(0x184d2a5d, 0);
      head.writeUInt32LE(content.length, 4);
      const items = await readBytes(Buffer.concat([head, content, ...packed]));
      expect(pagesOf(items)).toEqual(pages);
    }
  });

  it("reads a .warc.zst file whose frames do not declare their size", async () => {
    const large = page("d", "Long. ".repeat(1_000_000));
    const all = Buffer.concat([...records, pageRecord("d", {}, large)]);
    const items = await readBytes(withoutSize(all));
    expect(pagesOf(items)).toEqual([...pages, ["d", large]]);
  });

  it.skipIf(hasZstd)(
    "reports a frame of more than 64 MB in a .warc.zst file, and continues after it",
    async () => {
      const stated = compress(Buffer.alloc((1 << 26) + 1));
      const lying = frame(records[0]!);
      lying.writeBigUInt64LE(3_000_000_000n, 5);
      for (const large of [stated, lying, withoutSize(Buffer.alloc((1 << 26) + 1))]) {
        const items = await readBytes(
          Buffer.concat([frame(records[0]!), large, frame(records[2]!)]),
        );
        expect(pagesOf(items)).toEqual([pages[0], pages[2]]);
        expect(outline(items).join()).toMatch(/a frame of more than 64 MB/u);
      }
    },
  );
});
