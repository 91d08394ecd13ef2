import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { measures } from "../src/score/measures/index.js";
import { originOf } from "../src/run/extensions/register.js";
import { NotDefined } from "../src/base/failures.js";
import { seededRandom } from "../src/base/math/random.js";
import type { Json } from "../src/base/types.js";
import { removers } from "../src/page/boilerplate/index.js";
import { features } from "../src/page/features/index.js";
import { openPage } from "../src/page/page.js";
import type { Feature, FeatureRequest } from "../src/page/types.js";
import { resolveSettings } from "../src/score/settings/settings.js";
import type { Settings } from "../src/score/settings/types.js";
import type { Measure } from "../src/score/types.js";
import { topicStatus } from "../src/score/verdict/decide.js";

describe("the measures together", () => {
  it("measures are in files named by their keywords, and all are in the index", () => {
    const filesIn = (folder: string): ReadonlySet<string> =>
      new Set(readdirSync(new URL(`../src/${folder}/`, import.meta.url)));
    for (const measure of measures) {
      const origin = originOf(measure);
      const folder = origin === undefined ? "score/measures" : `extensions/${origin}`;
      expect(filesIn(folder)).toContain(`${measure.keyword.replaceAll("_", "-")}.ts`);
    }
  });

  it("measures share no keyword or alias", () => {
    const names = measures.flatMap(({ keyword, aliases }) => [keyword, ...aliases]);
    expect(names).toEqual([...new Set(names)]);
    expect(names).toEqual(names.map((name) => name.toLowerCase()));
  });

  it("measures have OTMT's names only if these names lead back to them", () => {
    for (const { keyword, aliases, otmtKeyword } of measures)
      if (otmtKeyword !== undefined) expect([keyword, ...aliases]).toContain(otmtKeyword);
  });
});

/** OTMT 1.0.5 compares the number of shared terms with the wrong sign. Its profile reproduces that. */
const QUIRK = "tfintersection";
/** Number of random pages on which a measure is tried. */
const TRIED = 10;
/** Words of the pages. Names of Object.prototype's properties break tables made of plain objects. */
const WORDS = [
  ...Object.getOwnPropertyNames(Object.prototype),
  ...["museum", "lantern", "casino", "Öffnung", "музей", "bonus", "free", "open"],
];

const pageOf = (words: readonly string[]): string =>
  `<html><title>page ${words[0] ?? ""}</title><body class="${words.slice(0, 3).join(" ")} page"><a href="/page"></a>${words
    .map((word, at) => (at % 5 === 0 ? `<p>${word} </p>` : `<b>${word} </b>`))
    .join("")}</body></html>`;

const fullPage = pageOf(Array.from({ length: 40 }, (_, at) => `word${at}`));
const emptyPage = pageOf([]);

/** Returns pages of random words, the same in every run. */
function somePages(count: number): string[] {
  const random = seededRandom(count);
  const word = (): string => WORDS[Math.floor(random() * WORDS.length)]!;
  return Array.from({ length: count }, () =>
    pageOf(Array.from({ length: 1 + Math.floor(random() * 30) }, word)),
  );
}

describe.each(measures)("the measure $keyword", (measure) => {
  const { keyword, range, equalScore, cuts, scope } = measure;
  const [low, high] = range;
  const settings = resolveSettings(
    { profile: "paper", measures: keyword, scoresOnly: true, exactScores: true },
    { measures: [measure], removers },
  );
  const scores = (pages: readonly string[]): (number | undefined)[] => {
    const { prepared, one } = scoresAgainst(measure, pages, settings);
    const [first] = prepared;
    return prepared.map((memento) =>
      first === undefined || memento === undefined
        ? undefined
        : defined(() => one(first.value, memento.value)),
    );
  };
  const areInRange = (pages: readonly string[]): void => {
    for (const score of scores(pages)) {
      expect(score === undefined || (score >= low && score <= high), String(score)).toBe(true);
    }
  };

  it("a measure names its source, and its equal score and thresholds are in its range", () => {
    expect(measure.source).not.toBe("");
    for (const value of [equalScore, ...Object.values(cuts).map((cut) => cut.threshold)]) {
      expect(value === undefined || (value >= low && value <= high), String(value)).toBe(true);
    }
  });

  it("equal pages are on-topic in each profile, and have the score that the measure says", () => {
    for (const [profile, cut] of Object.entries(cuts)) {
      if (keyword === QUIRK && profile === "otmt-1.0.5") continue;
      expect(topicStatus(equalScore, cut)).not.toBe("off-topic");
    }
    expect(scores([fullPage, fullPage])[1] ?? equalScore).toBeCloseTo(equalScore, 12);
  });

  it("scores of pages of random words and of an empty page are in the range of the measure", () => {
    areInRange([fullPage, ...somePages(TRIED)]);
    areInRange([fullPage, emptyPage]);
  });

  it("values of its features are those that JSON keeps unchanged", () => {
    for (const request of requestsOf(measure, settings)) {
      const feature = featureOf(measure, request);
      for (const html of somePages(TRIED)) {
        const value = defined(() => extracted(feature, request, html));
        if (value === undefined) continue;
        expect(JSON.parse(JSON.stringify(value))).toEqual(value);
        expect(feature.isValue?.(value)).not.toBe(false);
      }
    }
  });

  it.runIf(measure.symmetric)("two pages have the same score when they are swapped", () => {
    const pages = somePages(TRIED);
    for (const [at, one] of pages.entries()) {
      const other = pages[(at + 1) % pages.length]!;
      expect(scores([one, other])[1]).toBe(scores([other, one])[1]);
    }
  });

  it.runIf(scope === "timemap")("mementos have the same scores in any order", () => {
    const pages = somePages(6);
    const [first, ...others] = scores([fullPage, ...pages]);
    const reversed = scores([fullPage, ...pages.toReversed()]);
    expect(reversed).toEqual([first, ...others.toReversed()]);
  });
});

function requestsOf(measure: Measure, settings: Settings): readonly FeatureRequest[] {
  const input = measure.input(settings);
  return "feature" in input ? [input] : input;
}

/** Returns the feature that a measure reads. */
function featureOf(measure: Measure, { feature: keyword }: FeatureRequest): Feature {
  const found = [...(measure.features ?? []), ...features].find((one) => one.keyword === keyword);
  if (found === undefined) throw new Error(`${measure.keyword} reads no feature "${keyword}"`);
  return found;
}

const extracted = (feature: Feature, { options }: FeatureRequest, html: string): Json =>
  feature.extract(openPage(Buffer.from(html), "text/html; charset=utf-8"), options);

interface Scorer {
  readonly prepared: readonly ({ readonly value: unknown } | undefined)[];
  readonly one: (first: unknown, memento: unknown) => number;
}

/** Returns the prepared values of pages in one TimeMap, and a function that scores a pair. */
function scoresAgainst(measure: Measure, pages: readonly string[], settings: Settings): Scorer {
  const requests = requestsOf(measure, settings);
  const found = requests.map((request) => featureOf(measure, request));
  const isSingle = "feature" in measure.input(settings);
  const valueOf = (html: string): Json => {
    const values = requests.map((request, at): Json => {
      const value = extracted(found[at]!, request, html);
      return found[at]!.normalise?.(value, request.options, "en") ?? value;
    });
    return JSON.parse(JSON.stringify(isSingle ? values[0]! : values)) as Json;
  };
  const prepared = pages.map((html) =>
    defined(() => ({ value: measure.prepare?.(valueOf(html)) ?? valueOf(html) })),
  );
  const values = prepared.flatMap((each) => (each === undefined ? [] : [each.value]));
  if (measure.scope === "pair") {
    const one = (first: unknown, memento: unknown): number =>
      measure.score(first, memento, settings);
    return { prepared, one };
  }
  const fit = measure.fit(settings);
  for (const value of values) fit.add(value);
  const model = fit.finish();
  const one = (first: unknown, memento: unknown): number =>
    measure.score(first, memento, model, settings);
  return { prepared, one };
}

/** Returns the result, or undefined if the function throws {@link NotDefined}. */
function defined<T>(compute: () => T): T | undefined {
  try {
    return compute();
  } catch (cause) {
    if (cause instanceof NotDefined) return undefined;
    throw cause;
  }
}
