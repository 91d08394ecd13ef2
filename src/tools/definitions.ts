import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A folder whose files contain definitions. An index lists the definitions. */
interface DefinitionFolder {
  readonly folder: string;
  /** Name of the exported list in the index. */
  readonly list: string;
  /** Beginning of the doc comment of the list. */
  readonly listed: string;
  readonly type: string;
  /** Types that a file may use to declare a definition. */
  readonly declared: readonly string[];
}

/** Folders with definitions. Each new definition in one of these folders becomes an entry in the list of the folder. */
export const DEFINITION_FOLDERS: readonly DefinitionFolder[] = [
  {
    folder: "read/inputs",
    list: "inputs",
    listed: "Inputs, by the keyword after `-i`",
    type: "Input",
    declared: ["Input"],
  },
  {
    folder: "page/boilerplate",
    list: "removers",
    listed: "Boilerplate removers, by the keyword after `--boilerplate`",
    type: "BoilerplateRemover",
    declared: ["BoilerplateRemover"],
  },
  {
    folder: "page/features",
    list: "features",
    listed: "Features, which are extracted once from each page for the measures that need them",
    type: "Feature",
    declared: ["Feature"],
  },
  {
    folder: "score/measures",
    list: "measures",
    listed: "The measures, by the keyword after `-tm`",
    type: "Measure",
    declared: ["PairMeasure", "TimeMapMeasure"],
  },
  {
    folder: "write/writers",
    list: "plainWriters",
    listed: "Output formats, except the HTML report",
    type: "Writer",
    declared: ["Writer"],
  },
];

interface Definition {
  readonly file: string;
  readonly exported: string;
}

/**
 * Returns the definitions of a folder, sorted by name. Throws for a file without one, which the index would omit.
 *
 * @param source the folder src
 */
export function definitionsOf(
  source: string,
  { folder, declared }: DefinitionFolder,
): Definition[] {
  const declaration = new RegExp(`^export const (\\w+): (?:${declared.join("|")})\\b`, "gmu");
  return readdirSync(join(source, folder), { withFileTypes: true })
    .filter(({ name }) => name.endsWith(".ts") && name !== "index.ts")
    .flatMap(({ name: file }) => {
      const text = readFileSync(join(source, folder, file), "utf8");
      const found = [...text.matchAll(declaration)].map(([, exported]) => ({
        file,
        exported: exported!,
      }));
      if (found.length === 0) {
        throw new Error(
          `src/${folder}/${file} exports no ${declared.join(" or ")}: write \`export const NAME: ${declared[0]!} = {...}\`, or move the file elsewhere.`,
        );
      }
      return found;
    })
    .sort((a, b) => (kebabCase(a.exported) < kebabCase(b.exported) ? -1 : 1));
}

export function indexText(
  { list, listed, type }: DefinitionFolder,
  definitions: readonly Definition[],
): string {
  const imports = [...new Set(definitions.map(({ file }) => file))].map((file) => {
    const names = definitions.filter((definition) => definition.file === file);
    return `import { ${names.map(({ exported }) => exported).join(", ")} } from "./${file.replace(/\.ts$/u, ".js")}";`;
  });
  return [
    "// Generated from the files of this folder by `npm run generate`: do not edit.",
    `import type { ${type} } from "../types.js";`,
    ...imports,
    "",
    `/** ${listed}. Plug-ins add theirs. */`,
    `export const ${list}: ${type}[] = [`,
    ...definitions.map(({ exported }) => `  ${exported},`),
    "];",
    "",
  ].join("\n");
}

const kebabCase = (name: string): string =>
  name.replace(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);
