/**
 * Returns the numbers of hits, false alarms and missed mementos of verdicts (`isOff`; `label` 1 for off-topic), and F1.
 */
export function count(verdicts) {
  let [tp, fp, fn] = [0, 0, 0];
  for (const { isOff, label } of verdicts) {
    if (isOff && label === 1) tp += 1;
    else if (isOff) fp += 1;
    else if (label === 1) fn += 1;
  }
  return { tp, fp, fn, f1: f1Of({ tp, fp, fn }) };
}

export const f1Of = ({ tp, fp, fn }) => (2 * tp) / (2 * tp + fp + fn || 1);

export const share = (part, whole) => (whole === 0 ? "-" : (part / whole).toFixed(3));

/**
 * Returns the interval of a figure over 1,000 draws of sites with replacement, from the 2.5th to the 97.5th percentile.
 */
export function interval(verdicts, figure = f1Of) {
  const counts = [...grouped(verdicts, ({ site }) => site).values()].map(count);
  let state = 1;
  const draw = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return counts[Math.floor((state / 2 ** 32) * counts.length)];
  };
  const figures = Array.from({ length: 1000 }, () => {
    const sum = { tp: 0, fp: 0, fn: 0 };
    for (let at = 0; at < counts.length; at += 1) {
      const drawn = draw();
      for (const key of ["tp", "fp", "fn"]) sum[key] += drawn[key];
    }
    return figure(sum);
  }).sort((a, b) => a - b);
  return `${figures[25].toFixed(3)} to ${figures[974].toFixed(3)}`;
}

export function grouped(list, keyOf) {
  const groups = new Map();
  for (const one of list) {
    const key = keyOf(one);
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(one);
  }
  return groups;
}
