import { prepareRun } from "../../dist/lib/index.js";
import { labelsOf, warcOf } from "./sets.mjs";

/**
 * The mementos of a labelled set: what each input of a model makes of them (`values`, NaN where there is none), with
 * label (1: off-topic), TimeMap, pattern, kind, site, and for each input the distance as scored (`distances`). The values are
 * those that the tool gives as evidence for its own verdicts, so that training sees what runs see.
 */
export async function labelledMementos({ name, folder, readme }, inputs, strongSignal) {
  const distanceOf = ([of, as]) => [of, as.endsWith("relative") ? "distance" : as];
  const probed = [...inputs, ...inputs.map(distanceOf)];
  const run = await prepareRun({
    ...{ input: warcOf(folder), profile: "default", combine: "learned", explain: true },
    model: {
      ...{ form: "detect_off_topic model", trainedOn: "nothing", threshold: 0.5, bias: 0 },
      strongSignal,
      inputs: [...new Map(probed.map((one) => [one.join(), one])).values()].map(([of, as]) => ({
        ...{ of, as, weight: 0, missing: 0 },
      })),
    },
    ...{ simhash: false, contentLength: false, detectLanguage: false },
  });
  const labels = labelsOf(folder, readme);
  const found = [];
  for await (const { capture, evidence } of run.results) {
    const date = capture.mementoDatetime.replace(/[-T:Z]|\..*/g, "");
    const label = labels.get(`${date} ${capture.uriR}`);
    if (label === undefined || evidence === undefined) continue;
    const given = evidence.combination.inputs;
    const valueOf = ([of, as]) => {
      const { value, missing } = given.find((one) => one.of === of && one.as === as);
      return missing === true ? NaN : value;
    };
    found.push({
      ...{ set: name, timeMap: `${name}/${label.id}` },
      ...label,
      values: inputs.map(valueOf),
      distances: inputs.map((input) => valueOf(distanceOf(input))),
    });
  }
  if (found.length !== labels.size)
    throw new Error(`${name}: ${found.length} of ${labels.size} labelled mementos found`);
  return found;
}
