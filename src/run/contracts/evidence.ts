import assert from "node:assert/strict";
import { UsageError } from "../../base/errors.js";
import type { Failure, Json, Outcome } from "../../base/types.js";
import { removers } from "../../page/boilerplate/index.js";
import { features as known } from "../../page/features/index.js";
import { openPage } from "../../page/page.js";
import type { Feature, FeatureRecord } from "../../page/types.js";
import { readyJudges, type SurveyRound } from "../../score/evidence/collection-evidence.js";
import { measures } from "../../score/measures/index.js";
import { Values } from "../../score/scoring/compare.js";
import { type Plan, planRun } from "../../score/settings/plan.js";
import { resolveSettings } from "../../score/settings/settings.js";
import type { Settings } from "../../score/settings/types.js";
import type { MeasureResult } from "../../score/types.js";
import type { OwnEvidence } from "../plugins/define-evidence.js";
import { type ContractCase, describesItself, holds, shown } from "./contract.js";
import { somePages } from "./measures.js";

/** A page of a collection, its TimeMap, and what the evidence must say about it. */
export interface EvidenceExample {
  readonly timeMap: string;
  readonly html: string;
  /** Expected score, or "nothing". */
  readonly score: number | "nothing";
}

/** Files of strangers: JSON of any kind. */
const STRANGE_FILES = [
  ...["null", "5", '"text"', "[]", "{}", "[[]]", '{"__proto__":[1]}', '{"a":{"b":null},"c":[{}]}'],
  ...["[null,{}]", '{"a":-1e308}', `${"[".repeat(60)}${"]".repeat(60)}`],
];

/** Pages on which evidence is tried, beside pages of random words. */
const ODD_PAGES = [
  "",
  "<p>\u2028\u{1f3db}\ud800<p>one\ttwo\r\nthree",
  "<title>__proto__</title>__proto__",
];

/**
 * Returns the cases that all evidence of a plug-in must fulfil.
 *
 * @example
 * ```js
 * const sizes = defineEvidence({
 *   keyword: "sizes",
 *   summary: "Number of bytes of the largest page.",
 *   feature: "byte-count",
 *   survey: {
 *     lines: ({ value }) => [String(value)],
 *     async data(sorted) {
 *       let largest = 0;
 *       for await (const size of sorted) largest = Math.max(largest, Number(size));
 *       return largest;
 *     },
 *   },
 *   isData: (json) => typeof json === "number",
 *   judge: (largest, { value }) => ({ score: value / largest }),
 * });
 * const [first] = evidenceContract(sizes);
 * await first?.check();
 * console.log(first?.name);
 * // describes itself in a sentence
 * ```
 */
export function evidenceContract(
  evidence: OwnEvidence,
  examples: readonly EvidenceExample[] = [],
): ContractCase[] {
  const collection = new Collection(evidence);
  const pages = [...ODD_PAGES, ...somePages(12), ...somePages(4)];
  const records = (): Promise<FeatureRecord[]> =>
    collection.records(pages.map((html, at) => ({ html, timeMap: `a${at % 5}` })));
  return [
    holds("describes itself in a sentence", () => describesItself(evidence)),
    holds("gives the same lines of a memento again, whatever came before", async () => {
      const given = await records();
      const before = given.map((record) => collection.lines([record]));
      const after = given.toReversed().map((record) => collection.lines([record]));
      assert.deepEqual(after.toReversed(), before, "survey.lines() gave other lines of a memento.");
    }),
    holds(
      "makes the same data of partial results, however they are divided and merged",
      async () => {
        const given = await records();
        const whole = await collection.data(collection.lines(given));
        const [some, others, rest] = [0, 1, 2].map((part) =>
          collection.lines(given.filter((_, at) => at % 3 === part).toReversed()),
        );
        for (const merged of [
          [...[...others!, ...some!].sort(), ...rest!],
          [...some!, ...[...rest!, ...others!].sort()],
        ]) {
          assert.deepEqual(
            await collection.data(merged),
            whole,
            "survey.data() made other data of the same lines.",
          );
        }
      },
    ),
    holds("makes data that a file keeps unchanged", async () => {
      const data = await collection.data(collection.lines(await records()));
      const text = JSON.stringify(data);
      assert.deepEqual(
        evidence.read(text, "data.json"),
        data,
        `JSON changes the data ${shown(data)}, or isData() refuses them.`,
      );
    }),
    holds("makes data of a collection without mementos, and judges with them", async () => {
      collection.requireJudged(await collection.judged(await records(), await collection.data([])));
    }),
    holds("judges every memento of the collection, and one that is not in it", async () => {
      const given = await records();
      const data = await collection.data(collection.lines(given.slice(1)));
      collection.requireJudged(await collection.judged(given, data));
    }),
    holds("refuses a file of another kind, or judges with what it has", async () => {
      assert.throws(() => evidence.read("no JSON", "data.json"), UsageError);
      const given = await records();
      for (const text of STRANGE_FILES) {
        let data: Json;
        try {
          data = evidence.read(text, "data.json");
        } catch (cause) {
          assert.ok(cause instanceof UsageError, `isData() threw ${shown(cause)} for ${text}.`);
          continue;
        }
        collection.requireJudged(
          await collection.judged(given, data),
          `with ${text} as data, which isData() accepts: `,
        );
      }
    }),
    ...(examples.length === 0
      ? []
      : [
          holds("says what the examples expect", async () => {
            const given = await collection.records(examples);
            const data = await collection.data(collection.lines(given));
            const { results } = await collection.judged(given, data);
            for (const [at, { html, score }] of examples.entries()) {
              const outcome = results[at]?.outcome;
              const found =
                outcome !== undefined && "value" in outcome ? outcome.value.score : "nothing";
              assert.deepEqual(found, score, `judge() says ${shown(found)} about ${shown(html)}.`);
            }
          }),
        ]),
  ];
}

interface Judged {
  readonly results: readonly (MeasureResult | undefined)[];
  readonly failures: readonly Failure[];
}

/** A collection of pages, as a survey and a judge of evidence see it. */
class Collection {
  readonly #evidence: OwnEvidence;
  readonly #settings: Settings;
  readonly #plan: Plan;
  readonly #features: readonly Feature[];

  constructor(evidence: OwnEvidence) {
    this.#evidence = evidence;
    const { keyword } = evidence;
    this.#settings = resolveSettings(
      { profile: "paper", measures: "bytecount", evidence: { [keyword]: "collection" } },
      { measures, removers, evidence: [evidence] },
    );
    this.#plan = planRun(this.#settings, measures, [evidence]);
    const all = [...(evidence.features ?? []), ...known];
    this.#features = this.#plan.requests.map(({ feature }) =>
      all.find(({ keyword: name }) => name === feature)!,
    );
  }

  get #at(): readonly number[] {
    return this.#plan.collection.get(this.#evidence.keyword)!;
  }

  async records(
    pages: readonly Pick<EvidenceExample, "html" | "timeMap">[],
  ): Promise<FeatureRecord[]> {
    for (const feature of this.#features) await feature.load?.();
    return pages.map(({ html, timeMap }, at) => ({
      ...{ key: timeMap, tie: "" },
      capture: {
        uriR: `http://${timeMap}.example/`,
        mementoDatetime: `20${String(10 + (at % 80))}-01-01T00:00:00Z`,
      },
      features: this.#features.map((feature, place): Outcome<Json> => {
        const page = openPage(Buffer.from(html), "text/html; charset=utf-8");
        return { value: feature.extract(page, this.#plan.requests[place]!.options) };
      }),
    }));
  }

  get #round(): SurveyRound<Json> {
    return this.#evidence.survey(undefined, this.#settings)!;
  }

  /** Returns the sorted lines of records. */
  lines(records: readonly FeatureRecord[]): string[] {
    const round = this.#round;
    return records
      .flatMap((record) => [
        ...round.ofRecord!(
          record,
          this.#at.map((position) => record.features[position]!),
        ),
      ])
      .sort();
  }

  async data(lines: readonly string[]): Promise<Json> {
    return await this.#round.data(lines.toSorted());
  }

  async judged(records: readonly FeatureRecord[], data: Json): Promise<Judged> {
    const failures: Failure[] = [];
    const asked = [{ of: this.#evidence, data }];
    const [judge] = await readyJudges(asked, this.#plan, this.#settings);
    const group = { key: "", records: () => records, at: (at: number) => records[at] };
    const values = new Values(group, {
      ...{ plan: this.#plan, settings: this.#settings, features: this.#features },
      onFailure: (failure) => failures.push(failure),
    });
    return { results: records.map((record) => judge!.of(record, values).measure), failures };
  }

  requireJudged({ failures }: Judged, when = ""): void {
    const [failure] = failures;
    assert.equal(
      failure,
      undefined,
      `${when}judge() threw, or gave no vote: ${shown(failure?.stack)}`,
    );
  }
}
