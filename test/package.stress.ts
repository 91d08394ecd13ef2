import {
  execFileSync,
  spawnSync,
  type ExecFileSyncOptionsWithStringEncoding,
} from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROOT } from "./support/run-bin.js";
import { pageRecord } from "./support/warc-builder.js";

interface Packed {
  readonly filename: string;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

const folder = mkdtempSync(join(tmpdir(), "dot-package-"));
const installed = join(folder, "node_modules", "detect-off-topic");
const quiet: ExecFileSyncOptionsWithStringEncoding = {
  encoding: "utf8",
  stdio: ["ignore", "pipe", "ignore"],
};
let packed: Packed;
let paths: ReadonlySet<string>;

/** Packs the package and installs it in an empty folder from nothing but the packed file. */
beforeAll(() => {
  execFileSync(process.execPath, ["test/support/build.mjs", "types"], {
    cwd: ROOT,
    stdio: "inherit",
  });
  const args = ["pack", "--json", "--ignore-scripts", "--pack-destination", folder];
  const said = execFileSync("npm", args, { cwd: ROOT, ...quiet });
  [packed] = JSON.parse(said) as [Packed];
  paths = new Set(packed.files.map(({ path }) => path));
  writeFileSync(join(folder, "package.json"), "{}");
  // The package has no dependencies and no install scripts (tested below), so installing it means unpacking it.
  mkdirSync(installed, { recursive: true });
  const unpack = ["-xzf", packed.filename, "-C", installed, "--strip-components", "1"];
  execFileSync("tar", unpack, { cwd: folder, ...quiet });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the package", () => {
  it("the package has no dependencies, runs nothing when it is installed, and has at most 11.5 MB", () => {
    const manifest = JSON.parse(readFileSync(join(installed, "package.json"), "utf8")) as {
      readonly scripts: Readonly<Record<string, string>>;
      readonly peerDependenciesMeta: unknown;
    };
    const brings = Object.keys(manifest).filter((name) => /(?<!dev)dependencies$/iu.test(name));
    // Only the types of Node, which TypeScript reads and npm does not install by itself.
    expect(brings).toEqual(["peerDependencies"]);
    expect(manifest.peerDependenciesMeta).toEqual({ "@types/node": { optional: true } });
    const { scripts } = manifest;
    // npm runs these scripts at installation, the last one if the package is installed from its file.
    const asked = Object.keys(scripts).filter((name) =>
      /^(?:(?:pre|post)?install|prepare)$/u.test(name),
    );
    expect(asked).toEqual([]);
    expect(packed.unpackedSize).toBeLessThan(11.5e6);
  });

  it("the package contains no files of the build", () => {
    const unwanted = /^(?:test|bench|src|build)\/|\.map$|tsbuildinfo/u;
    expect([...paths].filter((path) => unwanted.test(path))).toEqual([]);
  });

  it("the package has the licence notices of bundled packages", () => {
    const notices = readFileSync(join(installed, "THIRD-PARTY-NOTICES.txt"), "utf8");
    for (const name of ["natural", "undici", "eld", "stopwords-iso", "d3-array"]) {
      expect(notices).toMatch(new RegExp(`^${name} \\d`, "mu"));
    }
  });

  it("the package has the files to which README and help refer", () => {
    const help = runInstalled("--help");
    const readme = readFileSync(join(ROOT, "README.md"), "utf8");
    const named = [
      ...`${readme}\n${help}`.matchAll(/\b(?:docs|examples|fixtures)\/[\w./-]*[\w/]/gu),
    ];
    expect(named.length).toBeGreaterThan(10);
    const has = (path: string): boolean => [...paths].some((one) => one.startsWith(path));
    expect(named.map(([path]) => path).filter((path) => !has(path))).toEqual([]);
  });

  it("the installed package reads large pages in threads", () => {
    const file = join(folder, "large.warc");
    writeFileSync(file, pageRecord("large", {}, `<p>${"many words ".repeat(30_000)}</p>`));
    const jsonl = runInstalled("-q", "-i", `warc=${file}`, "-tm", "wordcount", "-ot", "jsonl");
    expect(jsonl).toContain("on-topic");
  });

  it("the installed package runs the README's example with languages and the script of the report", () => {
    const input = ["-i", `warc=${join(installed, "fixtures", "collection")}`];
    const [text, report] = [join(folder, "results.txt"), join(folder, "report.html")];
    runInstalled("-q", ...input, "-ot", "text", "-o", text, "-ot", "html", "-o", report);
    expect(readFileSync(text, "utf8")).toContain("x 2018-01-27 22:18  200  off-topic");
    expect(readFileSync(report, "utf8")).toContain("<script");
    const two = join(ROOT, "fixtures", "warcs", "two-captures.warc");
    const french = ["-q", "-i", `warc=${two}`, "-tm", "cosine", "--language", "fr"];
    expect(
      runInstalled(...french, "-ot", "csv")
        .trim()
        .split("\n"),
    ).toHaveLength(3);
  });

  it("the installed package is a library", () => {
    const script = `
      import { detect } from "detect-off-topic";
      let mementos = 0;
      const input = "warc=node_modules/detect-off-topic/fixtures/collection";
      for await (const { kind } of detect({ input, measures: "bytecount", detectLanguage: false, workers: 2 })) mementos += Number(kind === "memento");
      console.log(mementos);`;
    const args = ["--input-type=module", "-e", script];
    expect(Number(execFileSync(process.execPath, args, { cwd: folder, ...quiet }))).toBe(123);
  });

  it.each(["esm", "cjs"] as const)(
    "a program into which a bundler has put the package (%s) says that it has to stay outside",
    async (format) => {
      const script = `
        import { detect } from "detect-off-topic";
        (async () => { for await (const _ of detect({ input: "warc=node_modules/detect-off-topic/fixtures/collection" })); })();`;
      const outfile = join(folder, "bundled", `program.${format === "esm" ? "mjs" : "cjs"}`);
      await build({
        ...{ stdin: { contents: script, resolveDir: folder }, outfile, format },
        ...{ bundle: true, platform: "node", logLevel: "error" },
      });
      const args = [outfile];
      const run = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
      expect(run.stderr).toMatch(/^UsageError: detect-off-topic lacks .* --packages=external\.$/mu);
    },
  );

  it("the installed package can be required", () => {
    const script = `
      const { detect, defineMeasure } = require("detect-off-topic");
      console.log(typeof detect, typeof defineMeasure);`;
    const args = ["--no-warnings", "-e", script];
    expect(execFileSync(process.execPath, args, { cwd: folder, ...quiet })).toBe(
      "function function\n",
    );
  });

  it("the types of the package need no other package but Node's types", () => {
    mkdirSync(join(folder, "node_modules", "@types"));
    for (const name of ["@types/node", "undici-types"]) {
      cpSync(join(ROOT, "node_modules", name), join(folder, "node_modules", name), {
        recursive: true,
      });
    }
    writeFileSync(
      join(folder, "consumer.mts"),
      `import { defineFeature, defineMeasure, detect, type Result } from "detect-off-topic";
       const links = defineFeature({ keyword: "link-count", extract: (page) => page.html.length });
       defineMeasure({ keyword: "x", feature: links, score: (a, b) => b.toFixed(a).length });
       // @ts-expect-error: its feature is a number
       defineMeasure({ keyword: "x", feature: links, score: (a) => a.trim() });
       // @ts-expect-error: its feature is a number, and no prepare makes text of it
       defineMeasure({ keyword: "x", feature: links, score: (a: string, b: string) => b.indexOf(a) });
       // @ts-expect-error: its feature is a list of texts
       defineMeasure({ keyword: "x", feature: "title-terms", score: (a: number, b: number) => b / a });
       defineMeasure({ keyword: "x", feature: links, prepare: String, score: (a: string, b) => b.indexOf(a) });
       defineMeasure({ keyword: "x", feature: "title-terms", prepare: (all) => new Set(all), score: (a, b) => b.size / a.size });
       import { readFileSync } from "node:fs";
       import { defineInput, givenPages } from "detect-off-topic";
       const mine = defineInput({ keyword: "mine", *read(uriR) { yield { uriR, mementoDatetime: "2012", body: readFileSync(uriR) }; } });
       detect({ input: ["warc=x", mine, { input: mine, sources: ["a"] }, givenPages([])] });
       detect({ input: { input: mine, sources: ["a"] } });
       // @ts-expect-error: sources are a list
       detect({ input: { input: mine, sources: "a" } });
       export const uris: string[] = [];
       for await (const result of detect({ input: "warc=x" })) uris.push(kindOf(result));
       function kindOf(result: Result): "memento" | "timemap-problem" { return result.kind; }
       // @ts-expect-error: no such option
       detect({ inputs: 3 });`,
    );
    const tsc = join(ROOT, "node_modules", "typescript-7", "bin", "tsc");
    const strict = ["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--types", "node"];
    for (const [module, resolution] of [
      ["node16", "node16"],
      ["esnext", "bundler"],
    ]) {
      const forms = ["--module", module!, "--moduleResolution", resolution!];
      const args = [tsc, ...strict, ...forms, "--target", "es2020", "--lib", "es2020"];
      const { stdout } = spawnSync(process.execPath, [...args, "consumer.mts"], {
        cwd: folder,
        encoding: "utf8",
      });
      expect(stdout).toBe("");
    }
  });
});

/** Runs the installed command and returns its standard output. */
function runInstalled(...args: string[]): string {
  const command = join(installed, "bin", "detect_off_topic.js");
  return execFileSync(process.execPath, [command, ...args], { cwd: folder, ...quiet });
}
