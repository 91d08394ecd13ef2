import { inputName } from "../../build/score/learned.js";
import { frontOf, keyOfLine, lineOf, finalLines } from "../../build/run/lines.js";
import { mapRecords, reduceRecords } from "../../dist/lib/index.js";
import { labelsOf, warcOf } from "./sets.mjs";

/** Options of a run whose evidence has the values of all inputs; `belief` decides which mementos are reference mementos. */
export function probe(inputs, strongSignal, belief) {
  return {
    ...{ profile: "default", combine: "learned" },
    model: {
      ...{ form: "detect_off_topic model", trainedOn: "nothing", threshold: 0.5, bias: 0 },
      strongSignal,
      ...(belief !== undefined && { belief }),
      inputs: inputs.map(([of, as]) => ({ of, as, weight: 0, missing: 0 })),
    },
    ...{ simhash: false, contentLength: false, detectLanguage: false },
  };
}

const digitsOf = (datetime) => datetime.replace(/[-T:Z]|\..*/g, "");
const datetimeOf = (digits) => digits.replace(/^(....)(..)(..)(..)(..)(..)$/, "$1-$2-$3T$4:$5:$6Z");

/** The labelled mementos of a set, each with the record that map makes of it (`key`, `front`). */
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

/** The lines of mementos with records, under the URI and the date that the mementos have now, for `reduce`. */
export function linesOf(mementos) {
  const lines = mementos.map(({ key, date, URI: uriR, front: { written, capture, ...front } }) => {
    const moved = { ...capture, uriR, mementoDatetime: datetimeOf(date) };
    return lineOf({ ...front, key, tie: "", capture: moved }, written);
  });
  return lines.sort();
}

/**
 * The mementos with the values of each input of a model (`values`, NaN if there is none). The tool's own results have these
 * values, so training sees what runs see. Mementos without a verdict are left out.
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
    // The record is large, and no longer of use.
    found.push({ ...memento, front: undefined, values });
  }
  return found;
}

/** The mementos with the tool's own verdicts by a model: `probability`, `isOff`, `isUnsure`. */
export async function judgedBy(mementos, model) {
  const known = new Map(mementos.map((one) => [`${one.date} ${one.URI}`, one]));
  const run = { ...probe([], undefined), model };
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
