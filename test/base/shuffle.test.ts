import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Shuffle, Spill } from "../../src/base/shuffle.js";

const line = fc
  .tuple(fc.integer({ min: 0, max: 50 }), fc.string())
  .map(([key, text]) => `key${key}\t${JSON.stringify(text)}`);

describe("the shuffle", () => {
  it("returns all lines of a shuffle sorted, including lines on disk", () => {
    fc.assert(
      fc.property(fc.array(line), fc.integer({ min: 1, max: 400 }), (lines, memory) => {
        const shuffle = new Shuffle(memory);
        try {
          for (const each of lines) shuffle.add(each);
          expect([...shuffle.sorted()]).toEqual([...lines].sort());
        } finally {
          shuffle.close();
        }
      }),
      { numRuns: 60 },
    );
  });

  it("accepts more lines after a shuffle has been read", () => {
    const shuffle = new Shuffle(10);
    try {
      for (const each of ["c\t1", "a\t1"]) shuffle.add(each);
      expect([...shuffle.sorted()]).toEqual(["a\t1", "c\t1"]);
      for (const each of ["b\t1", "d\t1", "a\t0"]) shuffle.add(each);
      expect([...shuffle.sorted()]).toEqual(["a\t0", "a\t1", "b\t1", "c\t1", "d\t1"]);
    } finally {
      shuffle.close();
    }
  });

  it("removes the temporary files of a shuffle", () => {
    const folder = mkdtempSync(join(tmpdir(), "shuffle-test-"));
    try {
      const shuffle = new Shuffle(1, folder);
      shuffle.add("b\t1");
      shuffle.add("a\t1");
      expect(readdirSync(folder)).toHaveLength(1);
      shuffle.close();
      expect(readdirSync(folder)).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe("the spill", () => {
  it("returns the items of a spill in order and by position, from memory or from its file", () => {
    const spill = new Spill<string>("test-", 3, (written) => `${written} again`);
    try {
      for (const item of ["one", "Zwölf", "three", "four"]) spill.add(item, () => item, 2);
      const all = ["one", "Zwölf again", "three again", "four again"];
      expect([...spill.all()]).toEqual(all);
      expect([3, 0, 1, 2, 4].map((position) => spill.at(position))).toEqual([
        ...[all[3], all[0], all[1], all[2]],
        undefined,
      ]);
      spill.add("five", () => "five", 2);
      expect(spill.at(4)).toBe("five again");
    } finally {
      spill.close();
    }
  });
});
