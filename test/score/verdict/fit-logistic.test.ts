import { join } from "node:path";
import { pathToFileURL } from "node:url";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

interface TrainingRow {
  readonly values: readonly number[];
  readonly label: 0 | 1;
  readonly count: number;
}

interface Fitted {
  readonly bias: number;
  readonly weights: readonly number[];
}

const script = pathToFileURL(join("bench", "train", "fit-logistic.mjs")).href;
const { fitLogistic, probabilityOf } = (await import(script)) as {
  readonly fitLogistic: (
    rows: readonly TrainingRow[],
    options: { readonly l2: number; readonly iterations: number },
  ) => Fitted;
  readonly probabilityOf: (model: Fitted, values: readonly number[]) => number;
};

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
function lossOf(some: readonly TrainingRow[], model: Fitted): number {
  const total = some.reduce((sum, { count }) => sum + count, 0);
  const losses = some.map(({ values, label, count }) => {
    const probability = probabilityOf(model, values);
    return -count * Math.log(label === 1 ? probability : 1 - probability);
  });
  return losses.reduce((sum, loss) => sum + loss, 0) / total;
}

describe("fitting of a logistic regression", () => {
  const none = { bias: 0, weights: [0, 0] };

  it("fits a model that is better than none, penalty included, and has no negative weight", () => {
    fc.assert(
      fc.property(rows, (some) => {
        const l2 = 0.01;
        const fitted = fitLogistic(some, { l2, iterations: 300 });
        const penalty = (l2 / 2) * fitted.weights.reduce((sum, weight) => sum + weight ** 2, 0);
        expect(lossOf(some, fitted) + penalty).toBeLessThanOrEqual(lossOf(some, none) + 1e-6);
        expect(Math.min(...fitted.weights)).toBeGreaterThanOrEqual(0);
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
