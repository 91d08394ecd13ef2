import { prepareRun } from "../../dist/lib/index.js";
import { measures } from "../../build/score/measures/index.js";
import { count, grouped, interval, share } from "./counting.mjs";
import { labelsOf, warcOf } from "./sets.mjs";

/** Minimum number of mementos of a group (of off-topic mementos for kinds). Smaller groups are counted together. */
const fewest = 10;

/**
 * Returns tables of the rates of verdicts: profile `default` by a model of the other sets (`judged`), profiles `paper`
 * and `otmt-1.0.5`, and each measure alone at the paper's threshold, by set, kind, pattern, language and length of
 * TimeMap.
 */
export async function besideProfiles(judged, sets) {
  const whole = judged
    .filter(({ form }) => form === "whole")
    .map((one) => ({ ...one, methods: new Map([["default", one.isOff]]) }));
  const known = new Map(whole.map((one) => [`${one.timeMap} ${one.date}`, one]));
  const voting = measures.filter(({ cuts }) => cuts.paper.threshold !== undefined);
  const keywords = voting.map(({ keyword }) => keyword);
  for (const set of sets) {
    await ask(set, known, { profile: "otmt-1.0.5" }, (result) => [
      ["otmt-1.0.5", result.overall === "off-topic"],
    ]);
    await ask(
      set,
      known,
      { profile: "paper", measures: keywords.join(",") },
      ({ measures: all }) => {
        const alone = all.map(({ name, outcome }) => [
          name,
          "value" in outcome && outcome.value.topicStatus === "off-topic",
        ]);
        const votes = new Map(alone);
        return [["paper", votes.get("cosine") || votes.get("wordcount")], ...alone];
      },
    );
  }
  const byMethod = (list, method) =>
    list.map((one) => ({ ...one, isOff: one.methods.get(method) === true }));
  const names = [...grouped(whole, ({ set }) => set).keys()];
  const lines = [
    `| profile or measure | ${names.join(" | ")} | all | 95 % by site | precision | recall |`,
    `| --- | ${names.map(() => "--- |").join(" ")} --- | --- | --- | --- |`,
  ];
  for (const method of ["default", "paper", "otmt-1.0.5", ...keywords]) {
    const all = byMethod(whole, method);
    const { tp, fp, fn, f1 } = count(all);
    const bySet = [...grouped(all, ({ set }) => set).values()].map((of) => count(of).f1.toFixed(3));
    lines.push(
      `| \`${method}\` | ${bySet.join(" | ")} | ${f1.toFixed(3)} | ${interval(all)} | ${share(tp, tp + fp)} | ${share(tp, tp + fn)} |`,
    );
  }
  const lengths = new Map(
    [...grouped(whole, ({ timeMap }) => timeMap)].map(([key, of]) => [key, of.length]),
  );
  const parts = [
    ["pattern", ({ pattern }) => pattern],
    ["length of TimeMap", ({ timeMap }) => lengthOf(lengths.get(timeMap))],
    ["language", ({ lang }) => lang || "not said"],
    ["kind", ({ kind }) => kind],
  ];
  lines.push(
    "",
    "| | off-topic | found: default | 95 % by site | paper | otmt-1.0.5 | on-topic | false alarms: default | paper | otmt-1.0.5 |",
    "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
  );
  for (const [title, keyOf] of parts) {
    const groups = withFew(grouped(whole, keyOf), title === "kind");
    for (const [key, some] of [...groups].sort((a, b) => b[1].length - a[1].length)) {
      const counts = ["default", "paper", "otmt-1.0.5"].map((method) =>
        count(byMethod(some, method)),
      );
      const off = counts[0].tp + counts[0].fn;
      const recall = ({ tp, fn }) => tp / (tp + fn || 1);
      lines.push(
        `| ${title}: ${key} | ${off} | ${counts[0].tp} | ${off === 0 ? "-" : interval(byMethod(some, "default"), recall)} | ${counts[1].tp} | ${counts[2].tp} | ${some.length - off} | ${counts.map(({ fp }) => fp).join(" | ")} |`,
      );
    }
  }
  return lines.join("\n");
}

/** Adds the verdicts of a run to the mementos of a set. */
async function ask({ name, folder }, known, options, methodsOf) {
  const labels = labelsOf(folder);
  const run = await prepareRun({
    ...{ input: warcOf(folder), ...options },
    ...{ simhash: false, contentLength: false, detectLanguage: false },
  });
  for await (const result of run.results) {
    if (result.kind !== "memento") continue;
    const date = result.capture.mementoDatetime.replace(/[-T:Z]|\..*/g, "");
    const id = labels.get(`${date} ${result.capture.uriR}`)?.id;
    const memento = known.get(`${name}-whole/${id} ${date}`);
    if (memento === undefined) continue;
    for (const [method, isOff] of methodsOf(result)) memento.methods.set(method, isOff);
  }
}

function lengthOf(mementos) {
  if (mementos <= 3) return "1 to 3";
  if (mementos <= 7) return "4 to 7";
  return mementos <= 15 ? "8 to 15" : "16 or more";
}

/** Returns the groups with the small ones combined into "others". */
function withFew(groups, areOffOnly) {
  const kept = new Map();
  for (const [key, some] of groups) {
    const size = areOffOnly ? some.filter(({ label }) => label === 1).length : some.length;
    const name = size >= fewest || key === "original" ? key : "others";
    kept.set(name, [...(kept.get(name) ?? []), ...some]);
  }
  return kept;
}
