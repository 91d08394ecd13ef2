import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { namesOf, type OptionDefinition, settingName, shortNamesOf } from "../base/option.js";
import { GONE } from "../base/gone.js";
import { version } from "../base/version.js";
import { inputs } from "../read/inputs/index.js";
import { writers } from "../report/writers.js";

import { optionsOf } from "../command/command-catalogue.js";

/*
 * Writes python/src/detect_off_topic/_settings.py, or the file that is given as an argument. The file has the options
 * of a run as keyword arguments of Python. It has their types for editors, and the flags that the command needs for
 * them. `npm run build:python` calls this tool.
 */

/** Omitted options. Python sets them itself, or has logging and exceptions in their place. */
const OTHERS = new Set("input outputType set progress logfile verbose quiet cachefile".split(" "));

/** Texts that stand for False and True in settings that the library also accepts as a boolean. */
const BOOLEANS: Readonly<Record<string, readonly [no: string, yes: string]>> = {
  stem: ["none", "porter"],
  signs: ["off", "vote"],
};

/** A name that is a reserved word gets an underscore, as PEP 8 recommends. */
const PYTHON_KEYWORDS = new Set(["from"]);

/** Types of single options, where the form of the value does not tell. */
const OWN_TYPES: Readonly<Record<string, string>> = {
  ...{ seeds: "Union[Path, Sequence[str]]", from: "Union[str, date]", to: "Union[str, date]" },
  outputs: "Union[Path, Sequence[Path], Mapping[str, Optional[str]]]",
  headers: "Union[str, Sequence[str], Mapping[str, str]]",
};

const PYTHON_TYPES: Readonly<Record<string, string>> = {
  n: "int",
  share: "float",
  cost: "float",
  s: "float",
  seconds: "float",
  size: "Union[int, str]",
  file: "Path",
  folder: "Path",
  list: "Union[str, Sequence[str]]",
};

const choicesOfForm = writers.map(({ keyword }) => keyword).join(" ");

const titleWords = (name: string): string =>
  name.replaceAll("-", "_").replace(/[A-Z]/gu, (it) => `_${it.toLowerCase()}`);

const snake = (name: string): string =>
  PYTHON_KEYWORDS.has(titleWords(name)) ? `${titleWords(name)}_` : titleWords(name);

/** Returns a text, list or number as a Python literal. JSON and Python have the same form for these values. */
const literal = (value: unknown): string => JSON.stringify(value);

const isSwitch = ({ flags }: OptionDefinition): boolean => !flags.includes("<");

const isNegative = ({ value, flags }: OptionDefinition): boolean =>
  value === false || flags.includes("--no-");

/** Returns the character between the two parts of a value such as `<low-high>`. */
const separatorOf = ({ flags }: OptionDefinition): string =>
  /<[a-z]+([-/])[a-z]+>/u.exec(flags)?.[1] ?? ",";

function pythonType(key: string, option: OptionDefinition): string {
  const { flags, choices, repeats, preset } = option;
  if (isSwitch(option)) return "bool";
  if (OWN_TYPES[key] !== undefined) return OWN_TYPES[key];
  if (choices !== undefined) return `Literal[${choices.map(literal).join(", ")}]`;
  const [, form = "", second] = /<([a-z]+)(?:[-/]([a-z]+))?>/u.exec(flags) ?? [];
  const one =
    second === undefined ? (PYTHON_TYPES[form] ?? "str") : "Union[str, Tuple[float, float]]";
  if (repeats === true) return `Union[${one}, Sequence[${one}]]`;
  if (key === "measures" || key === "collectionMeasures")
    return `Union[${one}, Mapping[str, Optional[float]]]`;
  return key in BOOLEANS || preset !== undefined ? `Union[bool, ${one}]` : one;
}

/** Returns the entry of an option in the table, in the form of keyword arguments of `Option`. */
function pythonEntry(key: string, option: OptionDefinition): string {
  const { rare, repeats, preset, flags } = option;
  const name = settingName(option);
  const [flag = ""] = /--[a-z\d-]+/u.exec(flags) ?? [];
  const parts = [
    literal(rare === true ? name : flag),
    ...(rare === true ? ["is_setting=True"] : []),
    ...(isSwitch(option) ? [`given_for=${isNegative(option) ? "False" : "True"}`] : []),
    ...(repeats === true ? ["repeats=True"] : []),
    ...(preset === undefined ? [] : ["may_be_bare=True"]),
    ...(key in BOOLEANS ? [`booleans=(${BOOLEANS[key]!.map(literal).join(", ")})`] : []),
    ...(separatorOf(option) === "," ? [] : [`separator=${literal(separatorOf(option))}`]),
  ];
  return `Option(${parts.join(", ")})`;
}

/** Texts of settings that Python treats in another way than the command. */
const OWN_HELP: Readonly<Record<string, string>> = {
  config: 'file with defaults for settings, as JSON: {"profile": "paper"}',
  seeds:
    "only these seeds of the input: a list of URIs, or a file (list, CSV, WACZ, pages.jsonl or crawl config)",
};

function pythonHelp({ key, ...option }: OptionDefinition & { readonly key: string }): string {
  const { help, otherwise, default: byDefault } = option;
  if (OWN_HELP[key] !== undefined) return OWN_HELP[key];
  const [suffixes] = /\.json [^;)]+/u.exec(help) ?? [];
  // Rows come without an output, and there is no option that names a form.
  if (key === "outputs")
    return `a file, or several, for the results, in the form of its suffix: ${suffixes}; or a dict of files and forms: {"captures.csv": "captures"} has a row for each capture, .csv one for each capture and measure, "seeds" one for each seed (forms: ${choicesOfForm})`;
  // The help of a flag such as --no-stem says what it does.
  if (isSwitch(option) && isNegative(option)) return `True, or False to ${help}`;
  const usual = byDefault ?? otherwise;
  return `${help}${usual === undefined ? "" : ` (${usual})`}`;
}

const options = optionsOf("detect").filter(
  ({ key, hidden }) => hidden !== true && !OTHERS.has(key),
);
const pythonMembers = options.flatMap(({ key, ...option }) => [
  `    ${snake(key)}: ${pythonType(key, option)}`,
  `    ${literal(pythonHelp({ key, ...option }))}`,
]);
const entries = options.map(
  ({ key, ...option }) => `    "${snake(key)}": ${pythonEntry(key, option)},`,
);
const flagNames = options.flatMap(({ key, ...option }) =>
  [...namesOf(option), ...shortNamesOf(option)].map(
    (name) => `    "${titleWords(name)}": "${snake(key)}",`,
  ),
);
const gone = Object.entries({ ...GONE.option, ...GONE.setting }).map(
  ([name, instead]) => `    "${titleWords(name.replace(/^--/u, ""))}": ${literal(instead)},`,
);
const inputsHelp = inputs.map(
  ({ keyword, argument, title }) => `    ${keyword}=${argument}: ${title}`,
);
const help = options.map((option) => `    ${snake(option.key)}: ${pythonHelp(option)}`);
const text = `"""Settings of a run. Written by \`npm run build:python\` from the table of the command; do not edit."""

from __future__ import annotations

from datetime import date
from os import PathLike
from typing import Dict, Literal, Mapping, NamedTuple, Optional, Sequence, Tuple, TypedDict, Union

VERSION = ${literal(version)}

Path = Union[str, "PathLike[str]"]


class Settings(TypedDict, total=False):
    """Settings of a run, under the names of the library in snake_case. The command's defaults are in parentheses."""

${pythonMembers.join("\n")}


class Option(NamedTuple):
    """The way in which the command takes a setting."""

    name: str
    """Flag or, if \`is_setting\`, name after \`--set\`."""
    is_setting: bool = False
    given_for: Optional[bool] = None
    """Value for which a flag without a value is given; None for options with a value."""
    repeats: bool = False
    may_be_bare: bool = False
    """The flag may stand without its value."""
    booleans: Optional[Tuple[str, str]] = None
    """Texts for False and True."""
    separator: str = ","
    """Text between the parts of a value that is a list."""


OPTIONS: Dict[str, Option] = {
${entries.join("\n")}
}

FLAG_NAMES: Dict[str, str] = {
${flagNames.join("\n")}
}

GONE: Dict[str, str] = {
${gone.join("\n")}
}

INPUTS_HELP = """\\
${inputsHelp.join("\n").replaceAll("\\", "\\\\")}
"""

SETTINGS_HELP = """\\
${help.join("\n").replaceAll("\\", "\\\\")}
"""
`;

const [file = join(import.meta.dirname, "../../python/src/detect_off_topic/_settings.py")] =
  process.argv.slice(2);
writeFileSync(file, text);
