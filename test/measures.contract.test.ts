import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { measures } from "../src/score/measures/index.js";
import { originOf } from "../src/run/extensions/register.js";
import { framework } from "./support/framework.js";
import { declareCases } from "../src/run/contracts/contract.js";
import { measureContract } from "../src/testing.js";

describe("the measures together", () => {
  it("measures are in files named by their keywords, and all are in the index", () => {
    const filesIn = (folder: string): ReadonlySet<string> =>
      new Set(readdirSync(new URL(`../src/${folder}/`, import.meta.url)));
    for (const measure of measures) {
      const origin = originOf(measure);
      const folder = origin === undefined ? "score/measures" : `extensions/${origin}`;
      expect(filesIn(folder)).toContain(`${measure.keyword.replaceAll("_", "-")}.ts`);
    }
  });

  it("measures share no keyword or alias", () => {
    const names = measures.flatMap(({ keyword, aliases }) => [keyword, ...aliases]);
    expect(names).toEqual([...new Set(names)]);
    expect(names).toEqual(names.map((name) => name.toLowerCase()));
  });

  it("measures have OTMT's names only if these names lead back to them", () => {
    for (const { keyword, aliases, otmtKeyword } of measures)
      if (otmtKeyword !== undefined) expect([keyword, ...aliases]).toContain(otmtKeyword);
  });
});

/** OTMT 1.0.5 compares the number of shared terms with the wrong sign. Its profile reproduces that. */
const QUIRK = ["tfintersection", "calls equal pages on-topic in profile otmt-1.0.5"] as const;

// The contract of the test kit checks everything that is required of every measure.
for (const measure of measures) {
  const cases = measureContract(measure).filter(
    ({ name }) => measure.keyword !== QUIRK[0] || name !== QUIRK[1],
  );
  declareCases(measure.keyword, cases, framework);
}
