import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { prepareRun } from "../../dist/lib/index.js";

/**
 * The mementos of a labelled set: what each input of a model makes of them (`values`, NaN where there is none), with
 * label (1: off-topic), TimeMap, pattern, kind, site where the set names it, and for each input the distance as scored
 * (`distances`). The values are those that the tool gives as
 * evidence for its own verdicts, so that training sees what runs see.
 */
export async function labelledMementos({ name, folder }, inputs, strongSignal) {
  const probed = inputs.flatMap(([of, as]) =>
    as.endsWith("relative")
      ? [
          [of, as],
          [of, "distance"],
        ]
      : [[of, as]],
  );
  const [head, ...lines] = readFileSync(join(folder, "labels.tsv"), "utf8").trim().split("\n");
  const names = head.split("\t");
  const labels = new Map(
    lines.map((line) => {
      const row = new Map(line.split("\t").map((value, at) => [names[at], value]));
      const about = Object.fromEntries(
        ["pattern", "kind", "site", "lang"].map((key) => [key, row.get(key)]),
      );
      return [
        `${row.get("date")} ${row.get("URI")}`,
        { ...about, timeMap: `${name}/${row.get("id")}`, label: row.get("label") === "0" ? 1 : 0 },
      ];
    }),
  );
  const files = readdirSync(folder).filter((file) => file.endsWith(".warc.gz"));
  const run = await prepareRun({
    input: `warc=${files.map((file) => join(folder, file)).join(",")}`,
    ...{ profile: "default", combine: "learned", explain: true },
    model: {
      ...{ form: "detect_off_topic model", trainedOn: "nothing", threshold: 0.5, bias: 0 },
      strongSignal,
      inputs: [...new Map(probed.map((one) => [one.join(), one])).values()].map(([of, as]) => ({
        ...{ of, as, weight: 0, missing: 0 },
      })),
    },
    ...{ simhash: false, contentLength: false, detectLanguage: false },
  });
  const found = [];
  for await (const { capture, evidence } of run.results) {
    const date = capture.mementoDatetime.replace(/[-T:Z]|\..*/g, "");
    const label = labels.get(`${date} ${capture.uriR}`);
    if (label === undefined || evidence === undefined) continue;
    const given = evidence.combination.inputs;
    const valueOf = (of, as) => {
      const { value, missing } = given.find((one) => one.of === of && one.as === as);
      return missing === true ? NaN : value;
    };
    const values = inputs.map(([of, as]) => valueOf(of, as));
    const distances = inputs.map(([of, as]) =>
      valueOf(of, as.endsWith("relative") ? "distance" : as),
    );
    found.push({ set: name, ...label, date, values, distances });
  }
  if (found.length !== labels.size)
    throw new Error(`${name}: ${found.length} of ${labels.size} labelled mementos found`);
  return found;
}
