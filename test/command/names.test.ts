import { describe, expect, it } from "vitest";
import { optionMeant, settingName } from "../../src/base/option.js";
import { optionsOf } from "../../src/command/command-catalogue.js";
import { checkOptions, isDetectOption } from "../../src/run/detect-options.js";

const options = optionsOf("detect").filter(({ hidden }) => hidden !== true);

/** The flags of OTMT, and the addresses of services, beside the inputs of the same names. */
const OTHERS = ["measures", "archiveIt", "wasapi"];

const camelCase = (name: string): string =>
  name.replaceAll(/-([a-z])/gu, (_, letter: string) => letter.toUpperCase());

describe("the names of options", () => {
  it.each(
    options
      // One that may be repeated is one of a list, and the name of a switch says that something is left out.
      .filter(({ key, repeats, value, flags }) => {
        const isSwitchedOff = value === false || flags.startsWith("--no-");
        return !isSwitchedOff && !OTHERS.includes(key) && (repeats !== true || flags.includes(":"));
      })
      .map((option) => [option.key, settingName(option)]),
  )("the option %s of a program is --%s of the command", (key, name) => {
    expect(camelCase(name)).toBe(key);
  });

  it.each(
    options
      .filter(({ key }) => isDetectOption(key))
      .map((option) => [settingName(option), option.key] as const)
      .filter(([name]) => !isDetectOption(name)),
  )("a program that gives %s is told of %s", (name, key) => {
    expect(() => checkOptions({ [name]: "text" })).toThrow(`Did you mean "${key}"?`);
  });

  it.each(options.map((option) => [option.key, settingName(option)]))(
    "a command that is given %s is told of %s",
    (key, name) => {
      expect(settingName(optionMeant(key, options)!)).toBe(name);
    },
  );
});
