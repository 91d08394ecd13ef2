import assert from "node:assert/strict";
import { NotDefined } from "../../base/failures.js";
import { seededRandom } from "../../base/math/random.js";
import { removers } from "../../page/boilerplate/index.js";
import { features } from "../../page/features/index.js";
import { openPage } from "../../page/page.js";
import { topicStatus } from "../../score/verdict/decide.js";
import { resolveSettings } from "../../score/settings/settings.js";
import type { Json } from "../../base/types.js";
import type { Feature, FeatureRequest } from "../../page/types.js";
import type { ProfileName, Settings } from "../../score/settings/types.js";
import type { ManyReferences, Measure } from "../../score/types.js";
import { type ContractCase, describesItself, holds, shown } from "./contract.js";

/** Two pages and their expected score. */
export interface ScoreExample {
  readonly first: string;
  readonly memento: string;
  /** Expected score within 1e-9, or "not defined" if the measure must throw `NotDefined`. */
  readonly score: number | "not defined";
}

/** Number of random pages on which a measure is tried. */
const TRIED = 25;
/**
 * Words of the pages. They include the names of Object.prototype's properties, which break tables made of plain
 * objects.
 */
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
export function somePages(count: number): string[] {
  const random = seededRandom(count);
  return Array.from({ length: count }, () =>
    pageOf(
      Array.from(
        { length: 1 + Math.floor(random() * 30) },
        () => WORDS[Math.floor(random() * WORDS.length)]!,
      ),
    ),
  );
}

/**
 * Returns the cases that every measure must fulfil.
 *
 * @example
 * ```js
 * import { measures } from "detect-off-topic";
 *
 * const cosine = measures.find(({ keyword }) => keyword === "cosine");
 * const [first] = cosine === undefined ? [] : measureContract(cosine);
 * await first?.check();
 * console.log(first?.name);
 * // describes itself in a sentence and names its source
 * ```
 */
export function measureContract(
  measure: Measure,
  examples: readonly ScoreExample[] = [],
): ContractCase[] {
  const { keyword, range, equalScore, cuts, scope, symmetric } = measure;
  const [low, high] = range;
  const settings = resolveSettings(
    { profile: "paper", measures: keyword, scoresOnly: true, exactScores: true },
    { measures: [measure], removers },
  );
  const scores = (pages: readonly string[]): (number | undefined)[] =>
    scoresOf(measure, pages, settings);
  const isInRange = (score: number | undefined, what: string): void =>
    assert.ok(
      score === undefined || (score >= low && score <= high),
      `${what} ${String(score)}, which is not in its range, ${low} to ${high}.`,
    );
  const areInRange = (pages: readonly string[]): void => {
    for (const [at, score] of scores(pages).entries()) {
      isInRange(score, `score() of the pages ${shown(pages[0])} and ${shown(pages[at])} is`);
    }
  };
  const profiles: readonly ProfileName[] = ["paper", "otmt-1.0.5"];

  function* cases(): Generator<ContractCase> {
    yield holds("describes itself in a sentence and names its source", () => {
      describesItself(measure);
      assert.notEqual(measure.source, "", "source is empty: say where it is described.");
    });
    yield holds("has thresholds and equalScore within its range", () => {
      isInRange(equalScore, "equalScore is");
      for (const profile of profiles) {
        isInRange(cuts[profile].threshold, `the threshold of profile ${profile} is`);
      }
    });
    for (const profile of profiles) {
      const { threshold, comparison } = cuts[profile];
      yield holds(`calls equal pages on-topic in profile ${profile}`, () =>
        assert.notEqual(
          topicStatus(equalScore, cuts[profile]),
          "off-topic",
          `equalScore ${equalScore} is off-topic by the threshold ${comparison} ${String(threshold)}.`,
        ),
      );
    }
    yield holds("gives equal pages the score that equalScore says", () => {
      const score = scores([fullPage, fullPage])[1] ?? equalScore;
      assert.ok(
        Math.abs(score - equalScore) < 1e-12,
        `score() of two equal pages is ${score}, and equalScore says ${equalScore}.`,
      );
    });
    yield holds("gives scores within its range for pages of random words", () =>
      areInRange([fullPage, ...somePages(TRIED)]),
    );
    yield holds("gives an empty page a score within its range or throws NotDefined", () =>
      areInRange([fullPage, emptyPage]),
    );
    yield holds("reads feature values that JSON keeps unchanged", () => {
      for (const html of somePages(TRIED)) {
        for (const request of requestsOf(measure, settings)) {
          survivesJson(featureOf(measure, request), request, html);
        }
      }
    });
    if (symmetric) {
      yield holds("gives the same score when two pages are swapped", () => {
        const pages = somePages(TRIED);
        for (const [at, one] of pages.entries()) {
          const other = pages[(at + 1) % pages.length]!;
          const [score, swapped] = [scores([one, other])[1], scores([other, one])[1]];
          assert.equal(
            score,
            swapped,
            `symmetric is true, but score() of two pages is ${shown(score)}, and ${shown(swapped)} when they are swapped.`,
          );
        }
      });
    }
    if (measure.scoreAll !== undefined) {
      yield holds("gives the same scores with scoreAll as with score", () => {
        const pages = [emptyPage, fullPage, ...somePages(TRIED)];
        const { values, one, all } = scoresAgainst(measure, pages, settings);
        for (const memento of values) {
          const alone = values.map((each) => defined(() => one(each, memento)) ?? NaN);
          assert.deepEqual(
            all?.scores(memento),
            Float64Array.from(alone),
            `scores() of scoreAll() gave other scores than score() does for the memento ${shown(memento)}.`,
          );
        }
      });
    }
    if (scope === "timemap") {
      yield holds("gives the same scores for mementos in any order", () => {
        const pages = somePages(6);
        const [first, ...others] = scores([fullPage, ...pages]);
        const reversed = scores([fullPage, ...pages.toReversed()]);
        assert.deepEqual(
          reversed,
          [first, ...others.toReversed()],
          `fit() sees the mementos in any order, but the scores ${shown(others)} became ${shown(reversed.slice(1).toReversed())}.`,
        );
      });
    }
    for (const [at, { first, memento, score: wanted }] of examples.entries()) {
      yield holds(`example ${at + 1}: ${wanted}`, () => {
        const score = scores([first, memento])[1];
        const isRight =
          wanted === "not defined"
            ? score === undefined
            : score !== undefined && Math.abs(score - wanted) < 1e-9;
        assert.ok(isRight, `score() is ${score ?? "not defined"}, and the example says ${wanted}.`);
      });
    }
  }

  return [...cases()].map(({ name, check }) =>
    holds(name, async () => {
      for (const request of requestsOf(measure, settings)) {
        await featureOf(measure, request).load?.();
      }
      await check();
    }),
  );
}

function survivesJson(feature: Feature, request: FeatureRequest, html: string): void {
  const value = defined(() => extracted(feature, request, html));
  if (value === undefined) return;
  const name = `feature "${feature.keyword}"`;
  assert.deepEqual(
    JSON.parse(JSON.stringify(value)),
    value,
    `extract() of ${name} gave ${shown(value)}, which JSON changes: give text, numbers, lists and plain objects.`,
  );
  assert.notEqual(
    feature.isValue?.(value),
    false,
    `isValue() of ${name} refuses ${shown(value)}, which its extract() gave.`,
  );
}

function requestsOf(measure: Measure, settings: Settings): readonly FeatureRequest[] {
  const input = measure.input(settings);
  return "feature" in input ? [input] : input;
}

function featureOf(measure: Measure, { feature: keyword }: FeatureRequest): Feature {
  const found = [...(measure.features ?? []), ...features].find((one) => one.keyword === keyword);
  if (found === undefined) {
    throw new Error(
      `measure "${measure.keyword}" reads "${keyword}", but there is no such feature.`,
    );
  }
  return found;
}

function extracted(feature: Feature, { options }: FeatureRequest, html: string): Json {
  return feature.extract(openPage(Buffer.from(html), "text/html; charset=utf-8"), options);
}

/** Returns the value of a page for a measure, after a round trip through JSON. */
function valueOf(measure: Measure, html: string, settings: Settings): Json {
  const values = requestsOf(measure, settings).map((request): Json => {
    const feature = featureOf(measure, request);
    const value = extracted(feature, request, html);
    return feature.normalise?.(value, request.options, "en") ?? value;
  });
  const written = "feature" in measure.input(settings) ? values[0]! : values;
  return JSON.parse(JSON.stringify(written)) as Json;
}

/** Returns the scores of all pages against the first one, in one TimeMap; undefined for a score that is not defined. */
function scoresOf(
  measure: Measure,
  pages: readonly string[],
  settings: Settings,
): (number | undefined)[] {
  const { prepared, one } = scoresAgainst(measure, pages, settings);
  const [first] = prepared;
  return prepared.map((memento) => {
    if (first === undefined || memento === undefined) return undefined;
    const score: unknown = defined(() => one(first.value, memento.value));
    assert.ok(
      score === undefined || Number.isFinite(score),
      `score() gave ${shown(score)}: give a finite number, or throw NotDefined where two pages have no score.`,
    );
    return score as number | undefined;
  });
}

/** Returns the prepared values of pages in one TimeMap, and functions that score one pair or all references at once. */
function scoresAgainst(
  measure: Measure,
  pages: readonly string[],
  settings: Settings,
): {
  readonly prepared: readonly ({ readonly value: unknown } | undefined)[];
  readonly values: readonly unknown[];
  readonly one: (first: unknown, memento: unknown) => number;
  readonly all: ManyReferences<unknown> | undefined;
} {
  const prepared = pages.map((html) =>
    defined(() => {
      const value = valueOf(measure, html, settings);
      return { value: measure.prepare === undefined ? value : measure.prepare(value) };
    }),
  );
  const values = prepared.flatMap((each) => (each === undefined ? [] : [each.value]));
  if (measure.scope === "pair") {
    return {
      prepared,
      values,
      one: (first, memento) => measure.score(first, memento, settings),
      all: measure.scoreAll?.(values, settings),
    };
  }
  const fit = measure.fit(settings);
  for (const value of values) fit.add(value);
  const model = fit.finish();
  return {
    prepared,
    values,
    one: (first, memento) => measure.score(first, memento, model, settings),
    all: measure.scoreAll?.(values, model, settings),
  };
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
