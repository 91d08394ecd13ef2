import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseTimeMap } from "../../../src/read/timemaps/load.js";

/** Input and expected result of one fixture. Properties that are not expected are not compared. */
interface Expectation {
  readonly title: string;
  readonly base?: string;
  readonly contentType?: string;
  readonly expect: Readonly<Record<string, unknown>> & {
    readonly mementos?: readonly (readonly [string, string])[];
  };
}

const folder = new URL("../../../fixtures/timemap/", import.meta.url);

describe("TimeMaps as archives write them, standard, odd and damaged", () => {
  for (const file of readdirSync(folder).sort()) {
    const [input = "", rest = ""] = readFileSync(new URL(file, folder), "utf8").split("\n@@@\n");
    const expected = JSON.parse(rest) as Expectation;
    it(`reads the TimeMap of a fixture: ${expected.title} (${file})`, () => {
      const bytes = new TextEncoder().encode(input);
      const parsed = parseTimeMap(bytes, expected.contentType, expected.base ?? "");
      const { mementos, ...others } = expected.expect;
      expect(parsed).toMatchObject({ kind: "timemap", ...others });
      if (mementos !== undefined && parsed.kind === "timemap") {
        expect(parsed.mementos.map(({ uriM, mementoDatetime }) => [uriM, mementoDatetime])).toEqual(
          mementos,
        );
      }
    });
  }
});
