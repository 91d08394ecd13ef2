import { parseOverrides, unusedOverrides, type Overrides } from "../run/reduce/overrides.js";
import { readTextFile } from "../read-text-file.js";
import type { Log } from "./log.js";

/** What help says of `--overrides`, wherever it is. */
export const OVERRIDES_HELP =
  "a curator's own verdicts, which win: TSV of URI-M or URI-R, label (1 on-topic, 0 off-topic)";

/** What is given as `--overrides`, as runs take it; throws a `UsageError` for a file that cannot be understood. */
export function overridesChoice({ overrides }: { readonly overrides?: string }): {
  readonly overrides?: Overrides;
} {
  if (overrides === undefined) return {};
  return { overrides: parseOverrides(readTextFile(overrides), overrides) };
}

/** Says which overrides have met no memento: a curator's verdict must not be lost without a word. */
export function warnOfUnused({ overrides }: { readonly overrides?: Overrides }, log: Log): void {
  const unused = overrides === undefined ? [] : unusedOverrides(overrides);
  if (unused.length === 0) return;
  log.warn(
    `${unused.length} ${unused.length === 1 ? "override matches" : "overrides match"} no memento, e.g. ${unused[0] ?? ""}`,
  );
}
