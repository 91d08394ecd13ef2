import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { simhashOfPythonBytes, simhashOfText } from "../../../src/base/math/gram-simhash.js";
import {
  hammingDistance,
  simhashFromDecimal,
  simhashOfCounts,
  simhashToDecimal,
} from "../../../src/base/math/simhash.js";
import { plainGrams, plainRepr, plainSimhash } from "./plain-simhash.js";

const ofText = (text: string): string => simhashToDecimal(simhashOfText(text));
const ofBytes = (bytes: Uint8Array): string => simhashToDecimal(simhashOfPythonBytes(bytes));

/** Pieces of many kinds, so that different kinds meet at the borders of the chunks that are processed together. */
const pieces = fc.constantFrom(
  "plain English text, ",
  '<p class="menu_item">',
  "éàü",
  "ΟΔΟΣ ΣΑΣ",
  "ΣΟΦΟΣ",
  "中文网页",
  "İstanbul",
  "K",
  "𝔘𝔫𝔦",
  "👍🏽",
  "\ud83d",
  "—©\u00a0\n",
  "x",
  "½²Ⅷ٣",
  "e\u0301",
);
const texts = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.array(pieces, { maxLength: 400 }).map((parts) => parts.join("")),
);

describe("the 64-bit Simhash of a text", () => {
  // Expected values computed with the Python package simhash.
  it("computes the Simhash of the Python package for texts of any length", () => {
    expect(ofText("")).toBe("16825458760271544958");
    expect(ofText(" ... ")).toBe("16825458760271544958");
    expect(ofText("a")).toBe("3585878926028121697");
    expect(ofText("A")).toBe("3585878926028121697");
    expect(ofText("_")).toBe("10758134582250700850");
    expect(ofText("Γεια σου Κόσμε. ΟΔΟΣ ΣΑΣ τέλος;")).toBe("6982648201618746578");
  });

  it("computes the Simhash of any text bit by bit as defined, across all chunk borders", () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(ofText(text)).toBe(plainSimhash(plainGrams(text)));
      }),
    );
  });

  it("computes the right Simhash with more distinct windows than the hash table holds", () => {
    const text = Array.from({ length: 60_000 }, (_, at) =>
      String.fromCodePoint(0x4e00 + ((at * 7919) % 20_000)),
    ).join("");
    expect(ofText(text)).toBe(plainSimhash(plainGrams(text)));
  });
});

describe("the 64-bit Simhash of Python's str(bytes)", () => {
  it("computes the Simhash of the Python package for the repr of bytes", () => {
    expect(ofBytes(Buffer.from(""))).toBe("4239888873585465231");
    expect(ofBytes(Buffer.from("abc"))).toBe("8393599628606522953");
    expect(ofBytes(Buffer.from("it's"))).toBe("1316785814197499856");
  });

  it("computes the Simhash of bytes from their repr, including quotes and escapes", () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 2_000 }),
      fc.array(pieces, { maxLength: 400 }).map((parts) => Buffer.from(parts.join("'\"\\\t\r\n"))),
    );
    fc.assert(
      fc.property(bytes, (body) => {
        expect(ofBytes(body)).toBe(ofText(plainRepr(body)));
      }),
    );
  });
});

describe("the 64-bit Simhash of counted terms", () => {
  it("weights each term by its count in the Simhash", () => {
    const counted = fc.uniqueArray(
      fc.tuple(fc.string({ unit: "grapheme", maxLength: 70 }), fc.integer({ min: 1, max: 40 })),
      { selector: ([term]) => Buffer.from(term).toString("hex"), maxLength: 40 },
    );
    fc.assert(
      fc.property(counted, (entries) => {
        const terms = entries.map(([term]) => term);
        const counts = entries.map(([, count]) => count);
        const repeated = entries.flatMap(([term, count]) => new Array<string>(count).fill(term));
        const expected = repeated.length === 0 ? "0" : plainSimhash(repeated);
        expect(simhashToDecimal(simhashOfCounts(terms, counts))).toBe(expected);
      }),
    );
  });
});

describe("Hamming distance", () => {
  it("counts the differing bits of two hashes as their Hamming distance", () => {
    const hashes = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
    fc.assert(
      fc.property(hashes, hashes, (one, other) => {
        const bits = Array.from((one ^ other).toString(2)).filter((bit) => bit === "1").length;
        const distance = hammingDistance(
          simhashFromDecimal(one.toString()),
          simhashFromDecimal(other.toString()),
        );
        expect(distance).toBe(bits);
      }),
    );
  });

  it("restores a Simhash from decimal digits beyond the precision of a JavaScript number", () => {
    expect(simhashToDecimal(simhashFromDecimal("8797926785016382196"))).toBe("8797926785016382196");
  });
});
