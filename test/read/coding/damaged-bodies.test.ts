import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { EncodedBody } from "../../../src/base/types.js";
import { decodeText } from "../../../src/read/coding/charset.js";
import { bodyDoubt, decodeBody, endsWhereBroken } from "../../../src/read/coding/content-coding.js";

const LIMIT = 1_000_000;
const PAGE = `<html><p>${"The museum opens at nine. ".repeat(40)}`;
const WHOLE = `${PAGE}</html>`;
const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");

describe("a body that is said to be chunked", () => {
  const WRONG = "Transfer-Encoding: a chunk size is wrong: the rest was taken as it is";
  const EARLY = "Transfer-Encoding: the chunked body ends before its last chunk";
  it.each<[string, string, string, ...string[]]>([
    ["is empty", "", ""],
    ["is in lines of LF", "5\nhello\n0\n\n", "hello"],
    ["has extensions and blanks", " 5 ;name=x\r\nhello\r\n0\r\n\r\n", "hello"],
    ["has trailers", "5\r\nhello\r\n0\r\nX-Sum: 1\r\n\r\n", "hello"],
    ["has sizes in capitals", "A\r\n0123456789\r\n0\r\n", "0123456789"],
    ["has zeros before a size", "00000005\r\nhello\r\n0\r\n", "hello"],
    ["is not", "<p>hello\n", "<p>hello\n", "Transfer-Encoding: said to be chunked, but is not"],
    [
      "begins with a number",
      "5\r\nhello of a page",
      "5\r\nhello of a page",
      "Transfer-Encoding: said to be chunked, but is not",
    ],
    ["has a wrong size later", "5\r\nhello\r\n3\r\n of a page", "hello of a page", WRONG],
    ["has no size later", "5\r\nhello\r\n of a page", "hello of a page", WRONG],
    [
      "has a size line that is too long",
      `5\r\nhello\r\n3;${"x".repeat(256)}\r\nabc`,
      `hello3;${"x".repeat(256)}\r\nabc`,
      WRONG,
    ],
    ["ends within a chunk", "5\r\nhello\r\n9\r\nabc", "helloabc", EARLY],
    ["ends behind a chunk", "5\r\nhello", "hello", EARLY],
    ["ends behind the line of a chunk", "5\r\nhello\r\n", "hello", EARLY],
  ])("is read as far as it can be: it %s", (_, body, expected, ...notes) => {
    const decoded = decodeBody({ bytes: Buffer.from(body), transferEncoding: "chunked" }, LIMIT);
    expect(latin1(decoded.bytes)).toBe(expected);
    expect(decoded.notes).toEqual(notes);
    expect(decoded.incomplete).toBe(notes[0] === EARLY ? EARLY : undefined);
  });
});

describe("a body with codings", () => {
  it("has at most eight of them undone", () => {
    const contentEncoding = Array(9).fill("gzip").join();
    const coded = (times: number): Uint8Array =>
      times === 0 ? Buffer.from(WHOLE) : gzipSync(coded(times - 1));
    const { bytes, notes } = decodeBody({ bytes: coded(8), contentEncoding }, LIMIT);
    expect(latin1(bytes)).toBe(WHOLE);
    expect(notes).toEqual(["9 codings named: no more than 8 were undone"]);
  });

  it("is UTF-16 and no binary data under a coding that nobody knows", () => {
    for (const mark of ["\xff\xfe", "\xfe\xff"]) {
      const bytes = Buffer.from(`${mark}<\0p\0>\0`, "latin1");
      const { notes } = decodeBody({ bytes, contentEncoding: "sdch" }, LIMIT);
      expect(notes).toEqual(['Content-Encoding: unknown coding "sdch": left in place']);
    }
  });

  it("is told to be cut off in gzip that no header names", () => {
    const { notes, incomplete } = decodeBody({ bytes: gzipSync(PAGE).subarray(0, -9) }, LIMIT);
    expect(notes).toEqual([
      expect.stringMatching(
        /^Content-Encoding: gzip that no header names, gzip cut off or damaged \(/u,
      ),
    ]);
    expect(incomplete).toBe(notes[0]);
  });

  const sent = (bytes: number) => ({ announced: { of: "sent", bytes } }) as const;
  it.each<[string, EncodedBody, string | undefined]>([
    [
      "has as many bytes as its length says",
      { bytes: Buffer.from(PAGE), ...sent(PAGE.length) },
      undefined,
    ],
    [
      "has fewer",
      { bytes: Buffer.from(PAGE), ...sent(PAGE.length + 1) },
      "Content-Length says 1,050 bytes, 1,049 are stored",
    ],
    ["has fewer and the end tag", { bytes: Buffer.from(WHOLE), ...sent(9999) }, undefined],
    [
      "has the end tag long before its end",
      { bytes: Buffer.from(WHOLE + "x".repeat(1025)), ...sent(9999) },
      "Content-Length says 9,999 bytes, 2,081 are stored",
    ],
    [
      "is stored without its coding",
      { bytes: Buffer.from(PAGE), contentEncoding: "gzip", ...sent(9999) },
      undefined,
    ],
    [
      "is text where Brotli has no mark",
      { bytes: Buffer.from("a text"), contentEncoding: "br, identity", ...sent(9999) },
      undefined,
    ],
    [
      "is gzip with fewer bytes",
      { bytes: gzipSync(PAGE), contentEncoding: "gzip", ...sent(9999) },
      expect.stringMatching(/^Content-Length says 9,999 bytes/u) as string,
    ],
    [
      "is empty",
      { bytes: new Uint8Array(), contentEncoding: "gzip", ...sent(9) },
      "Content-Length says 9 bytes, 0 are stored",
    ],
    [
      "is a part, as its record says",
      { bytes: Buffer.from(PAGE), doubt: "a segment" },
      "a segment",
    ],
    ["is a part with the end tag", { bytes: Buffer.from(WHOLE), doubt: "a segment" }, undefined],
    [
      "was cut off by the crawler",
      { bytes: Buffer.from(WHOLE), cut: "by the crawler" },
      "by the crawler",
    ],
  ])("is incomplete or not: it %s", (_, body, expected) => {
    expect(decodeBody(body, LIMIT).incomplete).toEqual(expected);
  });
});

describe("a body that was fetched", () => {
  const cut = (bytes: Uint8Array): Uint8Array => bytes.subarray(0, bytes.length - 9);
  it.each<[string, Uint8Array, string, RegExp | undefined]>([
    ["is whole", gzipSync(WHOLE), "gzip", undefined],
    [
      "is cut off in gzip",
      cut(gzipSync(WHOLE)),
      "gzip",
      /^the gzip of the body is cut off or damaged/u,
    ],
    [
      "is cut off in the outer coding",
      cut(gzipSync(deflateSync(WHOLE))),
      "deflate, gzip",
      /^the gzip of the body/u,
    ],
    [
      "is cut off in the inner coding",
      gzipSync(cut(deflateSync(WHOLE))),
      "deflate, gzip",
      /^the deflate of the body/u,
    ],
    [
      "is in no coding, and may be cut off",
      Buffer.from(PAGE),
      "gzip",
      /^the body is not gzip as its header says/u,
    ],
    ["is in no coding, and is whole", Buffer.from(`${WHOLE}\n`), "gzip", undefined],
    ["is in a coding that nobody knows", Buffer.from(PAGE), "sdch", undefined],
    [
      "cannot be decoded",
      Buffer.from([255, 2, 255, 1, 255]),
      "br",
      /^the br of the body is cut off or damaged/u,
    ],
    ["is too large", gzipSync(Buffer.alloc(2 * LIMIT)), "gzip", undefined],
  ])("is doubtful or not: it %s", (_, bytes, contentEncoding, expected) => {
    const doubt = bodyDoubt({ bytes, contentEncoding }, true, LIMIT);
    expect(doubt).toEqual(expected === undefined ? undefined : expect.stringMatching(expected));
    const isOfLength = doubt?.startsWith("the body is not") === true;
    expect(bodyDoubt({ bytes, contentEncoding }, false, LIMIT)).toEqual(
      isOfLength ? undefined : doubt,
    );
  });

  it.each<[string, string, EncodedBody, boolean]>([
    [
      "the same part",
      PAGE.slice(0, 50),
      { bytes: cut(gzipSync(PAGE)), contentEncoding: "gzip" },
      true,
    ],
    ["more", `${PAGE} and more`, { bytes: cut(gzipSync(PAGE)), contentEncoding: "gzip" }, false],
    ["the same part of no coding", "x", { bytes: Buffer.from(PAGE) }, false],
    [
      "the same part of a coding that is absent",
      "x",
      { bytes: Buffer.from(PAGE), contentEncoding: "gzip" },
      false,
    ],
    [
      "any part of what cannot be decoded",
      "x",
      { bytes: Buffer.from([255, 2, 255, 1, 255]), contentEncoding: "br" },
      false,
    ],
  ])("is no longer in another attempt that gives %s", (_, page, broken, expected) => {
    expect(endsWhereBroken({ bytes: Buffer.from(page) }, broken, LIMIT)).toBe(expected);
  });

  it("may be in Brotli or raw deflate, which have no mark", () => {
    for (const [bytes, contentEncoding] of [
      [brotliCompressSync(PAGE), "br"],
      [deflateRawSync(PAGE), "deflate"],
    ] as const) {
      const body = {
        bytes: cut(bytes),
        contentEncoding,
        announced: { of: "sent", bytes: 9999 },
      } as const;
      expect(decodeBody(body, LIMIT).incomplete).toMatch(
        /^Content-Encoding: (?:br|deflate) cut off or damaged/u,
      );
    }
  });
});

it("a page that was encoded in UTF-8 twice is read as it was, unless only a few letters look so", () => {
  const twice = (text: string): Buffer =>
    Buffer.from(Buffer.from(text).toString("latin1").replaceAll("\u{80}", "€"));
  const text = "Über die Hügel, schöne Größe";
  expect(decodeText(twice(text), undefined)).toMatchObject({
    html: text,
    notes: ["the page was encoded in UTF-8 twice, which is undone"],
  });
  for (const other of [twice("Über schöne Größe"), Buffer.from(`${twice(text).toString()} é`)])
    expect(decodeText(other, undefined)).toMatchObject({ html: other.toString(), notes: [] });
});
