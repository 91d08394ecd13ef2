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
/** Far more than is held of any record. */
const LARGE = long(100, 300) * MEGABYTE;
let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "dot-warc-"));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** What is not seen of the memory that buffers hold: to look takes longer than to read. */
const UNSEEN = 16 * MEGABYTE;

/** The most memory that buffers held while something ran, beyond what they held before. */
async function bufferMemoryOf(run: () => Promise<void>): Promise<number> {
  collectGarbage();
  const before = process.memoryUsage().arrayBuffers;
  const taken = (): number => process.memoryUsage().arrayBuffers - before;
  let most = 0;
  const look = (): void => {
    if (taken() <= most + UNSEEN) return;
    // What was let go is collected when the engine likes, and is not held.
    collectGarbage();
    most = Math.max(most, taken());
  };
  const timer = setInterval(look, 2);
  await run();
  clearInterval(timer);
  look();
  return most + UNSEEN;
}

/** The head of a response record that says that its body is `size` bytes long. */
function headOfLarge(size: number, contentType: string): Buffer {
  const head = http("", { contentType });
  return warcRecord(
    { uri: "http://large.example/", date: A_DATE, length: head.length + size, closing: "" },
    head,
  );
}

/** A gzip member of a page of `size` zeros, a thousandth as long: a reader that looks ahead sees all of it. */
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
  // The header of an empty member, and a last block of nothing.
  const header = gzipSync("").subarray(0, 10);
  const parts = bytes.map((each) => known.get(each)!);
  return Buffer.concat([header, ...parts, Buffer.from([3, 0]), trailer]);
}

/** A plain WARC with a record of zeros, then a page; zeros take no room on disk. */
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

describe("a record far larger than a page may be", () => {
  it.each(["video/mp4", "text/html"])(
    "of %s is passed over without being held",
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

  it("that says a wrong length is not held while its end is looked for", async () => {
    const path = writePlain(LARGE, "text/html", LARGE + 100);
    const memory = await bufferMemoryOf(async () => {
      const items = await readFiles([path], { maxPageBytes: 10 * MEGABYTE });
      expect(ofKind(items, "missed")).toHaveLength(1);
      expect(pagesOf(items)).toEqual([["b", page("b")]]);
    });
    expect(memory).toBeLessThan(64 * MEGABYTE);
  });

  it.each([1, 30, 100])(
    "that says a wrong length ends where the next begins, %i bytes before the end of what is read at once",
    async (before) => {
      const said = 2 * MEGABYTE;
      const head = headOfLarge(said, "text/html").length;
      const path = writePlain(MEGABYTE - before - head - "\r\n\r\n".length, "text/html", said);
      const items = await readFiles([path]);
      expect(items.map(({ kind }) => kind)).toEqual(["memento", "damage", "memento"]);
      expect(pagesOf(items).at(-1)).toEqual(["b", page("b")]);
    },
  );

  it("in a gzip member of its own, a bomb, is not held either", async () => {
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

  it("that is cut off after 20 MB is an error row", async () => {
    const path = writePlain(LARGE, "text/html");
    const file = openSync(path, "r+");
    ftruncateSync(file, 20 * MEGABYTE);
    closeSync(file);
    const items = await readFiles([path], { maxPageBytes: 400 * MEGABYTE });
    expect(outline(items)).toHaveLength(1);
    expect(ofKind(items, "missed")[0]?.problem.message).toMatch(/cut off/u);
  });

  it("whose length is far too large gives the records behind it back", async () => {
    const path = join(folder, "wrong.warc");
    const body = Buffer.alloc(6 * MEGABYTE, "z");
    const block = http(body, { contentType: "video/mp4" });
    writeFileSync(
      path,
      Buffer.concat([
        warcRecord({ uri: "http://large.example/", date: A_DATE, length: LARGE }, block),
        pageRecord("b"),
        pageRecord("c"),
      ]),
    );
    expect(pagesOf(await readFiles([path]))).toEqual([
      ["b", page("b")],
      ["c", page("c")],
    ]);
  });
});

describe("members too large to inflate at once", () => {
  const random = (size: number): Buffer => {
    const bytes = Buffer.alloc(size);
    let state = 1;
    for (let i = 0; i < size; i += 1)
      bytes[i] = (state = (state * 1103515245 + 12345) & 0x7fffffff) >>> 16;
    return bytes;
  };

  it("are streamed, one after the other, with a check sum that is looked at", async () => {
    const path = join(folder, "streamed.warc.gz");
    const noise = warcRecord(
      { uri: "http://v.example/", date: A_DATE },
      http(random(3 * MEGABYTE), { contentType: "video/mp4" }),
    );
    const members = [noise, pageRecord("a"), noise, pageRecord("b")].map((bytes) =>
      gzipSync(bytes, { level: 1 }),
    );
    const wrong = Buffer.from(members[2]!);
    wrong[wrong.length - 8] = wrong[wrong.length - 8]! ^ 1;
    writeFileSync(path, Buffer.concat([members[0]!, members[1]!, wrong, members[3]!]));
    const items = await readFiles([path]);
    expect(outline(items).map((line) => line.split(" ")[0])).toEqual([
      "other",
      "memento",
      "other",
      "damage",
      "memento",
    ]);
    expect(ofKind(items, "damage")[0]?.source.offset).toBe(members[0]!.length + members[1]!.length);
  });

  it("with all records in one: pages are read, and what a cut or damage leaves is reported", async () => {
    const names = Array.from({ length: 300 }, (_, i) => `p${i}`);
    const text = random(12_000).toString("hex");
    const records = names.map((name) => pageRecord(name, {}, page(name, text)));
    const whole = gzipSync(Buffer.concat(records), { level: 1 });
    const path = join(folder, "one.warc.gz");
    writeFileSync(path, whole);
    expect(pagesOf(await readFiles([path])).map(([name]) => name)).toEqual(names);
    writeFileSync(path, whole.subarray(0, whole.length - 500));
    const cut = await readFiles([path]);
    expect(pagesOf(cut).length).toBeGreaterThan(290);
    expect(ofKind(cut, "missed").length + ofKind(cut, "damage").length).toBe(1);
    const broken = Buffer.from(whole);
    broken.fill(0xff, whole.length >> 1, (whole.length >> 1) + 2000);
    writeFileSync(path, Buffer.concat([broken, gzipSync(pageRecord("behind"))]));
    const items = await readFiles([path]);
    expect(pagesOf(items).length).toBeGreaterThan(100);
    expect(ofKind(items, "damage").length).toBeGreaterThan(0);
    expect(pagesOf(items).at(-1)?.[0]).toBe("behind");
  });
});
