import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { type CommandDefinition, defineCommand } from "../../../src/command/define-command.js";
import { registerCommands } from "../../../src/command/own-commands.js";
import {
  defineExtension,
  freeText,
  option,
  type SettingGroup,
  settingsUnder,
  type Step,
} from "../../../src/extend.js";
import { requireSettings } from "../../../src/run/plugins/own-options.js";
import { QUICK, runBin, runProcess, ROOT } from "../../support/run-bin.js";
import { folderWith, moduleOf, QUICK_RUN, withPlugin } from "./modules.js";

/** An extension with a measure that scores all mementos alike, and an input that a text refuses. */
const extensionFrom = (copy: string): string => `
  import { defineExtension, NotDefined, UsageError } from ${JSON.stringify(copy)};
  export default defineExtension({
    name: "mine",
    summary: "Adds a measure, an input and a remover.",
    measures: [{
      keyword: "mine",
      feature: { keyword: "sizes", extract: ({ bytes }) => bytes.length },
      score(first, memento) {
        if (memento < first * 2) throw new NotDefined("it is small");
        return 1;
      },
    }],
    inputs: [{
      keyword: "nowhere",
      prepare() { throw new UsageError("nowhere is closed."); },
      async *read() {},
    }],
    removers: [{ keyword: "shorter", extract: (page) => page.bodyText.slice(0, 100) }],
  });`;

describe("an extension as a plug-in", () => {
  it("its measure, input and remover are accepted, with the same bytes from several workers", async () => {
    const path = moduleOf(extensionFrom("detect-off-topic/extend"));
    const args = ["-tm", "mine=0.5,cosine", "--boilerplate", "shorter", "-ot", "csv"];
    const alone = await withPlugin(path, "-q", ...QUICK_RUN, ...args);
    const { status, stdout } = alone;
    expect([status, alone.stderr]).toEqual([0, ""]);
    expect(stdout).toContain("Memento Measurement Error,it is small");
    const listed = await withPlugin(path, "list");
    expect(listed.stdout).toMatch(/^ {2}mine\b/mu);
    expect(listed.stdout).toContain("shorter");
    const threads = [...QUICK_RUN, "--workers", "2"];
    expect((await withPlugin(path, ...threads, ...args)).stdout).toBe(stdout);
  });

  it("refuses an extension without a name, and a list that is none", async () => {
    for (const [members, message] of [
      ['summary: "Nothing."', 'an extension has the name "undefined"'],
      ['name: "mine"', 'extension "mine" lacks a summary.'],
      ['name: "mine", summary: "One.", measures: 5', "measures is not a list"],
    ] as const) {
      const path = moduleOf(
        `import { defineExtension } from "detect-off-topic/extend";
         export default defineExtension({ ${members} });`,
      );
      const { status, stderr } = await withPlugin(path, "list");
      expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
    }
  });

  it("refuses a measure with the keyword of a measure that is not loaded", async () => {
    const path = moduleOf(
      'export default { keyword: "ted", feature: "byte-count", score: () => 1 };',
    );
    const { status, stderr } = await withPlugin(path, "list");
    expect([status, stderr]).toEqual([
      2,
      expect.stringContaining('there is a measure "ted" already: give your own another keyword.'),
    ]);
  });

  it("a plug-in's measure may read a feature of an extension of this package", async () => {
    const path = moduleOf(
      'export default { keyword: "elements", feature: "dom-tree", score: (a, b) => Number(a.label.length === b.label.length) };',
    );
    const { status, stdout } = await withPlugin(
      ...[path, ...QUICK_RUN, "-tm", "elements=0.5", "-ot", "csv"],
    );
    expect(status).toBe(0);
    expect(stdout).toMatch(/elements,[01],/u);
  });
});

describe("the command and the setting of an extension as a plug-in", () => {
  const EXAMPLE = join(ROOT, "examples", "plugin", "extension.mjs");
  const INPUT = ["-i", "warc=fixtures/collection/saltmouth-2014-2018.warc.gz", ...QUICK];
  const scores = async (...args: readonly string[]): Promise<string> => {
    const run = [...INPUT, "-ot", "jsonl", "-tm", "frequent=0.3"];
    const { status, stdout } = await withPlugin(EXAMPLE, ...run, ...args);
    expect(status).toBe(0);
    return stdout;
  };

  it("a measure reads the setting, which is in the results, and threads give the same bytes", async () => {
    const byDefault = await scores("--workers", "0");
    expect(byDefault).toContain('"own":{"frequentTerms":20}');
    const few = await scores("--workers", "0", "--set", "frequent-terms=3");
    expect(few).toContain('"own":{"frequentTerms":3}');
    expect(few).not.toBe(byDefault.replace("20", "3"));
    const folder = folderWith({ "config.json": '{ "frequent-terms": 3 }' });
    expect(await scores("--workers", "2", "--config", join(folder, "config.json"))).toBe(few);
  });

  it("a setting that no measure of the run reads is refused", async () => {
    const run = [...INPUT, "-tm", "cosine", "--set", "frequent-terms=3"];
    const { status, stderr } = await withPlugin(EXAMPLE, ...run);
    expect([status, stderr]).toEqual([
      2,
      "detect_off_topic: --set frequent-terms is for measures of extension.mjs, of which this run computes none. Add one to -tm, or leave --set frequent-terms out.\n",
    ]);
  });

  it("lists and help show both, as they show those of this package", async () => {
    const listed = await withPlugin(EXAMPLE, "list", "settings", "frequent-terms");
    expect(listed.stdout).toMatch(/^frequent-terms: [^]*values +<n>\n[^]*default +20\n/u);
    expect((await runProcess(["help", "use", "--plugin", EXAMPLE])).stdout).toContain(
      "off-topic-seeds ",
    );
    const help = await withPlugin(EXAMPLE, "off-topic-seeds", "--help");
    expect(help.stdout).toMatch(/Usage: [^]*--least <n> [^]*\(1\)/u);
    const asked = await runProcess(["help", "off-topic-seeds", "--plugin", EXAMPLE]);
    expect(asked).toEqual(help);
  });

  it.each([
    [["--least", ""], "--least is empty, as an unset variable leaves it."],
    [["--least", "none"], '--least takes a whole number from 1 up, not "none".'],
    [["--leest", "2"], "unknown option '--leest'"],
    [["-o", "a", "-o", "b"], "-o is given twice: a and b."],
  ])("a mistake in an option of its command is one line: %j", async (args, message) => {
    const { status, stderr } = await withPlugin(EXAMPLE, "off-topic-seeds", "x.jsonl", ...args);
    expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(stderr.trim().split("\n")).toHaveLength(1);
  });

  it("the command reads the results of a run", async () => {
    const results = join(folderWith({}), "out.jsonl");
    await withPlugin(EXAMPLE, ...INPUT, "-q", "-tm", "frequent=0.9", "-o", results);
    const { status, stdout } = await withPlugin(EXAMPLE, "off-topic-seeds", results);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^(?:\d+\thttps?:\S+\n)+$/u);
  });

  it("without the plug-in, its command and its setting are refused with the way to give it", async () => {
    const folder = folderWith({ "config.json": '{ "frequent-terms": 3 }' });
    for (const args of [
      ["off-topic-seeds", "out.jsonl"],
      ["list", "settings", "frequent-terms"],
      [...INPUT, "--set", "frequent-terms=3"],
      [...INPUT, "--config", join(folder, "config.json")],
    ]) {
      const { status, stderr } = await runBin(args);
      expect([status, stderr]).toEqual([2, expect.stringContaining("plug-in needs --plugin FILE")]);
    }
  });

  it("a setting with the name of an option, or without dashes, is refused", async () => {
    for (const [flags, message] of [
      ["--workers <n>", "there is an option --workers already"],
      ["few <n>", 'Make it with option("--name <value>", "its help"). It has the flags "few <n>".'],
    ] as const) {
      const path = moduleOf(`
        import { defineExtension, freeText, option, settingsUnder } from "detect-off-topic/extend";
        const settings = settingsUnder({ heading: "Running", decides: "scores" }, {
          few: option("${flags}", "a", freeText),
        });
        export default defineExtension({ name: "mine", summary: "One.", settings });`);
      const { status, stderr } = await withPlugin(path, "list");
      expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
    }
  });

  it("a part that an extension cannot have is refused with those that it can have", () => {
    const spec = { name: "mine", summary: "One.", setting: {} };
    expect(() => defineExtension(spec)).toThrow(
      'extension "mine" cannot have "setting". Its parts are name, summary, settings, commands,',
    );
  });

  const few = option("--few <n>", "a", freeText);
  const under = (decides: string, group: object): object =>
    settingsUnder({ heading: "Running", decides: decides as Step }, group as SettingGroup);

  it.each([
    [
      under("scores", { few: option("--few <n>", "a") }),
      'setting "few" has no kind of value. Give',
    ],
    [{ few }, 'setting "few" does not say what it decides. Make it with settingsUnder('],
    [under("score", { few }), "decides is one of mementos, records, scores, verdicts, results."],
    [{ few: 5 }, 'setting "few" is no option. Make it with option('],
  ])("a setting that its author has not finished is refused: %#", (settings, message) => {
    expect(() => requireSettings(settings as SettingGroup)).toThrow(message);
  });

  it.each([
    [{ group: "mine" }, 'command "mine" is in no group of help. Its group is one of judge,'],
    [{ summary: undefined }, 'command "mine" lacks its summary. Return the result of'],
    [{ run: undefined }, 'command "mine" lacks its function run.'],
    [{ options: [] }, 'command "mine" lacks its options'],
    [{ options: { a: option("--plugin <n>", "a") } }, 'command "mine" has --plugin twice.'],
    [{ options: { a: few, b: few } }, 'command "mine" has --few twice.'],
    [{ options: { a: option("a <n>", "a") } }, 'option "a" of command "mine" is no option.'],
  ])("a command that its author has not finished is refused: %j", async (part, message) => {
    const whole = { name: "mine", group: "use", summary: "a", description: "a", options: {} };
    const load = (): object => ({ ...whole, run: () => 0, ...part });
    await expect(registerCommands([{ plugin: "mine.mjs", name: "mine", load }])).rejects.toThrow(
      `--plugin mine.mjs: ${message}`,
    );
  });

  it("a command may leave its options out", () => {
    const whole = { name: "mine", group: "use", summary: "a", description: "a", run: () => 0 };
    expect(defineCommand(whole as unknown as CommandDefinition).options).toEqual({});
  });

  it("a name that is taken, a value that is no command and a command that fails are told in one line", async () => {
    const made = (commands: string, settings = "{}"): string =>
      moduleOf(`import { defineExtension, option } from "detect-off-topic/extend";
        export default defineExtension({ name: "mine", summary: "One.", commands: ${commands}, settings: ${settings} });`);
    const command = (name: string, run: string): string =>
      `{ "${name}": () => ({ name: "${name}", group: "use", summary: "a", description: "a", options: {}, run() { ${run} } }) }`;
    for (const [path, status, message] of [
      [made(command("filter", "")), 2, 'there is a command "filter" already'],
      [made('{ "mine": () => 5 }'), 2, '"mine" is no command of this name'],
      [made("{ mine: 5 }"), 2, "is no function that returns a command"],
      [made("{}", '{ cost: option("--insert-cost <n>", "a") }'), 2, "there is a setting"],
      [made(command("mine", 'throw new Error("it broke")')), 7, "it broke"],
    ] as const) {
      const ended = await withPlugin(path, "mine");
      expect([ended.status, ended.stderr]).toEqual([status, expect.stringContaining(message)]);
    }
  });
});

describe("a plug-in with a copy of this package of its own", () => {
  it("its errors and definitions are known like those of this copy", async () => {
    const folder = folderWith({ "package.json": '{ "type": "module" }' });
    await build({
      entryPoints: [join(ROOT, "dist", "lib", "extend.js")],
      ...{ outfile: join(folder, "copy.mjs"), bundle: true, format: "esm", platform: "node" },
      external: ["node:*"],
      logLevel: "silent",
    });
    expect(readFileSync(join(folder, "copy.mjs"), "utf8")).not.toMatch(/^import [^;]* from "\./mu);
    const path = moduleOf(extensionFrom(join(folder, "copy.mjs")));
    const { status, stdout } = await withPlugin(
      ...[path, ...QUICK_RUN, "-tm", "mine=0.5,cosine", "-ot", "csv"],
    );
    expect(status).toBe(0);
    expect(stdout).toContain("Memento Measurement Error,it is small");
    const refused = await runProcess(["--plugin", path, "-i", "nowhere=here"]);
    expect([refused.status, refused.stderr]).toEqual([2, "detect_off_topic: nowhere is closed.\n"]);
  });

  it("a mistake that it reports while it is loaded is one line", async () => {
    const path = moduleOf(`class UsageError extends Error {}
      UsageError.prototype[Symbol.for("detect-off-topic.usage-error")] = true;
      throw new UsageError("set MINE first.");`);
    const { status, stderr } = await withPlugin(path, "list");
    expect([status, stderr]).toEqual([2, `detect_off_topic: --plugin ${path}: set MINE first.\n`]);
  });
});
