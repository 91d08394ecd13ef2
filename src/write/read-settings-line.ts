import { createHash } from "../base/platform/machine.js";
import { isObject, members } from "../base/json.js";
import type { PreprocessingFlags } from "../score/types.js";
import { listOf, orElse, text } from "../base/codec.js";
import { preprocessingFlags, type RowForm } from "./entry.js";

/** The line of JSON Lines with the settings of a run. It applies to all rows with its digest. */
export interface SettingsLine {
  readonly digest: string;
  /** Values that rows leave out because this line has them. */
  readonly form: RowForm;
}

/** Returns 16 hexadecimal digits of SHA-256. */
export const digestOf = (json: unknown): string =>
  createHash("sha256").update(JSON.stringify(json)).digest("hex").slice(0, 16);

/** Returns undefined for any other line. */
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
