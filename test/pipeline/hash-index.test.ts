import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HashIndex } from "../../src/pipeline/resolve.js";

describe("the hash index", () => {
  it("finds every ordinal added under a name, in order, and nothing else", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("a", "b", "c", "constructor", "")), (names) => {
        const index = new HashIndex();
        names.forEach((name, ordinal) => index.add(name, ordinal));
        for (const wanted of ["a", "b", "c", "constructor", "", "absent"]) {
          const expected = names.flatMap((name, i) => (name === wanted ? [i] : []));
          expect(index.find(wanted)).toEqual(expected);
        }
      }),
    );
  });

  it("takes more names after it has been asked", () => {
    const index = new HashIndex();
    index.add("x", 0);
    expect(index.find("x")).toEqual([0]);
    for (let i = 1; i < 5000; i += 1) index.add(`name ${i}`, i);
    index.add("x", 5000);
    expect(index.find("x")).toEqual([0, 5000]);
    expect(index.find("name 4999")).toEqual([4999]);
  });
});
