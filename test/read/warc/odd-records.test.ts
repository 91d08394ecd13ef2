import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { readWarc } from "../../../src/read/warc/read-warc.js";
import { idOf, sha1Digest } from "../../../src/read/warc/digest.js";
import {
  A_DATE,
  type FieldList,
  gzip,
  http,
  ofKind,
  outline,
  page,
  pageRecord,
  readBytes,
  type RecordParts,
  warcRecord,
} from "../../support/warc-builder.js";

const URI = "http://one.example/";
const of = (type: string, block: string | Uint8Array, parts: RecordParts = {}): Buffer =>
  warcRecord({ type, uri: URI, date: A_DATE, ...parts }, block);
const response = (block: string | Uint8Array, parts: RecordParts = {}): Buffer =>
  of("response", block, parts);
const head = (status: number, fields: FieldList = []): Buffer =>
  http("", { statusLine: `HTTP/1.1 ${status} x`, fields });
const untyped = (body: string | Uint8Array, fields: FieldList = []): Buffer =>
  http(body, { contentType: null, fields });
const coded = (body: string): Buffer => untyped(gzipSync(body), [["Content-Encoding", "gzip"]]);
const cut = (bytes: Buffer, at: string): Buffer => bytes.subarray(0, bytes.lastIndexOf(at));
const GIF: FieldList = [["Content-Type", "image/gif"]];
const IDENTIFIED: FieldList = [["WARC-Identified-Payload-Type", "image/gif"]];
const SENDS_ON: FieldList = [["Refresh", "0; url=/new"]];
const MOVED = head(302, [["Location", "/new"]]);
const IMAGE = http("", { contentType: "image/gif" });
const X = http(page("x"));
const NO_DATE = { date: undefined as never };
const LONG = { length: 9999 };
const ENDLESS = `HTTP/1.1 200 OK\r\nContent-Type: image/gif\r\nX: ${"x".repeat(99)}`;
/** The digest of "abc" (RFC 3174, section 7.3). */
const ABC = "sha1:VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5";
const PAGE = `memento ${URI}`;
const NO_PAGE = `other ${URI}: not HTML: image/*`;
const MISSED = `missed ${URI}: cut off`;
const DAMAGE = "damage at 0: a capture with";

describe("a record", () => {
  it.each<[string, Buffer, string]>([
    ["a 304", response(head(304)), `revisit ${URI} server-not-modified`],
    ["a 304 that is cut off", response(head(304), LONG), `${MISSED}: `],
    ["a redirect may lack its body", response(MOVED, LONG), `redirect ${URI} ${URI}new`],
    ["a redirect needs its head", cut(response(MOVED), "ew\r\n"), MISSED],
    ["FTP is skipped", response("220 x", { uri: "ftp://a.example/" }), "skipped ftp record"],
    ["HTTP with an odd URI", response(X, { uri: "htp://a/" }), `${DAMAGE} an HTTP response, but`],
    ["no URI of a page", response(X, { uri: "one" }), `${DAMAGE} the WARC-Target-URI "one", which`],
    ["no URI", warcRecord({ date: A_DATE }, X), `${DAMAGE} no WARC-Target-URI`],
    ["an impossible date", response(X, { date: "2012-02-31" }), `${DAMAGE} the impossible`],
    ["a revisit of an image", of("revisit", IMAGE), NO_PAGE],
    ["a revisit of no page", of("revisit", "x", { uri: "urn:x" }), "skipped revisit record of no"],
    ["a revisit without a date", of("revisit", X, NO_DATE), `${DAMAGE} no WARC-Date`],
    ["a revisit may lack its body", of("revisit", head(200), LONG), `revisit ${URI} unknown`],
    ["a revisit needs its head", cut(of("revisit", head(200)), "tml"), MISSED],
    ["a resource without a date", of("resource", page("x"), NO_DATE), `${DAMAGE} no WARC-Date`],
    ["an image as a resource", of("resource", "GIF89a", { fields: GIF }), NO_PAGE],
    ["a type in capitals", of("RESPONSE", X), PAGE],
    ["an unknown type", of("novelty", "x"), 'damage at 0: a record of the unknown type "novelty"'],
    ["a request cut off", cut(of("request", "GET /"), " /"), "a request record is cut off: 3 of 5"],
    ["a long head", response(untyped(page("x"), [["X-Long", "x".repeat(100_000)]])), PAGE],
    ["an image with an endless head", response(ENDLESS), NO_PAGE],
    ["an answer that only sends on", response(untyped("", SENDS_ON)), PAGE],
    ["a page in gzip without a type", response(coded(page("x"))), PAGE],
    ["a PDF in gzip without a type", response(coded("%PDF-1.4\n1 0 obj")), `other ${URI}: not`],
    ["an identified type", response(coded("\0"), { fields: IDENTIFIED }), `other ${URI}: not`],
  ])("is what its bytes and fields tell: %s", async (_, bytes, expected) => {
    const lines = outline(await readBytes(bytes));
    expect(lines).toEqual([expect.stringContaining(expected)]);
  });

  const BOTH_EMPTY: FieldList = [
    ["WARC-Record-ID", ""],
    ["WARC-Payload-Digest", ""],
  ];
  const OF_OTHER: FieldList = [
    ["WARC-Profile", "http://netpreserve.org/warc/1.1/revisit/server-not-modified"],
    ["WARC-Refers-To-Container", "<file:///a.wacz>"],
  ];
  const TRUNCATED: FieldList = [["WARC-Truncated", "length"]];
  const REFRESH: FieldList = [["Refresh", "x".repeat(2001)]];
  const SENT: FieldList = [["Date", "Tue, 13 Jan 2009 18:05:10 GMT"]];
  const YEAR_1 = { date: "0001-01-01T00:00:00Z" };
  const JAN = "2009-01-13T18:05:10Z";
  const TARGET = { profile: "server-not-modified", container: "a.wacz" };
  const NO_NOTES = expect.not.objectContaining({ notes: expect.anything() as unknown }) as object;
  it.each<[string, Buffer, object]>([
    ["a limit", response(untyped(page("x"), REFRESH)), { body: { refresh: "x".repeat(2000) } }],
    ["a digest", response(http("abc"), { fields: BOTH_EMPTY }), { capture: { digest: ABC } }],
    ["a date", response(untyped(page("x"), SENT), YEAR_1), { capture: { mementoDatetime: JAN } }],
    ["no note", of("revisit", head(200), { fields: TRUNCATED }), { capture: NO_NOTES }],
    ["its original's WACZ", of("revisit", head(200), { fields: OF_OTHER }), { target: TARGET }],
    ["an encoded URI", response(X, { uri: `<${URI}a b>` }), { capture: { uriR: `${URI}a%20b` } }],
  ])("is described with %s", async (_, bytes, expected) => {
    expect(await readBytes(bytes)).toMatchObject([expected]);
  });
});

describe("a file", () => {
  const BLANKS = Buffer.alloc((1 << 24) + 1);
  const two = "memento http://two.example/";
  const headers = Buffer.concat([Buffer.from("WARC/1.0\r\nX: y\r\n"), pageRecord("two")]);
  const around = (bytes: Uint8Array): Buffer =>
    Buffer.concat([pageRecord("one"), bytes, pageRecord("two")]);
  it.each<[string, Buffer, readonly string[]]>([
    ["that is empty", Buffer.alloc(0), ["damage at 0: the file is empty"]],
    ["without a record", Buffer.from("\r\n\r\n"), ["damage at 0: the file holds no record"]],
    ["that is blank for long", around(BLANKS), [PAGE, "more than 16777216 bytes without a record"]],
    ["that is blank in gzip", gzip(around(BLANKS)), [PAGE, "more than 16777216 bytes without a"]],
    ["that is blank for less", around(BLANKS.subarray(5)), [PAGE, two]],
    ["with a cut dictionary", Buffer.from("\x5d\x2a\x4d\x18\t\0\0\0x"), ["dictionary is cut off"]],
    ["with two headers", headers, ["another record begins in the header of", two]],
    ["that is a PDF", Buffer.from("%PDF-1.4\n"), ["not a WARC file: it looks like a PDF"]],
  ])("%s is told", async (_, bytes, expected) => {
    expect(outline(await readBytes(bytes))).toEqual(
      expected.map((text) => expect.stringContaining(text) as string),
    );
  });

  it("is not read further after 10,000 damaged places without a record", async () => {
    const found = outline(await readBytes(around(Buffer.from("WARC/1.0\nX:y\n".repeat(20_000)))));
    expect(found.at(-1)).toContain("more than 10000 damaged places without a record");
    expect(found.length).toBe(10_003);
  });

  it("is read from memory under a name of its own", async () => {
    for await (const item of readWarc(pageRecord("one")))
      expect(item).toMatchObject({ capture: { source: { file: "warc", offset: 0 } } });
  });
});

describe("the header of a gzip member", () => {
  const member = gzip(pageRecord("one"));
  const flagged = (flags: number, fields = ""): Buffer => {
    const [start, rest] = [Buffer.from(member.subarray(0, 10)), member.subarray(10)];
    start[3] = flags;
    return Buffer.concat([start, Buffer.from(fields, "latin1"), rest]);
  };
  it.each([
    ["a name", flagged(8, "a.warc\0")],
    ["a comment", flagged(16, "made by hand\0")],
    ["a checksum", flagged(2, "\0\0")],
    ["a field", flagged(4, "\x03\0abc")],
    ["all of them", flagged(30, "\x03\0abca.warc\0\0\0\0")],
  ])("may have %s, also behind damage", async (_, bytes) => {
    expect(outline(await readBytes(bytes))).toEqual([PAGE]);
    const behind = Buffer.concat([pageRecord("two"), Buffer.from("lost bytes"), bytes]);
    expect(outline(await readBytes(behind))[2]).toBe(PAGE);
  });

  it.each([
    ["ends in its name", flagged(8, "a.warc").subarray(0, 16)],
    ["ends in a field", flagged(4, "\xff\xff").subarray(0, 40)],
    ["has flags that are none", flagged(32)],
    ["ends at once", member.subarray(0, 9)],
  ])("is damaged if it %s", async (_, bytes) => {
    const lines = outline(await readBytes(Buffer.concat([pageRecord("two"), bytes])));
    expect(lines[1]).toMatch(/^damage at \d+: the gzip header is damaged or cut off/u);
  });
});

it("a digest is SHA-1 in base32, and an ID is SHA-256 as a UUID of version 8", async () => {
  // The SHA-256 of "abc" is in FIPS 180-2, appendix B.1.
  expect(sha1Digest(Buffer.from("abc"))).toBe(ABC);
  expect(idOf(Buffer.from("abc"))).toBe("<urn:uuid:ba7816bf-8f01-8fea-a141-40de5dae2223>");
  const [memento] = ofKind(await readBytes(response(http("abc"))), "memento");
  expect(memento?.capture.digest).toBe(ABC);
});
