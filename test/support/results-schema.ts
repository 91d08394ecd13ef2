import { existsSync, readFileSync, statSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ValidateFunction } from "ajv";
import { isObject } from "../../src/base/json.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** A line of settings, or a row without one: outputs of other forms do not begin so. */
const BEGINS = /^\{"(?:settings|raw memento simhash value|grouping key)":/u;
/** Larger outputs are those of tests of size, whose rows are alike. */
const LONGEST = 2_000_000;

let validators: Promise<(line: object) => ValidateFunction> | undefined;

/** Loaded by the first output of the form, because most files of tests have none. */
async function load(): Promise<(line: object) => ValidateFunction> {
  const { Ajv2020 } = await import("ajv/dist/2020.js");
  const text = readFileSync(join(ROOT, "docs/results.schema.json"), "utf8");
  const schema = JSON.parse(text, closed) as { readonly $id: string };
  const ajv = new Ajv2020({ allowUnionTypes: true });
  ajv.addSchema(schema);
  const of = (name: string): ValidateFunction => ajv.getSchema(`${schema.$id}#/$defs/${name}`)!;
  const [settings, memento, failed] = [of("settings"), of("memento"), of("failedTimeMap")];
  return (line) => ("settings" in line ? settings : "URI-M" in line ? memento : failed);
}

/** Readers ignore members that they do not know, and tests find members that the schema does not describe. */
const closed = (_: string, part: unknown): unknown =>
  isObject(part) && part["type"] === "object" && "properties" in part
    ? { ...part, additionalProperties: false }
    : part;

/** Throws an error for a text in the form of JSON Lines of which a line does not follow docs/results.schema.json. */
export async function checkJsonLines(text: string): Promise<void> {
  if (!BEGINS.test(text) || text.length > LONGEST) return;
  const validatorOf = await (validators ??= load());
  for (const line of text.split("\n")) {
    if (line === "") continue;
    const row = JSON.parse(line) as object;
    const validate = validatorOf(row);
    if (validate(row)) continue;
    throw new Error(`${JSON.stringify(validate.errors)} of docs/results.schema.json: ${line}`);
  }
}

/** Checks the results that a command has written, on standard output or in its files. */
export async function checkResults(args: readonly string[], stdout: string): Promise<void> {
  await checkJsonLines(stdout);
  for (const [at, flag] of args.entries()) {
    const path = args[at + 1] ?? "";
    if ((flag !== "-o" && flag !== "--output") || !path.endsWith(".jsonl")) continue;
    const file = isAbsolute(path) ? path : join(ROOT, path);
    if (!existsSync(file) || statSync(file).size > LONGEST) continue;
    await checkJsonLines(readFileSync(file, "utf8"));
  }
}
