import { option, under } from "../../base/option.js";
import { oneOf } from "../../base/value-kinds.js";
import type { ProfileName } from "../../score/settings/types.js";
import { parseReplay } from "../option-values.js";

/* Options about outputs that several commands take. */

export const STATUSES = ["off-topic", "on-topic", "unsure"] as const;

const FORM_OPTION = { flags: "--output-type <form>", alias: "-ot" } as const;

export const outputOption = under("Output", {
  output: option("-o, --output <file>", "file for the output, written completely or not at all", {
    otherwise: "standard output",
    writes: true,
  }),
});

/** Returns the option `-ot` of a command with forms of its own; the first form is the default. */
export const formOption = <const Form extends string>(forms: readonly Form[], help: string) =>
  ({
    ...{ ...FORM_OPTION, heading: "Output", help, choices: forms },
    default: forms[0]!,
    parse: oneOf(forms, "output type"),
  }) as const;

/** Returns the option `-ot` of a command whose default form depends on the name of the output. */
export const formBySuffix = <const Form extends string>(
  forms: readonly Form[],
  otherwise: string,
  help: string,
) =>
  ({
    ...{ ...FORM_OPTION, heading: "Output", help, choices: forms, otherwise },
    parse: oneOf(forms, "output type"),
  }) as const;

export const replayOption = under("Output", {
  replay: option(
    "--replay <prefix>",
    "prefix of links to captures of WARC files in a report or a message, such as https://wayback.example/mycollection/: timestamp, / and URI-R follow it",
    { parse: parseReplay },
  ),
});

export const overridesOption = under("Input", {
  overrides: option(
    "--overrides <file>",
    "a curator's own verdicts, which win: decisions.tsv, or TSV of URI-M or URI-R, label (1 on-topic, 0 off-topic)",
    {
      reads: true,
      parse: async (file, _, read) =>
        (await import("../../write/overrides.js")).parseOverrides(read(file), file),
    },
  ),
});

export const resultOptions = {
  ...overridesOption,
  ...under("Output", {
    outputs: option(
      "-o, --output <file>",
      "file for the results, written completely or not at all; can be repeated, each with the -ot directly before it, else with the type of its suffix (.json .jsonl .csv .html .parquet .cdxj; another one needs -ot)",
      { repeats: true, writes: true, otherwise: "standard output" },
    ),
    outputType: {
      ...{ ...FORM_OPTION, repeats: true },
      help: "form of the results",
      otherwise: "json; for reduce jsonl, for convert text",
    },
    only: option(
      "--only <status>",
      "leave mementos of any other status, and errors, out of the results",
      { choices: STATUSES },
    ),
  }),
  ...replayOption,
} as const;

/** Profiles that have thresholds of their own. The profile default has none: its learned combination decides. */
export const CUT_PROFILES: readonly ProfileName[] = ["paper", "otmt-1.0.5"];

export const screenOptions = {
  ...replayOption,
  ...under("Output", {
    pictures: option(
      "--pictures <folder>",
      "folder that the command pictures made: captures are shown as pictures",
      { reads: true },
    ),
    cuts: option(
      "--profile <name>",
      "profile whose thresholds are drawn if the results contain none",
      { choices: CUT_PROFILES, parse: oneOf(CUT_PROFILES, "profile") },
    ),
  }),
} as const;
