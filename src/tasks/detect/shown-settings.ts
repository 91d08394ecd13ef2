import { EXCERPT } from "../../base/text.js";
import type { ResultOutput } from "../../command/write-results.js";
import { removers } from "../../page/boilerplate/index.js";
import type { DetectOptions } from "../../run/detect-options.js";
import { measures } from "../../score/measures/index.js";
import { resolveSettings, withoutRawSimhash } from "../../score/settings/settings.js";
import type { Settings } from "../../score/settings/types.js";
import type { Writer } from "../../write/types.js";

type Choices = Omit<DetectOptions, "input">;

/**
 * The settings of a run with several outputs: some show evidence and texts, which the run then collects, and the others
 * leave them out. So the content of an output does not depend on the others.
 */
export class ShownSettings {
  /** The choices of the run, with what its outputs show. */
  readonly choices: Choices;
  readonly #given: Choices;
  /** The settings that the user has asked for. They are computed if they are needed. */
  #brief: Settings | undefined;

  constructor(outputs: readonly ResultOutput[], given: Choices) {
    this.#given = given;
    const writers = outputs.map(({ writer }) => writer);
    const hasTexts = writers.some(
      (writer) => this.#needsEvidence(writer) || this.#keepsTexts(writer),
    );
    this.choices = {
      ...given,
      ...(hasTexts && { explain: true, excerpts: EXCERPT }),
      showsSimhash: writers.some(({ lacksSimhash }) => lacksSimhash !== true),
    };
  }

  /** Returns the settings of the results of one output. `whole` are those of the run. */
  of(writer: Writer, whole: Settings): Settings {
    const { excerpts, history } = this.choices;
    const isMore = excerpts !== undefined || history !== undefined;
    const isBrief = isMore && writer.showsEvidence === undefined && !this.#keepsTexts(writer);
    const own = isBrief ? this.#briefSettings() : whole;
    return writer.lacksSimhash === true ? withoutRawSimhash(own, this.#given) : own;
  }

  /** JSON Lines keep evidence and texts for reports made later. */
  #keepsTexts({ keyword }: Writer): boolean {
    return this.#given.explain === true && keyword === "jsonl";
  }

  /** Tells whether an output shows evidence that a run with the user's choices does not collect by itself. */
  #needsEvidence({ showsEvidence }: Writer): boolean {
    return (
      showsEvidence === true || (showsEvidence === "kinds" && this.#briefSettings().signs !== true)
    );
  }

  #briefSettings(): Settings {
    return (this.#brief ??= resolveSettings(this.#given, { measures, removers }));
  }
}
