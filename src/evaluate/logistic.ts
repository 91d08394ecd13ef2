/** A logistic regression: a bias, and a weight for each input. */
export interface Fitted {
  readonly bias: number;
  readonly weights: readonly number[];
}

/** A labelled memento: the values of the inputs, 1 for off-topic, and how much it counts. */
export interface TrainingRow {
  readonly values: readonly number[];
  readonly label: 0 | 1;
  readonly count: number;
}

export interface FitOptions {
  /** How strongly the weights are drawn to those of `from`: L2, per unit of `count`. */
  readonly l2: number;
  readonly iterations: number;
  /** Where the weights are drawn to; without it to 0, and the bias is free. */
  readonly from?: Fitted;
  /** Only the bias is fitted; the weights are those of `from`. */
  readonly biasOnly?: boolean;
}

/**
 * Fits a logistic regression with no weight below 0: every input says how far off a memento is, so that more of it can
 * never make the memento more on-topic. Accelerated projected gradient descent (Beck and Teboulle, 2009) from `from`:
 * the same rows give the same model on every machine. There must be a row.
 */
export function fitLogistic(rows: readonly TrainingRow[], options: FitOptions): Fitted {
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

/** The probability of off-topic; weights behind those of the values do not count. */
export function probabilityOf(
  { weights, bias }: { readonly weights: ArrayLike<number>; readonly bias: number },
  values: readonly number[],
): number {
  let sum = bias;
  for (let j = 0; j < values.length; j += 1) sum += weights[j]! * values[j]!;
  return 1 / (1 + Math.exp(-sum));
}
