import { EXCERPT } from "../../base/text.js";
import type { ResultOutput } from "../../command/write-results.js";
import { removers } from "../../page/boilerplate/index.js";
import type { DetectOptions } from "../../run/detect-options.js";
import { measures } from "../../score/measures/index.js";
import { resolveSettings, withoutRawSimhash } from "../../score/settings/settings.js";
import type { Settings } from "../../score/settings/types.js";
import type { Writer } from "../../write/types.js";

type Choices = Omit<DetectOptions, "input">;

export interface ShownSettings {
  /** The choices of the run, with what its outputs show. */
  readonly choices: Choices;
  /** Returns the settings of the results of one output. `whole` are those of the run. */
  readonly of: (writer: Writer, whole: Settings) => Settings;
}

/**
 * Returns the settings of a run with several outputs: some show evidence and texts, which the run then collects, and the
 * others leave them out. So the content of an output does not depend on the others.
 */
export function shownSettings(outputs: readonly ResultOutput[], given: Choices): ShownSettings {
  const writers = outputs.map(({ writer }) => writer);
  let resolved: Settings | undefined;
  // The settings that the user has asked for are computed if they are needed.
  const brief = (): Settings => (resolved ??= resolveSettings(given, { measures, removers }));
  // JSON Lines keep evidence and texts for reports made later.
  const keepsTexts = ({ keyword }: Writer): boolean =>
    given.explain === true && keyword === "jsonl";
  const hasTexts = writers.some(
    (writer) =>
      writer.showsEvidence === true ||
      (writer.showsEvidence === "kinds" && brief().signs !== true) ||
      keepsTexts(writer),
  );
  return {
    choices: {
      ...given,
      ...(hasTexts && { explain: true, excerpts: EXCERPT }),
      showsSimhash: writers.some(({ lacksSimhash }) => lacksSimhash !== true),
    },
    of(writer, whole) {
      const isMore = hasTexts || given.excerpts !== undefined || given.history !== undefined;
      const isBrief = isMore && writer.showsEvidence === undefined && !keepsTexts(writer);
      const own = isBrief ? brief() : whole;
      return writer.lacksSimhash === true ? withoutRawSimhash(own, given) : own;
    },
  };
}
