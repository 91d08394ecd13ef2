import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
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

/** Pieces of every kind, so that pieces meet at the borders of what is looked at together. */
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
  // Values of the Python package simhash.
  it("is that of the Python package, for texts of any length", () => {
    expect(ofText("")).toBe("16825458760271544958");
    expect(ofText(" ... ")).toBe("16825458760271544958");
    expect(ofText("a")).toBe("3585878926028121697");
    expect(ofText("A")).toBe("3585878926028121697");
    expect(ofText("_")).toBe("10758134582250700850");
    expect(ofText("Γεια σου Κόσμε. ΟΔΟΣ ΣΑΣ τέλος;")).toBe("6982648201618746578");
  });

  it("follows from its definition bit by bit, in any script and across all borders", () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(ofText(text)).toBe(plainSimhash(plainGrams(text)));
      }),
    );
  });

  it("holds for more distinct windows than the table of wide ones has room for", () => {
    const text = Array.from({ length: 60_000 }, (_, at) =>
      String.fromCodePoint(0x4e00 + ((at * 7919) % 20_000)),
    ).join("");
    expect(ofText(text)).toBe(plainSimhash(plainGrams(text)));
  });

  it("holds for characters that are cut out of a long text by their halves", () => {
    for (const before of [19_998, 19_999, 20_000, 39_999]) {
      const text = `${"a ".repeat(before / 2)}${before % 2 === 0 ? "" : "b"}𠀀𠀁\u{1f600}𠀂cd`;
      expect(ofText(text)).toBe(plainSimhash(plainGrams(text)));
    }
  });

  it("of a text does not depend on the texts before it", () => {
    const before = ofText("one page");
    ofText("中文");
    ofBytes(Buffer.from("xyz"));
    expect(ofText("one page")).toBe(before);
  });
});

describe("the 64-bit Simhash of a text without WebAssembly", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  /** As an engine that has no room for a kernel's memory. */
  function NoRoom(): never {
    throw new RangeError("could not allocate memory");
  }

  it.each([
    ["which is switched off", undefined],
    ["which gets no memory", { Module: Object, Instance: NoRoom }],
  ])("%s, is the same", async (_, engine) => {
    vi.stubGlobal("WebAssembly", engine);
    vi.resetModules();
    const plain = await import("../../../src/base/math/gram-simhash.js");
    fc.assert(
      fc.property(texts, fc.uint8Array({ maxLength: 300 }), (text, bytes) => {
        expect(simhashToDecimal(plain.simhashOfText(text))).toBe(ofText(text));
        expect(simhashToDecimal(plain.simhashOfPythonBytes(bytes))).toBe(ofBytes(bytes));
      }),
    );
  });
});

describe("the 64-bit Simhash of Python's str(bytes)", () => {
  it("is that of the Python package", () => {
    expect(ofBytes(Buffer.from(""))).toBe("4239888873585465231");
    expect(ofBytes(Buffer.from("abc"))).toBe("8393599628606522953");
    expect(ofBytes(Buffer.from("it's"))).toBe("1316785814197499856");
  });

  it("is the Simhash of the text that repr makes, quotes and escapes included", () => {
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
  it("of no terms is 0", () => {
    expect(simhashToDecimal(simhashOfCounts([], []))).toBe("0");
  });

  it("weighs each term by its count", () => {
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
  it("is 0 between equal hashes and 64 between opposite ones", () => {
    const none = simhashFromDecimal("0");
    const all = simhashFromDecimal("18446744073709551615");
    expect(hammingDistance(none, none)).toBe(0);
    expect(hammingDistance(none, all)).toBe(64);
  });

  it("counts the bits that differ", () => {
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

  it("survives the decimal digits, which a JavaScript number could not hold", () => {
    expect(simhashToDecimal(simhashFromDecimal("8797926785016382196"))).toBe("8797926785016382196");
  });
});
