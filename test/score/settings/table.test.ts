import { describe, expect, it } from "vitest";
import { profiles } from "../../../src/score/settings/profiles.js";
import { decideRecords, settingTerm } from "../../../src/score/settings/setting-values.js";
import { type Setting, SETTINGS, type SettingKey } from "../../../src/score/settings/table.js";

const all = Object.entries(SETTINGS) as unknown as readonly (readonly [SettingKey, Setting])[];

describe("the table of settings", () => {
  it("has defaults that each setting takes itself, in both profiles", () => {
    for (const [key, setting] of all) {
      for (const value of [setting.default, setting.otmt]) {
        if (value !== undefined) expect(setting.check?.(value, key) ?? value, key).toBe(value);
      }
    }
  });

  it("says of each setting by which words, text or flag it is given", () => {
    for (const [key, { form, words, type }] of all) {
      if (form === undefined) expect(type, key).toMatch(/^boolean\b/u);
      if (words !== undefined) expect(words.length, key).toBeGreaterThan(1);
    }
    const terms = all.map(([key]) => settingTerm(key));
    expect(new Set(terms).size).toBe(terms.length);
  });

  it("gives each profile a value for all that results say, in one order", () => {
    const names = Object.keys(profiles.paper.settings);
    for (const { settings } of Object.values(profiles)) {
      expect(Object.keys(settings)).toEqual(names);
      expect(Object.values(settings)).not.toContain(undefined);
    }
  });

  it("has every setting on which records depend in their stamp", () => {
    const inSettings = decideRecords.filter((name) => name in profiles.paper.settings);
    expect(inSettings).toEqual([
      ...["preprocessing", "groupBy", "groupCapturesBy", "status", "pages", "redirects"],
      ...["revisits", "substituted", "maxPageBytes"],
    ]);
    expect(decideRecords).toEqual(expect.arrayContaining(["text", "formats"]));
  });
});
