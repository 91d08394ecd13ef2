import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { UsageError } from "../../src/base/errors.js";
import { runProgram } from "../../src/cli/program.js";
import { optionsOf } from "../../src/command/command-catalogue.js";
import { allExtensions } from "../../src/extensions/all.js";
import { extensions } from "../../src/extensions/index.js";
import { extensionSettings } from "../../src/extensions/settings.js";
import type { Listed } from "../../src/run/plugins/catalogue.js";
import { originOf } from "../../src/run/extensions/register.js";
import { extensionsNamed } from "../../src/run/extensions/named.js";
import { writers } from "../../src/report/writers.js";
import { measures } from "../../src/score/measures/index.js";
import { removers } from "../../src/page/boilerplate/index.js";
import { wholeCatalogue } from "../../src/tools/catalogue.js";
import { modulesOf } from "../support/loaded-modules.js";
import { lastOfQuick } from "../support/quick.js";
import { QUICK, ROOT } from "../support/run-bin.js";

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

/** Returns the keywords and aliases of all definitions of a kind. */
const namesOf = (
  list: readonly { readonly keyword: string; readonly aliases?: readonly string[] }[],
): string[] => list.flatMap(({ keyword, aliases = [] }) => [keyword, ...aliases]);

const PAIR = join(ROOT, "fixtures", "warcs", "two-captures.warc");

/** Returns the modules that a run loads. */
const runWith = (...args: readonly string[]): readonly string[] =>
  modulesOf("-q", "-i", `warc=${PAIR}`, ...lastOfQuick([...QUICK, ...args]));

describe.each(allExtensions)("the extension $name", (extension) => {
  const { name, summary } = extension;

  it("an extension is in both lists, with its settings and a summary of one sentence", async () => {
    expect(Object.keys(extensions)).toEqual(allExtensions.map((each) => each.name));
    expect(await extensions[name]?.()).toBe(extension);
    expect(extensionSettings).toMatchObject(extension.settings);
    expect(summary).toMatch(/^[A-Z][^\n]*\.$/u);
  });

  it("no definition of an extension has a name that another definition has", () => {
    const { settings, extensions: _, ...kinds } = wholeCatalogue();
    for (const list of Object.values(kinds)) {
      const names = namesOf(list);
      expect(names).toEqual([...new Set(names)]);
    }
    const keys = settings.map(({ keyword }) => keyword);
    expect(keys).toEqual([...new Set(keys)]);
  });

  it("definitions of an extension stand at their place in the order of keywords", () => {
    const catalogue = wholeCatalogue();
    for (const [kind, registry] of [
      ["measures", measures],
      ["removers", removers],
      ["writers", writers],
    ] as const) {
      const listed = catalogue[kind].filter((each) => each.extension === name);
      expect(listed.map(({ keyword }) => keyword)).toEqual(
        extension[kind].map(({ keyword }) => keyword).sort(),
      );
      const ours = registry.filter(({ plugin }) => plugin === undefined);
      const keywords = ours.map(({ keyword }) => keyword);
      expect(keywords).toEqual([...keywords].sort());
      expect(extension[kind].map((each) => originOf(each))).toEqual(
        extension[kind].map(() => name),
      );
    }
  });

  it("a document explains each measure, remover and writer of an extension", () => {
    const documents = readdirSync(join(ROOT, "docs")).filter((file) => file.endsWith(".md"));
    const own = documents.filter((file) => file.startsWith(name));
    const hasOnlyWriters = namesOf([...extension.measures, ...extension.removers]).length === 0;
    // A writer may be explained beside others of its use, but the generated lists do not explain it.
    const others = documents.filter((file) => !/^(?:reference|options)\./u.test(file));
    const explaining = hasOnlyWriters && own.length === 0 ? others : own;
    expect(explaining).not.toEqual([]);
    const text = explaining.map((file) => read(`docs/${file}`)).join("\n");
    for (const { keyword } of extension.measures) expect(text).toContain(`\`${keyword}\``);
    for (const { keyword } of extension.removers) {
      expect(text).toContain(`--boilerplate ${keyword}`);
    }
    for (const { keyword, suffix = "" } of extension.writers) {
      const chosen = suffix === "" ? "" : `|-o [\\w-]+\\${suffix}\\b`;
      expect(text).toMatch(new RegExp(`-ot ${keyword}\\b${chosen}`, "u"));
    }
  });

  it.skipIf(
    namesOf([...extension.measures, ...extension.removers, ...extension.writers]).length === 0,
  )("each keyword and alias of an extension leads to it without its code", () => {
    for (const kind of ["measures", "removers", "writers"] as const) {
      for (const keyword of namesOf(extension[kind])) {
        expect(extensionsNamed(kind, [keyword, keyword.toUpperCase()])).toEqual([name, name]);
      }
    }
    const { evidence, settings } = wholeCatalogue();
    const leadsHere = (list: readonly Listed[], of: string): boolean =>
      list.some(({ keyword, extension: leads }) => keyword === of && leads === name);
    for (const keyword of Object.keys(extension.settings)) {
      expect(leadsHere(settings, keyword)).toBe(true);
    }
    // The option of the same name has the data of evidence, or its file.
    for (const { keyword } of extension.evidence) {
      expect(leadsHere(evidence, keyword)).toBe(true);
      expect(extension.settings).toHaveProperty(keyword);
    }
  });

  it.skipIf(Object.keys(extension.commands).length === 0)(
    "a wrong word for an option of its commands, and an output that is given twice, are refused",
    async () => {
      for (const command of Object.keys(extension.commands)) {
        for (const { flags, choices, writes } of optionsOf(command)) {
          const [flag = ""] = /--[\w-]+/u.exec(flags) ?? [];
          const wrong = [];
          if (choices !== undefined) wrong.push([flag, "no-such-word"]);
          if (writes === true) wrong.push([flag, "one.out", flag, "other.out"]);
          for (const words of wrong) {
            const args = [command, "-i", `warc=${PAIR}`, ...words];
            await expect(runProgram(args), args.join(" ")).rejects.toThrow(UsageError);
          }
        }
      }
    },
  );
});

it("a run loads nothing of an extension but its settings, which are data, unless it names it", () => {
  const of = (name: string, modules: readonly string[]): readonly string[] =>
    modules.filter((path) => path.startsWith(join("extensions", name)));
  const plain = runWith();
  for (const { name, settings } of allExtensions) {
    const data =
      Object.keys(settings).length === 0 ? [] : [join("extensions", name, "settings.js")];
    expect(of(name, plain)).toEqual(data);
  }
  const named = runWith("-tm", "style=0.5", "--boilerplate", "density", "-ot", "junit");
  for (const name of ["structure", "density", "alerts"]) {
    expect(of(name, named).length).toBeGreaterThan(1);
  }
});
