import { spawn } from "node:child_process";
import { once } from "node:events";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import {
  A_DATE,
  http,
  PACKING_NAMES,
  PACKINGS,
  pageRecord,
  warcinfo,
  warcRecord,
} from "../../support/warc-builder.js";
import { long } from "../../support/thorough.js";

const READER = fileURLToPath(new URL("../../support/read-standard-input.mjs", import.meta.url));
const MEGABYTE = 1 << 20;
/** Size of a large record in MB. A reader may grow by less than half of it. */
const LARGE = long(160, 300);

interface Told {
  readonly kinds: Readonly<Record<string, number>>;
  readonly pages: readonly string[];
  /** Maximum memory of the process while it read, beyond the memory before. */
  readonly grewMB: number;
}

/** Reads `source` from standard input in a process of its own. */
async function readPiped(source: Readable, maxPageBytes: number): Promise<Told> {
  const child = spawn(process.execPath, [READER, String(maxPageBytes)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  let out = "";
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  const closed = once(child, "close");
  await pipeline(source, child.stdin);
  await closed;
  return JSON.parse(out) as Told;
}

/** Yields a record of `size` bytes between two pages, made while it is read. */
function* largeBetweenPages(size: number, contentType: string): Generator<Buffer> {
  const head = http("", { contentType });
  yield pageRecord("before");
  yield warcRecord(
    { uri: "http://large.example/", date: A_DATE, length: head.length + size, closing: "" },
    head,
  );
  const piece = Buffer.alloc(MEGABYTE, "some bytes that go on and on ");
  for (let left = size; left > 0; left -= piece.length) yield piece.subarray(0, left);
  yield Buffer.from("\r\n\r\n");
  yield pageRecord("behind");
}

describe("standard input", () => {
  it.each(PACKING_NAMES)("reads standard input like a file: %s", async (packing) => {
    const file = PACKINGS[packing]([warcinfo(), pageRecord("one"), pageRecord("two")]);
    const { kinds, pages } = await readPiped(Readable.from([file]), MEGABYTE);
    expect(kinds).toEqual({ skipped: 1, memento: 2 });
    expect(pages).toEqual(["http://one.example/", "http://two.example/"]);
  });

  const LARGE_RECORDS: [contentType: string, packing: string][] = [
    ["video/mp4", "plain"],
    ["text/html", "gzip"],
    ["video/mp4", "gzip"],
    ["text/html", "plain"],
  ];
  it.each(long(LARGE_RECORDS.slice(0, 2), LARGE_RECORDS))(
    `reads standard input with a record of ${LARGE} MB of %s (%s) in bounded memory`,
    async (contentType, packing) => {
      const pieces = Readable.from(largeBetweenPages(LARGE * MEGABYTE, contentType));
      const source: Readable = packing === "gzip" ? pieces.pipe(createGzip({ level: 1 })) : pieces;
      const { kinds, pages, grewMB } = await readPiped(source, 10 * MEGABYTE);
      expect(kinds).toEqual({
        memento: 2,
        [contentType === "text/html" ? "missed" : "other"]: 1,
      });
      expect(pages).toEqual(["http://before.example/", "http://behind.example/"]);
      expect(grewMB).toBeLessThan(LARGE / 2);
    },
  );
});
