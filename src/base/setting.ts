import type { OptionDefinition } from "./option.js";
import type { Kind } from "./value-kinds.js";

/**
 * Step that depends on a setting: which captures are mementos of a TimeMap (`mementos`), the content of their records,
 * their scores, the verdicts, or only the wording of results. Records made with other settings of the kinds `mementos`
 * or `records` are refused.
 */
export type Step = "mementos" | "records" | "scores" | "verdicts" | "results";

/** A setting of runs: an option of commands that judge, and a choice of the library under the same key. */
export interface Setting<Value = unknown> extends Omit<OptionDefinition, "parse">, Kind<Value> {
  readonly decides?: Step;
  /** Default value. If `otmt` is present, it is the default of profile otmt-1.0.5. */
  readonly initial?: Value;
  readonly otmt?: Value;
  /** Place of the value in the settings of a run, if the profile has a default for it. */
  readonly sets?: readonly [setting: string, member?: string];
  /** Settings of a run that are computed from this one, by name. */
  readonly follows?: readonly string[];
  /** Throws a `UsageError` if the value cannot go together with others in the settings of a run. */
  requires?(settings: object): void;
  /** True if scripts for OTMT always give the option, so that it is not an error if it has no effect. */
  readonly isOtmts?: true;
}

/** Settings by key. */
export type SettingGroup = Readonly<Record<string, Setting>>;

/**
 * Puts settings under a heading of help, with the step that they decide. The configuration file of the working folder
 * may set each of them unless it names a file or affects which captures are judged.
 *
 * @example
 * ```js
 * const settings = settingsUnder(
 *   { heading: "Measures and verdicts", decides: "scores", rare: true },
 *   {
 *     frequentTerms: option("--frequent-terms <n>", "terms of a page that count", {
 *       ...wholeNumber("number of frequent terms"),
 *       initial: 20,
 *     }),
 *   },
 * );
 * console.log(settings.frequentTerms.flags, settings.frequentTerms.initial);
 * // --frequent-terms <n> 20
 * ```
 */
export const settingsUnder = <const Group extends SettingGroup>(
  {
    heading,
    decides,
    rare,
  }: { readonly heading: string; readonly decides: Step; readonly rare?: true },
  group: Group,
): Group =>
  Object.fromEntries(
    Object.entries(group as SettingGroup).map(([key, setting]) => {
      const { initial, flags } = setting;
      const step = setting.decides ?? decides;
      return [
        key,
        {
          ...{ heading, decides: step, rare },
          ...(flags.includes("<") && initial !== undefined && { otherwise: initial }),
          harmless: step !== "mementos" && setting.reads !== true,
          ...setting,
        },
      ];
    }),
  ) as unknown as Group;
