import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

interface FoundExtension {
  readonly name: string;
  readonly summary: string;
  /** Name of the exported settings, if the extension has any. */
  readonly settings?: string;
}

/**
 * Returns the lists of the extensions of this package by file name: `index.ts`, which loads an extension when it is
 * needed, `settings.ts` with the settings of all, and `all.ts` with all of them. Throws for a folder that does not export an extension of its name.
 *
 * @param source the folder src
 */
export function extensionLists(source: string): Readonly<Record<string, string>> {
  const found = readdirSync(join(source, "extensions"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => extensionIn(source, name))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const withSettings = found.filter(({ settings }) => settings !== undefined);
  const head = "// Generated from the folders beside it by `npm run generate`: do not edit.";
  return {
    "index.ts": [
      head,
      'import type { ListedExtension } from "../run/plugins/define-extension.js";',
      "",
      "/** The extensions of this package. Their code is loaded when a run needs it. */",
      "export const extensions: readonly ListedExtension[] = [",
      ...found.flatMap(({ name, summary }) => [
        "  {",
        `    name: ${JSON.stringify(name)},`,
        `    summary: ${summary},`,
        `    load: async () => (await import("./${name}/index.js")).default,`,
        "  },",
      ]),
      "];",
      "",
    ].join("\n"),
    "settings.ts": [
      head,
      ...withSettings.map(
        ({ name, settings }) => `import { ${settings} } from "./${name}/settings.js";`,
      ),
      "",
      "/** The settings of runs that extensions of this package add. They are data, so that a run knows their defaults. */",
      "export const extensionSettings = {",
      ...withSettings.map(({ settings }) => `  ...${settings},`),
      "} as const;",
      "",
    ].join("\n"),
    "all.ts": [
      head,
      'import type { Extension } from "../run/plugins/define-extension.js";',
      ...found.map(({ name }) => `import ${variable(name)} from "./${name}/index.js";`),
      "",
      "/** The extensions of this package with their code, for programs that need all definitions at once. */",
      ...listOf(
        "export const allExtensions: readonly Extension[] =",
        found.map(({ name }) => variable(name)),
      ),
      "",
    ].join("\n"),
  };
}

function extensionIn(source: string, folder: string): FoundExtension {
  const text = readFileSync(join(source, "extensions", folder, "index.ts"), "utf8");
  const [, name, summary] = DEFINED.exec(text) ?? [];
  const [, settings] = /^ {2}settings: (\w+),$/mu.exec(text) ?? [];
  if (name === folder && summary !== undefined) return { name, summary, settings };
  throw new Error(
    `src/extensions/${folder}/index.ts exports no extension "${folder}": write \`export default defineExtension({\`, and its name and summary in the next lines.`,
  );
}

/** Maximum length of a line of code. */
const WIDTH = 100;

/** Returns a list as the formatter writes it. */
function listOf(declared: string, items: readonly string[]): string[] {
  const line = `${declared} [${items.join(", ")}];`;
  return line.length <= WIDTH
    ? [line]
    : [`${declared} [`, ...items.map((item) => `  ${item},`), "];"];
}

const DEFINED =
  /^export default defineExtension\(\{\n {2}name: "([^"]*)",\n {2}summary:\s*("[^"\n]*"),$/mu;

const variable = (name: string): string =>
  name.replaceAll(/-(\w)/gu, (_, letter: string) => letter.toUpperCase());
