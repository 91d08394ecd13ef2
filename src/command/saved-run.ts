import { UsageError } from "../base/errors.js";
import { members } from "../base/json.js";
import { seedKey } from "../base/uri.js";
import { removers } from "../page/boilerplate/index.js";
import type { SavedResult } from "../write/entry.js";
import type { SavedRun } from "../write/read-results.js";
import { settingsLine } from "../write/settings-line.js";
import { measures } from "../score/measures/index.js";
import { resolveSettings } from "../score/settings/settings.js";
import type { Settings } from "../score/settings/types.js";
import type { Result } from "../write/types.js";
import type { ResultOutput } from "./write-results.js";

/** Throws a `UsageError` if the file does not contain the settings, as a run wrote them, and an output needs them. */
export function settingsOf(
  run: SavedRun | undefined,
  file: string,
  outputs: readonly ResultOutput[],
): Settings {
  if (run !== undefined) {
    const saved = Object.fromEntries(run.settings);
    // The digest was computed over the model without the digest.
    const { digest: _, ...model } = members(saved["model"]);
    const settings = { ...saved, model: saved["model"] && model } as unknown as Settings;
    try {
      settingsLine(settings);
      return settings;
    } catch {
      // A line cannot be made of settings that somebody changed by hand.
    }
  }
  const saying = outputs.find(({ writer }) => writer.needsSettings === true)?.writer.keyword;
  if (saying === undefined) return resolveSettings({}, { measures, removers });
  const instead = saying === "html" ? "Write detect_off_topic report." : "Give JSON Lines.";
  throw new UsageError(
    `${file} does not say the settings of its run, as ${saying} does. ${instead}`,
  );
}

/** Values that the file lacks are derived from the URI-M, or empty. */
export function resultOf(saved: SavedResult): Result {
  if (saved.kind === "timemap-problem") return saved;
  const { override, ...memento } = saved;
  const { uriR = memento.uriM, mementoDatetime = "" } = memento.capture;
  return {
    ...memento,
    key: memento.key ?? seedKey(uriR),
    capture: { ...memento.capture, uriR, mementoDatetime },
    override: override?.by === undefined ? undefined : { ...override, by: override.by },
  };
}
