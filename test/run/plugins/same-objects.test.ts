import { describe, expect, it } from "vitest";
import {
  defineFeature,
  defineMeasure,
  detect,
  loadPlugins,
  type PluginDefinitions,
} from "../../../src/index.js";
import { moduleOf, PAIR } from "./modules.js";

/** Definitions of each kind, exported by name and in a list, which has some twice. */
const EVERY_KIND = `
  export const sizes = { keyword: "sizes", extract: ({ bytes }) => bytes.length };
  export const mine = { keyword: "mine", feature: sizes, score: () => 1 };
  export const shorter = { keyword: "shorter", extract: (page) => page.bodyText, removes: true };
  export const nowhere = { keyword: "nowhere", *read() {} };
  export const lines = { keyword: "lines", async *write() {} };
  export default [mine, mine, sizes, shorter, shorter, nowhere, nowhere, lines, lines];`;

const counts = (found: PluginDefinitions): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(found).map(([kind, list]: [string, readonly unknown[]]) => [kind, list.length]),
  );

const ONE_EACH = {
  ...{ measures: 1, features: 1, inputs: 1, writers: 1, removers: 1 },
};

describe("an object that is exported several times", () => {
  it("counts once in a module, whatever kind of part it is", async () => {
    expect(counts(await loadPlugins([moduleOf(EVERY_KIND)]))).toEqual(ONE_EACH);
  });

  it("counts once in the options of a run, and two objects of one keyword are refused", () => {
    const feature = defineFeature({ keyword: "sizes-of-two", extract: ({ html }) => html.length });
    const measure = defineMeasure({ keyword: "of-two", feature, score: () => 1 });
    const input = `warc=${PAIR}`;
    const twice = { extraMeasures: [measure, measure], extraFeatures: [feature, feature] };
    expect(() => detect({ input, measures: "of-two=0.5", ...twice })).not.toThrow();
    expect(() => detect({ input, extraMeasures: [measure, { ...measure }] })).toThrow(
      'there is a measure "of-two" already',
    );
  });
});
