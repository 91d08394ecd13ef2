import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { readIndex } from "../../support/cdx-builder.js";
import { http, page, warcRecord } from "../../support/warc-builder.js";

const A = "http://a.example/";
const KEY = "example,a)/ 20100101000000";
const FIELDS = { url: A, mime: "text/html", status: "200", offset: "0", filename: "a.warc" };
const PAGE = `memento ${A}`;
const warc = warcRecord({ uri: A, date: "2010-01-01T00:00:00Z" }, http(page("a")));
const line = (more: object = {}, start = KEY): string =>
  `${start} ${JSON.stringify({ ...FIELDS, ...more })}\n`;
const read = (index: string | Uint8Array, more = {}) =>
  readIndex({ "a.warc": warc, "a.cdxj": index }, more);

const { url, mime, status, ...place } = FIELDS;
const SERVICE = JSON.stringify({ timestamp: "20100101000000", ...FIELDS });

describe("a line of an index", () => {
  it.each([
    ["CDXJ", line()],
    [
      "CDXJ with other names",
      line({ original: url, mimetype: mime, statuscode: status, ...place }),
    ],
    ["JSON of a CDX service", `${SERVICE}\n`],
    ["CDX of nine columns", `${KEY} ${A} text/html 200 ABC - 0 a.warc\n`],
    ["CDX of ten columns", `${KEY} ${A} text/html 200 ABC - - 0 a.warc\n`],
    ["CDX of eleven columns", `${KEY} ${A} text/html 200 ABC - - 99 0 a.warc\n`],
    ["CDX in the order of its header", ` CDX g V a b\na.warc 0 ${A} 20100101000000\n`],
    ["CDX with tabs", `\tCDX\tg\tV\ta\tb\na.warc\t0\t${A}\t20100101000000\n`],
    ["a header without a blank before it", `CDX g V a b\na.warc 0 ${A} 20100101000000\n`],
    ["a second header", ` CDX g V a b\n CDX g V a b\na.warc 0 ${A} 20100101000000\n`],
    ["line ends of Windows", `\u{feff}\r\n${line().replace("\n", "\r\n")}`],
    ["a line of a program's own", `!OpenWayback-CDXJ 1.0\n${line()}`],
    ["a record of the domain name system", line() + line({ url: "dns:a.example", offset: "9" })],
    ["the same line twice", line() + line()],
    ["blank lines", `\n \n${line()}\n`],
  ])("leads to the capture: %s", async (_, index) => {
    expect((await read(index)).lines).toEqual([PAGE]);
    expect((await read(index, { http: { limit: 2 } })).lines).toEqual([PAGE]);
  });

  it.each([
    ["lines that are not CDXJ", line(), `${KEY} {broken\n`],
    ["lines that are not JSON", `${SERVICE}\n`, "{broken\n"],
    [
      "lines without as many fields as the header",
      ` CDX g V a b\na.warc 0 ${A} 20100101000000\n`,
      "a.warc 0\n",
    ],
    ["lines without a URI", line(), line({ url: "-" })],
    ["lines without a date", line(), line({}, "example,a)/ 20101301000000")],
    ["lines that do not say where the record is", line(), line({ offset: "-" })],
    ["lines that do not say where the record is", line(), line({ filename: "-" })],
    ["lines that do not say where the record is", line(), line({ filename: "" })],
  ])("is counted with an example, and the others are read: %s", async (what, good, bad) => {
    const example = bad.trim().slice(0, 120) + (bad.length > 121 ? "..." : "");
    const { lines } = await read(good + bad + bad);
    expect(lines).toEqual([expect.stringMatching(/^damage at /u), PAGE]);
    expect(lines[0]).toContain(`${what}: 2 (first: ${example})`);
  });

  const DIGEST = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  it.each<[string, object, object]>([
    [
      "an image",
      { mime: "Image/PNG", status: "404", digest: DIGEST },
      { contentType: "image/png", status: 404, digest: `sha1:${DIGEST}` },
    ],
    [
      "an image without a status",
      { mime: "image/png", status: "-", digest: "-" },
      { contentType: "image/png" },
    ],
    [
      "a status that is none",
      { mime: "image/png", status: "0", digest: "sha256:ab" },
      { contentType: "image/png", digest: "sha256:ab" },
    ],
  ])("is all that is known of a capture that is no page: %s", async (_, more, known) => {
    const { items, lines } = await read(line({ ...more, offset: "7" }));
    expect(lines).toEqual([`other ${A}: not HTML: image/*`]);
    expect(items).toMatchObject([
      {
        capture: {
          uriR: A,
          mementoDatetime: "2010-01-01T00:00:00Z",
          source: { file: expect.stringMatching(/a\.warc$/u) as string, offset: 7 },
          ...known,
        },
      },
    ]);
    expect(Object.keys(items[0]!.kind === "other" ? items[0].capture : {})).toHaveLength(
      3 + Object.keys(known).length,
    );
  });

  it.each([
    ["its type is unknown", { mime: "unk" }],
    ["its type is empty", { mime: "-" }],
    ["it may be a redirect of an image", { mime: "image/png", status: "302" }],
    ["it may be any answer", { mime: "image/png", status: "399" }],
  ])("does not decide whether the capture is a page: %s", async (_, more) => {
    expect((await read(line(more))).lines).toEqual([PAGE]);
  });

  it("decides with --pages document if the URI is one for programs", async () => {
    const robots = line({ url: `${A}robots.txt`, offset: "7" });
    expect((await read(robots + line(), { documentsOnly: true })).lines).toEqual([
      PAGE,
      `other ${A}robots.txt: no document: robots.txt, favicon.ico, sitemap.xml and the like`,
    ]);
  });
});

describe("an index with gzip", () => {
  const whole = gzipSync(line());
  it.each<[string, Uint8Array, readonly string[]]>([
    ["of several members", Buffer.concat([whole, gzipSync(line({ url: "dns:b" }))]), []],
    ["that is cut off", whole.subarray(0, -2), ["the file ends in a gzip checksum"]],
    [
      "with a wrong checksum",
      Buffer.concat([whole.subarray(0, -8), Buffer.alloc(8)]),
      ["the gzip checksum does not agree: bytes were changed"],
    ],
    [
      "with a damaged member at its end",
      Buffer.concat([whole, Buffer.from("\x1f\x8b\x08\xff")]),
      ["its gzip header is damaged or cut off"],
    ],
  ])("is read as far as it can be: %s", async (_, index, troubles) => {
    const { lines } = await read(index);
    expect(lines).toEqual([
      ...troubles.map((trouble) => `damage at 0: damage: 1 (first: ${trouble})`),
      PAGE,
    ]);
  });

  it("tells that it holds another text", async () => {
    expect((await read(gzipSync("hello\n"))).lines).toEqual([
      "damage at 0: lines of no index: 1 (first: hello)",
    ]);
  });
});

describe("a large index", () => {
  const FILLER = Array.from(
    { length: 12_000 },
    (_, at) => `example,b${String(at).padStart(6, "0")})/ 20100101000000`,
  );
  const filled = (keys: readonly string[]): string =>
    keys
      .map(
        (key) =>
          `${key} {"url":"http://b.example/","mime":"text/html","offset":"1","filename":"a.warc"}\n`,
      )
      .join("");
  it.each([
    ["sorted", line() + filled(FILLER)],
    ["sorted, with lines of Windows", (line() + filled(FILLER)).replaceAll("\n", "\r\n")],
    ["not sorted", filled(FILLER.toReversed()) + line()],
    [
      "with other keys",
      filled(FILLER.map((key) => key.replace(",", "."))) + line({}, `zz.a 20100101000000`),
    ],
  ])("leads to the captures of a seed: %s", async (_, index) => {
    expect((await read(index, { http: { seeds: [A] } })).lines).toEqual([PAGE]);
  });
});

it("an index that is gone when it is read is reported", async () => {
  const { cdx } = await import("../../../src/read/inputs/cdx.js");
  const items = [];
  const signal = new AbortController().signal;
  const context = { signal, maxPageBytes: 1, redirects: "follow" } as const;
  for await (const item of cdx.read(["nowhere.cdxj"], context)) items.push(item);
  expect(items).toMatchObject([
    {
      kind: "damage",
      message: expect.stringMatching(/^the index cannot be read: 1 \(first: /u) as string,
    },
  ]);
});

it("--limit and --sample choose among the captures of each page", async () => {
  const of = (uri: string, year: number): Buffer =>
    warcRecord({ uri, date: `${year}-01-01T00:00:00Z` }, http(page(uri)));
  const B = "http://b.example/";
  const file = Buffer.concat([of(A, 2010), of(B, 2010), of(A, 2011), of(B, 2011), of(A, 2012)]);
  const { lines } = await readIndex({ "a.warc": file }, { http: { limit: 1 } });
  expect(lines).toEqual([PAGE, `memento ${B}`]);
});
