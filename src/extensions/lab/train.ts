import { UsageError } from "../../base/errors.js";
import { groupBy } from "../../base/math/group-by.js";
import { seededRandom } from "../../base/math/random.js";
import { counted } from "../../base/text.js";
import { surt } from "../../base/uri.js";
import type { LearnedModel } from "../../score/settings/types.js";
import { inputName } from "../../score/verdict/learned.js";
import { shuffled } from "./calibrate.js";
import { type Interval, middle95 } from "./resample.js";
import { isOffTopic } from "./evaluate.js";
import type { JudgedMemento } from "./gold.js";
import { type Counts, countVerdicts, rates } from "./sweep.js";

interface TrainOptions {
  /** Each fold is judged by a model that was fitted to the others. */
  readonly folds: number;
  readonly seed: number;
  /** Number of samples of sites for the intervals. */
  readonly resamples: number;
}

/** Accuracy of a model on labelled mementos. */
interface Worth {
  /** Mean of -ln(probability of the label). A lower value is better. */
  readonly logLoss: number;
  readonly counts: Counts;
}

export interface Trained {
  readonly model: LearnedModel;
  readonly labels: { readonly mementos: number; readonly offTopic: number; readonly sites: number };
  /** True if there are only enough labels to fit the bias. */
  readonly biasOnly: boolean;
  readonly before: Worth;
  /** Accuracy if each site is judged by a model that was fitted to the others. */
  readonly after: Worth;
  /** Decrease of the log loss, and increase of F1, with intervals over samples of sites. */
  readonly gain: { readonly logLoss: number; readonly interval: Interval };
  readonly gainOfF1: { readonly f1: number; readonly interval: Interval };
}

/** Minimum number of labels of each class, and of sites, for fitting weights. With fewer, only the bias is fitted. */
const fewestOfClass = 20;
const fewestSites = 10;
/**
 * Strengths with which weights are pulled to those of the original model. The best strength by cross-validation is
 * used.
 */
const pulls = [1, 0.1, 0.01, 0.001];
const iterations = 400;
/** Minimum probability in a logarithm, which keeps the log loss finite. */
const surest = 1e-6;

interface Labelled extends TrainingRow {
  readonly site: string;
}

/**
 * Refits a learned combination to labels. It fits the bias and, if there are enough labels, the weights, which are
 * pulled to their original values. All figures are cross-validated by site, which is the host of the URI-R. Mementos
 * without the inputs of the model are left out. Throws a `UsageError` if there is only one class, or if there are fewer
 * than two sites.
 */
export function trainModel(
  judged: readonly JudgedMemento[],
  model: LearnedModel,
  options: TrainOptions,
): Trained {
  const rows = labelledRows(judged, model);
  const offTopic = rows.filter(({ label }) => label === 1).length;
  const sites = [...groupBy(rows, ({ site }) => site)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, group]) => group);
  if (offTopic === 0 || offTopic === rows.length || sites.length < 2) {
    throw new UsageError(
      `${counted(rows.length, "label")} of ${counted(sites.length, "site")}, ${offTopic} off-topic: ` +
        "a model needs labels of both kinds and of two sites at least. Label more, or draw some with `sample`.",
    );
  }
  const biasOnly =
    Math.min(offTopic, rows.length - offTopic) < fewestOfClass || sites.length < fewestSites;
  const from: Fitted = { bias: model.bias, weights: model.inputs.map(({ weight }) => weight) };
  const before = rows.map(({ values }) => probabilityOf(from, values));
  const fold = foldsOf(sites, options);
  const after = new Map<Labelled, number>();
  for (let left = 0; left < options.folds; left += 1) {
    const seen = sites.flatMap((site, at) => (fold[at] === left ? [] : site));
    const unseen = sites.flatMap((site, at) => (fold[at] === left ? site : []));
    if (seen.length === 0 || unseen.length === 0) continue;
    const fitted = refit(seen, from, biasOnly);
    for (const row of unseen) after.set(row, probabilityOf(fitted, row.values));
  }
  const beforeOf = new Map(rows.map((row, at) => [row, before[at]!]));
  const worth = (some: readonly Labelled[], of: ReadonlyMap<Labelled, number>): Worth =>
    worthOf(some, of, model.threshold);
  const gainsOf = (some: readonly Labelled[]): [logLoss: number, f1: number] => {
    const [then, now] = [worth(some, beforeOf), worth(some, after)];
    return [then.logLoss - now.logLoss, f1Of(now) - f1Of(then)];
  };
  const random = seededRandom(options.seed + 1);
  const samples = Array.from({ length: options.resamples }, () =>
    gainsOf(sites.flatMap(() => sites[Math.floor(random() * sites.length)]!)),
  );
  const [gain, gainOfF1] = gainsOf(rows);
  const fitted = refit(rows, from, biasOnly);
  return {
    model: {
      ...model,
      trainedOn: `${model.trainedOn}; refitted to ${counted(rows.length, "label")} of ${counted(sites.length, "site")}`,
      bias: rounded(fitted.bias),
      inputs: model.inputs.map((input, at) => ({ ...input, weight: rounded(fitted.weights[at]!) })),
    },
    labels: { mementos: rows.length, offTopic, sites: sites.length },
    biasOnly,
    before: worth(rows, beforeOf),
    after: worth(rows, after),
    gain: { logLoss: gain, interval: middle95(samples.map(([one]) => one)) ?? [gain, gain] },
    gainOfF1: {
      f1: gainOfF1,
      interval: middle95(samples.map(([, f1]) => f1)) ?? [gainOfF1, gainOfF1],
    },
  };
}

function labelledRows(judged: readonly JudgedMemento[], { inputs }: LearnedModel): Labelled[] {
  return judged.flatMap((each): Labelled[] => {
    const { memento } = each;
    if (memento?.inputs === undefined) return [];
    const { inputs: known } = memento;
    return [
      {
        values: inputs.map((input) => known[inputName(input)] ?? input.missing),
        label: isOffTopic(each) ? 1 : 0,
        count: 1,
        site: siteOf(memento.capture.uriR ?? memento.uriT),
      },
    ];
  });
}

/** Returns the host of a URI-R without www, in SURT order. */
const siteOf = (uriR: string): string => surt(uriR).split(")", 1)[0]!;

/** Sites with off-topic mementos are distributed first, so that every fold gets some of them. */
function foldsOf(sites: readonly (readonly Labelled[])[], { folds, seed }: TrainOptions): number[] {
  const order = shuffled([...sites.keys()], seededRandom(seed)).sort(
    (a, b) => Number(hasOffTopic(sites[b]!)) - Number(hasOffTopic(sites[a]!)),
  );
  const fold: number[] = [];
  for (const [dealt, position] of order.entries()) fold[position] = dealt % folds;
  return fold;
}

const hasOffTopic = (site: readonly Labelled[]): boolean => site.some(({ label }) => label === 1);

/** The strength of the pull is chosen by fitting each half of the sites and judging the other. */
function refit(rows: readonly Labelled[], from: Fitted, biasOnly: boolean): Fitted {
  const fit = (some: readonly Labelled[], l2: number): Fitted =>
    fitLogistic(some, { l2, iterations, from, biasOnly });
  if (biasOnly) return fit(rows, 1 / rows.length);
  const names = [...new Set(rows.map(({ site }) => site))].sort();
  const isFirst = new Set(names.filter((_, at) => at % 2 === 0));
  const halves = [true, false].map((first) =>
    rows.filter(({ site }) => isFirst.has(site) === first),
  );
  const lossOf = (l2: number): number =>
    halves.reduce((sum, half, at) => {
      const fitted = fit(halves[1 - at]!, l2);
      return (
        sum +
        half.reduce((loss, row) => loss + lossAt(probabilityOf(fitted, row.values), row.label), 0)
      );
    }, 0);
  const losses = pulls.map(lossOf);
  return fit(rows, pulls[losses.indexOf(Math.min(...losses))]!);
}

function worthOf(
  rows: readonly Labelled[],
  probabilities: ReadonlyMap<Labelled, number>,
  threshold: number,
): Worth {
  const at = (row: Labelled): number => probabilities.get(row)!;
  return {
    logLoss: rows.reduce((sum, row) => sum + lossAt(at(row), row.label), 0) / rows.length,
    counts: countVerdicts(
      rows.map((row) => ({ isOffTopic: row.label === 1, calledOffTopic: at(row) > threshold })),
    ),
  };
}

const f1Of = ({ counts }: Worth): number => rates(counts).f1 ?? 1;

const lossAt = (probability: number, label: 0 | 1): number =>
  -Math.log(Math.max(surest, label === 1 ? probability : 1 - probability));

const rounded = (value: number): number => Math.round(value * 1000) / 1000;

interface Fitted {
  readonly bias: number;
  readonly weights: readonly number[];
}

/** A labelled memento: values of the inputs, 1 for off-topic, and the weight of the row. */
export interface TrainingRow {
  readonly values: readonly number[];
  readonly label: 0 | 1;
  readonly count: number;
}

interface LogisticOptions {
  /** Strength with which the weights are pulled to those of `from`: L2 regularisation, per unit of `count`. */
  readonly l2: number;
  readonly iterations: number;
  /**
   * Model from which the fit starts and to which it is pulled. By default weights are pulled to 0 and the bias is free.
   */
  readonly from?: Fitted;
  readonly biasOnly?: boolean;
}

/**
 * Fits a logistic regression without negative weights. Each input measures how off-topic a memento is, so a higher
 * value must not make the memento more on-topic. The method is accelerated projected gradient descent (Beck and
 * Teboulle, 2009) from `from`. The same rows give the same model on every machine. `rows` must not be empty.
 */
export function fitLogistic(rows: readonly TrainingRow[], options: LogisticOptions): Fitted {
  const { l2, iterations, from, biasOnly = false } = options;
  const inputs = rows[0]!.values.length;
  const total = rows.reduce((sum, { count }) => sum + count, 0);
  const squares = rows.reduce(
    (sum, { values, count }) =>
      sum + count * (1 + values.reduce((squared, value) => squared + value * value, 0)),
    0,
  );
  const step = 1 / (squares / total / 4 + l2);
  const start = Float64Array.from([...(from?.weights ?? values0(inputs)), from?.bias ?? 0]);
  const pull = from === undefined ? 0 : l2;
  let point = start;
  let ahead = start.slice();
  let momentum = 1;
  for (let iteration = 0; iteration < iterations; iteration += 1) {
    const gradient = gradientAt(rows, ahead, total);
    const next = ahead.map((value, j) => {
      const drawn = (j === inputs ? pull : l2) * (value - start[j]!);
      if (j === inputs) return value - step * (gradient[j]! + drawn);
      return biasOnly ? value : Math.max(0, value - step * (gradient[j]! + drawn));
    });
    const nextMomentum = (1 + Math.sqrt(1 + 4 * momentum * momentum)) / 2;
    ahead = next.map((value, j) => value + ((momentum - 1) / nextMomentum) * (value - point[j]!));
    point = next;
    momentum = nextMomentum;
  }
  return { weights: [...point.subarray(0, inputs)], bias: point[inputs]! };
}

const values0 = (inputs: number): number[] => new Array<number>(inputs).fill(0);

function gradientAt(rows: readonly TrainingRow[], at: Float64Array, total: number): Float64Array {
  const inputs = at.length - 1;
  const gradient = new Float64Array(inputs + 1);
  for (const { values, label, count } of rows) {
    const error =
      ((probabilityOf({ weights: at, bias: at[inputs]! }, values) - label) * count) / total;
    for (let j = 0; j < inputs; j += 1) gradient[j]! += error * values[j]!;
    gradient[inputs]! += error;
  }
  return gradient;
}

/** Weights beyond the number of values are ignored. */
export function probabilityOf(
  { weights, bias }: { readonly weights: ArrayLike<number>; readonly bias: number },
  values: readonly number[],
): number {
  let sum = bias;
  for (let j = 0; j < values.length; j += 1) sum += weights[j]! * values[j]!;
  return 1 / (1 + Math.exp(-sum));
}
