import {
  all,
  finite,
  flag,
  oneOf,
  optional,
  record,
  share,
  text as word,
} from "../../base/codec.js";
import { UsageError } from "../../base/errors.js";
import { parseForm } from "../../base/json.js";

/**
 * Learned combination: a logistic regression over scores and facts of a memento. Plain data, as in its file; see
 * docs/decision.md.
 */
export type LearnedModel = {
  readonly form: "detect_off_topic model";
  /** Training sets by name, for people. */
  readonly trainedOn: string;
  /** Probability above which a memento is off-topic. */
  readonly threshold: number;
  readonly bias: number;
  /**
   * Minimum strength (0 to 1) of a sign that excludes a memento from being a reference memento. If absent, no sign
   * excludes it.
   */
  readonly strongSignal?: number;
  /**
   * Decides which mementos are believed to be the page, from comparisons with the trusted first memento only: those with
   * a probability up to .2 (src/score/verdict/trust.ts). If absent, all sound mementos are believed.
   */
  readonly belief?: Regression;
  readonly inputs: readonly ModelInput[];
  /** Rules that decide beside the regressions. A rule that is absent does not apply. */
  readonly rules?: ModelRules;
  /** Other thresholds. `web` is that for seeds that nobody chose (`--seeds-from web`). */
  readonly cuts?: { readonly web?: number };
};

/** Rules of a learned combination, each with its measurements in bench/notes/decision.md. */
export type ModelRules = {
  /**
   * Minimum probability of a capture with an HTTP status of 400 or more, if a capture of its seed answered with a text
   * of its own. If the text of the error is that of the page, the capture is `unsure` and keeps its probability.
   */
  readonly errorStatus?: number;
  /**
   * True if a frame or forward goes by its probability once its seed had a page with a text of its own. Before that it
   * is `unsure`.
   */
  readonly shellAfterPage?: boolean;
  /**
   * If present, a capture that the regressions call on-topic is `unsure` if it shares no name, address or account with
   * its seed and its title is far from that of the trusted first memento. With `seedsFrom: "web"` it is off-topic.
   */
  readonly lostIdentity?: "unsure";
  /**
   * Probability above which a lost identity makes a capture off-topic with `seedsFrom: "web"`. Up to it the capture is
   * `unsure`. 0 if absent.
   */
  readonly lostIdentityAbove?: number;
  /**
   * True if the order of time is evidence: what follows a total break is off-topic and not believed, a page of which no
   * word is left is at least `unsure`, as is one whose kind contradicts the comparison, spam in a page that is whole is a
   * remark, and results say since when a seed has changed.
   */
  readonly timeOrder?: boolean;
};

/** A logistic regression: its log-odds are the bias plus the sum of weighted inputs. */
export type Regression = {
  readonly bias: number;
  readonly inputs: readonly ModelInput[];
};

/**
 * Forms in which a score is read. `distance` is the distance from the score of equal mementos as a share of the range.
 * `relative` compares this distance with the usual distance in the TimeMap. `log-distance` and `log-relative` are the
 * same on a logarithmic scale, on which halving the similarity always counts the same. `shortfall` is the loss on a
 * logarithmic scale, for a growth below 0. `value` is the score itself.
 */
export const INPUT_FORMS = [
  ...(["distance", "relative", "log-distance", "log-relative", "shortfall", "value"] as const),
] as const;

/** Form in which a score is read: see {@link ModelInput}. */
export type InputForm = (typeof INPUT_FORMS)[number];

/** Term of a model's sum: `weight` times a number from 0 (fully on-topic) to 1. */
export type ModelInput = {
  /**
   * Measure with its reference memento, or `signs`, `http-error`, `tiny` or `address`. `cosine@first` compares with the
   * trusted first memento, `cosine@median` with all believed mementos.
   */
  readonly of: string;
  readonly as: InputForm;
  readonly weight: number;
  /** Value to use if there is no score. */
  readonly missing: number;
};

const MODEL_FORM = "detect_off_topic model";

const regression = {
  bias: finite,
  inputs: all(
    record<ModelInput>({
      of: word,
      as: oneOf(...INPUT_FORMS),
      weight: finite,
      missing: finite,
    }),
  ),
};

/** Members of a model, but for its form and where it was trained. */
const MEMBERS = {
  threshold: share,
  strongSignal: optional(share),
  belief: optional(record<Regression>(regression)),
  ...regression,
  rules: optional(
    record<ModelRules>({
      errorStatus: optional(share),
      shellAfterPage: optional(flag),
      lostIdentity: optional(oneOf("unsure")),
      lostIdentityAbove: optional(share),
      timeOrder: optional(flag),
    }),
  ),
  cuts: optional(record<NonNullable<LearnedModel["cuts"]>>({ web: optional(share) })),
};

/**
 * Reads a learned combination (docs/decision.md) from the text of its file. Throws a `UsageError` for any other text.
 *
 * @example
 * ```js
 * import { readFileSync } from "node:fs";
 *
 * const model = parseModel(readFileSync("model.json", "utf8"), "model.json");
 * const { settings } = await prepareRun({
 *   input: "warc=crawl.warc",
 *   combine: model,
 * });
 * console.log(settings.combine);
 * // learned
 * ```
 */
export function parseModel(text: string, file: string): LearnedModel {
  const wrong = (what: string): UsageError =>
    new UsageError(`${file} ${what}. Give a model as docs/decision.md describes it.`);
  const whole = parseForm(text, { form: MODEL_FORM, name: "a model", wrong });
  const bad = Object.entries(MEMBERS).find(([name, { is }]) => !is(whole[name]));
  if (bad !== undefined) throw wrong(`has no valid "${bad[0]}"`);
  const { trainedOn } = whole;
  const model = { ...(whole as LearnedModel), trainedOn: word.read(trainedOn) ?? "unknown" };
  const later = model.belief?.inputs.find(({ of: name }) => /@(?!first$)/u.test(name));
  if (later === undefined) return model;
  throw wrong(`has ${later.of} in its belief, which only knows the first memento`);
}
