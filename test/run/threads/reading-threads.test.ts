import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { mapRecords } from "../../../src/run/map-reduce.js";
import {
  arcFile,
  arcRecord,
  gzip as compressed,
  http,
  page,
  pageRecord,
  warcRecord,
} from "../../support/warc-builder.js";
import { long, runs } from "../../support/thorough.js";

const folder = mkdtempSync(join(tmpdir(), "dot-parts-"));
afterAll(() => rmSync(folder, { recursive: true }));

const gzip = (bytes: Buffer): Buffer =>
  bytes.length < 50_000 ? compressed(bytes) : gzipSync(bytes, { level: 1 });

/** Files are read in the same parts whatever is computed of their pages. */
const CHEAP = { measures: "bytecount", detectLanguage: false, simhash: false };

/** Reads files with the given number of workers and returns lines, counts and damage. */
async function outcome(
  paths: readonly string[],
  workers: number,
  pages: "document" | "html" = "document",
): Promise<unknown> {
  const input = paths.map((path) => `warc=${path}`);
  const { lines, tally } = await mapRecords({ input, ...CHEAP, pages, workers });
  const damage = tally.damage.map(({ source, message }) => [source, message]);
  return { lines: [...lines], skipped: [...tally.skipped], damage };
}

let files = 0;
function fileOf(bytes: Uint8Array, name = "a.warc.gz"): string {
  files += 1;
  const path = join(folder, `${files}-${name}`);
  writeFileSync(path, bytes);
  return path;
}

const id = (n: number): string =>
  `<urn:uuid:00000000-0000-4000-8000-${String(n).padStart(12, "0")}>`;

/** Returns a record of the page with this number, with or without a link to it. */
function requestRecord(n: number, method: string, links: boolean): Buffer {
  const block = `${method} / HTTP/1.1\r\nHost: p${n}.example\r\n\r\n`;
  const fields = links ? ([["WARC-Concurrent-To", id(n)]] as const) : [];
  return warcRecord({ type: "request", uri: `http://p${n}.example/`, fields }, block);
}

/** Text that gzip hardly compresses, so that a part of a file has few pages. */
const NOISE = randomBytes(400_000).toString("base64");

const recordOf = (n: number): Buffer =>
  pageRecord(
    `p${n}`,
    { fields: [["WARC-Record-ID", id(n)]] },
    page(`p${n}`, `page ${n} ${NOISE.slice(0, (n % 4) * 130_000)}`),
  );

const infoOf = (fields: string): Buffer => warcRecord({ type: "warcinfo" }, `${fields}\r\n`);
const MARK = "detect-off-topic-working-directory: 1";

/** Returns a page that contains a stored gzip member of another page. */
const deceptive = (n: number): Buffer =>
  gzipSync(
    pageRecord(`within${n}`, {}, `${page("outer")}${gzip(recordOf(n)).toString("latin1")}`),
    { level: 0 },
  );

const stored = (n: number): Buffer => {
  const inner = Buffer.concat([http(page(`outer${n}`)), gzip(recordOf(n))]);
  const record = warcRecord(
    { uri: `http://outer${n}.example/`, date: "2012-06-01T10:20:30Z" },
    inner,
  );
  return gzipSync(record, { level: 0 });
};

const kinds: readonly ((n: number) => Buffer)[] = [
  (n) => gzip(recordOf(n)),
  (n) => Buffer.concat([gzip(recordOf(n)), gzip(requestRecord(n, "GET", true))]),
  (n) => Buffer.concat([gzip(recordOf(n)), gzip(requestRecord(n, "POST", true))]),
  (n) => Buffer.concat([gzip(requestRecord(n, "POST", false)), gzip(recordOf(n))]),
  (n) => gzip(requestRecord(n, "POST", false)),
  (n) => gzip(Buffer.concat([recordOf(n), requestRecord(n, "POST", true), recordOf(n + 1)])),
  (n) => gzip(warcRecord({ type: "metadata", uri: `http://p${n}.example/` }, "a: b\r\n")),
  (n) => gzip(pageRecord(`p${n}`, { type: "revisit", fields: [["WARC-Profile", "x"]] })),
  () => gzip(infoOf("software: by hand")),
  () => gzip(infoOf(MARK)),
  deceptive,
  stored,
  (n) => recordOf(n),
  (n) => gzip(arcRecord(`http://arc${n}.example/`, http(page(`arc${n}`)))),
  () => Buffer.from("neither a record nor a member"),
  (n) => gzip(recordOf(n)).subarray(0, -9),
  (n) => gzip(pageRecord(`p${n}`, { length: 7 })),
];

describe("files whose pages several threads read", () => {
  it("several threads give the same lines, counts and damage as one thread", async () => {
    const drawn = fc.array(fc.tuple(fc.nat(kinds.length - 1), fc.nat(30)), { maxLength: 6 });
    const starts = { gzip: gzip(recordOf(99)), plain: recordOf(99), arc: arcFile(1) };
    const first = fc.constantFrom("gzip", "plain", "arc");
    // Parts have half a megabyte, or two in uncompressed files.
    const large = [3, 7, 11].map(recordOf);
    const paddings = { none: [], plain: large, gzip: large.map(gzip) };
    const padding = fc.constantFrom("none", "plain", "gzip");
    await fc.assert(
      fc.asyncProperty(drawn, first, padding, fc.boolean(), async (made, start, more, isHtml) => {
        const bytes = made.map(([kind, n]) => [kinds[kind]!(n), ...paddings[more]]);
        const path = fileOf(Buffer.concat([starts[start], ...bytes.flat()]));
        const pages = isHtml ? "html" : "document";
        const expected = await outcome([path], 0, pages);
        expect(await outcome([path], 2, pages)).toEqual(expected);
      }),
      { numRuns: runs(4) },
    );
  });

  it.each([
    ["gzip", gzip],
    ["plain", (bytes: Buffer): Buffer => bytes],
  ])(
    "several threads give the same lines as one thread if a page in a %s file contains the bytes of a record's beginning",
    async (_, pack) => {
      const inner = (n: number): Buffer =>
        Buffer.concat([pack(recordOf(n)), Buffer.from(NOISE), pack(recordOf(n + 1))]);
      const records = Array.from({ length: 12 }, (_, n) => {
        const body = n % 3 === 1 ? inner(n) : Buffer.from(NOISE);
        const fields = [["Content-Type", "application/octet-stream"]] as const;
        return warcRecord(
          { uri: `http://outer${n}.example/`, date: "2012-06-01T10:20:30Z" },
          http(body, { fields }),
        );
      });
      const packed = records.map((record) =>
        pack === gzip ? gzipSync(record, { level: 0 }) : record,
      );
      const path = fileOf(Buffer.concat(packed));
      const expected = await outcome([path], 0, "html");
      for (const workers of long([3], [1, 3])) {
        expect(await outcome([path], workers, "html")).toEqual(expected);
      }
    },
  );

  it("any number of threads gives the same lines for several files, of which one is an ARC file", async () => {
    const warcs = [0, 100].map((from) =>
      fileOf(
        Buffer.concat(Array.from({ length: 14 }, (_, n) => kinds[n % 3]!(from + n))),
        `${from}.warc.gz`,
      ),
    );
    const arc = [arcFile(1), arcRecord("http://arc.example/", http(page("arc")))];
    const paths = [...warcs, fileOf(Buffer.concat(arc), "a.arc")];
    const expected = await outcome(paths, 0);
    for (const workers of long([4], [2, 6]))
      expect(await outcome(paths, workers)).toEqual(expected);
  });
});
