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
const record = (block: string | Uint8Array, parts: RecordParts = {}): Buffer =>
  warcRecord({ uri: URI, date: A_DATE, ...parts }, block);
const head = (status: number, fields: FieldList = [], contentType: string | null = "text/html") =>
  http("", { statusLine: `HTTP/1.1 ${status} x`, fields, contentType });
const MOVED = head(302, [["Location", "/new"]]);
const REVISIT = { type: "revisit" } as const;
const PROFILE = "http://netpreserve.org/warc/1.1/revisit/";
const cut = (bytes: Buffer, at: string): Buffer => bytes.subarray(0, bytes.lastIndexOf(at));
const IMAGE = http("GIF89a", { contentType: "image/gif" });

describe("a record", () => {
  it.each<[string, Buffer, string | RegExp]>([
    [
      "a 304 is a revisit of what the server had not changed",
      record(head(304)),
      `revisit ${URI} server-not-modified`,
    ],
    [
      "a 304 that is cut off is missed",
      record(head(304), { length: 999 }),
      /^missed .*: cut off: \d+ of 999 bytes/u,
    ],
    [
      "a redirect whose body is cut off leads on",
      record(Buffer.concat([MOVED, Buffer.from("x")]), { length: 999 }),
      `redirect ${URI} ${URI}new`,
    ],
    [
      "a redirect whose head is cut off is missed",
      cut(record(MOVED), "ew\r\n"),
      /^missed .*: cut off/u,
    ],
    [
      "an answer of another protocol is skipped",
      record("220 ready", { uri: "ftp://one.example/" }),
      "skipped ftp record",
    ],
    [
      "an HTTP answer with a damaged URI is damage",
      record(http(page("x")), { uri: "htp://one.example/" }),
      "damage at 0: a capture with an HTTP response, but a URI of htp:",
    ],
    [
      "a URI without a scheme is damage",
      record(http(page("x")), { uri: "one.example" }),
      /^damage at 0: a capture with the WARC-Target-URI "one.example", which is not a URI of a page/u,
    ],
    [
      "a revisit of an image is no page",
      record(cut(IMAGE, "GIF"), REVISIT),
      `other ${URI}: not HTML: image/*`,
    ],
    [
      "a revisit of something that is no page is skipped",
      record("x", { ...REVISIT, uri: "urn:x:y" }),
      "skipped revisit record of no page",
    ],
    [
      "a revisit without a date is damage",
      warcRecord({ ...REVISIT, uri: URI }, head(200)),
      "damage at 0: a capture with no WARC-Date",
    ],
    [
      "a revisit without a URI is damage",
      warcRecord({ ...REVISIT, date: A_DATE }, head(200)),
      "damage at 0: a capture with no WARC-Target-URI",
    ],
    [
      "a revisit with the length of its original is whole",
      record(head(200), { ...REVISIT, length: 9999 }),
      `revisit ${URI} unknown`,
    ],
    [
      "a revisit whose head is cut off is missed",
      cut(record(head(200), REVISIT), "tml"),
      /^missed .*: cut off/u,
    ],
    [
      "a resource without a date is damage",
      warcRecord({ type: "resource", uri: URI }, page("x")),
      "damage at 0: a capture with no WARC-Date",
    ],
    [
      "an image as a resource is no page",
      record("GIF89a", { type: "resource", fields: [["Content-Type", "image/gif"]] }),
      `other ${URI}: not HTML: image/*`,
    ],
    [
      "a type in capitals is the same type",
      record(http(page("x")), { type: "RESPONSE" }),
      `memento ${URI}`,
    ],
    [
      "a record of an unknown type is damage",
      record("x", { type: "novelty" }),
      'damage at 0: a record of the unknown type "novelty"',
    ],
    [
      "a request that is cut off is damage",
      cut(record("GET / HTTP/1.1", { type: "request" }), "T /"),
      /^damage at 0: a request record is cut off: 2 of 14 bytes/u,
    ],
    [
      "a page behind a very long head is a page",
      record(http(page("x"), { fields: [["X-Long", "x".repeat(100_000)]] })),
      `memento ${URI}`,
    ],
    [
      "an image with an endless head is an image",
      record(`${"HTTP/1.1 200 OK\r\nContent-Type: image/gif\r\n"}X: ${"x".repeat(99)}`),
      `other ${URI}: not HTML: image/*`,
    ],
    [
      "data of an unknown type in gzip is a page if it is one",
      record(
        http(gzipSync(page("x")), { contentType: null, fields: [["Content-Encoding", "gzip"]] }),
      ),
      `memento ${URI}`,
    ],
    [
      "a PDF of an unknown type in gzip is none",
      record(
        http(gzipSync("%PDF-1.4\n1 0 obj"), {
          contentType: null,
          fields: [["Content-Encoding", "gzip"]],
        }),
      ),
      new RegExp(`^other ${URI}: not HTML`, "u"),
    ],
    [
      "data that the crawler identified is what it says",
      record(
        http(gzipSync("\0\u{1}\u{2}"), {
          contentType: null,
          fields: [["Content-Encoding", "gzip"]],
        }),
        { fields: [["WARC-Identified-Payload-Type", "image/gif"]] },
      ),
      new RegExp(`^other ${URI}: not HTML`, "u"),
    ],
  ])("%s", async (_, bytes, expected) => {
    const lines = outline(await readBytes(bytes));
    expect(lines).toEqual([
      typeof expected === "string" ? expected : expect.stringMatching(expected),
    ]);
  });

  it.each<[string, Buffer, object]>([
    [
      "a page without a type",
      record(http(page("x"), { contentType: null })),
      { capture: { status: 200 } },
    ],
    [
      "the header Refresh",
      record(http(page("x"), { fields: [["Refresh", `0; url=/${"x".repeat(2001)}`]] })),
      { body: { refresh: `0; url=/${"x".repeat(1992)}` } },
    ],
    [
      "an ID and a digest that are empty",
      record(http(page("x")), {
        fields: [
          ["WARC-Record-ID", ""],
          ["WARC-Payload-Digest", ""],
        ],
      }),
      { capture: { digest: sha1Digest(Buffer.from(page("x"))) } },
    ],
    [
      "a date of the year 1",
      record(http(page("x"), { fields: [["Date", "Tue, 13 Jan 2009 18:05:10 GMT"]] }), {
        date: "0001-01-01T00:00:00Z",
      }),
      { capture: { mementoDatetime: "2009-01-13T18:05:10Z" } },
    ],
    [
      "a body left out of a revisit",
      record(head(200), { ...REVISIT, fields: [["WARC-Truncated", "length"]] }),
      { capture: expect.not.objectContaining({ notes: expect.anything() as unknown }) as object },
    ],
    [
      "a revisit of another WACZ",
      record(head(200), {
        ...REVISIT,
        fields: [
          ["WARC-Profile", `${PROFILE}server-not-modified`],
          ["WARC-Refers-To-Container", "<file:///a.wacz>"],
        ],
      }),
      { target: { profile: "server-not-modified", container: "a.wacz" } },
    ],
    [
      "a URI with spaces and brackets",
      record(http(page("x")), { uri: `<${URI}a b\u{7f}>` }),
      { capture: { uriR: `${URI}a%20b%7F` } },
    ],
  ])("is described with %s", async (_, bytes, expected) => {
    expect(await readBytes(bytes)).toMatchObject([expected]);
  });
});

describe("a file", () => {
  const BLANKS = Buffer.alloc((1 << 24) + 1);
  it.each<[string, Buffer, readonly string[]]>([
    ["without any record", Buffer.from("\r\n\r\n"), ["damage at 0: the file holds no record"]],
    [
      "that is blank for long",
      Buffer.concat([pageRecord("one"), BLANKS, pageRecord("two")]),
      [
        `memento ${URI}`,
        expect.stringMatching(
          /^damage at \d+: more than 16777216 bytes without a record: what follows is not read$/u,
        ) as string,
      ],
    ],
    [
      "that is blank for less",
      Buffer.concat([pageRecord("one"), BLANKS.subarray(5), pageRecord("two")]),
      [`memento ${URI}`, "memento http://two.example/"],
    ],
    [
      "with a damaged dictionary",
      Buffer.from("\x5d\x2a\x4d\x18\xff\x00\x00\x00x", "latin1"),
      [
        "damage at 0: the Zstandard dictionary is cut off or damaged, and all from here on needs it",
      ],
    ],
    [
      "with another record in a header",
      Buffer.concat([Buffer.from("WARC/1.0\r\nX: y\r\n"), pageRecord("two")]),
      [
        "damage at 0: another record begins in the header of a record",
        "memento http://two.example/",
      ],
    ],
    [
      "that begins with a PDF",
      Buffer.from("%PDF-1.4\n"),
      ["damage at 0: not a WARC file: it looks like a PDF"],
    ],
  ])("%s is told", async (_, bytes, expected) => {
    expect(outline(await readBytes(bytes))).toEqual(expected);
  });

  it("is read from memory under a name of its own", async () => {
    const items = [];
    for await (const item of readWarc(pageRecord("one"))) items.push(item);
    expect(items).toMatchObject([{ capture: { source: { file: "warc", offset: 0 } } }]);
  });
});

describe("the header of a gzip member", () => {
  const member = gzip(pageRecord("one"));
  const withHeader = (flags: number, ...fields: readonly (string | Uint8Array)[]): Buffer =>
    Buffer.concat([
      member.subarray(0, 3),
      Buffer.from([flags]),
      member.subarray(4, 10),
      ...fields.map((each) => Buffer.from(each)),
      member.subarray(10),
    ]);
  it.each([
    ["a name", withHeader(8, "a.warc\0")],
    ["a comment", withHeader(16, "made by hand\0")],
    ["a checksum", withHeader(2, [0, 0] as never)],
    ["a field", withHeader(4, new Uint8Array([3, 0]), "abc")],
    [
      "all of them",
      withHeader(30, new Uint8Array([3, 0]), "abc", "a.warc\0", "\0", new Uint8Array(2)),
    ],
    [
      "an unknown system",
      Buffer.concat([member.subarray(0, 9), Buffer.from([255]), member.subarray(10)]),
    ],
  ])("may have %s, before and after damage", async (_, bytes) => {
    expect(outline(await readBytes(bytes))).toEqual([`memento ${URI}`]);
    const behind = Buffer.concat([pageRecord("two"), Buffer.from("lost bytes"), bytes]);
    expect(outline(await readBytes(behind)).filter((line) => !line.startsWith("damage"))).toEqual([
      "memento http://two.example/",
      `memento ${URI}`,
    ]);
  });

  it.each([
    ["is cut off in its name", withHeader(8, "a.warc").subarray(0, 16)],
    ["is cut off in a field", withHeader(4, new Uint8Array([255, 255])).subarray(0, 40)],
    ["has flags that are none", withHeader(32)],
    ["is cut off at once", member.subarray(0, 9)],
  ])("is damaged if it %s", async (_, bytes) => {
    expect(outline(await readBytes(Buffer.concat([pageRecord("two"), bytes])))).toEqual([
      "memento http://two.example/",
      expect.stringMatching(/^damage at \d+: the gzip header is damaged or cut off/u),
    ]);
  });
});

describe("a digest", () => {
  it("is SHA-1 in base32, and an ID is the SHA-256 as a UUID of version 8", () => {
    // The digests of "abc" are in RFC 3174, section 7.3, and FIPS 180-2, appendix B.1.
    expect(sha1Digest(Buffer.from("abc"))).toBe("sha1:VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5");
    expect(idOf(Buffer.from("abc"))).toBe("<urn:uuid:ba7816bf-8f01-8fea-a141-40de5dae2223>");
  });

  it("is that of the body without its head", async () => {
    const [memento] = ofKind(await readBytes(record(http("abc"))), "memento");
    expect(memento?.capture.digest).toBe("sha1:VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5");
  });
});
