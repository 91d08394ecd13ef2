import { describe, expect, it } from "vitest";
import { furtherLanguages } from "../../src/signs/further-languages.js";
import { hostingSigns } from "../../src/signs/hosting.js";
import { troubleSigns } from "../../src/signs/trouble.js";
import { wallSigns } from "../../src/signs/walls.js";

describe("the plainest sentences in further languages", () => {
  it("are of kinds that have a table, and of languages that the table has not: none stands in another's place", () => {
    const tables = new Map(
      [...hostingSigns, ...troubleSigns, ...wallSigns].map(({ kind, plain }) => [kind, plain]),
    );
    const misplaced = [...furtherLanguages].flatMap(([kind, byLanguage]) => {
      const table = tables.get(kind);
      if (table === undefined) return [kind];
      return Object.keys(byLanguage).flatMap((language) =>
        language in table ? [`${kind} ${language}`] : [],
      );
    });
    expect(misplaced).toEqual([]);
    expect(furtherLanguages.size).toBeGreaterThan(0);
  });
});
