import { readdirSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { Shuffle, Spill } from "../../src/base/shuffle.js";
import { temporaryFolder } from "../support/run-bin.js";

const line = fc
  .tuple(fc.integer({ min: 0, max: 50 }), fc.string())
  .map(([key, text]) => `key${key}\t${JSON.stringify(text)}`);

describe("the shuffle", () => {
  it("removes its temporary files, and reports a missing folder for them in one line", () => {
    const folder = temporaryFolder();
    vi.stubEnv("TMPDIR", folder);
    const shuffle = new Shuffle(1);
    shuffle.add("b\t1");
    shuffle.add("a\t1");
    expect(readdirSync(folder)).toHaveLength(1);
    shuffle.close();
    expect(readdirSync(folder)).toEqual([]);
    vi.stubEnv("TMPDIR", join(folder, "missing"));
    const lost = new Shuffle(1);
    expect(() => lost.add("a\t1")).toThrow(/no temporary files can be made in .*Set TMPDIR/u);
    vi.unstubAllEnvs();
  });

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
