import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareSpamsums, spamsum } from "../../../src/base/math/spamsum.js";

type Kind = "noise" | "letters" | "zeros" | "words";

/** Returns the same bytes on every run, from a linear congruential generator. */
function bytesOf(kind: Kind, length: number): Buffer {
  let state = length;
  const random = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const words = ["the ", "tide ", "<b>", "</p>\n", "sea "];
  if (kind === "zeros") return Buffer.alloc(length);
  if (kind === "noise") return Buffer.from(Uint8Array.from({ length }, () => random() * 256));
  if (kind === "letters") return Buffer.from(Uint8Array.from({ length }, () => 97 + random() * 20));
  return Buffer.from(Array.from({ length }, () => words[Math.floor(random() * 5)]).join(""));
}

/** Replaces 100 bytes by a new paragraph at a third of the length. */
function edited(bytes: Buffer): Buffer {
  const third = Math.floor(bytes.length / 3);
  const added = Buffer.from("a new paragraph was put in here");
  return Buffer.concat([bytes.subarray(0, third), added, bytes.subarray(third + 100)]);
}

// Output of ssdeep 2.14.1 for these bytes and for the edited ones, and their match score.
const printed: readonly (readonly [Kind, number, string, string, number])[] = [
  ["noise", 1, "3:Z:Z", "3:sL3cUXWseNT:s/WseNT", 0],
  [
    "noise",
    100,
    "3:gi9zkL2JKcsmf9gpAO/rfKNSs39b8bkMTLcw:BCLubRfipHfKNSs39Q7Tow",
    "3:gi9zkL2JKcsDF02uUXWseNT:BCLubgWseNT",
    23,
  ],
  [
    "noise",
    50000,
    "1536:AuEXX3cbyTgUUab3AoioTwCC5W0SUQNo9OO+lRZlr8ep:wXXsbyh3Ao71C5PSU5+lRfr8ep",
    "1536:AuEXX3cbyTgUUab3AjioTwCC5W0SUQNo9OO+lRZlr8ep:wXXsbyh3Aj71C5PSU5+lRfr8ep",
    99,
  ],
  [
    "letters",
    200,
    "6:1+AzGEKcM2VzWbPD164IGO3Eu2DCUG0mfYNSW6qqS:1+RFf8FGO3e3mfKSbW",
    "3:1LqaLzGEKGyqMJJIJyATVjWXiZrcUXWseN4D8ZiCsq1fIKA:1+AzGEKcM2VZrzWseN4D6qqS",
    48,
  ],
  [
    "letters",
    70000,
    "1536:2ffV0Wz8HZgWiFZwGtV0pFdExgJFCvl0Syi+3qS:2ffV0Wz8HZgWOZwGtV07dExmFC9Oi+3z",
    "1536:2ffV0Wz8HZgWHFZwGtV0pFdExgJFCvl0Syi+3qS:2ffV0Wz8HZgWlZwGtV07dExmFC9Oi+3z",
    99,
  ],
  ["zeros", 1000, "3::", "3:KL3cUXWseNp/lll:K/WseN5", 0],
  [
    "words",
    500,
    "24:UaPyAdCXxCkkiUG8EdJCiTVTCSBQnUzxMCzJ1c4B:n36x/3z",
    "24:UaPyAdCXxCkkiUcGNfdJCiTVTCSBQnUzxMCzJ1c4B:n36xvaf3z",
    96,
  ],
  [
    "words",
    20000,
    "96:QpZYI8P9HSw550h+a9srbU4TPgN0vVjk5dCqGYBXf7Ir2u3t1cO1Z3Rn75uakYX/:Qs",
    "96:QpZYI8P9HSw550h+a9srbU4TPgN0vVjk5dCqGYBXf7Ir2u3t1cO1Z3Rn75uakYXP:QK",
    99,
  ],
];

describe("spamsum", () => {
  it.each(printed)(
    "computes the same spamsum of %s (%d bytes) and the same match score as ssdeep",
    (kind, length, one, other, match) => {
      const bytes = bytesOf(kind, length);
      expect(spamsum(bytes)).toBe(one);
      expect(spamsum(edited(bytes))).toBe(other);
      expect(compareSpamsums(one, other)).toBe(match);
    },
  );

  it("gives symmetric spamsum matches from 0 to 100, and 100 for equal signatures", () => {
    const bytes = fc.uint8Array({ maxLength: 3000 });
    fc.assert(
      fc.property(bytes, bytes, (one, other) => {
        const [a, b] = [spamsum(one), spamsum(other)];
        expect(compareSpamsums(a, a)).toBe(100);
        const match = compareSpamsums(a, b);
        expect(match).toBe(compareSpamsums(b, a));
        expect(match).toBeGreaterThanOrEqual(0);
        expect(match).toBeLessThanOrEqual(100);
      }),
    );
  });

  it("throws a SyntaxError for a malformed spamsum", () => {
    expect(() => compareSpamsums("3:a", "3::")).toThrow(SyntaxError);
  });
});
