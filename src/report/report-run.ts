import { members } from "../base/json.js";
import type { ReportPictures } from "./report-pictures.js";
import { COMBINED, type ScoreScale, SIGNS_VOTE } from "../score/verdict/decide.js";
import { cutOf } from "../score/verdict/model-forms.js";
import type { Cut } from "../score/types.js";
import type { Settings } from "../score/settings/types.js";
import { version } from "../base/version.js";

/** Has a range if the results come without evidence and may need it. */
export interface ReportCut extends Cut, Partial<ScoreScale> {
  /** Name of the measure in the results. */
  readonly name: string;
}

export interface ReportRun {
  readonly tool: string;
  readonly file?: string;
  readonly combine?: string;
  readonly settings?: readonly (readonly [name: string, value: string])[];
  /**
   * Prefix of the addresses at which captures without a web address are replayed, such as PREFIX in
   * `PREFIX20120616103217/http://seed/`.
   */
  readonly replay?: string;
  readonly cuts: readonly ReportCut[];
  readonly pictures?: ReportPictures | undefined;
}

export const tool = `detect_off_topic ${version}`;

export function runOfSettings(settings: Settings): ReportRun {
  const { measures, collection, combine, model, seedsFrom, signsVote, signStrength } = settings;
  const cuts: ReportCut[] = [];
  if (model !== undefined) {
    cuts.push({ name: COMBINED, threshold: cutOf(model, seedsFrom), comparison: ">" });
  }
  if (signsVote === true && signStrength !== undefined) {
    cuts.push({ name: SIGNS_VOTE, threshold: signStrength, comparison: ">=" });
  }
  // Without a given threshold, the threshold of the topic profile applies. It depends on the language.
  const topic = (collection?.measures ?? []).map(({ keyword, threshold }): ReportCut => ({
    name: keyword,
    threshold,
    comparison: "<",
  }));
  // A measure that is only an input of the model has no verdict of its own.
  const own = measures.filter(({ asInput }) => asInput !== true);
  return {
    tool,
    combine: String(combine),
    settings: namedSettings({ ...settings }),
    cuts: [...cuts, ...own, ...topic],
  };
}

/** Returns the settings that decide what is compared, by the names of the options. */
export function namedSettings(settings: Readonly<Record<string, unknown>>): [string, string][] {
  const { profile, seedsFrom, pages, text, status, first, reference } = settings;
  const { boilerplate, language } = members(settings["preprocessing"]);
  const named = {
    profile,
    seedsFrom,
    pages,
    text,
    status,
    first,
    reference,
    boilerplate,
    language,
  };
  return Object.entries(named).flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value]] : [],
  );
}
