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

it("hashes every term and weights it by its count", () => {
  const expected = plainSimhash(["museum", "museum", "lantern"]);
  expect(hash("museum lantern museum")).toEqual(simhashFromDecimal(expected));
});

it("scores the differing bits of the hashes for pages of one term each", () => {
  // MD5 of "museum" ends in 058ddddfa6192ce7, that of "casino" in 537f946f6511a6ec: 26 bits differ.
  expect(simhashTf.score(hash("museum"), hash("casino"), settingsOf())).toBe(26);
});
