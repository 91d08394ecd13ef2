/**
 * How good the profiles are on labelled sets: node bench/heldout/measure.mjs FOLDER... [--list] [--profiles NAME,NAME]. A
 * FOLDER holds WARC files and labels.tsv. Figures are the tool's own verdicts; with --list every wrong one is named. Run
 * `npm run build` before.
 */
import { readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { prepareRun } from "../../dist/lib/index.js";

const words = process.argv.slice(2);
const at = words.indexOf("--profiles");
const profiles = (at < 0 ? "otmt-1.0.5,paper,default" : words.splice(at, 2)[1]).split(",");
const isListed = words.includes("--list");

for (const folder of words.filter((word) => !word.startsWith("--"))) {
  const labels = new Map();
  for (const line of readFileSync(join(folder, "labels.tsv"), "utf8").trim().split("\n").slice(1)) {
    const [id, date, uri, label, pattern, kind, site] = line.split("\t");
    labels.set(`${date} ${uri}`, { id, date, isOff: label === "0", pattern, kind, site });
  }
  for (const profile of profiles) await measure(folder, labels, profile);
}

async function measure(folder, labels, profile) {
  const files = readdirSync(folder).filter((file) => file.endsWith(".warc.gz"));
  const input = `warc=${files.map((file) => join(folder, file)).join(",")}`;
  const run = await prepareRun({ input, profile, detectLanguage: false });
  const verdicts = [];
  let unjudged = 0;
  for await (const result of run.results) {
    if (result.kind !== "memento") continue;
    const { mementoDatetime, uriR } = result.capture;
    const key = `${mementoDatetime.replace(/[-T:Z]|\..*/g, "")} ${uriR}`;
    const label = labels.get(key);
    if (label === undefined) continue;
    if (result.overall === undefined) unjudged += 1;
    verdicts.push({ ...label, said: result.overall === "off-topic", result });
  }
  console.log(
    `${basename(folder)}, ${profile}: ${figures(verdicts)}, ${unjudged} without a verdict`,
  );
  if (profile !== profiles.at(-1)) return;
  for (const key of ["pattern", "kind"]) {
    for (const value of [...new Set(verdicts.map((one) => one[key]))].sort()) {
      const some = verdicts.filter((one) => one[key] === value);
      const off = some.filter(({ isOff }) => isOff);
      const alarms = some.filter(({ isOff, said }) => said && !isOff).length;
      if (off.length === 0 && alarms === 0) continue;
      const found = off.filter(({ said }) => said).length;
      console.log(`  ${key} ${value}: found ${found} of ${off.length}, ${alarms} false alarms`);
    }
  }
  if (!isListed) return;
  for (const { id, date, kind, pattern, site, isOff, said, result } of verdicts) {
    if (isOff === said) continue;
    const scores = result.measures.map(
      ({ name, outcome }) => `${name} ${"value" in outcome ? outcome.value.score.toFixed(2) : "-"}`,
    );
    const sign = result.signs?.value?.[0];
    console.log(
      `  ${isOff ? "missed" : "false alarm"}: ${id} ${site ?? ""} ${date} ${pattern} ${kind}; ${scores.join(", ")}; ` +
        `${sign === undefined ? "no sign" : `${sign.kind} ${sign.strength} (${sign.marks.join("; ")})`}`,
    );
  }
}

function figures(verdicts) {
  const count = (isOff, said) =>
    verdicts.filter((one) => one.isOff === isOff && one.said === said).length;
  const [tp, fp, fn] = [count(true, true), count(false, true), count(true, false)];
  const share = (part, whole) => (whole === 0 ? "-" : (part / whole).toFixed(3));
  return (
    `F1 ${share(2 * tp, 2 * tp + fp + fn)}, precision ${share(tp, tp + fp)}, recall ${share(tp, tp + fn)} ` +
    `(${tp + fn} of ${verdicts.length} off-topic)`
  );
}
