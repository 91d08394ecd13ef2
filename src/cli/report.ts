import { Command } from "commander";
import { axesOf } from "../evaluate/axes.js";
import { requireChoice } from "../registry/find.js";
import { fromSaved, runOfSaved } from "../report/from-saved.js";
import type { ReportCut } from "../report/report-item.js";
import { writeReport } from "../report/write-report.js";
import { readResults } from "../results/read-results.js";
import type { SavedResults } from "../results/saved-memento.js";
import { PatternFinder } from "../run/reduce/pattern.js";
import type { Pattern, TopicStatus } from "../types.js";
import { exitStatus } from "./exit-status.js";
import { CUT_PROFILES, knownMeasures } from "../evaluation.js";
import { openOutput } from "./output.js";
import { parseReplay, REPLAY_HELP } from "./replay-option.js";

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
