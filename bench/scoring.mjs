import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { generateWarc } from "./generate.mjs";

const root = join(import.meta.dirname, "..");
/** Gives about 12 kB of HTML a page. */
const wordsPerPage = 600;

/**
 * Measures the CPU time of scoring with profile default: `reduce` over `count` mementos, in TimeMaps of ten and in one
 * TimeMap, less the time for an empty input. Measures the decision of the learned model separately.
 */
export async function benchScoring(count, folder) {
  const empty = reduce("/dev/null", folder);
  process.stdout.write(
    `reduce of nothing: ${empty.cpu.toFixed(2)} CPU s\n\nmementos a TimeMap   CPU s  ms a memento  peak RSS MB\n`,
  );
  for (const mementosPerSeed of [10, count]) {
    const warc = join(folder, "scoring.warc.gz");
    const lines = join(folder, "lines");
    generateWarc(warc, count, { mementosPerSeed, wordsPerPage });
    execFileSync("/bin/sh", [
      "-c",
      `"$@" | LC_ALL=C sort > ${lines}`,
      "sh",
      ...command("map", warc),
    ]);
    const { cpu, rssMB } = reduce(lines, folder);
    const each = (1000 * (cpu - empty.cpu)) / count;
    const cells = [cpu.toFixed(2).padStart(6), each.toFixed(2).padStart(12)];
    process.stdout.write(
      `${String(mementosPerSeed).padStart(18)}  ${cells.join("  ")}  ${rssMB.toFixed(0).padStart(11)}\n`,
    );
    rmSync(warc);
  }
  const each = await decision(2000);
  process.stdout.write(`\ndecision of the model: ${each.toFixed(4)} ms a memento\n`);
}

const command = (...args) => [
  process.execPath,
  join(root, "bin", "detect_off_topic.js"),
  args[0],
  "-q",
  ...args.slice(1),
];

function reduce(lines, folder) {
  const usageFile = join(folder, "usage.json");
  const [program, ...args] = command("reduce", lines, "-ot", "jsonl", "-o", join(folder, "out"));
  execFileSync(program, ["--import", join(import.meta.dirname, "report-usage.mjs"), ...args], {
    env: { ...process.env, USAGE_FILE: usageFile },
    stdio: ["ignore", "inherit", "ignore"],
  });
  return JSON.parse(readFileSync(usageFile, "utf8"));
}

/**
 * Returns the CPU time in ms a memento of the default model's decision with its contributions, over TimeMaps of ten
 * mementos.
 */
async function decision(timeMaps) {
  const load = (path) => import(join(root, "build", path));
  const { LearnedVerdicts, ModelReader } = await load("score/votes.js");
  const { measures } = await load("score/measures/index.js");
  const { defaultModel } = await load("score/settings/default-model.js");
  const names = [...new Set(defaultModel.inputs.map(({ of }) => of))].filter((of) =>
    of.includes("@"),
  );
  const planned = names.map((of) => {
    const [keyword, reference] = of.split("@");
    const measure = measures.find((each) => each.keyword === keyword);
    return { measure, choice: { keyword, name: of, reference } };
  });
  const record = { capture: { uriR: "https://example.org/garden", status: 200 } };
  const before = process.cpuUsage();
  for (let timeMap = 0; timeMap < timeMaps; timeMap += 1) {
    const verdicts = new LearnedVerdicts(defaultModel, planned, 0);
    const reader = new ModelReader(defaultModel, planned);
    for (let at = 0; at < 10; at += 1) {
      const score = ((timeMap * 31 + at * 17) % 100) / 100;
      const results = names.map((name) => ({ name, outcome: { value: { score } } }));
      const page = { signs: [{ strength: score / 2 }], description: undefined };
      verdicts.add(reader.row(record, results, page));
    }
    for (let at = 0; at < 10; at += 1) {
      verdicts.at(at);
      verdicts.inputs(at);
      verdicts.evidence(at);
    }
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / (timeMaps * 10);
}
