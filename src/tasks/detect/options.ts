import { verdictOptions } from "../../command/options/settings.js";
import { option, under, type Values } from "../../base/option.js";
import { PROGRESS_FORMS } from "../../command/progress.js";
import { dateBound, fetchOptions, inputOption } from "../../command/options/input.js";
import { resultOptions } from "../../command/options/output.js";
import {
  cacheFileOption,
  failOnOption,
  messageOptions,
  pluginsOption,
  strictOption,
} from "../../command/options/running.js";

export const options = {
  ...inputOption,
  ...fetchOptions,
  ...resultOptions,
  ...under("Output", {
    offtopicFile: option(
      "--offtopic-file <file>",
      "also write the URI-Ms of off-topic mementos, one a line",
      { writes: true },
    ),
    ontopicFile: option(
      "--ontopic-file <file>",
      "also write the URI-Ms of on-topic mementos, one a line",
      { writes: true },
    ),
    summary: option(
      "--summary <file>",
      "also write the closing figures as JSON (docs/summary.schema.json)",
      { writes: true },
    ),
  }),
  ...verdictOptions,
  ...strictOption,
  ...failOnOption,
  ...pluginsOption,
  ...under("Running", {
    history: option(
      "--history <folder>",
      "read only files that earlier runs with this folder have not read, compare their captures with all earlier ones, and write the results of these captures (docs/history.md)",
    ),
    since: option(
      "--since <date>",
      "write the results of earlier captures too, from this date on (4 to 14 digits)",
      {
        parse: dateBound,
        needs: ["history", "says which results of the history to write"],
      },
    ),
  }),
  ...cacheFileOption,
  ...messageOptions,
  ...under("Messages", {
    progress: option(
      "--progress <form>",
      "progress on standard error: a line on a terminal, or for programs an object a line, even with -q",
      { rare: true, choices: PROGRESS_FORMS, otherwise: "line" },
    ),
  }),
} as const;

export type DetectValues = Values<typeof options>;
