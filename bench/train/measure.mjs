/**
 * Measures the profiles on labelled sets: node bench/train/measure.mjs FOLDER... [--list] [--profiles NAME,NAME]
 * [--apart COLUMN=VALUE] [--without-words].
 *
 * A FOLDER holds WARC files and labels.tsv. The figures are those of the tool's own verdicts, for each set and each
 * group of it, with intervals by site. --apart adds figures for the rows of labels.tsv with this value and for all
 * others. --list prints every wrong verdict. --without-words replaces the hosts of URIs by names without meaning. Run
 * `npm run build` before.
 */
import { basename } from "node:path";
import { withoutWords } from "./compose.mjs";
import { count, grouped, interval, share } from "./counting.mjs";
import { linesOf, recordsOf } from "./labelled.mjs";
import { labelsOf, warcOf } from "./sets.mjs";
import { prepareRun, reduceRecords } from "../../dist/lib/index.js";

const words = process.argv.slice(2);
const taken = (name) =>
  words.includes(name) ? words.splice(words.indexOf(name), 2)[1] : undefined;
const profiles = (taken("--profiles") ?? "otmt-1.0.5,paper,default").split(",");
const [column, value] = taken("--apart")?.split("=") ?? [];
const isListed = words.includes("--list");
const isWithoutWords = words.includes("--without-words");

console.log("| set | profile | group | F1 | 95 % by site | precision | recall | off-topic |");
console.log("| --- | --- | --- | --- | --- | --- | --- | --- |");
for (const folder of words.filter((word) => !word.startsWith("--"))) {
  const read = labelsOf(folder);
  const labels = isWithoutWords
    ? new Map([...read.values()].map(withoutWords).map((one) => [`${one.date} ${one.URI}`, one]))
    : read;
  for (const profile of profiles) await measure(folder, labels, profile);
}

async function measure(folder, labels, profile) {
  const verdicts = [];
  let unjudged = 0;
  for await (const result of await resultsOf(folder, { profile, detectLanguage: false })) {
    if (result.kind !== "memento") continue;
    const { mementoDatetime, uriR } = result.capture;
    const key = `${mementoDatetime.replace(/[-T:Z]|\..*/g, "")} ${uriR}`;
    const label = labels.get(key);
    if (label === undefined) continue;
    if (result.overall === undefined) unjudged += 1;
    verdicts.push({ ...label, isOff: result.overall === "off-topic", result });
  }
  console.log(row(basename(folder), profile, "all", verdicts));
  for (const [group, some] of grouped(verdicts, (one) => one.group)) {
    if (group !== undefined) console.log(row(basename(folder), profile, group, some));
  }
  if (column !== undefined) {
    for (const [is, some] of grouped(verdicts, (one) => one[column] === value))
      console.log(row(basename(folder), profile, is ? value : "others", some));
  }
  if (unjudged > 0) console.log(`${unjudged} without a verdict, counted as on-topic`);
  if (profile !== profiles.at(-1)) return;
  for (const key of ["pattern", "kind"]) {
    for (const name of [...new Set(verdicts.map((one) => one[key]))].sort()) {
      const some = verdicts.filter((one) => one[key] === name);
      const { tp, fp, fn } = count(some);
      if (tp + fp + fn === 0) continue;
      console.log(`  ${key} ${name}: found ${tp} of ${tp + fn}, ${fp} false alarms`);
    }
  }
  if (!isListed) return;
  for (const { id, date, kind, pattern, site, label, isOff, result } of verdicts) {
    if (isOff === (label === 1)) continue;
    const scores = result.measures.map(
      ({ name, outcome }) => `${name} ${"value" in outcome ? outcome.value.score.toFixed(2) : "-"}`,
    );
    const sign = result.signs?.value?.[0];
    console.log(
      `  ${isOff ? "false alarm" : "missed"}: ${id} ${site ?? ""} ${date} ${pattern} ${kind}; ${scores.join(", ")}; ` +
        `${sign === undefined ? "no sign" : `${sign.kind} ${sign.strength} (${sign.marks.join("; ")})`}`,
    );
  }
}

async function resultsOf(folder, run) {
  if (!isWithoutWords) return (await prepareRun({ input: warcOf(folder), ...run })).results;
  const records = await recordsOf({ name: basename(folder), folder }, run);
  return reduceRecords(linesOf(records.map(withoutWords)), run).results;
}

function row(set, profile, group, verdicts) {
  const { tp, fp, fn, f1 } = count(verdicts);
  const cells = [set, profile, group, f1.toFixed(3), interval(verdicts), share(tp, tp + fp)];
  return `| ${cells.join(" | ")} | ${share(tp, tp + fn)} | ${tp + fn} of ${verdicts.length} |`;
}
