import type { OptionDefinition, ParsedValue } from "./option.js";
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
  /** Another place that gets the value, with its default. */
  readonly setsToo?: readonly [setting: string, initial: Value];
  /** Throws a `UsageError` if the value cannot go together with others in the settings of a run. */
  requires?(settings: object): void;
}

/** Settings by key. */
export type SettingGroup = Readonly<Record<string, Setting>>;

/** Choices of the settings of a group. A missing choice has the default. */
export type ChoicesOf<Group> = { readonly [Key in keyof Group]?: ParsedValue<Group[Key]> };

/** The settings of a run in which values of a group have a place. */
export type PlacedOf<Group> = {
  readonly [Key in keyof Group as PlaceOf<Group[Key]>]: ParsedValue<Group[Key]>;
} & {
  readonly [Key in keyof Group as OtherPlaceOf<Group[Key]>]: ParsedValue<Group[Key]>;
} & {
  readonly [Whole in WholesOf<Group[keyof Group]>]: {
    readonly [Key in keyof Group as MemberOf<Group[Key], Whole>]: ParsedValue<Group[Key]>;
  };
};

type PlaceOf<One> = One extends { readonly sets: readonly [infer Name extends string] }
  ? Name
  : never;
type OtherPlaceOf<One> = One extends {
  readonly setsToo: readonly [infer Name extends string, unknown];
}
  ? Name
  : never;
type WholesOf<One> = One extends { readonly sets: readonly [infer Whole extends string, string] }
  ? Whole
  : never;
type MemberOf<One, Whole> = One extends {
  readonly sets: readonly [Whole, infer Name extends string];
}
  ? Name
  : never;

/**
 * Puts settings under a heading of help, with the step that they decide.
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
      return [
        key,
        {
          ...{ heading, decides, rare },
          ...(flags.includes("<") && initial !== undefined && { otherwise: initial }),
          ...setting,
        },
      ];
    }),
  ) as unknown as Group;
