import fc from "fast-check";
import { chmod, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PlaceIndex, type IndexedPlace } from "../../../src/read/http/directory/load.js";
import { sortLines } from "../../../src/read/http/directory/sorted-lines.js";
import { withDirectory } from "./support/directory.js";

describe("sorting the lines of a file", () => {
  it("sorts the lines of a file as text and removes duplicates, even with little memory", async () => {
    await withDirectory(async (directory) => {
      await mkdir(directory);
      const path = join(directory, "lines");
      const line = fc.string({ unit: fc.constantFrom("a", "b", ",", ")", " ", "~"), maxLength: 9 });
      await fc.assert(
        fc.asyncProperty(
          fc.array(line, { maxLength: 40 }),
          fc.integer({ min: 1, max: 60 }),
          async (lines, held) => {
            await writeFile(path, lines.map((one) => `${one}\n`).join(""));
            await sortLines(path, held);
            const wanted = [...new Set(lines)].sort().map((one) => `${one}\n`);
            expect(await readFile(path, "latin1")).toBe(wanted.join(""));
            expect(await readdir(directory)).toEqual(["lines"]);
          },
        ),
        { numRuns: 50 },
      );
    });
  });
});

it("sorting the lines of a file keeps its permissions", async () => {
  await withDirectory(async (directory) => {
    await mkdir(directory);
    const path = join(directory, "lines");
    await writeFile(path, "b\na\n");
    await chmod(path, 0o644);
    await sortLines(path);
    expect((await stat(path)).mode & 0o777).toBe(0o644);
  });
});

describe("the index of places", () => {
  it("keeps in the index the last answer of every URI, or the last failure if there is no answer", () => {
    const place = fc.record({
      uri: fc.constantFrom("a", "b", "constructor", "__proto__", "http://a.example/"),
      answered: fc.boolean(),
      final: fc.boolean(),
      fresh: fc.boolean(),
      length: fc.integer({ min: 1, max: 2 ** 40 }),
    });
    fc.assert(
      fc.property(fc.array(place, { maxLength: 50 }), (places) => {
        const index = new PlaceIndex();
        const wanted = new Map<string, IndexedPlace>();
        for (const [offset, { uri, ...rest }] of places.entries()) {
          const one = { ...rest, offset, file: offset >> 3 };
          index.set(uri, one);
          if (one.answered || wanted.get(uri)?.answered !== true) wanted.set(uri, one);
        }
        expect(index.size).toBe(wanted.size);
        for (const [uri, one] of wanted) expect(index.get(uri)).toEqual(one);
        expect(index.get("never set")).toBeUndefined();
      }),
    );
  });

  it("keeps the positions of a thousand URIs", () => {
    const index = new PlaceIndex();
    const placeOf = (at: number): IndexedPlace => ({
      ...{ file: at % 7, offset: at * 2 ** 30, length: at + 1 },
      ...{ answered: at % 2 === 0, final: at % 3 === 0, fresh: at % 5 === 0 },
    });
    const numbers = Array.from({ length: 1000 }, (_, at) => at);
    for (const at of numbers) index.set(`http://a.example/${at}`, placeOf(at));
    expect(index.size).toBe(1000);
    for (const at of numbers) expect(index.get(`http://a.example/${at}`)).toEqual(placeOf(at));
  });

  it("does not replace a later position in the index by an earlier one", () => {
    const index = new PlaceIndex();
    const later = { file: 1, offset: 10, length: 5, answered: true, final: true, fresh: false };
    index.set("a", later);
    index.set("a", { ...later, file: 0, offset: 99 });
    expect(index.get("a")).toEqual(later);
  });
});
