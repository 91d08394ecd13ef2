/** A labelled memento is its values of the inputs, 1 for off-topic or 0, and the weight of the row (`count`). */

/**
 * Fits a logistic regression without negative weights. Each input measures how off-topic a memento is, so a higher
 * value must not make the memento more on-topic. The method is accelerated projected gradient descent (Beck and
 * Teboulle, 2009) from zero. `l2` is the strength with which the weights are pulled to 0 (L2 regularisation, per unit of
 * `count`); the bias is free. The same rows give the same model on every machine. `rows` must not be empty.
 */
export function fitLogistic(rows, { l2, iterations }) {
  const inputs = rows[0].values.length;
  const total = rows.reduce((sum, { count }) => sum + count, 0);
  const squares = rows.reduce(
    (sum, { values, count }) =>
      sum + count * (1 + values.reduce((squared, value) => squared + value * value, 0)),
    0,
  );
  const step = 1 / (squares / total / 4 + l2);
  let point = new Float64Array(inputs + 1);
  let ahead = point.slice();
  let momentum = 1;
  for (let iteration = 0; iteration < iterations; iteration += 1) {
    const gradient = gradientAt(rows, ahead, total);
    const next = ahead.map((value, j) => {
      if (j === inputs) return value - step * gradient[j];
      return Math.max(0, value - step * (gradient[j] + l2 * value));
    });
    const nextMomentum = (1 + Math.sqrt(1 + 4 * momentum * momentum)) / 2;
    ahead = next.map((value, j) => value + ((momentum - 1) / nextMomentum) * (value - point[j]));
    point = next;
    momentum = nextMomentum;
  }
  return { weights: [...point.subarray(0, inputs)], bias: point[inputs] };
}

function gradientAt(rows, at, total) {
  const inputs = at.length - 1;
  const gradient = new Float64Array(inputs + 1);
  for (const { values, label, count } of rows) {
    const error =
      ((probabilityOf({ weights: at, bias: at[inputs] }, values) - label) * count) / total;
    for (let j = 0; j < inputs; j += 1) gradient[j] += error * values[j];
    gradient[inputs] += error;
  }
  return gradient;
}

/** Weights beyond the number of values are ignored. */
export function probabilityOf({ weights, bias }, values) {
  let sum = bias;
  for (let j = 0; j < values.length; j += 1) sum += weights[j] * values[j];
  return 1 / (1 + Math.exp(-sum));
}
