import { expect, it } from "vitest";
import { simhashRaw } from "../../../src/score/measures/simhash-raw.js";
import { settingsOf } from "./settings.js";

it("scores the number of bits in which raw Simhashes differ", () => {
  const first = simhashRaw.prepare?.(["78819661284672577", 9]);
  const memento = simhashRaw.prepare?.(["2730700522900608208", 9]);
  expect(first && memento && simhashRaw.score(first, memento, settingsOf())).toBe(29);
});

it("hashes decoded text or Python's str(bytes), depending on the settings", () => {
  const bytes = { feature: "byte-count", options: {} };
  expect(simhashRaw.input(settingsOf())).toMatchObject([{ options: { of: "text" } }, bytes]);
  expect(simhashRaw.input(settingsOf({ rawSimhashOf: "python-bytes" }))).toMatchObject([
    { options: { of: "python-bytes" } },
    bytes,
  ]);
});
