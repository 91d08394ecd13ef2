import { join } from "node:path";
import { type Plugin, rollup } from "rollup";
import { dts } from "rollup-plugin-dts";
import ts from "typescript";
import type { Setting } from "../base/setting.js";
import { runSettings, type SettingKey, settingTerm } from "../score/settings/run-settings.js";

/** Bundles the types of the library into a file. */
export async function writeTypes(root: string, file: string): Promise<void> {
  const input = join(root, "build", "index.d.ts");
  const bundle = await rollup({
    input,
    external: /^node:/u,
    plugins: [settingsInFull(join(root, "build", "score", "settings", "run-settings.d.ts")), dts()],
  });
  // The types name those of Node, which a program would else have to ask for by itself.
  const banner = '/// <reference types="node" />';
  await bundle.write({ file, format: "es", banner });
}

/** The compiler infers the settings of a run from their definitions. A reader gets each with its type and its help. */
const settingsInFull = (path: string): Plugin => ({
  name: "settings-in-full",
  load: (id) => (id === path ? settingTypes(path) : undefined),
});

const FLAGS =
  ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope;

function settingTypes(path: string): string {
  const program = ts.createProgram([path], {
    ...{ strict: true, skipLibCheck: true, types: [] },
    ...{ module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2022 },
  });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(path)!;
  const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(source)!);
  const used = new Set<string>();
  const written = ["RunChoices", "PlacedSettings"].map((name) => {
    const symbol = exported.find((each) => each.name === name)!;
    const settings = checker.getDeclaredTypeOfSymbol(symbol).getProperties();
    const members = settings.map((setting) => {
      const whole = checker.typeToString(checker.getTypeOfSymbol(setting), source, FLAGS);
      const type = whole.replace(/ \| undefined$/u, "");
      for (const [named] of type.matchAll(/\b[A-Z]\w+/gu)) used.add(named);
      const isChoice = (setting.flags & ts.SymbolFlags.Optional) !== 0;
      const help = isChoice ? `  /** ${helpOf(setting.name as SettingKey)} */\n` : "";
      return `${help}  readonly ${setting.name}${isChoice ? "?" : ""}: ${type};`;
    });
    const comment = ts.displayPartsToString(symbol.getDocumentationComment(checker));
    return `/** ${comment} */\nexport interface ${name} {\n${members.join("\n")}\n}`;
  });
  return [`import type { ${[...used].join(", ")} } from "../../index.js";`, ...written].join("\n");
}

function helpOf(key: SettingKey): string {
  const { flags, value, help, otherwise }: Setting = runSettings()[key];
  const usual = otherwise === undefined ? "" : ` (${otherwise})`;
  const isSwitchedOff = value === false || flags.startsWith("--no-");
  return `\`${settingTerm(key)}\`: ${isSwitchedOff ? `false to ${help}` : `${help}${usual}`}`;
}
