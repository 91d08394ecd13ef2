import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pack, unpack } from "../../../src/run/lines/packed.js";

const hash = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const sketch = fc
  .uniqueArray(fc.oneof(hash, fc.integer({ min: 0, max: 300 })), { minLength: 1, maxLength: 80 })
  .map((hashes) => hashes.toSorted((a, b) => a - b));
const count = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.nat());
const term = fc.oneof(
  fc.constantFrom("", "memento", "mementos", "time map", "tab\t", "line\n", "=1", "#"),
  fc.string({ unit: "binary" }),
  fc.stringMatching(/^archiv[\u{1F4DA}-\u{1F4DC}a-z]*$/u),
);
const terms = fc
  .array(fc.tuple(term, count))
  .map((pairs) => ({ terms: pairs.map(([word]) => word), counts: pairs.map(([, n]) => n) }));
const outcome = fc.oneof(
  fc
    .oneof(
      sketch,
      terms,
      fc.json().map((json) => JSON.parse(json) as unknown),
    )
    .map((value) => ({ value })),
  fc.constant({ problem: { stage: "extract", message: "no text" } }),
  fc.constant({ value: { terms: ["a"], counts: [1], more: 1 } }),
  fc.constant({ value: { terms: ["a"], counts: [1, 2] } }),
);
const written = (outcomes: readonly unknown[]): string[] =>
  outcomes.map((each) => JSON.stringify(each));

describe("packed features", () => {
  it("unpacks features that are equal to the packed features", () => {
    fc.assert(
      fc.property(fc.array(outcome, { minLength: 1, maxLength: 6 }), (outcomes) => {
        expect(written(unpack(pack(written(outcomes))))).toEqual(written(outcomes));
      }),
    );
  });

  it("packs the terms and sketch of a page into a third of the characters", () => {
    const words = Array.from({ length: 300 }, (_, i) => `word${(i * 7919) % 1000}`).toSorted();
    const hashes = Array.from({ length: 256 }, (_, i) => (i * 2654435761) % 2 ** 32);
    const outcomes = written([
      { value: { terms: words, counts: words.map(({ length }) => length) } },
      { value: hashes.toSorted((a, b) => a - b) },
    ]);
    expect(pack(outcomes).length * 3).toBeLessThan(outcomes.join().length);
  });

  it("throws while unpacking features that are damaged at any position", () => {
    const whole = pack(
      written([
        { value: { terms: ["a", "b"], counts: [1, 99] } },
        { value: [...Array(20).keys()] },
      ]),
    );
    for (let length = 0; length < whole.length - 4; length += 1) {
      expect(() => unpack(whole.slice(0, length))).toThrow();
    }
    fc.assert(
      fc.property(fc.base64String(), (text) => {
        try {
          expect(Array.isArray(unpack(text))).toBe(true);
        } catch (cause) {
          expect(cause).toBeInstanceOf(Error);
        }
      }),
    );
  });
});
