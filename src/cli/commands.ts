import type { Command } from "commander";

/** Makes a command that hands its exit status over. */
type MakeCommand = (done: (status: number) => void) => Command;

/** The commands beside the main one by their names, in the order of the help. What a run does not use is not loaded. */
export const COMMANDS: ReadonlyMap<string, () => Promise<MakeCommand>> = new Map([
  ["list", async () => (await import("./list.js")).listCommand],
  ["map", async () => (await import("./map.js")).mapCommand],
  ["resolve", async () => (await import("./resolve.js")).resolveCommand],
  ["fit", async () => (await import("./fit.js")).fitCommand],
  ["reduce", async () => (await import("./reduce.js")).reduceCommand],
  ["merge", async () => (await import("./merge.js")).mergeCommand],
  ["evaluate", async () => (await import("./evaluate.js")).evaluateCommand],
  ["calibrate", async () => (await import("./calibrate.js")).calibrateCommand],
  ["compare", async () => (await import("./compare.js")).compareCommand],
  [
    "exclude_duplicates",
    async () => (await import("./companions/exclude-duplicates.js")).excludeDuplicatesCommand,
  ],
  [
    "select_by_language",
    async () => (await import("./companions/select-by-language.js")).selectByLanguageCommand,
  ],
  [
    "slice_by_datetime",
    async () => (await import("./companions/slice-by-datetime.js")).sliceByDatetimeCommand,
  ],
  [
    "cluster_by_simhash",
    async () => (await import("./companions/cluster-by-simhash.js")).clusterBySimhashCommand,
  ],
  [
    "select_high_quality",
    async () => (await import("./companions/select-high-quality.js")).selectHighQualityCommand,
  ],
  ["report", async () => (await import("./report.js")).reportCommand],
  ["fragments", async () => (await import("./fragments.js")).fragmentsCommand],
  ["cluster", async () => (await import("./cluster.js")).clusterCommand],
  ["topic", async () => (await import("./topic.js")).topicCommand],
]);

/** The commands that the words of a command line may ask for: any, where help is wanted. */
export function wantedCommands(argv: readonly string[]): readonly (() => Promise<MakeCommand>)[] {
  // Each may be written with hyphens.
  const words = new Set(argv.flatMap((word) => [word, word.replaceAll("-", "_")]));
  const all = ["-h", "--help", "help"].some((word) => words.has(word));
  return [...COMMANDS].filter(([name]) => all || words.has(name)).map(([, load]) => load);
}
