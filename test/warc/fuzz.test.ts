import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  A_DATE,
  arcFile,
  arcRecord,
  http,
  PACKING_NAMES,
  PACKINGS,
  page,
  pagesOf,
  warcinfo,
  warcRecord,
} from "../support/warc-builder.js";
import { readBytes } from "./read.js";

const bodies = Array.from({ length: 6 }, (_, i) => page(`p${i}`, `Text ${i}. `.repeat(1 + i * 17)));
const block = (i: number): Buffer =>
  http(bodies[i]!, { fields: [["Content-Length", String(Buffer.byteLength(bodies[i]!))]] });
const records = bodies.map((_, i) =>
  warcRecord({ uri: `http://p${i}.example/`, date: A_DATE }, block(i)),
);

type Mutation =
  | { readonly kind: "cut"; readonly at: number }
  | { readonly kind: "flip"; readonly at: number; readonly mask: number }
  | { readonly kind: "insert"; readonly at: number; readonly bytes: Uint8Array }
  | { readonly kind: "remove"; readonly at: number; readonly count: number };

const place = fc.double({ min: 0, max: 0.999, noNaN: true });
const mutation = fc.oneof(
  fc.record({ kind: fc.constant("cut" as const), at: place }),
  fc.record({
    kind: fc.constant("flip" as const),
    at: place,
    mask: fc.integer({ min: 1, max: 255 }),
  }),
  fc.record({
    kind: fc.constant("insert" as const),
    at: place,
    bytes: fc.uint8Array({ minLength: 1, maxLength: 40 }),
  }),
  fc.record({
    kind: fc.constant("remove" as const),
    at: place,
    count: fc.integer({ min: 1, max: 500 }),
  }),
);

/** The damaged bytes, and where the damage begins. */
function damaged(bytes: Buffer, mutations: readonly Mutation[]): readonly [Buffer, number] {
  let result = bytes;
  let first = bytes.length;
  for (const change of mutations) {
    const at = Math.floor(change.at * result.length);
    const [before, after] = [result.subarray(0, at), result.subarray(at)];
    first = Math.min(first, at);
    if (change.kind === "cut") result = before;
    else if (change.kind === "insert") result = Buffer.concat([before, change.bytes, after]);
    else if (change.kind === "remove")
      result = Buffer.concat([before, after.subarray(change.count)]);
    else {
      result = Buffer.from(result);
      if (at < result.length) result[at] = result[at]! ^ change.mask;
    }
  }
  return [result, first];
}

describe("a damaged file is read to its end without an exception", () => {
  it.each(PACKING_NAMES.filter((name) => name !== "one gzip for all"))(
    "%s: every page before the damage is there, and whole",
    async (packing) => {
      const pieces = [warcinfo(), ...records].map((record) => PACKINGS[packing]([record]));
      const whole = Buffer.concat(pieces);
      await fc.assert(
        fc.asyncProperty(fc.array(mutation, { minLength: 1, maxLength: 3 }), async (mutations) => {
          const [bytes, first] = damaged(whole, mutations);
          const pages = pagesOf(await readBytes(bytes));
          let end = pieces[0]!.length;
          for (const [i, body] of bodies.entries()) {
            end += pieces[i + 1]!.length;
            if (end <= first) expect(pages).toContainEqual([`p${i}`, body]);
          }
        }),
        { numRuns: 400 },
      );
    },
  );

  it("one gzip for all, and ARC", async () => {
    const arc = bodies.map((_, i) => arcRecord(`http://p${i}.example/`, block(i)));
    const files = [gzipSync(Buffer.concat(records)), Buffer.concat([arcFile(1), ...arc])];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...files),
        fc.array(mutation, { minLength: 1, maxLength: 3 }),
        async (file, mutations) => {
          const [bytes, first] = damaged(file, mutations);
          const items = await readBytes(bytes);
          if (first > file.length - 40) expect(pagesOf(items).length).toBeGreaterThanOrEqual(4);
          expect(items.length).toBeGreaterThan(0);
        },
      ),
      { numRuns: 400 },
    );
  });

  it("whatever the bytes are", async () => {
    const start = fc.constantFrom(
      "",
      "WARC/1.0\r\n",
      "\x1f\x8b\x08\x00",
      "http://a 1.2.3.4 20100101000000 t 5\n",
    );
    await fc.assert(
      fc.asyncProperty(start, fc.uint8Array({ maxLength: 400 }), async (text, bytes) => {
        const items = await readBytes(Buffer.concat([Buffer.from(text, "latin1"), bytes]));
        expect(items.length).toBeGreaterThan(0);
      }),
      { numRuns: 300 },
    );
  });

  it("whatever is in the fields of a record", async () => {
    const value = fc.oneof(
      fc.string(),
      fc.string({ unit: "binary" }),
      fc.constantFrom("__proto__", "constructor"),
    );
    await fc.assert(
      fc.asyncProperty(
        value,
        value,
        value,
        fc.array(fc.tuple(value, value), { maxLength: 5 }),
        async (uri, date, type, fields) => {
          const items = await readBytes(warcRecord({ uri, date, type, fields }, block(0)));
          expect(items.length).toBeGreaterThan(0);
        },
      ),
      { numRuns: 300 },
    );
  });
});
