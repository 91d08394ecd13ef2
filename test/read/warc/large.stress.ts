import {
  mkdtempSync,
  openSync,
  writeSync,
  ftruncateSync,
  closeSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { constants, crc32, deflateRawSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  http,
  readFiles,
  ofKind,
  outline,
  pageRecord,
  pagesOf,
  page,
  warcRecord,
  A_DATE,
} from "../../support/warc-builder.js";
import { long } from "../../support/thorough.js";

const MEGABYTE = 1 << 20;
/** Size in bytes that is far above the memory for any record. */
const LARGE = long(100, 300) * MEGABYTE;
let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "dot-warc-"));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;
/** Buffers that one collection has found are given back, and no longer counted, at the latest by the next one. */
const collectGarbage = (): void => {
  collect();
  collect();
};

/**
 * Number of bytes of buffers that a measurement may miss. Memory is collected only after it grew by as much, because
 * collecting takes longer than reading.
 */
const UNSEEN = 16 * MEGABYTE;

/** Returns the maximum memory of buffers while `run` ran, beyond the memory before. */
async function bufferMemoryOf(run: () => Promise<void>): Promise<number> {
  collectGarbage();
  const before = process.memoryUsage().arrayBuffers;
  const taken = (): number => process.memoryUsage().arrayBuffers - before;
  let most = 0;
  const look = (): void => {
    if (taken() <= most + UNSEEN) return;
    // Released memory is collected at some later time and does not count.
    collectGarbage();
    most = Math.max(most, taken());
  };
  const timer = setInterval(look, 2);
  await run();
  clearInterval(timer);
  look();
  return most + UNSEEN;
}

/** Returns the head of a response record that declares a body of `size` bytes. */
function headOfLarge(size: number, contentType: string): Buffer {
  // What begins like a page is none of the files that a wrong type may hide.
  const head = http("<p>", { contentType });
  return warcRecord(
    { uri: "http://large.example/", date: A_DATE, length: head.length + size, closing: "" },
    head,
  );
}

/**
 * Returns a gzip member of a page of `size` zeros, which is a thousandth as long, so that a reader that looks ahead
 * sees all of it.
 */
function gzipBomb(size: number): Buffer {
  const piece = (bytes: Buffer): Buffer =>
    deflateRawSync(bytes, { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  const zeros = Buffer.alloc(MEGABYTE);
  const [front, end] = [headOfLarge(size, "text/html"), Buffer.from("\r\n\r\n")];
  const bytes = [front, ...Array.from({ length: size / MEGABYTE }, () => zeros), end];
  const known = new Map([front, zeros, end].map((each) => [each, piece(each)]));
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(bytes.reduce((sum, each) => crc32(each, sum), 0));
  trailer.writeUInt32LE(front.length + size + end.length, 4);
  // Header of an empty member, and an empty last block.
  const header = gzipSync("").subarray(0, 10);
  const parts = bytes.map((each) => known.get(each)!);
  return Buffer.concat([header, ...parts, Buffer.from([3, 0]), trailer]);
}

/** Writes a plain WARC with a record of zeros and a page. The zeros take no room on disk. */
function writePlain(size: number, contentType: string, said = size): string {
  const path = join(folder, "large.warc");
  const file = openSync(path, "w");
  const head = headOfLarge(said, contentType);
  writeSync(file, head);
  ftruncateSync(file, head.length + size);
  writeSync(
    file,
    Buffer.concat([Buffer.from("\r\n\r\n"), pageRecord("b")]),
    0,
    null,
    head.length + size,
  );
  closeSync(file);
  return path;
}

describe("a record far above the page limit", () => {
  it.each(["video/mp4", "text/html"])(
    "skips a record of %s far above the page limit without keeping it in memory",
    async (contentType) => {
      const path = writePlain(LARGE, contentType);
      const memory = await bufferMemoryOf(async () => {
        const items = await readFiles([path], { maxPageBytes: 10 * MEGABYTE });
        expect(outline(items).map((line) => line.split(" ")[0])).toEqual([
          contentType === "text/html" ? "missed" : "other",
          "memento",
        ]);
        expect(pagesOf(items)).toEqual([["b", page("b")]]);
      });
      expect(memory).toBeLessThan(32 * MEGABYTE);
    },
  );

  it("does not keep the content of a gzip bomb in memory", async () => {
    const path = join(folder, "bomb.warc.gz");
    writeFileSync(path, Buffer.concat([gzipBomb(LARGE), gzipSync(pageRecord("b"))]));
    const memory = await bufferMemoryOf(async () => {
      const items = await readFiles([path], { maxPageBytes: 10 * MEGABYTE });
      expect(ofKind(items, "missed").map(({ capture }) => capture.uriR)).toEqual([
        "http://large.example/",
      ]);
      expect(pagesOf(items)).toEqual([["b", page("b")]]);
      expect(ofKind(items, "damage")).toEqual([]);
    });
    expect(memory).toBeLessThan(64 * MEGABYTE);
  });
});
