import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { readIndex } from "../../support/cdx-builder.js";
import { http, page, warcRecord } from "../../support/warc-builder.js";

const A = "http://a.example/";
const DATE = "20100101000000";
const KEY = `example,a)/ ${DATE}`;
const PLACE = { offset: "0", filename: "a.warc" };
const FIELDS = { url: A, mime: "text/html", status: "200", ...PLACE };
const OTHER_NAMES = {
  original: A,
  mimetype: "text/html",
  statuscode: "200",
  url: undefined,
  ...PLACE,
};
const PAGE = `memento ${A}`;
const captured = (uri: string, year = 2010): Buffer =>
  warcRecord({ uri, date: `${year}-01-01T00:00:00Z` }, http(page("a")));
const line = (more: object = {}, start = KEY): string =>
  `${start} ${JSON.stringify({ ...FIELDS, ...more })}\n`;
const read = (index: string | Uint8Array, more = {}) =>
  readIndex({ "a.warc": captured(A), "a.cdxj": index }, more);

const SERVICE = `${JSON.stringify({ timestamp: DATE, ...FIELDS })}\n`;
const HEADER = " CDX g V a b\n";
const COLUMNS = `a.warc 0 ${A} ${DATE}\n`;

describe("a line of an index", () => {
  it.each([
    ["CDXJ", line()],
    ["CDXJ with milliseconds", line({ offset: 0 }, `${KEY}000`)],
    ["CDXJ with other names", line(OTHER_NAMES)],
    ["JSON of a CDX service", SERVICE],
    ["CDX of nine columns", `${KEY} ${A} text/html 200 ABC - 0 a.warc\n`],
    ["CDX of ten columns", `${KEY} ${A} text/html 200 ABC - - 0 a.warc\n`],
    ["CDX of eleven columns", `${KEY} ${A} text/html 200 ABC - - 99 0 a.warc\n`],
    ["CDX in the order of its header", HEADER + COLUMNS],
    ["CDX with tabs", (HEADER + COLUMNS).replaceAll(" ", "\t")],
    ["a header without a blank before it", HEADER.trimStart() + COLUMNS],
    ["a second header", HEADER + HEADER + COLUMNS],
    ["line ends of Windows", `\u{feff}\r\n${line().replace("\n", "\r\n")}`],
    ["a line of a program's own", `!OpenWayback-CDXJ 1.0\n${line()}`],
    ["a record of the domain name system", line() + line({ url: "dns:a.example", offset: "9" })],
    ["the same line twice", line() + line()],
    ["blank lines", `\n \n${line()}\n`],
    ["an unknown type", line({ mime: "unk" })],
    ["no type", line({ mime: "-" })],
    ["a status that may be of a redirect", line({ mime: "image/png", status: "399" })],
  ])("leads to the capture: %s", async (_, index) => {
    expect((await read(index)).lines).toEqual([PAGE]);
    expect((await read(index, { http: { limit: 2 } })).lines).toEqual([PAGE]);
  });

  const NO_PLACE = "lines that do not say where the record is";
  it.each([
    ["lines that are not CDXJ", line(), `${KEY} {broken\n`],
    ["lines that are not JSON", SERVICE, "{broken\n"],
    ["lines without as many fields as the header", HEADER + COLUMNS, "a.warc 0\n"],
    ["lines without a URI", line(), line({ url: "-" })],
    ["lines without a date", line(), line({}, KEY.replace("0101", "1301"))],
    [NO_PLACE, line(), line({ offset: "-" })],
    [NO_PLACE, line(), line({ filename: "-" })],
    [NO_PLACE, line(), line({ filename: "" })],
  ])("is counted with an example, and the others are read: %s", async (what, good, bad) => {
    const { lines } = await read(good + bad + bad);
    const example = bad.trim().slice(0, 120);
    const message = expect.stringContaining(`${what}: 2 (first: ${example}`) as string;
    expect(lines).toEqual([message, PAGE]);
  });

  const SHA1 = "A".repeat(32);
  it.each<[string, object, object]>([
    ["all", { status: "404", digest: SHA1 }, { status: 404, digest: `sha1:${SHA1}` }],
    ["no status and digest", { status: "-", digest: "-" }, {}],
    ["no true status", { status: "0", digest: "md5:a" }, { digest: "md5:a" }],
  ])("says all of a capture of no page: %s", async (_, more, known) => {
    const { items, lines } = await read(line({ mime: "Image/PNG", ...more, offset: "7" }));
    expect(lines).toEqual([`other ${A}: not HTML: image/*`]);
    const source = { file: expect.stringMatching(/a\.warc$/u) as string, offset: 7 };
    const [mementoDatetime, contentType] = ["2010-01-01T00:00:00Z", "image/png"];
    const capture = { uriR: A, mementoDatetime, contentType, source, ...known };
    expect("capture" in items[0]! && items[0].capture).toEqual(capture);
  });

  it("decides with --pages document if the URI is one for programs", async () => {
    const robots = line({ url: `${A}robots.txt`, offset: "7" });
    const { lines } = await read(robots + line(), { documentsOnly: true });
    expect(lines).toEqual([PAGE, expect.stringContaining("no document: robots.txt, favicon.ico")]);
  });
});

describe("an index with gzip", () => {
  const whole = gzipSync(line());
  const DAMAGED = Buffer.of(31, 139, 8, 255);
  it.each<[string, Uint8Array, ...string[]]>([
    ["of several members", Buffer.concat([whole, gzipSync(line({ url: "dns:b" }))]), PAGE],
    ["that is cut off", whole.subarray(0, -2), "the file ends in a gzip checksum", PAGE],
    [
      "of another sum",
      Buffer.from(whole).fill(0, whole.length - 8),
      "the gzip checksum does not",
      PAGE,
    ],
    ["with a damaged end", Buffer.concat([whole, DAMAGED]), "its gzip header is damaged or", PAGE],
    ["of another text", gzipSync("hello\n"), "lines of no index: 1 (first: hello)"],
  ])("is read as far as it can be: %s", async (_, index, ...expected) => {
    const { lines } = await read(index);
    expect(lines).toEqual(expected.map((text) => expect.stringContaining(text) as string));
  });
});

describe("a large index", () => {
  const keys = Array.from({ length: 12_000 }, (_, at) => `example,b${10_000_000 + at})/ ${DATE}`);
  const filler = keys.map((key) => line({ url: "http://b.example/", offset: "1" }, key));
  const reversed = filler.toReversed().join("");
  it.each([
    ["sorted", line() + filler.join("")],
    ["sorted, with lines of Windows", (line() + filler.join("")).replaceAll("\n", "\r\n")],
    ["not sorted", reversed + line()],
    ["with other keys", filler.join("").replaceAll(",b", ".b") + line({}, `zz.a ${DATE}`)],
  ])("leads to the captures of a seed: %s", async (_, index) => {
    expect((await read(index, { http: { seeds: [A] } })).lines).toEqual([PAGE]);
  });
});

it("an index that cannot be read is told", async () => {
  const { lines } = await readIndex({}, {}, "nowhere.cdxj");
  expect(lines).toEqual([expect.stringContaining("the index cannot be read: 1 (first: ")]);
});

it("--limit chooses among the captures of each page", async () => {
  const B = "http://b.example/";
  const file = [captured(A), captured(B), captured(A, 2011), captured(B, 2011), captured(A, 2012)];
  const { lines } = await readIndex({ "a.warc": Buffer.concat(file) }, { http: { limit: 1 } });
  expect(lines).toEqual([PAGE, `memento ${B}`]);
});
