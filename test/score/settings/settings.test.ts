import { describe, expect, it } from "vitest";
import { UsageError } from "../../../src/base/errors.js";
import { measures } from "../../../src/score/measures/index.js";
import { removers } from "../../../src/page/boilerplate/index.js";
import { resolveSettings, type SettingsChoices } from "../../../src/score/settings/settings.js";
import type { Settings } from "../../../src/score/settings/types.js";

const resolve = (chosen: SettingsChoices): Settings =>
  resolveSettings(chosen, { measures, removers });

describe("profiles", () => {
  it("uses profile default by default: a learned combination with cosine and wordcount", () => {
    expect(resolve({})).toEqual(resolve({ profile: "default" }));
    const { combine, model, signs, measures: chosen } = resolve({});
    expect([combine, model?.inputs.length, signs]).toEqual(["learned", 15, true]);
    expect(chosen.filter(({ asInput }) => asInput !== true)).toEqual(
      resolve({ profile: "paper" }).measures,
    );
  });

  it.each<[string, SettingsChoices]>([
    ["measures", { measures: "jaccard" }],
    ["a rule for votes", { combine: "all" }],
    ["the reference memento", { reference: "median", measures: "cosine=0.2" }],
    ["the topic", { collectionMeasures: "vsm" }],
  ])("decides as profile paper does once the user chooses %s", (_, chosen) => {
    expect(resolve(chosen)).toEqual(resolve({ ...chosen, profile: "paper" }));
  });

  it("sets cosine, wordcount, all paragraphs and English in profile paper", () => {
    expect(resolve({ profile: "paper" })).toMatchObject({
      profile: "paper",
      measures: [
        { keyword: "cosine", name: "cosine", comparison: "<", threshold: 0.12 },
        { keyword: "wordcount", name: "wordcount", comparison: "<", threshold: -0.7 },
      ],
      preprocessing: { boilerplate: "all-paragraphs", language: "en", stem: true, stopWords: true },
      groupBy: "timemap",
      groupCapturesBy: "surt",
      status: "2xx+errors",
      redirects: "follow",
      revisits: "resolve",
      first: "earliest-2xx",
      rawSimhashOf: "text",
      clipCounts: true,
      numberOfTopics: 10,
      combine: "any",
    });
  });

  it("sets the values of the Python package in profile otmt-1.0.5", () => {
    expect(resolve({ profile: "otmt-1.0.5" })).toMatchObject({
      profile: "otmt-1.0.5",
      measures: [{ keyword: "cosine", comparison: "<", threshold: 0.12 }],
      preprocessing: { boilerplate: "all-paragraphs", language: "en", stem: true, stopWords: true },
      groupBy: "timemap",
      groupCapturesBy: "uri",
      status: "all",
      pages: "text/html",
      revisits: "skip",
      first: "earliest",
      rawSimhashOf: "python-bytes",
      clipCounts: false,
      numberOfTopics: 10,
    });
  });
});

describe("options", () => {
  it("overrides the settings of any profile by options", () => {
    const chosen: SettingsChoices = {
      measures: "jaccard=0.5",
      boilerplate: "justext",
      groupBy: "surt",
      status: "2xx",
      pages: "html",
      redirects: "skip",
      revisits: "resolve",
      substituted: "keep",
      first: "usable",
      numberOfTopics: 3,
      simhash: false,
      contentLength: false,
      detectLanguage: false,
      maxPageSize: 1000,
    };
    const { profile, rawSimhashOf, clipCounts, ...paper } = resolve(chosen);
    expect([profile, rawSimhashOf, clipCounts]).toEqual(["paper", "text", true]);
    expect(resolve({ ...chosen, profile: "otmt-1.0.5" })).toMatchObject(paper);
    expect(paper).toMatchObject({
      preprocessing: { boilerplate: "justext" },
      groupBy: "surt",
      maxPageBytes: 1000,
      numberOfTopics: 3,
    });
  });

  it.each([
    [{ profile: "papper" }, 'unknown value of --profile "papper". Did you mean "paper"?'],
    [
      { groupBy: "host" },
      'unknown value of --set group-by "host". Choose from: timemap, surt, uri.',
    ],
    [{ combine: "most" }, 'a number of votes, learned or learned=FILE, not "most"'],
    [
      { combine: "learned", abstain: [0.6, 0.4] },
      'the smaller first, such as .35-.65, not "0.6-0.4"',
    ],
    [{ abstain: [0.3, 0.6], combine: "any" }, "--abstain needs the learned combination"],
    [{ boilerplate: "nonee" }, 'unknown boilerplate remover "nonee". Did you mean "none"?'],
    [{ maxPageSize: Number.NaN }, "page size"],
  ])("rejects the options %j", (words, message) => {
    // As passed by a program without types.
    const chosen = words as unknown as SettingsChoices;
    expect(() => resolve(chosen)).toThrow(UsageError);
    expect(() => resolve(chosen)).toThrow(message);
  });

  it("resolves settings to plain data that records and results contain", () => {
    const settings = resolve({});
    expect(JSON.parse(JSON.stringify(settings))).toEqual(settings);
  });
});
