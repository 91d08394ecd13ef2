import { inputName } from "../../build/score/verdict/model-forms.js";
import { encodeRecord, frontOf, keyOfLine } from "../../build/run/lines/lines.js";
import { finalLines } from "../../build/run/lines/resolve.js";
import { mapRecords, reduceRecords } from "../../dist/lib/index.js";
import { labelsOf, warcOf } from "./sets.mjs";

/**
 * Returns the options of a run whose evidence has the values of all inputs. `belief` decides which mementos become
 * reference mementos. `rules` are those of the model that will judge, because they decide what is read of pages.
 */
export function probe(inputs, { strongSignal, rules, belief }) {
  return {
    profile: "default",
    combine: {
      ...{ form: "detect_off_topic model", trainedOn: "nothing", threshold: 0.5, bias: 0 },
      strongSignal,
      ...(rules !== undefined && { rules }),
      ...(belief !== undefined && { belief }),
      inputs: inputs.map(([of, as]) => ({ of, as, weight: 0, missing: 0 })),
    },
    ...{ simhash: false, contentLength: false, detectLanguage: false },
  };
}

const digitsOf = (datetime) => datetime.replace(/[-T:Z]|\..*/g, "");
const datetimeOf = (digits) => digits.replace(/^(....)(..)(..)(..)(..)(..)$/, "$1-$2-$3T$4:$5:$6Z");

/** Returns the labelled mementos of a set, each with the record that map writes for it (`key`, `front`). */
export async function recordsOf({ name, folder, readme }, run) {
  const labels = labelsOf(folder, readme);
  const { lines } = await mapRecords({ input: warcOf(folder), ...run });
  const found = [];
  for await (const line of finalLines(lines)) {
    const front = frontOf(line);
    const at = `${digitsOf(front.capture.mementoDatetime)} ${front.capture.uriR}`;
    const label = labels.get(at);
    if (label === undefined) continue;
    labels.delete(at);
    const isRevisit = front.capture.via?.kind === "revisit";
    found.push({ ...label, isRevisit, key: keyOfLine(line), front });
  }
  if (labels.size > 0)
    throw new Error(`${name}: ${labels.size} labelled mementos without a record`);
  return found;
}

/** Returns the lines that `reduce` reads for mementos with records, under their present URI and date. */
export function linesOf(mementos) {
  const lines = mementos.map(({ key, date, URI: uriR, front: { capture, ...front } }) => {
    const moved = { ...capture, uriR, mementoDatetime: datetimeOf(date) };
    return encodeRecord({ ...front, key, capture: moved });
  });
  return lines.sort();
}

/**
 * Returns the mementos with the values of each input of a model (`values`, NaN if there is none). The values are taken
 * from the tool's own results, so that training sees what runs see. Leaves out mementos without a verdict.
 */
export async function withValues(mementos, inputs, run) {
  const known = new Map(mementos.map((one) => [`${one.date} ${one.URI}`, one]));
  const names = inputs.map(([of, as]) => inputName({ of, as }));
  const { results } = reduceRecords(linesOf(mementos), run);
  const found = [];
  for await (const { capture, inputs: given } of results) {
    const memento = known.get(`${digitsOf(capture.mementoDatetime)} ${capture.uriR}`);
    if (given === undefined) continue;
    const values = names.map((name) => given[name] ?? NaN);
    // Dropped, because the record is large and no longer needed.
    found.push({ ...memento, front: undefined, values });
  }
  return found;
}

/** Returns the mementos with the tool's own verdicts by a model: `probability`, `isOff`, `isUnsure`. */
export async function judgedBy(mementos, model) {
  const known = new Map(mementos.map((one) => [`${one.date} ${one.URI}`, one]));
  const run = { ...probe([], {}), combine: model };
  const { results } = reduceRecords(linesOf(mementos), run);
  const found = [];
  for await (const { capture, overall, measures } of results) {
    if (overall === undefined) continue;
    const memento = known.get(`${digitsOf(capture.mementoDatetime)} ${capture.uriR}`);
    const { outcome } = measures.find(({ name }) => name === "combined");
    found.push({
      ...{ ...memento, front: undefined, probability: outcome.value.score },
      ...{ isOff: overall === "off-topic", isUnsure: overall === "unsure" },
    });
  }
  return found;
}
