import { UsageError } from "../../base/errors.js";
import { option } from "../../base/option.js";
import { settingsUnder } from "../../base/setting.js";
import { parseWhole, wordOf } from "../../base/value-kinds.js";
import type { Settings } from "./types.js";

/* Settings that choose which captures are read by what an index says of them. */

export const fetchSettings = settingsUnder(
  { heading: "Reading from archives", decides: "results" },
  {
    fetch: option(
      "--fetch <which>",
      "captures to read of what an index lists: all, or changes for those from which the verdicts on the others can be inferred (docs/archives.md)",
      { ...wordOf(["all", "changes"] as const), initial: "all" },
    ),
    fetchCheck: option(
      "--fetch-check <n>",
      "--fetch changes: number of inferred captures that are read at the end, as a check by sample",
      {
        ...{ type: "number", rare: true, otherwise: 60 },
        parse: (text: string, name: string) => parseWhole(text, name, 0),
      },
    ),
  },
);

/** Share by which the lengths of two captures in a row may differ if their content is likely to be the same. */
const WITHIN = 0.2;

interface FetchChoices {
  readonly fetch?: "all" | "changes";
  readonly fetchCheck?: number;
}

/** Returns nothing if all captures are read. Throws a `UsageError` for a choice that has no effect. */
export function fetchOf({
  fetch,
  fetchCheck,
}: FetchChoices): Pick<Settings, "fetch" | "fetchCheck" | "fetchWithin"> {
  if (fetch === "changes") {
    return { fetch, fetchCheck: fetchCheck ?? 60, fetchWithin: WITHIN };
  }
  if (fetchCheck === undefined) return {};
  throw new UsageError(
    "--set fetch-check is for captures that are not read: give --fetch changes.",
  );
}
