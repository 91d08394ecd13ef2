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

  it("reports at least one problem for any bytes", async () => {
    const start = fc.constantFrom(
      "",
      "WARC/1.0\r\n",
      "WARC/1.0\r\nWARC-Type: response\r\n",
      "\x1f\x8b\x08\x00",
      "\x28\xb5\x2f\xfd",
      "filedesc://a 0 20100101000000 text/plain 5\n",
      "http://a 1.2.3.4 20100101000000 t 5\n",
    );
    await fc.assert(
      fc.asyncProperty(start, fc.uint8Array({ maxLength: 400 }), async (text, bytes) => {
        const items = await readTwice(Buffer.concat([Buffer.from(text, "latin1"), bytes]));
        expect(items.length).toBeGreaterThan(0);
      }),
      { numRuns: runs(30) },
    );
  });
});

describe("records with wrong or missing lengths", () => {
  const IMAGE = http("\u{1}PNG ".repeat(40), { contentType: "image/png" });
  const names = ["a", "b", "c", "d", "e", "f"];
  const isImage = (at: number): boolean => at % 3 === 2;

  type Change =
    | "none"
    | "short"
    | "long"
    | "others end"
    | "huge"
    | "no number"
    | "version"
    | "long header"
    | number;
  const change: fc.Arbitrary<Change> = fc.oneof(
    fc.constantFrom(
      "none",
      "short",
      "long",
      "others end",
      "huge",
      "no number",
      "version",
      "long header",
    ),
    // The field with this number is left out, or its name is damaged.
    fc.integer({ min: 0, max: 9 }),
  );

  const blockOf = (at: number): Buffer => (isImage(at) ? IMAGE : http(page(names[at]!)));

  /** Returns the record with this number and a changed header; `behind` are the records after it. */
  function changed(
    at: number,
    what: Change | undefined,
    size: number,
    behind: readonly Buffer[],
  ): Buffer {
    const block = blockOf(at);
    // The length reaches the end of one of the next records, before or after the line ends that close it.
    const swallowed = Buffer.concat(behind.slice(0, 1 + (size % 3))).length;
    const length = {
      none: null,
      short: size % 30,
      long: block.length + 1 + (size % 150),
      "others end": block.length + swallowed + (size % 2 === 0 ? 0 : 4),
      huge: 1e12,
      "no number": `x${size}`,
    };
    const record = warcRecord(
      {
        uri: `http://${names[at]}.example/`,
        date: A_DATE,
        ...(what === "version" && { version: ["WURC/1.0", "WARC 1.0", "XX", ""][size % 4]! }),
        ...(what === "long header" && { fields: [["X-Fill", "y".repeat(33_000 + size)]] }),
        ...(typeof what === "string" && what in length && { length: length[what as "none"] }),
      },
      block,
    );
    if (typeof what !== "number") return record;
    const end = record.indexOf("\r\n\r\n");
    const lines = record.subarray(0, end).toString().split("\r\n");
    const field = 1 + (what % 5);
    if (what < 5) lines.splice(field, 1);
    else lines[field] = `X${lines[field]!.slice(1)}`;
    return Buffer.concat([Buffer.from(lines.join("\r\n")), record.subarray(end)]);
  }

  const place = fc.tuple(fc.nat({ max: 5 }), change, fc.nat({ max: 3000 }));

  it.each(["plain", "one gzip for all"] as const)(
    "gives each page after a wrong or missing length a row, or counts its bytes as damage (%s)",
    async (packing) => {
      await fc.assert(
        fc.asyncProperty(place, place, async (...changes) => {
          const records: Buffer[] = [];
          for (let at = names.length - 1; at >= 0; at -= 1) {
            const [, what, size] = changes.find(([where]) => where === at) ?? [];
            const swallowed = changes.some(([where]) => where > at && where <= at + 3);
            // Two damaged records may look like one.
            const change = what === "others end" && swallowed ? "long" : what;
            records.unshift(changed(at, change, size ?? 0, records));
          }
          const items = await readBytes(PACKINGS[packing](records));
          const reported = outline(items);
          const damages = reported.filter((line) => line.startsWith("damage")).length;
          const isChanged = (at: number): boolean => changes.some(([where]) => where === at);
          for (const [at, name] of names.entries()) {
            if (isImage(at)) continue;
            const hasRow = reported.some((line) => line.includes(`http://${name}.example/`));
            const said = `${name} of ${JSON.stringify(changes)}: ${reported.join(" | ")}`;
            // A page with an undamaged header must never be lost.
            if (!hasRow) expect(isChanged(at) && damages > 0, said).toBe(true);
          }
        }),
        { numRuns: runs(60) },
      );
    },
  );
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
