import { Command } from "commander";
import { UsageError } from "../errors.js";
import { axesOf } from "../evaluate/axis.js";
import { CUT_PROFILES, knownMeasures } from "../evaluate/evaluation.js";
import { fromSaved, type ReportCut, runOfSaved } from "../report-page/report-item.js";
import { writeReport } from "../report-page/write-report.js";
import { compareResults, comparisonJson, comparisonText, differs } from "../results/compare.js";
import { readResults } from "../results/read-results.js";
import type { SavedResults } from "../results/saved-entry.js";
import { PatternFinder } from "../scoring/assess.js";
import { measures } from "../scoring/measures/index.js";
import { findByKeyword, requireChoice } from "../settings/find.js";
import type { Pattern, TopicStatus } from "../types.js";
import { exitStatus } from "./exit-status.js";
import { openOutput } from "./output.js";
import { parseReplay, REPLAY_HELP } from "./parse-values.js";

/** `compare`: mementos that two runs judge differently. */
export function compareCommand(done: (status: number) => void): Command {
  return new Command("compare")
    .description(
      "List mementos whose overall status, or the status of a measure, differs between two runs, and those that only " +
        "one has. Exit status 4 when any do, 0 when none.",
    )
    .argument(
      "<first>",
      "results as JSON or JSON Lines, of this tool or of OTMT 1.0.5; - for standard input",
    )
    .argument("<second>", "the same of another run")
    .option("-o, --output <file>", "where the comparison goes (standard output)")
    .option("--output-type <form>", "short: -ot. One of: text, json", "text")
    .addHelpText("after", "\nExample:\n  detect_off_topic compare before.json after.json")
    .action(async (first: string, second: string, flags: CompareFlags) => {
      done(await runCompare(first, second, flags));
    });
}

interface CompareFlags {
  readonly output?: string;
  readonly outputType: string;
}

async function runCompare(first: string, second: string, flags: CompareFlags): Promise<number> {
  const form = requireChoice(flags.outputType, ["text", "json"] as const, "output type");
  if (first === "-" && second === "-") {
    throw new UsageError("standard input (-) is one run. Give a file for the other.");
  }
  const comparison = compareResults(
    await readResults(first),
    await readResults(second),
    keywordOfName,
  );
  const output = openOutput(flags.output);
  try {
    await output.write(form === "json" ? comparisonJson(comparison) : comparisonText(comparison));
    await output.commit();
  } catch (cause) {
    output.discard();
    throw cause;
  }
  return differs(comparison) ? exitStatus.differencesFound : exitStatus.finished;
}

/** OTMT 1.0.5 has names of its own for some measures; a witness after them stays (`raw_simhash@median`). */
function keywordOfName(name: string): string {
  const [bare = "", ...witness] = name.split("@");
  return [findByKeyword(bare, measures)?.keyword ?? bare, ...witness].join("@");
}
/** `report`: results to look at in a browser. */
export function reportCommand(done: (status: number) => void): Command {
  return new Command("report")
    .description(
      "Write results as one HTML file to look at in a browser: overview, list of TimeMaps, a timeline of scores for each. " +
        "Texts of mementos are only in reports written straight from a run (-ot html).",
    )
    .argument(
      "<results>",
      "results as JSON or JSON Lines, of this tool or of OTMT 1.0.5; - for standard input",
    )
    .option("-o, --output <file>", "where the report goes (standard output)")
    .option(
      "--profile <name>",
      `whose thresholds are drawn where results do not say their own, one of: ${CUT_PROFILES.join(", ")}`,
    )
    .option("--replay <prefix>", REPLAY_HELP)
    .addHelpText("after", "\nExample:\n  detect_off_topic report out.jsonl -o report.html")
    .action(async (file: string, flags: ReportFlags) => {
      done(await runReport(file, flags));
    });
}

interface ReportFlags {
  readonly output?: string;
  readonly profile?: string;
  readonly replay?: string;
}

async function runReport(file: string, flags: ReportFlags): Promise<number> {
  const { output: path, profile } = flags;
  const replay = flags.replay === undefined ? undefined : parseReplay(flags.replay);
  const chosen =
    profile === undefined ? undefined : requireChoice(profile, CUT_PROFILES, "profile");
  const results = await readResults(file);
  const output = openOutput(path);
  try {
    const run = runOfSaved(results, cutsOf(results, chosen), replay);
    for await (const text of writeReport(fromSaved(results, patternOf), run)) {
      await output.write(text);
    }
    await output.commit();
  } catch (cause) {
    output.discard();
    throw cause;
  }
  return exitStatus.finished;
}

/**
 * When the scores of each measure mean off-topic: as the settings of the results say, else their evidence, else the
 * profile that was named. A threshold that the run may not have had is never drawn.
 */
function cutsOf(
  results: SavedResults,
  profile: (typeof CUT_PROFILES)[number] | undefined,
): ReportCut[] {
  const told = thresholdsInEvidence(results);
  const isKnown = results.run !== undefined || profile !== undefined;
  return axesOf(results, knownMeasures, profile ?? "paper").axes.map(
    ({ name, comparison, threshold }): ReportCut => {
      const cut = told.get(name) ?? (isKnown ? threshold : undefined);
      return { name, comparison, ...(cut !== undefined && { threshold: cut }) };
    },
  );
}

function thresholdsInEvidence({ mementos }: SavedResults): ReadonlyMap<string, number> {
  const thresholds = new Map<string, number>();
  for (const { evidence } of mementos) {
    for (const { measure, threshold } of evidence?.scores ?? []) {
      thresholds.set(measure, threshold);
    }
  }
  return thresholds;
}

function patternOf(verdicts: Iterable<TopicStatus | undefined>): Pattern | undefined {
  const finder = new PatternFinder();
  for (const verdict of verdicts) finder.add(verdict);
  return finder.pattern();
}
