import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FORMATS } from "../../../src/base/types.js";
import { wordsOf } from "../../../src/score/settings/run-settings.js";
import { readChoices, writeChoices } from "../../../src/score/settings/stamp.js";

const recordChoices = fc.record(
  {
    groupBy: fc.constantFrom(...wordsOf("groupBy")),
    groupCapturesBy: fc.constantFrom("surt" as const, "uri" as const),
    status: fc.constantFrom(...wordsOf("status")),
    pages: fc.constantFrom(...wordsOf("pages")),
    formats: fc.subarray([...FORMATS], { minLength: 1 }),
  },
  { requiredKeys: ["groupBy", "groupCapturesBy", "status", "pages"] },
);

describe("the settings in a stamp", () => {
  it("reads the settings in a stamp as they were written, with any names of plug-ins", () => {
    fc.assert(
      fc.property(recordChoices, fc.string(), (given, plugin) => {
        const requests = ["byte-count", "char-ngrams", "dom-tree"].map((feature) => ({
          feature,
          options: {},
        }));
        const said = writeChoices(given, requests);
        expect(readChoices(`0123456789abcdef ${said} ${plugin}@0`)).toEqual({
          ...given,
          features: new Map([
            ["char-ngrams", 1],
            ["dom-tree", 2],
          ]),
        });
      }),
    );
  });

  it.each(["", "other", "0123456789abcdef plugin@0", "0 surt,surt,2xx,pdf"])(
    "finds no settings in the stamp %j",
    (stamp) => {
      expect(readChoices(stamp)).toBeUndefined();
    },
  );
});
