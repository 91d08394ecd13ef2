import { expect, it } from "vitest";
import { simhashTf } from "../../../src/score/measures/simhash-tf.js";
import { plainSimhash } from "../../base/math/plain-simhash.js";
import { simhashFromDecimal, type Simhash } from "../../../src/base/math/simhash.js";
import { counted, settingsOf } from "./settings.js";

function hash(text: string): Simhash {
  const prepared = simhashTf.prepare?.(counted(text));
  if (prepared === undefined) throw new Error("simhash-tf prepares its values");
  return prepared;
}

it("every term is hashed and weighs as often as it occurs", () => {
  const expected = plainSimhash(["museum", "museum", "lantern"]);
  expect(hash("museum lantern museum")).toEqual(simhashFromDecimal(expected));
});

it("a page of one term differs from a page of another in the bits of their hashes", () => {
  // MD5 of "museum" ends in 058ddddfa6192ce7 and of "casino" in 537f946f6511a6ec: 26 bits differ.
  expect(simhashTf.score(hash("museum"), hash("casino"), settingsOf())).toBe(26);
});
