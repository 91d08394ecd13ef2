import { Command } from "commander";
import { UsageError } from "../errors.js";
import { measures } from "../measures/index.js";
import { findByKeyword, requireChoice } from "../registry/find.js";
import { compareResults } from "../results/compare.js";
import { comparisonJson, comparisonText, differs } from "../results/comparison-forms.js";
import { readResults } from "../results/read-results.js";
import { exitStatus } from "./exit-status.js";
import { openOutput } from "./output.js";

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
