import { Command } from "commander";
import { requireLanguage, selectByLanguage } from "../../companions/select-by-language.js";
import { UsageError } from "../../errors.js";
import { exitStatus } from "../exit-status.js";
import { openLog } from "../log.js";
import {
  addResultsOptions,
  consideredMementos,
  having,
  listText,
  writeWhole,
  type ResultsFlags,
} from "./considered.js";

/** `select_by_language`: the mementos in one language. */
export function selectByLanguageCommand(done: (status: number) => void): Command {
  const command = new Command("select_by_language")
    .alias("select-by-language")
    .description("List the mementos in one language.")
    .addHelpText(
      "after",
      "\nExample:\n  detect_off_topic select_by_language -i out.json -l en -o english.txt",
    )
    .action(async (flags: LanguageFlags) => {
      if (flags.lang === undefined) {
        throw new UsageError("no language to select. Give a BCP 47 tag, e.g. -l en.");
      }
      const language = requireLanguage(flags.lang);
      const mementos = having(
        await consideredMementos(flags),
        "language",
        "Give results of a run without --no-detect-languages.",
      );
      const selected = selectByLanguage(mementos, language);
      if (selected.length === 0) {
        const languages = [...new Set(mementos.map((each) => each.language ?? ""))].sort();
        openLog({}).warn(`no memento is in ${language}; there are: ${languages.join(", ")}`);
      }
      await writeWhole(flags.output, listText(selected.map(({ uriM }) => uriM)));
      done(exitStatus.finished);
    });
  return addResultsOptions(command, "URI-Ms").option("-l, --lang <tag>", "BCP 47 tag, e.g. en");
}

interface LanguageFlags extends ResultsFlags {
  readonly lang?: string;
}
