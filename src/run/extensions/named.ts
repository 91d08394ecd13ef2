import { extname } from "node:path";
import { members } from "../../base/json.js";
import { otherModelInputs, parseMeasureName } from "../../score/scoring/measure-id.js";
import { catalogue, type Listed } from "../plugins/catalogue.js";
import { loadExtensions } from "./load.js";

/**
 * Returns the extensions of this package whose definitions have one of these keywords or aliases, by the catalogue. A
 * keyword that no definition has needs all extensions, because the message that refuses it lists all choices.
 */
export function extensionsNamed(
  kind: "measures" | "inputs" | "writers" | "removers",
  keywords: readonly string[],
): string[] {
  const listed: readonly Listed[] = catalogue()[kind];
  return keywords.flatMap((text) => {
    const keyword = text.trim().toLowerCase();
    const found = listed.find(
      (each) => each.keyword === keyword || each.aliases?.includes(keyword) === true,
    );
    return found === undefined ? allExtensions() : (found.extension ?? []);
  });
}

/** Returns the extensions of measures by their names, which may have a reference memento (`structure@median`). */
export const extensionsOfMeasures = (names: readonly string[]): string[] =>
  extensionsNamed(
    "measures",
    names.map((name) => parseMeasureName(name).keyword),
  );

/**
 * Loads the extensions of this package that the values of a command need. They are named in measures, thresholds,
 * models and steps of single measures, in inputs, outputs and removers, and by their settings. All others stay
 * unloaded.
 */
export async function loadForValues(values: Readonly<Record<string, unknown>>): Promise<void> {
  const { measures, measureSteps, thresholds, combine, boilerplate, topic } = values;
  const ofTopic = members(members(topic)["preprocessing"])["boilerplate"];
  await loadExtensions([
    ...extensionsOfMeasures([
      ...namesInList(measures),
      ...modelInputs(combine),
      ...tunedNames(thresholds),
      ...listOf(measureSteps).flatMap((steps) => textsOf(members(steps)["measure"])),
    ]),
    ...extensionsNamed("inputs", beginnings(values["input"], "=")),
    ...extensionsNamed("writers", textsOf(values["outputType"])),
    ...extensionsNamed("removers", beginnings([boilerplate, ofTopic], ":")),
    ...extensionsOfSuffixes(textsOf(values["outputs"])),
    ...extensionsOfSettings(values),
  ]);
}

export const extensionsWithFeatures = (): string[] =>
  catalogue().features.flatMap(({ extension }) => extension ?? []);

const allExtensions = (): string[] =>
  Object.values(catalogue())
    .flat()
    .flatMap(({ extension }: Listed) => extension ?? []);

/** Returns the names in a list of measures such as `cosine=0.15,structure`. */
const namesInList = (list: unknown): string[] =>
  textsOf(list)
    .flatMap((text) => text.split(","))
    .flatMap((entry) => beginnings(entry, "="))
    .filter((name) => name !== "");

function modelInputs(model: unknown): string[] {
  const { inputs, belief } = members(model);
  return [...listOf(inputs), ...listOf(members(belief)["inputs"])]
    .flatMap((input) => textsOf(members(input)["of"]))
    .filter((name) => !otherModelInputs.includes(name.toLowerCase()));
}

function tunedNames(file: unknown): string[] {
  const { thresholds } = members(file);
  return thresholds instanceof Map ? textsOf([...thresholds.keys()]) : [];
}

function extensionsOfSuffixes(paths: readonly string[]): string[] {
  const suffixes = paths.map((path) => extname(path).toLowerCase());
  return catalogue().writers.flatMap(({ suffix, extension }) =>
    suffix !== undefined && suffixes.includes(suffix) ? (extension ?? []) : [],
  );
}

const extensionsOfSettings = (values: Readonly<Record<string, unknown>>): string[] =>
  catalogue().settings.flatMap(({ keyword, extension }) =>
    values[keyword] === undefined ? [] : extension,
  );

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Returns the texts of a value that was given once or repeatedly. */
const textsOf = (value: unknown): string[] =>
  [value].flat().filter((each) => typeof each === "string");

const beginnings = (value: unknown, sign: string): string[] =>
  textsOf(value).map((text) => text.split(sign, 1)[0]!.trim());
