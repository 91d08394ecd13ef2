import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import * as zlib from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  PageTooLargeError,
  UndecodableError,
  decodeBody,
} from "../../../src/read/coding/content-coding.js";

const page = Buffer.from(
  `<html><body><p>${"The museum opens at nine. ".repeat(200)}</p></body></html>`,
);
const limit = 1_000_000;
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString("utf8");

function chunk(bytes: Uint8Array, size: number): Buffer {
  const parts: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += size) {
    const part = bytes.subarray(at, at + size);
    parts.push(Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from("\r\n"));
  }
  return Buffer.concat([...parts, Buffer.from("0\r\n\r\n")]);
}

describe("the codings of a body", () => {
  it("returns the bytes of a body without codings unchanged", () => {
    expect(decodeBody({ bytes: page }, limit)).toEqual({ bytes: page, notes: [] });
  });

  it.each([
    ["gzip", gzipSync(page)],
    ["x-gzip", gzipSync(page)],
    ["GZip", gzipSync(page)],
    ["deflate", deflateSync(page)],
    ["deflate", deflateRawSync(page)],
    ["br", brotliCompressSync(page)],
    ["identity", page],
    ["deflate, gzip", gzipSync(deflateSync(page))],
    ["gzip, identity , br", brotliCompressSync(gzipSync(page))],
  ])("decodes Content-Encoding %s", (contentEncoding, bytes) => {
    const decoded = decodeBody({ bytes, contentEncoding }, limit);
    expect(text(decoded.bytes)).toBe(page.toString());
    expect(decoded.notes).toEqual([]);
  });

  const compress: unknown = Reflect.get(zlib, "zstdCompressSync");
  it.skipIf(typeof compress !== "function")(
    "decodes Content-Encoding zstd if this version of Node can",
    () => {
      const bytes = (compress as (given: Uint8Array) => Uint8Array)(page);
      expect(text(decodeBody({ bytes, contentEncoding: "zstd" }, limit).bytes)).toBe(
        page.toString(),
      );
    },
  );

  it.skipIf(typeof compress === "function")(
    "rejects zstd if this version of Node cannot decode it, instead of measuring the coded bytes",
    () => {
      const bytes = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0]);
      const decode = (): unknown => decodeBody({ bytes, contentEncoding: "zstd" }, limit);
      expect(decode).toThrow(UndecodableError);
      expect(decode).toThrow("the body cannot be decoded: zstd needs Node 22.15 or later");
    },
  );

  it.each([
    ["sdch", Buffer.from([0x11, 0x02, 0x41, 0x42])],
    ["br", Buffer.from([0xff, 0x02, 0xff, 0x01, 0xff])],
    ["gzip", Buffer.from([0x1f, 0x8b, 0x08, 0x00])],
  ])(
    "rejects %s from which nothing can be decoded, unless it is plain text",
    (contentEncoding, bytes) => {
      expect(() => decodeBody({ bytes, contentEncoding }, limit)).toThrow(UndecodableError);
    },
  );

  it.each([[undefined], ["gzip"], ["identity"]])(
    "decodes gzip that no header declares, and adds a note, with Content-Encoding %s",
    (contentEncoding) => {
      const inner = gzipSync(page);
      const bytes = contentEncoding === "gzip" ? gzipSync(inner) : inner;
      const decoded = decodeBody(
        { bytes, ...(contentEncoding !== undefined && { contentEncoding }) },
        limit,
      );
      expect(text(decoded.bytes)).toBe(page.toString());
      expect(decoded.notes).toEqual(["Content-Encoding: gzip that no header names"]);
    },
  );

  it.each(["chunked", "Chunked", "CHUNKED"])("decodes Transfer-Encoding %s", (transferEncoding) => {
    const decoded = decodeBody({ bytes: chunk(page, 1000), transferEncoding }, limit);
    expect(text(decoded.bytes)).toBe(page.toString());
    expect(decoded.notes).toEqual([]);
  });

  it("joins chunks before it decompresses them", () => {
    const bytes = chunk(gzipSync(page), 17);
    const decoded = decodeBody(
      { bytes, transferEncoding: "chunked", contentEncoding: "gzip" },
      limit,
    );
    expect(text(decoded.bytes)).toBe(page.toString());
  });

  const noise = Buffer.from(Array.from({ length: 6000 }, (_, at) => (at * at * 31 + at * 7) % 251));
  it.each([
    ["gzip", gzipSync(noise)],
    ["deflate", deflateSync(noise)],
    ["br", brotliCompressSync(noise)],
  ])("decodes an incomplete %s body as far as its bytes go", (contentEncoding, bytes) => {
    const cut = bytes.subarray(0, bytes.length >> 1);
    const decoded = decodeBody({ bytes: cut, contentEncoding }, limit);
    expect(decoded.bytes.length).toBeGreaterThan(100);
    expect(noise.subarray(0, decoded.bytes.length)).toEqual(Buffer.from(decoded.bytes));
    expect(decoded.notes[0]).toContain("cut off or damaged");
  });

  it("keeps the text of a gzip body with a wrong checksum", () => {
    const bytes = Buffer.from(gzipSync(page));
    bytes[bytes.length - 6]! ^= 0xff;
    const decoded = decodeBody({ bytes, contentEncoding: "gzip" }, limit);
    expect(text(decoded.bytes)).toBe(page.toString());
    expect(decoded.notes).toHaveLength(1);
  });

  it.each(["gzip", "deflate", "br", "zstd"])(
    "keeps a plain page unchanged although the header declares %s",
    (coding) => {
      const decoded = decodeBody({ bytes: page, contentEncoding: coding }, limit);
      expect(decoded.bytes).toEqual(page);
      expect(decoded.notes).toEqual([`Content-Encoding: said to be ${coding}, but is not`]);
    },
  );

  it.each(["br", "deflate", "zstd", "compress"])(
    "decodes a gzip body although the header declares %s",
    (coding) => {
      const decoded = decodeBody({ bytes: gzipSync(page), contentEncoding: coding }, limit);
      expect(text(decoded.bytes)).toBe(page.toString());
      expect(decoded.notes).toEqual([`Content-Encoding: said to be ${coding}, but is gzip`]);
    },
  );

  it.each([
    ["gzip", gzipSync(Buffer.alloc(20_000_000))],
    ["deflate", deflateSync(Buffer.alloc(20_000_000))],
    ["br", brotliCompressSync(Buffer.alloc(20_000_000))],
    ["identity", Buffer.alloc(2_000_000)],
  ])("rejects a %s bomb, and reports the limit", (contentEncoding, bytes) => {
    const decode = (): unknown => decodeBody({ bytes, contentEncoding }, limit);
    expect(decode).toThrow(PageTooLargeError);
    expect(decode).toThrow("page larger than 1000000 bytes once decoded (--set max-page-size)");
  });

  it("throws no unexpected error for any bytes and headers, and never exceeds the limit", () => {
    const header = fc.option(
      fc.oneof(
        fc.string(),
        fc.constantFrom("gzip", "deflate", "br", "zstd", "chunked", "gzip,br,deflate"),
      ),
      { nil: undefined },
    );
    const body = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.uint8Array({ maxLength: 100 }).map((bytes) => new Uint8Array(gzipSync(bytes))),
      fc.string().map((given) => new Uint8Array(chunk(Buffer.from(given), 5))),
    );
    fc.assert(
      fc.property(body, header, header, (bytes, transfer, content) => {
        const body = {
          bytes,
          ...(transfer === undefined ? {} : { transferEncoding: transfer }),
          ...(content === undefined ? {} : { contentEncoding: content }),
        };
        try {
          expect(decodeBody(body, limit).bytes.length).toBeLessThanOrEqual(limit);
        } catch (cause) {
          expect(cause).toBeInstanceOf(UndecodableError);
        }
      }),
    );
  });
});
