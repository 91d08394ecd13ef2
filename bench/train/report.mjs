const forms = [
  ["whole", "as it is"],
  ["composed", "composed"],
  ["half", "half captured again"],
  ["most", "four fifths captured again"],
];

/** A table: each set judged by a model of the others, with intervals of F1 by drawing sites, and what is found by pattern. */
export function report(mementos, { train, threshold }) {
  const lines = [
    "| set left out | form | F1 | 95 % by site | precision | recall | off-topic |",
    "| --- | --- | --- | --- | --- | --- | --- |",
  ];
  const patterns = [];
  for (const set of new Set(mementos.map((memento) => memento.set))) {
    const model = train(mementos.filter((memento) => memento.set !== set));
    for (const [form, title] of forms) {
      const verdicts = mementos
        .filter((one) => one.set === set && one.form === form && one.kind !== "recaptured")
        .map((one) => ({ ...one, isOff: probability(model, one.values) > threshold }));
      const { tp, fp, fn, f1 } = count(verdicts);
      const share = (part, whole) => (whole === 0 ? "-" : (part / whole).toFixed(3));
      lines.push(
        `| ${set} | ${title} | ${f1.toFixed(3)} | ${interval(verdicts)} | ${share(tp, tp + fp)} | ${share(tp, tp + fn)} | ${tp + fn} of ${verdicts.length} |`,
      );
      if (form !== "whole" && form !== "composed") continue;
      for (const pattern of new Set(verdicts.map((one) => one.pattern))) {
        const some = count(verdicts.filter((one) => one.pattern === pattern));
        if (some.tp + some.fp + some.fn === 0) continue;
        patterns.push(
          `${set}, ${title}, ${pattern}: found ${some.tp} of ${some.tp + some.fn}, ${some.fp} false alarms`,
        );
      }
    }
  }
  return [...lines, "", ...patterns].join("\n");
}

function probability({ bias, inputs }, values) {
  const sum = inputs.reduce(
    (total, { weight, missing }, at) =>
      total + weight * (Number.isNaN(values[at]) ? missing : values[at]),
    bias,
  );
  return 1 / (1 + Math.exp(-sum));
}

function count(verdicts) {
  let [tp, fp, fn] = [0, 0, 0];
  for (const { isOff, label } of verdicts) {
    if (isOff && label === 1) tp += 1;
    else if (isOff) fp += 1;
    else if (label === 1) fn += 1;
  }
  return { tp, fp, fn, f1: (2 * tp) / (2 * tp + fp + fn || 1) };
}

/** F1 over 1,000 draws of sites with replacement: 2.5 and 97.5 %. */
function interval(verdicts) {
  const bySite = new Map();
  for (const verdict of verdicts)
    bySite.set(verdict.site, [...(bySite.get(verdict.site) ?? []), verdict]);
  const counts = [...bySite.values()].map(count);
  let state = 1;
  const draw = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return counts[Math.floor((state / 2 ** 32) * counts.length)];
  };
  const figures = Array.from({ length: 1000 }, () => {
    let [tp, fp, fn] = [0, 0, 0];
    for (let at = 0; at < counts.length; at += 1) {
      const drawn = draw();
      [tp, fp, fn] = [tp + drawn.tp, fp + drawn.fp, fn + drawn.fn];
    }
    return (2 * tp) / (2 * tp + fp + fn || 1);
  }).sort((a, b) => a - b);
  return `${figures[25].toFixed(3)} to ${figures[974].toFixed(3)}`;
}
