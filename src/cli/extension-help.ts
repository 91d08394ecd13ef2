import { flagsText, settingName } from "../base/option.js";
import { commandCatalogue, listedSettings, optionsOf } from "../command/command-catalogue.js";
import { type HelpRow, rows } from "../command/help.js";
import { catalogue, cutText } from "../run/plugins/catalogue.js";

/* Help of the extensions of this package: `help EXTENSION` shows what an extension adds, which `--help all` only names. */

export const extensionNames = (): readonly string[] =>
  catalogue().extensions.map(({ name }) => name);

/** Returns the extensions with their summaries, their commands and the keywords of their definitions. */
export const extensionRows = (): string =>
  rows(
    catalogue().extensions.map(({ name, summary }) => {
      const keywords = partsOf(name)
        .filter(([title]) => !/^(?:Settings|Options)/u.test(title))
        .map(
          ([title, of]) =>
            `${title.replace(/ \(.*/u, "")}: ${of.map(([term]) => term).join(", ")}.`,
        );
      return [name, [summary, ...keywords].join(" ")];
    }),
  );

export function extensionHelp(extension: string): string {
  const { summary } = catalogue().extensions.find(({ name }) => name === extension)!;
  const [, commands = []] = partsOf(extension).find(([title]) => title === "Commands") ?? [];
  return [
    summary,
    ...partsOf(extension).map(([title, of]) => `\n${title}:\n${rows(of)}`),
    ...(commands.length === 0
      ? []
      : ["", `Options of a command: detect_off_topic ${commands[0]![0]} --help`]),
    "",
  ].join("\n");
}

/** Returns what an extension adds, by kind; kinds of which it has none are left out. */
function partsOf(name: string): readonly (readonly [title: string, of: readonly HelpRow[]])[] {
  const { measures, inputs, writers, removers, settings } = catalogue();
  const isOwn = ({ extension }: { readonly extension?: string }): boolean => extension === name;
  const ownSettings = new Set(settings.filter(isOwn).map(({ keyword }) => keyword));
  const summaries = (
    of: readonly { readonly keyword: string; readonly summary: string }[],
  ): HelpRow[] => of.map(({ keyword, summary }) => [keyword, summary]);
  const parts: readonly (readonly [string, readonly HelpRow[]])[] = [
    [
      "Commands",
      commandCatalogue()
        .commands.filter(isOwn)
        .map((each) => [each.name, each.summary]),
    ],
    [
      "Measures (-tm), off-topic by default when",
      measures
        .filter(isOwn)
        .map((each) => [each.keyword, `${cutText(each, "paper")}: ${each.summary}`]),
    ],
    ["Inputs (-i)", summaries(inputs.filter(isOwn))],
    ["Output types (-ot)", summaries(writers.filter(isOwn))],
    ["Boilerplate removers (--boilerplate)", summaries(removers.filter(isOwn))],
    [
      "Options of a run",
      optionsOf("detect")
        .filter(({ key, rare, hidden }) => ownSettings.has(key) && rare !== true && hidden !== true)
        .map((each) => [flagsText(each), each.help]),
    ],
    [
      "Settings (--set)",
      listedSettings()
        .filter(({ key }) => ownSettings.has(key))
        .map((each) => [settingName(each), each.help]),
    ],
  ];
  return parts.filter(([, of]) => of.length > 0);
}
