import { jsonLine } from "../base/json.js";
import type { Json, JsonObject } from "../base/types.js";
import { version } from "../base/version.js";
import { inputName } from "../score/verdict/model-forms.js";
import { measures } from "../score/measures/index.js";
import { flagsByName } from "../score/settings/plan.js";
import { withoutRawSimhash } from "../score/settings/settings.js";
import type { Preprocessing, Settings } from "../score/settings/types.js";
import { preprocessingFlags } from "./entry.js";
import { digestOf, type SettingsLine } from "./read-settings-line.js";

/** Returns the line with these settings, and the digest by which rows refer to it. */
export function settingsLine(settings: Settings): SettingsLine & { readonly line: string } {
  // The Simhash of the markup decides nothing. Python asks for it, and a run has one digest with and without it.
  const digest = digestOf(settingsJson(withoutRawSimhash(settings, {})));
  // Measures of a program's own are not included.
  const flags = flagsByName(settings, measures);
  const inputs = (settings.model?.inputs ?? []).map(inputName);
  const object = {
    settings: settingsJson(settings),
    digest,
    tool: `detect_off_topic ${version}`,
    inputs: inputs.length > 0 ? inputs : undefined,
    flags: Object.fromEntries(
      [...flags].map(([name, each]) => [name, preprocessingFlags.write(each)]),
    ),
  };
  return { digest, form: { flags, inputs }, line: jsonLine(object) };
}

/**
 * Stop words and signs of the user are reduced to their digest and number. A learned model has its digest. With `brief`
 * only the digest of the model is included, for formats without the model.
 */
export function settingsJson(settings: Settings, how?: "brief"): JsonObject {
  const { ownSigns, aliases } = settings;
  const recorded = {
    ...settings,
    preprocessing: withoutWords(settings.preprocessing),
    measures: settings.measures.map(({ preprocessing: own, ...choice }) => ({
      ...choice,
      ...(own && { preprocessing: withoutWords(own) }),
    })),
    ...(aliases && { aliases: { digest: digestOf(aliases), pages: countOf(aliases) } }),
    ...(ownSigns && { ownSigns: { digest: ownSigns.digest, kinds: countOf(ownSigns.kinds) } }),
  };
  const { model, ...rest } = recorded as unknown as Readonly<Record<string, Json>>;
  if (model === undefined) return rest;
  const digest = digestOf(model);
  return { ...rest, model: how === "brief" ? { digest } : { digest, ...(model as JsonObject) } };
}

function withoutWords({ stopWordList, ...rest }: Preprocessing): Json {
  if (stopWordList === undefined) return rest;
  const { digest, words } = stopWordList;
  return { ...rest, stopWordList: { digest, words: countOf(words) } };
}

/** Settings that were read from results have only the number. */
const countOf = (words: readonly unknown[] | number): number =>
  typeof words === "number" ? words : words.length;
