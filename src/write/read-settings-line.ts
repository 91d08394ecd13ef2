import { isObject, members } from "../base/json.js";
import type { PreprocessingFlags } from "../score/types.js";
import { listOf, orElse, text } from "../base/codec.js";
import { preprocessingFlags, type RowForm } from "./entry.js";

/** The line of JSON Lines that says the settings of a run, once for all rows that have its digest. */
export interface SettingsLine {
  readonly digest: string;
  /** What rows leave to it. */
  readonly form: RowForm;
}

/** What a line of settings says of its rows; undefined for anything else. */
export function readSettingsLine(
  entry: Readonly<Record<string, unknown>>,
): SettingsLine | undefined {
  const digest = text.read(entry["digest"]);
  if (digest === undefined || !isObject(entry["settings"]) || "URI-T" in entry) return undefined;
  const inputs = orElse(listOf(text), []).read(entry["inputs"]) ?? [];
  const flags = new Map<string, PreprocessingFlags>();
  for (const [name, each] of Object.entries(members(entry["flags"]))) {
    const read = preprocessingFlags.read(each);
    if (read !== undefined) flags.set(name, read);
  }
  return { digest, form: { inputs, flags } };
}
