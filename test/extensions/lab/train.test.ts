import fc from "fast-check";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fitLogistic, probabilityOf, type TrainingRow } from "../../../src/extensions/lab/train.js";
import { defaultModel, parseModel } from "../../../src/score/settings/default-model.js";
import { runBin } from "../../support/run-bin.js";

const value = fc.double({ min: 0, max: 1, noNaN: true });
const rows = fc.array(
  fc.record<TrainingRow>({
    values: fc.tuple(value, value),
    label: fc.constantFrom(0 as const, 1 as const),
    count: fc.constantFrom(0.5, 1),
  }),
  { minLength: 2, maxLength: 30 },
);

/** Returns the loss that fitLogistic minimises, without the penalty. */
function lossOf(some: readonly TrainingRow[], model: { weights: readonly number[]; bias: number }) {
  const total = some.reduce((sum, { count }) => sum + count, 0);
  const losses = some.map(({ values, label, count }) => {
    const probability = probabilityOf(model, values);
    return -count * Math.log(label === 1 ? probability : 1 - probability);
  });
  return losses.reduce((sum, loss) => sum + loss, 0) / total;
}

describe("fitting of a logistic regression", () => {
  const from = { bias: -1, weights: [2, 0.5] };

  it("fits a model that is at least as good as the first one, penalty included, and has no negative weight", () => {
    fc.assert(
      fc.property(rows, (some) => {
        const l2 = 0.01;
        const fitted = fitLogistic(some, { l2, iterations: 300, from });
        const penalty =
          (l2 / 2) *
          ((fitted.bias - from.bias) ** 2 +
            fitted.weights.reduce((sum, weight, at) => sum + (weight - from.weights[at]!) ** 2, 0));
        expect(lossOf(some, fitted) + penalty).toBeLessThanOrEqual(lossOf(some, from) + 1e-6);
        expect(Math.min(...fitted.weights)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it("keeps the weights if only the bias is fitted", () => {
    fc.assert(
      fc.property(rows, (some) => {
        const fitted = fitLogistic(some, { l2: 0.01, iterations: 50, from, biasOnly: true });
        expect(fitted.weights).toEqual(from.weights);
      }),
    );
  });

  it("recovers the weights with which the labels were made", () => {
    const grid = [0, 0.25, 0.5, 0.75, 1].flatMap((a) => [0, 0.5, 1].map((b) => [a, b]));
    const made = grid.flatMap((values): TrainingRow[] => {
      const probability = probabilityOf({ bias: -2, weights: [4, 1] }, values);
      return [
        { values, label: 1, count: probability },
        { values, label: 0, count: 1 - probability },
      ];
    });
    const { bias, weights } = fitLogistic(made, { l2: 1e-9, iterations: 20_000 });
    expect([bias, ...weights].map((each) => Math.round(each * 100) / 100)).toEqual([-2, 4, 1]);
  });
});

describe("train", () => {
  const folder = mkdtempSync(join(tmpdir(), "dot-train-"));
  const at = (name: string): string => join(folder, name);
  const labels = "fixtures/collection/labels.tsv";

  beforeAll(async () => {
    // This model calls nearly everything off-topic, which any labels show.
    const eager = { ...defaultModel, bias: 1 };
    writeFileSync(at("eager.json"), JSON.stringify(eager));
    const run = await runBin([
      ...["-q", "-i", "warc=fixtures/collection", "--combine", `learned=${at("eager.json")}`],
      ...["-ot", "jsonl", "-o", at("run.jsonl")],
    ]);
    expect(run.status).toBe(0);
  });

  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it("train writes a model that is better on unseen sites, and reports how much better", async () => {
    const { status, stderr } = await runBin([
      ...["train", labels, at("run.jsonl"), "-o", at("model.json")],
    ]);
    expect(stderr).toMatch(/^\d+ labels of \d+ sites, \d+ off-topic: /mu);
    expect(stderr).toMatch(/^log loss: [\d.]+ before, [\d.]+ after; less by [\d.]+ \[[\d.]+, /mu);
    expect(status).toBe(0);
    const model = parseModel(readFileSync(at("model.json"), "utf8"), "model.json");
    expect(model.bias).toBeLessThan(1);
    expect(model.inputs.map(({ of }) => of)).toEqual(defaultModel.inputs.map(({ of }) => of));
    const again = await runBin(["train", labels, at("run.jsonl")]);
    expect(again.stdout).toBe(readFileSync(at("model.json"), "utf8"));
    const used = await runBin([
      ...["-q", "-i", "warc=fixtures/collection", "--combine", `learned=${at("model.json")}`],
      ...["-ot", "golddatafile"],
    ]);
    expect(used.status).toBe(0);
  });

  it("train writes no model if the labels cannot show an improvement", async () => {
    const lines = readFileSync(labels, "utf8").split("\n");
    const few = lines.filter((line, number) => number === 0 || /\t0(?:\t|$)/u.test(line));
    writeFileSync(at("off.tsv"), few.join("\n"));
    const { status, stderr, stdout } = await runBin(["train", at("off.tsv"), at("run.jsonl")]);
    expect(status).toBe(2);
    expect(stdout).toBe("");
    expect(stderr).toMatch(/a model needs labels of both kinds and of two sites at least/u);
  });

  it("train refuses labels without results, and results without a learned combination", async () => {
    const odd = await runBin(["train", labels, at("run.jsonl"), labels]);
    expect(odd.status).toBe(2);
    expect(odd.stderr).toMatch(/has no results beside it/u);
    await runBin([
      ...["-q", "-i", "warc=fixtures/collection", "--profile", "paper"],
      ...["-ot", "jsonl", "-o", at("paper.jsonl")],
    ]);
    const paper = await runBin(["train", labels, at("paper.jsonl")]);
    expect(paper.status).toBe(2);
    expect(paper.stderr).toMatch(/was not judged by a learned combination/u);
  });

  it("train reports before training that its model cannot be written", async () => {
    const run = await runBin(["train", labels, "no.jsonl", "-o", at("no/model.json")]);
    expect(run.status).toBe(2);
    expect(run.stderr).toMatch(/there is no folder/u);
  });
});
