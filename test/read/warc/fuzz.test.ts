import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { InputItem } from "../../../src/base/types.js";
import {
  A_DATE,
  arcFile,
  arcRecord,
  http,
  outline,
  PACKINGS,
  page,
  pagesOf,
  readBytes,
  warcinfo,
  warcRecord,
} from "../../support/warc-builder.js";
import { runs } from "../../support/thorough.js";

const bodies = Array.from({ length: 6 }, (_, i) => page(`p${i}`, `Text ${i}. `.repeat(1 + i * 17)));
const warcs = bodies.map((body, i) =>
  warcRecord({ uri: `http://p${i}.example/`, date: A_DATE }, http(body)),
);
const arcs = bodies.map((body, i) => arcRecord(`http://p${i}.example/`, http(body)));

/** A place in a file at which so many bytes are replaced with others. The number of a cut exceeds all files. */
const mutation = fc.tuple(
  fc.double({ min: 0, max: 0.999, noNaN: true }),
  fc.oneof(fc.nat({ max: 500 }), fc.constantFrom(0, 1, 1e9)),
  fc.uint8Array({ maxLength: 40 }),
);
type Mutation = readonly [place: number, count: number, bytes: Uint8Array];

/** Returns the damaged bytes, and the first position at which they differ from the original. */
function damaged(whole: Buffer, mutations: readonly Mutation[]): readonly [Buffer, number] {
  let result = whole;
  for (const [place, count, bytes] of mutations) {
    const at = Math.floor(place * result.length);
    result = Buffer.concat([result.subarray(0, at), bytes, result.subarray(at + count)]);
  }
  let first = 0;
  while (first < whole.length && result[first] === whole[first]) first += 1;
  return [result, first];
}

/** Reads the bytes twice and compares the items of both. */
async function readTwice(bytes: Buffer): Promise<InputItem[]> {
  const items = await readBytes(bytes);
  const [once, again] = [outline(items), outline(await readBytes(bytes))].map((lines) =>
    lines.map((line) => line.replace(/\S*a\.warc/gu, "a.warc")),
  );
  expect(again).toEqual(once);
  return items;
}

const mutations = fc.array(mutation, { minLength: 1, maxLength: 3 });

describe("reading a damaged file to its end, with the same result each time", () => {
  it.each([
    ["WARC, plain", "plain", [warcinfo(), ...warcs]],
    ["WARC, one gzip member per record", "gzip per record", [warcinfo(), ...warcs]],
    ["ARC, plain", "plain", [arcFile(1), ...arcs]],
    ["ARC, one gzip member per record", "gzip per record", [arcFile(1), ...arcs]],
  ] as const)("reads every page before damage completely: %s", async (_, packing, records) => {
    const pieces = records.map((record) => PACKINGS[packing]([record]));
    const whole = Buffer.concat(pieces);
    await fc.assert(
      fc.asyncProperty(mutations, async (changes) => {
        const [bytes, first] = damaged(whole, changes);
        const pages = pagesOf(await readTwice(bytes));
        let end = pieces[0]!.length;
        for (const [i, body] of bodies.entries()) {
          end += pieces[i + 1]!.length;
          if (end <= first) expect(pages[i]).toEqual([`p${i}`, body]);
        }
      }),
      { numRuns: runs(30) },
    );
  });

  it("reads pages long before damage in one gzip member for all records, and reports the damage", async () => {
    const whole = PACKINGS["one gzip for all"](warcs);
    await fc.assert(
      fc.asyncProperty(mutations, async (changes) => {
        const [bytes, first] = damaged(whole, changes);
        const items = await readTwice(bytes);
        expect(items.length).toBeGreaterThan(0);
        // The checksum follows the data.
        if (first >= whole.length - 8) expect(pagesOf(items)).toHaveLength(bodies.length);
      }),
      { numRuns: runs(30) },
    );
  });
});

describe("pages that `npm run fuzz` found to be lost", () => {
  it.each([
    ["an incomplete line", 140],
    ["a length past the end", 1e15],
    ["no length", null],
  ])(
    "reads or reports a WARC record that begins within a line, after a record with %s",
    async (_, length) => {
      const cut = warcRecord(
        { type: "metadata", uri: "http://odd.example/", date: A_DATE, length, closing: "" },
        "HTTP/1.1 200 OK\r\nC",
      );
      for (const closing of [[], [warcs[1]!]]) {
        const items = await readBytes(Buffer.concat([warcinfo(), cut, warcs[0]!, ...closing]));
        const pages = pagesOf(items).map(([name]) => name);
        const isTold = items.some(({ kind }) => kind === "damage");
        expect(isTold || pages.includes("p0")).toBe(true);
      }
    },
  );
});
