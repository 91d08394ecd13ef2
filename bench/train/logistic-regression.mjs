/**
 * Logistic regression with no weight below 0 (every input says how far off a memento is, so that more can never make it
 * more on-topic) and L2 regularisation, by accelerated projected gradient descent from 0: the same rows, the same model.
 * `counts` says how
 * much each row counts. Returns weights and bias.
 */
export function fit(rows, labels, counts, { l2, iterations }) {
  const inputs = rows[0].length;
  let squares = 0;
  const total = counts.reduce((sum, value) => sum + value, 0);
  rows.forEach((row, at) => {
    squares += counts[at] * (1 + row.reduce((sum, value) => sum + value * value, 0));
  });
  const step = 1 / (squares / total / 4 + l2);
  let point = new Float64Array(inputs + 1);
  let ahead = point.slice();
  let momentum = 1;
  for (let iteration = 0; iteration < iterations; iteration += 1) {
    const gradient = new Float64Array(inputs + 1);
    rows.forEach((row, at) => {
      let sum = ahead[inputs];
      for (let j = 0; j < inputs; j += 1) sum += ahead[j] * row[j];
      const error = ((1 / (1 + Math.exp(-sum)) - labels[at]) * counts[at]) / total;
      for (let j = 0; j < inputs; j += 1) gradient[j] += error * row[j];
      gradient[inputs] += error;
    });
    const next = ahead.map((value, j) =>
      j === inputs
        ? value - step * gradient[j]
        : Math.max(0, value - step * (gradient[j] + l2 * value)),
    );
    const nextMomentum = (1 + Math.sqrt(1 + 4 * momentum * momentum)) / 2;
    ahead = next.map((value, j) => value + ((momentum - 1) / nextMomentum) * (value - point[j]));
    point = next;
    momentum = nextMomentum;
  }
  return { weights: [...point.subarray(0, inputs)], bias: point[inputs] };
}
