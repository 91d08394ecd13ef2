import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A folder of definitions and the index that lists them. */
export interface Room {
  readonly folder: string;
  /** Name of the list that the index exports. */
  readonly list: string;
  /** What the list is, for its doc comment. */
  readonly listed: string;
  /** Type of an element of the list. */
  readonly type: string;
  /** Types under which a file may declare its definition. */
  readonly declared: RegExp;
  readonly typesFrom: string;
}

/** The rooms in which adding one file adds one definition. */
export const ROOMS: readonly Room[] = [
  {
    folder: "inputs",
    list: "inputs",
    listed: "What can be read, by the keyword after `-i`",
    type: "Input",
    declared: /^Input$/u,
    typesFrom: "../types.js",
  },
  {
    folder: "preprocess/boilerplate",
    list: "removers",
    listed: "Boilerplate removers, by the keyword after `--boilerplate`",
    type: "BoilerplateRemover",
    declared: /^BoilerplateRemover$/u,
    typesFrom: "../../types.js",
  },
  {
    folder: "features",
    list: "features",
    listed: "What is taken from each page, once, for the measures that ask for it",
    type: "Feature",
    declared: /^Feature$/u,
    typesFrom: "../types.js",
  },
  {
    folder: "measures",
    list: "measures",
    listed: "The measures, by the keyword after `-tm`",
    type: "Measure",
    declared: /^(?:Pair|TimeMap)Measure$/u,
    typesFrom: "../types.js",
  },
  {
    folder: "writers",
    list: "writers",
    listed: "Forms of output, by the keyword after `-ot`",
    type: "Writer",
    declared: /^Writer$/u,
    typesFrom: "../types.js",
  },
];

/** A file of a room that exports a definition, and the name it exports it under. */
export interface DefinitionFile {
  readonly file: string;
  readonly exported: string;
}

/** The definitions of a room, sorted by file name. A file without one (a part of its neighbours) is left out. */
export function definitionFiles(source: string, { folder, declared }: Room): DefinitionFile[] {
  return readdirSync(join(source, folder))
    .filter((file) => file.endsWith(".ts") && file !== "index.ts")
    .sort()
    .flatMap((file): DefinitionFile[] => {
      const exported = camelCase(file.replace(/\.ts$/u, ""));
      const text = readFileSync(join(source, folder, file), "utf8");
      const declaration = new RegExp(`^export const ${exported}: (\\w+)`, "mu").exec(text);
      return declaration?.[1] !== undefined && declared.test(declaration[1])
        ? [{ file, exported }]
        : [];
    });
}

/** Text of the index file of a room. */
export function indexText(room: Room, files: readonly DefinitionFile[]): string {
  const imports = files.map(
    ({ file, exported }) => `import { ${exported} } from "./${file.replace(/\.ts$/u, ".js")}";`,
  );
  const names = files.map(({ exported }) => `  ${exported},`);
  return [
    "// Generated from the files of this folder by `npm run generate`: do not edit.",
    `import type { ${room.type} } from "${room.typesFrom}";`,
    ...imports,
    "",
    `/** ${room.listed}. */`,
    `export const ${room.list}: readonly ${room.type}[] = [`,
    ...names,
    "];",
    "",
  ].join("\n");
}

const camelCase = (name: string): string =>
  name.replace(/-(\w)/gu, (_, letter: string) => letter.toUpperCase());
