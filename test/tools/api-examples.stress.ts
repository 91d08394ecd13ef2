import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { execFileSync, spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildTopic, formatProfile, prepareRun, writers } from "../../src/index.js";
import * as library from "../../src/index.js";
import { defaultModel } from "../../src/score/settings/default-model.js";
import { ROOT } from "../support/run-bin.js";

/** The names that programs import. */
const EXPORTS = Object.keys(library);

interface Example {
  readonly code: string;
  /** The expected output lines, which are the comments of the example. */
  readonly prints: readonly string[];
}

/** The examples in the doc comments of the published types, by the name of the declaration. */
function examples(): ReadonlyMap<string, Example> {
  execFileSync(process.execPath, ["test/support/build.mjs", "types"], {
    cwd: ROOT,
    stdio: "inherit",
  });
  const text = readFileSync(join(ROOT, "dist", "index.d.ts"), "utf8");
  const documented =
    /\/\*\*((?:(?!\*\/)[^])*)\*\/\s*(?:export )?declare (?:function|const|class) (\w+)/gu;
  return new Map(
    [...text.matchAll(documented)].flatMap(([, comment = "", name = ""]) => {
      const code = /@example\s+\* ```js\n([^]*?)\n\s*\* ```/u.exec(comment)?.[1];
      if (code === undefined) return [];
      const lines = code.split("\n").map((line) => line.replace(/^\s*\* ?/u, ""));
      const prints = lines.flatMap((line) => /^\/\/ (.*)$/u.exec(line)?.[1] ?? []);
      return [[name, { code: lines.join("\n"), prints }] as const];
    }),
  );
}

/**
 * Returns a module with an example. It has the imports of the example and imports everything that the package exports.
 */
function moduleOf({ code }: Example): string {
  const lines = code.split("\n");
  const own = lines.filter((line) => line.startsWith("import "));
  const taken: readonly string[] = own.join("\n").match(/\w+/gu) ?? [];
  const others = EXPORTS.filter((name) => !taken.includes(name));
  const ours = `import { ${others.join(", ")} } from "detect-off-topic";`;
  const rest = lines.filter((line) => !line.startsWith("import "));
  return [ours, ...own, "await (async () => {", ...rest, "})();"].join("\n");
}

/** The files that the examples read. */
async function writeFiles(folder: string): Promise<void> {
  const place = (name: string): string => join(folder, name);
  mkdirSync(place("node_modules"));
  symlinkSync(ROOT, place("node_modules/detect-off-topic"));
  symlinkSync(join(ROOT, "node_modules/@types"), place("node_modules/@types"));
  cpSync("fixtures/warcs/two-captures.warc", place("crawl.warc"));
  cpSync("fixtures/collection/saltmouth-2009-2013.warc.gz", place("collection.warc.gz"));
  cpSync("examples/plugin/headings.mjs", place("headings.mjs"));
  cpSync("examples", place("examples"), { recursive: true });
  const run = await prepareRun({
    ...{ input: `warc=${place("crawl.warc")}`, measures: "cosine", workers: 0 },
  });
  const jsonl = writers.find(({ keyword }) => keyword === "jsonl")!;
  let results = "";
  for await (const piece of jsonl.write(run.results, run.settings)) results += String(piece);
  const uri = "http://www.harbour-lantern-museum.example/";
  const gold = [
    "id\tdate\tURI\tlabel",
    `1\t20090414101507\t${uri}\t1`,
    `2\t20180127221845\t${uri}\t0`,
  ];
  const cosine = { threshold: 0.2, comparison: "<", basis: {} };
  const input = `warc=${place("collection.warc.gz")}`;
  const files = {
    "results.jsonl": results,
    "gold.tsv": `${gold.join("\n")}\n`,
    "model.json": JSON.stringify(defaultModel),
    "thresholds.json": JSON.stringify({
      ...{ form: "detect_off_topic thresholds", thresholds: { cosine } },
    }),
    "topic.json": formatProfile(await buildTopic({ input, workers: 0 })),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(place(name), text);
}

/** The JavaScript and TypeScript examples in the documents, by document and line. */
function documentExamples(): ReadonlyMap<string, string> {
  const pages = ["README.md", ...readdirSync(join(ROOT, "docs")).map((name) => `docs/${name}`)];
  const found = new Map<string, string>();
  for (const page of pages.filter((name) => name.endsWith(".md"))) {
    const text = readFileSync(join(ROOT, page), "utf8");
    for (const { 1: code = "", index } of text.matchAll(/^```(?:js|ts)\n([^]*?)^```/gmu)) {
      found.set(`${page}, line ${text.slice(0, index).split("\n").length}`, code);
    }
  }
  return found;
}

/** A folder with the files that all examples read. Each group of examples has its own names there. */
const folder = mkdtempSync(join(tmpdir(), "dot-examples-"));
beforeAll(() => writeFiles(folder));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/**
 * Returns the errors that TypeScript reports for modules in the folder, in a strict project for Node. The published types
 * themselves are checked where the package is (test/package.stress.ts).
 */
function compiled(files: readonly string[], ...more: readonly string[]): string {
  const strict = "--noEmit --strict --noUncheckedIndexedAccess --module nodenext --target es2023";
  const options = [...strict.split(" "), "--skipLibCheck", ...more];
  const tsc = join(ROOT, "node_modules/typescript-7/bin/tsc");
  const args = [tsc, ...options, "--types", "node", ...files];
  return spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" }).stdout;
}

/** Runs modules of the folder in one process, because most of the time goes into starting it. */
function runTogether(script: string): void {
  writeFileSync(join(folder, "run.mjs"), script);
  const run = spawnSync(process.execPath, ["run.mjs"], { cwd: folder, encoding: "utf8" });
  expect(run).toMatchObject({ stderr: "", status: 0 });
}

const inDocuments = [...documentExamples()];
const inComments = [...examples()];

it("the examples in the documents and in the doc comments compile in TypeScript", () => {
  const modules = [
    ...inDocuments.map(([place, code]) => [place.replaceAll(/\W+/gu, "-"), code] as const),
    ...inComments.map(([name, example]) => [name, moduleOf(example)] as const),
  ];
  const files = modules.map(([name, code]) => {
    writeFileSync(join(folder, `${name}.mts`), code);
    return `${name}.mts`;
  });
  expect(compiled(files)).toBe("");
});

describe("the examples in the documents", () => {
  it("README and docs contain examples", () => {
    expect(inDocuments.length).toBeGreaterThanOrEqual(4);
  });

  it("the examples in README and docs run", () => {
    cpSync(join(folder, "results.jsonl"), join(folder, "out.jsonl"));
    symlinkSync(join(ROOT, "fixtures"), join(folder, "fixtures"));
    const runs = inDocuments.map(([place, code], at) => {
      writeFileSync(join(folder, `document-${at}.mjs`), code);
      const [name, file] = [place, `./document-${at}.mjs`].map((text) => JSON.stringify(text));
      return `await import(${file}).catch((cause) => { throw new Error(${name}, { cause }); });`;
    });
    runTogether(runs.join("\n"));
  });
});

it("the files of examples/ compile in TypeScript with the types that JavaScript can declare", () => {
  const files = ["library", "plugin"].flatMap((name) =>
    readdirSync(join(ROOT, "examples", name)).map((file) => join("examples", name, file)),
  );
  const asJs = ["--allowJs", "--checkJs", "--noImplicitAny", "false"];
  expect(compiled(files, ...asJs)).toBe("");
});

describe("the examples in the doc comments", () => {
  let printed: Readonly<Record<string, readonly string[]>>;

  beforeAll(() => {
    const runs = inComments.map(([name, example], at) => {
      writeFileSync(join(folder, `comment-${at}.mjs`), moduleOf(example));
      return `console.log = (...values) => out[${JSON.stringify(name)}].push(values.map(String).join(" "));
        out[${JSON.stringify(name)}] = [];
        await import("./comment-${at}.mjs");`;
    });
    runTogether(`import { writeFileSync } from "node:fs";
      const out = {};
      ${runs.join("\n")}
      writeFileSync("out.json", JSON.stringify(out));`);
    printed = JSON.parse(readFileSync(join(folder, "out.json"), "utf8")) as typeof printed;
  });

  it("every function and class that the package exports has an example in its doc comment", () => {
    const exemplified = new Set(inComments.map(([name]) => name));
    const others = Object.entries(library).filter(([name]) => !exemplified.has(name));
    expect(others.filter(([, value]) => typeof value === "function")).toEqual([]);
  });

  it.each(inComments)("the example of %s prints the output in its comments", (name, { prints }) => {
    expect(prints).not.toEqual([]);
    expect(printed[name]?.flatMap((text) => text.split("\n"))).toEqual(prints);
  });
});
