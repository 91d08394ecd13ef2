import { describe, expect, it } from "vitest";
import { TroubleCount } from "../../../src/read/timemaps/document.js";

describe("faults in the lines of a TimeMap", () => {
  it("describes each kind of fault in a TimeMap in one line, with its count and the first example", () => {
    const trouble = new TroubleCount();
    trouble.add("mementos without a usable date", "http://a.example/\n  31 Feb");
    trouble.add("lines that are not CDXJ", "x".repeat(10_000));
    trouble.add("lines that are not CDXJ", "y");
    expect(trouble.lines()).toEqual([
      "mementos without a usable date: 1 (first: http://a.example/ 31 Feb)",
      `lines that are not CDXJ: 2 (first: ${"x".repeat(120)}...)`,
    ]);
  });
});
