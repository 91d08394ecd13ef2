import { expect, it } from "vitest";
import { simhashRaw } from "../../../src/score/measures/simhash-raw.js";
import { settingsOf } from "./settings.js";

it("the score is the number of bits that differ", () => {
  const first = simhashRaw.prepare?.(["78819661284672577", 9]);
  const memento = simhashRaw.prepare?.(["2730700522900608208", 9]);
  expect(first && memento && simhashRaw.score(first, memento, settingsOf())).toBe(29);
});

it("what is hashed follows the settings: decoded text, or Python's str(bytes)", () => {
  const bytes = { feature: "byte-count", options: {} };
  expect(simhashRaw.input(settingsOf())).toMatchObject([{ options: { of: "text" } }, bytes]);
  expect(simhashRaw.input(settingsOf({ rawSimhashOf: "python-bytes" }))).toMatchObject([
    { options: { of: "python-bytes" } },
    bytes,
  ]);
});
