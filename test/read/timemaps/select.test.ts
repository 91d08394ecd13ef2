import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UsageError } from "../../../src/base/errors.js";
import { outsideSelection, parseBound, selectMementos } from "../../../src/read/timemaps/select.js";

const at = (mementoDatetime: string): { uriM: string; mementoDatetime: string } => ({
  uriM: `http://m.example/${mementoDatetime}`,
  mementoDatetime,
});
const years = [2008, 2009, 2010, 2011, 2012].map((year) => at(`${String(year)}-06-01T00:00:00Z`));
const yearsOf = (selected: readonly { mementoDatetime: string }[]): number[] =>
  selected.map(({ mementoDatetime }) => Number(mementoDatetime.slice(0, 4)));

describe("the selection of mementos of a TimeMap", () => {
  it("includes the bounds of --from and --to, and all of a year that is a bound", () => {
    expect(yearsOf(selectMementos(years, { from: "2008", to: "2009" }))).toEqual([2008, 2009]);
    expect(yearsOf(selectMementos(years, { to: "20090601000000" }))).toEqual([2008, 2009]);
    expect(yearsOf(selectMementos(years, { to: "200905" }))).toEqual([2008]);
  });

  it("selects the first memento even outside the range, with a note", () => {
    const selected = selectMementos(years, { from: "2011" });
    expect(yearsOf(selected)).toEqual([2008, 2011, 2012]);
    expect(selected.map(({ note }) => note)).toEqual([outsideSelection, undefined, undefined]);
  });

  it("spreads --sample evenly over time and not over the list", () => {
    const crowd = [
      ...Array.from({ length: 50 }, (_, i) =>
        at(`2000-01-01T00:00:${String(i).padStart(2, "0")}Z`),
      ),
      at("2005-01-01T00:00:00Z"),
      at("2010-01-01T00:00:00Z"),
    ];
    expect(yearsOf(selectMementos(crowd, { sample: 3 }))).toEqual([2000, 2005, 2010]);
    expect(yearsOf(selectMementos(years, { sample: 1 }))).toEqual([2008]);
  });

  it("selects a sample of the requested size in order, including both ends and without repetitions", () => {
    const times = fc.array(fc.integer({ min: 0, max: 2_000_000_000 }), {
      minLength: 2,
      maxLength: 60,
    });
    fc.assert(
      fc.property(times, fc.integer({ min: 2, max: 70 }), (seconds, sample) => {
        const all = seconds
          .sort((a, b) => a - b)
          .map((second, i) => ({
            uriM: String(i),
            mementoDatetime: new Date(second * 1000).toISOString().replace(".000", ""),
          }));
        const selected = selectMementos(all, { sample }).map(({ uriM }) => Number(uriM));
        expect(selected).toHaveLength(Math.min(sample, all.length));
        expect(selected).toEqual([...new Set(selected)].sort((a, b) => a - b));
        expect([selected[0], selected.at(-1)]).toEqual([0, all.length - 1]);
      }),
    );
  });

  it("accepts dates of any precision as bounds", () => {
    expect(parseBound("--from", "2010")).toBe("2010");
    expect(parseBound("--from", "2010-05")).toBe("201005");
    expect(parseBound("--to", "2010-05-13T10:00:00Z")).toBe("20100513100000");
    for (const bad of ["", "yesterday", "201", "2010-13", "2010-01-32", "20100"]) {
      expect(() => parseBound("--from", bad)).toThrow(UsageError);
    }
  });
});
