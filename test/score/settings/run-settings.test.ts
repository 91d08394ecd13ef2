import { describe, expect, it } from "vitest";
import { profiles } from "../../../src/score/settings/profiles.js";
import type { Setting } from "../../../src/base/setting.js";
import {
  decideRecords,
  runSettings,
  type SettingKey,
  settingTerm,
} from "../../../src/score/settings/run-settings.js";

const all = Object.entries(runSettings()) as unknown as readonly (readonly [SettingKey, Setting])[];

describe("the settings of runs", () => {
  it("the default of each setting is a valid value in both profiles", () => {
    for (const [key, setting] of all) {
      for (const value of [setting.initial, setting.otmt]) {
        if (value !== undefined) expect(setting.check?.(value, key) ?? value, key).toBe(value);
      }
    }
  });

  it("every setting describes the words, text or flag by which it is given", () => {
    for (const [key, { flags, choices, type }] of all) {
      if (!flags.includes("<")) expect(type, key).toMatch(/^boolean\b/u);
      if (choices !== undefined) expect(choices.length, key).toBeGreaterThan(1);
    }
    const terms = all.map(([key]) => settingTerm(key));
    expect(new Set(terms).size).toBe(terms.length);
  });

  it("each profile has a value for every setting in the results, in the same order", () => {
    const names = Object.keys(profiles.paper.settings);
    for (const { settings } of Object.values(profiles)) {
      expect(Object.keys(settings)).toEqual(names);
      expect(Object.values(settings)).not.toContain(undefined);
    }
  });

  it("the stamp of records contains every setting on which records depend", () => {
    const inSettings = decideRecords().filter((name) => name in profiles.paper.settings);
    expect(inSettings).toEqual([
      ...["preprocessing", "groupBy", "groupCapturesBy", "status", "pages", "redirects"],
      ...["revisits", "substituted", "maxPageBytes"],
    ]);
    expect(decideRecords()).toEqual(expect.arrayContaining(["text", "formats"]));
  });
});
