import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { EncodedBody } from "../../../src/base/types.js";
import { decodeText } from "../../../src/read/coding/charset.js";
import { bodyDoubt, decodeBody, endsWhereBroken } from "../../../src/read/coding/content-coding.js";

const LIMIT = 1_000_000;
const PAGE = `<html><p>${"The museum opens at nine. ".repeat(40)}`;
const WHOLE = `${PAGE}</html>`;
const GARBAGE = Buffer.of(255, 2, 255, 1, 255);
const cut = (bytes: Uint8Array): Uint8Array => bytes.subarray(0, bytes.length - 9);
const containing = (part: string | undefined): unknown => part && expect.stringContaining(part);
const coded = (contentEncoding: string, bytes: Uint8Array | string): EncodedBody => ({
  ...{ bytes: Buffer.from(bytes), contentEncoding },
});

describe("a body that is said to be chunked", () => {
  const [FIRST, LAST, TOO_LONG] = ["5\r\nhello\r\n", "0\r\n\r\n", `3;${"x".repeat(256)}\r\nabc`];
  const [ABSENT, WRONG, EARLY] = ["said to be chunked, but", "chunk size is wrong", "ends before"];
  it.each<[string, string, string, string?]>([
    ["is empty", "", ""],
    ["is in lines of LF", "5\nhello\n0\n\n", "hello"],
    ["has extensions and blanks", ` 5 ;name=x\r\nhello\r\n${LAST}`, "hello"],
    ["has trailers", `${FIRST}0\r\nX-Sum: 1\r\n\r\n`, "hello"],
    ["has sizes in capitals", `A\r\n0123456789\r\n${LAST}`, "0123456789"],
    ["has zeros before a size", `00000005\r\nhello\r\n${LAST}`, "hello"],
    ["is not", "<p>hello\n", "<p>hello\n", ABSENT],
    ["begins with a number", "5\r\nhello of a page", "5\r\nhello of a page", ABSENT],
    ["has a wrong size later", `${FIRST}3\r\n of a page`, "hello of a page", WRONG],
    ["has no size later", `${FIRST} of a page`, "hello of a page", WRONG],
    ["has a size line that is too long", FIRST + TOO_LONG, `hello${TOO_LONG}`, WRONG],
    ["ends within a chunk", `${FIRST}9\r\nabc`, "helloabc", EARLY],
    ["ends behind a chunk", "5\r\nhello", "hello", EARLY],
    ["ends behind the line of a chunk", FIRST, "hello", EARLY],
  ])("is read as far as it can be: it %s", (_, body, expected, note) => {
    const decoded = decodeBody({ bytes: Buffer.from(body), transferEncoding: "chunked" }, LIMIT);
    expect(Buffer.from(decoded.bytes).toString()).toBe(expected);
    expect(decoded.notes).toEqual(note === undefined ? [] : [containing(note)]);
    expect(decoded.incomplete).toBe(note === EARLY ? decoded.notes[0] : undefined);
  });
});

describe("a body with codings", () => {
  it("has at most eight of them undone", () => {
    let bytes: Uint8Array = Buffer.from(WHOLE);
    for (let times = 0; times < 8; times += 1) bytes = gzipSync(bytes);
    const decoded = decodeBody(coded(Array(9).fill("gzip").join(), bytes), LIMIT);
    expect(Buffer.from(decoded.bytes).toString()).toBe(WHOLE);
    expect(decoded.notes).toEqual(["9 codings named: no more than 8 were undone"]);
  });

  it.each(["\xff\xfe", "\xfe\xff"])("is text in UTF-16 under an unknown coding: %j", (mark) => {
    const { notes } = decodeBody(coded("sdch", Buffer.from(`${mark}<\0p\0`, "latin1")), LIMIT);
    expect(notes).toEqual(['Content-Encoding: unknown coding "sdch": left in place']);
  });

  const sent = { announced: { of: "sent", bytes: 9999 } } as const;
  const SHORT = "Content-Length says 9,999 bytes, ";
  it.each<[string, EncodedBody, string?]>([
    ["has all bytes of its length", { bytes: Buffer.alloc(9999), ...sent }],
    ["has one less", { bytes: Buffer.alloc(9998), ...sent }, `${SHORT}9,998 are stored`],
    ["has fewer and the end tag", { bytes: Buffer.from(WHOLE), ...sent }],
    ["has an end tag far from its end", { bytes: Buffer.from(WHOLE + PAGE), ...sent }, SHORT],
    ["is stored without its coding", { ...coded("gzip", PAGE), ...sent }],
    ["is text where Brotli has no mark", { ...coded("br, identity", "a text"), ...sent }],
    ["is gzip with fewer bytes", { ...coded("gzip", gzipSync(PAGE)), ...sent }, SHORT],
    ["is Brotli cut off", coded("br", cut(brotliCompressSync(PAGE))), ": br cut off"],
    ["is deflate cut off", coded("deflate", cut(deflateRawSync(PAGE))), ": deflate cut off"],
    ["is gzip without a header", { bytes: cut(gzipSync(PAGE)) }, "no header names, gzip cut off"],
    ["is empty", { ...coded("gzip", ""), ...sent }, `${SHORT}0 are stored`],
    ["is a part", { bytes: Buffer.from(PAGE), doubt: "a segment" }, "a segment"],
    ["is a part with the end tag", { bytes: Buffer.from(WHOLE), doubt: "a segment" }],
    ["was cut off by the crawler", { bytes: Buffer.from(WHOLE), cut: "by it" }, "by it"],
  ])("is incomplete or not: it %s", (_, body, expected) => {
    expect(decodeBody(body, LIMIT).incomplete).toEqual(containing(expected));
  });
});

describe("a body that was fetched", () => {
  it.each<[string, EncodedBody, string?]>([
    ["is whole", coded("gzip", gzipSync(WHOLE))],
    ["is cut off in gzip", coded("gzip", cut(gzipSync(WHOLE))), "the gzip of the body is cut"],
    ["is cut outside", coded("deflate, gzip", cut(gzipSync(deflateSync(WHOLE)))), "the gzip of"],
    ["is cut inside", coded("deflate,gzip", gzipSync(cut(deflateSync(WHOLE)))), "the deflate of"],
    ["is in no coding", coded("gzip", PAGE), "the body is not gzip as its header says"],
    ["is in no coding and whole", coded("gzip", `${WHOLE}\n`)],
    ["is in an unknown coding", coded("sdch", PAGE)],
    ["cannot be decoded", coded("br", GARBAGE), "the br of the body is cut off or damaged"],
    ["is too large", coded("gzip", gzipSync(Buffer.alloc(2 * LIMIT)))],
  ])("is doubtful or not: it %s", (_, body, expected) => {
    const doubt = bodyDoubt(body, true, LIMIT);
    expect(doubt).toEqual(containing(expected));
    const isOfLength = doubt?.startsWith("the body is not") === true;
    expect(bodyDoubt(body, false, LIMIT)).toEqual(isOfLength ? undefined : doubt);
  });

  it.each<[string, string, EncodedBody, boolean]>([
    ["the same part", PAGE.slice(0, 50), coded("gzip", cut(gzipSync(PAGE))), true],
    ["more", `${PAGE} and more`, coded("gzip", cut(gzipSync(PAGE))), false],
    ["a part of what had no coding", "x", { bytes: Buffer.from(PAGE) }, false],
    ["a part of what was not coded", "x", coded("gzip", PAGE), false],
    ["a part of what cannot be decoded", "x", coded("br", GARBAGE), false],
  ])("ends where another attempt ended that gave %s", (_, page, broken, expected) => {
    expect(endsWhereBroken({ bytes: Buffer.from(page) }, broken, LIMIT)).toBe(expected);
  });
});

it("a page in UTF-8 twice is read as it was, unless only a few letters look so", () => {
  const twice = (text: string): Buffer => Buffer.from(Buffer.from(text).toString("latin1"));
  const text = "Über die Hügel, schöne Größen";
  const notes = ["the page was encoded in UTF-8 twice, which is undone"];
  expect(decodeText(twice(text), undefined)).toMatchObject({ html: text, notes });
  const russian = "Зимой мельница стоит";
  const taken = new TextDecoder("windows-1251").decode(Buffer.from(russian.repeat(2)));
  expect(decodeText(Buffer.from(taken), undefined).html).toBe(russian.repeat(2));
  expect(decodeText(Buffer.from(`${russian}… «да»`), undefined).notes).toEqual([]);
  for (const other of [twice("Über schöne Größen"), Buffer.from(`${twice(text).toString()} é`)])
    expect(decodeText(other, undefined)).toMatchObject({ html: other.toString(), notes: [] });
});
