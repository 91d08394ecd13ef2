import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { distanceOf, relativeDistance, signWeight } from "../../dist/decide/learned.js";
import { fewestWitnesses, median } from "../../dist/decide/witnesses.js";
import { measures, prepareRun } from "../../dist/index.js";

/**
 * The mementos of a labelled set: what each input of a model makes of them (`values`, NaN where there is none), with
 * label (1: off-topic), TimeMap, pattern, kind. Scored by the tool itself, so that training sees what runs see.
 */
export async function labelledMementos({ name, folder }, inputs) {
  const labels = new Map(
    readFileSync(join(folder, "labels.tsv"), "utf8")
      .trim()
      .split("\n")
      .slice(1)
      .map((line) => line.split("\t"))
      .map(([id, date, uri, label, pattern, kind]) => [
        `${date} ${uri}`,
        { timeMap: `${name}/${id}`, label: label === "0" ? 1 : 0, pattern, kind },
      ]),
  );
  const files = readdirSync(folder).filter((file) => file.endsWith(".warc.gz"));
  const model = {
    ...{ form: "detect_off_topic model", trainedOn: "nothing", threshold: 0.5, bias: 0 },
    inputs: inputs.map(([of, as]) => ({ of, as, weight: 0, missing: 0 })),
  };
  const run = await prepareRun({
    input: `warc=${files.map((file) => join(folder, file)).join(",")}`,
    ...{ profile: "default", combine: "learned", model },
    ...{ simhash: false, contentLength: false, detectLanguage: false },
  });
  const timeMaps = new Map();
  for await (const result of run.results) {
    const rows = timeMaps.get(result.key) ?? [];
    rows.push(result);
    timeMaps.set(result.key, rows);
  }
  const found = [];
  for (const results of timeMaps.values()) found.push(...labelled(results, inputs, labels));
  if (found.length !== labels.size)
    throw new Error(`${name}: ${found.length} of ${labels.size} labelled mementos found`);
  return found.map((memento) => ({ set: name, ...memento }));
}

function labelled(results, inputs, labels) {
  const columns = inputs.map(([of, as]) => {
    const values = results.map((result) => valueOf(result, of));
    if (as !== "relative") return values;
    const known = values.filter((value) => !Number.isNaN(value));
    if (known.length < fewestWitnesses) return values.map(() => NaN);
    const usual = median(known);
    return values.map((value) => (Number.isNaN(value) ? NaN : relativeDistance(value, usual)));
  });
  return results.flatMap(({ capture, problem }, at) => {
    const date = capture.mementoDatetime.replace(/[-T:Z]|\..*/g, "");
    const label = labels.get(`${date} ${capture.uriR}`);
    if (label === undefined || problem !== undefined) return [];
    return [{ ...label, date, mementos: results.length, values: columns.map((one) => one[at]) }];
  });
}

function valueOf({ capture, measures: scored, signs }, of) {
  if (of === "http-error") return (capture.status ?? 200) >= 400 ? 1 : 0;
  if (of === "signs") return signWeight(signs?.value?.[0]?.strength ?? 0);
  const [keyword, reference] = of.split("@");
  const result = scored.find(({ name }) => name === (reference === "first" ? keyword : of));
  if (result?.outcome.value === undefined) return NaN;
  const measure = measures.find((one) => one.keyword === keyword);
  return distanceOf(result.outcome.value.score, measure);
}
