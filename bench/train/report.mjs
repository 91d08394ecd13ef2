/** Text on how good a model is on sites that it has not seen, against every single input. */
export function report(mementos, inputs, { train, threshold }) {
  const lines = [];
  const rounds = 3;
  const all = [];
  for (let round = 1; round <= rounds; round += 1) {
    for (let fold = 0; fold < folds; fold += 1) {
      const isTest = ({ site }) => hash(`${round} ${site}`) % folds === fold;
      const test = mementos.filter(isTest);
      const rest = mementos.filter((memento) => !isTest(memento));
      const model = train(rest);
      const singles = inputs.map((_, at) => bestCut(rest, at));
      for (const memento of test) {
        const chance = probability(model, memento.values);
        all.push({
          ...memento,
          round,
          isOff: chance > threshold,
          single: singles.map((cut, at) => memento.values[at] > cut),
        });
      }
    }
  }
  for (const set of new Set(mementos.map((memento) => memento.set))) {
    const of = all.filter((memento) => memento.set === set);
    lines.push(
      `${set}: combined, mean of ${rounds} times ${folds}-fold over sites: ${text(count(of))}`,
    );
    lines.push(`  95 % of resampled sets: ${interval(of.filter(({ round }) => round === 1))}`);
    for (const [name, key] of [
      ["pattern", "pattern"],
      ["kind", "kind"],
    ]) {
      for (const value of new Set(of.map((memento) => memento[key]))) {
        const some = of.filter((memento) => memento[key] === value);
        const { tp, fp, fn } = count(some);
        if (tp + fp + fn === 0) continue;
        lines.push(
          `  ${name} ${value}: off-topic ${(tp + fn) / rounds}, found ${tp / rounds}, false alarms ${fp / rounds}`,
        );
      }
    }
    inputs.forEach(([input, as], at) => {
      const single = of.map((memento) => ({ ...memento, isOff: memento.single[at] }));
      lines.push(`  alone: ${input} ${as}: ${text(count(single))}`);
    });
  }
  return lines.join("\n");
}

const folds = 10;

function hash(text) {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ character.codePointAt(0), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  return (value ^ (value >>> 13)) >>> 0;
}

function probability({ bias, inputs }, values) {
  const sum = inputs.reduce(
    (total, { weight, missing }, at) =>
      total + weight * (Number.isNaN(values[at]) ? missing : values[at]),
    bias,
  );
  return 1 / (1 + Math.exp(-sum));
}

/** The threshold of one input with the best F1. */
function bestCut(mementos, at) {
  let best = { cut: 1, f1: -1 };
  for (let cut = 0; cut < 1; cut += 0.02) {
    const { f1 } = count(mementos.map(({ values, label }) => ({ label, isOff: values[at] > cut })));
    if (f1 > best.f1) best = { cut, f1 };
  }
  return best.cut;
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

function text({ tp, fp, fn, f1 }) {
  return `F1 ${f1.toFixed(3)}, precision ${(tp / (tp + fp)).toFixed(3)}, recall ${(tp / (tp + fn)).toFixed(3)}`;
}

/** F1 and precision over 1,000 draws of TimeMaps with replacement: 2.5 and 97.5 %. */
function interval(verdicts) {
  const byTimeMap = new Map();
  for (const verdict of verdicts) {
    const { timeMap } = verdict;
    byTimeMap.set(timeMap, [...(byTimeMap.get(timeMap) ?? []), verdict]);
  }
  const timeMaps = [...byTimeMap.values()];
  let state = 1;
  const draw = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * timeMaps.length);
  };
  const figures = Array.from({ length: 1000 }, () =>
    count(Array.from(timeMaps, () => timeMaps[draw()]).flat()),
  );
  const range = (values) => {
    const sorted = values.sort((a, b) => a - b);
    return `${sorted[25].toFixed(3)} to ${sorted[974].toFixed(3)}`;
  };
  return (
    `F1 ${range(figures.map(({ f1 }) => f1))}, ` +
    `precision ${range(figures.map(({ tp, fp }) => (tp + fp === 0 ? 1 : tp / (tp + fp))))}`
  );
}
