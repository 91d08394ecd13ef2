import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { exitStatus } from "../src/command/exit-status.js";
import { features } from "../src/page/features/index.js";
import { inputs } from "../src/read/inputs/index.js";
import { measures } from "../src/score/measures/index.js";
import { removers } from "../src/page/boilerplate/index.js";
import { profiles } from "../src/score/settings/profiles.js";
import { version } from "../src/base/version.js";
import { plainWriters } from "../src/write/writers/index.js";
import { writers } from "../src/report/writers.js";
import { originOf } from "../src/run/extensions/register.js";
import { ROOT } from "./support/run-bin.js";

interface Definition {
  readonly keyword: string;
  readonly aliases?: readonly string[];
  readonly title?: string;
  readonly summary: string;
  readonly example?: string;
}

/** Definitions in each index, by folder. */
const LISTS: Readonly<Record<string, readonly Definition[]>> = {
  "read/inputs": inputs,
  "page/boilerplate": removers,
  "page/features": features,
  "score/measures": measures,
  "write/writers": plainWriters,
};

/** Places of the tests of definitions that are not tested in a file of their own name. */
const TESTED_ELSEWHERE: Readonly<Record<string, string>> = {
  "read/inputs/warc": "test/read/warc",
  "read/inputs/timemap": "test/read/inputs/timemap.test.ts",
  "read/inputs/archiveit": "test/read/inputs/archiveit.test.ts",
  "read/inputs/uri-r": "test/cli-http/plain-lists.test.ts",
  "read/inputs/uri-m": "test/cli-http/plain-lists.test.ts",
  "read/inputs/dir": "test/read/inputs/dir.test.ts",
  "page/boilerplate/all-paragraphs": "test/page/page.test.ts",
  "page/boilerplate/none": "test/page/page.test.ts",
  "page/boilerplate/justext": "test/page/boilerplate/justext-classes.test.ts",
  "page/boilerplate/readability": "test/page/boilerplate/readability.test.ts",
  "page/features/spamsum": "test/base/math/spamsum.test.ts",
  "score/measures/spamsum": "test/base/math/spamsum.test.ts",
};

/** Returns the text of a test file, or of all files in a folder. */
function testText(path: string): string {
  const full = join(ROOT, path);
  if (!statSync(full).isDirectory()) return read(path);
  return readdirSync(full, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => read(join(path, name)))
    .join("\n");
}

/** Returns a keyword as a name in code: `cssClasses` for `css-classes`. */
const camelCase = (keyword: string): string =>
  keyword.replace(/[-_](\w)/gu, (_, letter: string) => letter.toUpperCase());

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const fileOf = ({ keyword }: Definition): string => `${keyword.replaceAll("_", "-")}.ts`;

describe.each(Object.entries(LISTS))("the definitions of %s", (folder, all) => {
  // Extensions that another test has loaded have contracts of their own (test/extensions).
  const definitions = all.filter((each) => originOf(each) === undefined);

  it("definitions are exported under their keyword, and the index lists each file of the folder", () => {
    const index = read(`src/${folder}/index.ts`);
    const [, listed = ""] = /= \[\n([^\]]*)\];/u.exec(index) ?? [];
    const names = definitions.map(({ keyword }) => camelCase(keyword));
    expect(listed.match(/\w+/gu)).toEqual(names);
    for (const file of readdirSync(join(ROOT, "src", folder))) {
      if (/(?<!index)\.ts$/u.test(file))
        expect(index).toContain(`"./${file.replace(/\.ts$/u, ".js")}"`);
    }
  });

  it("definitions have distinct keywords and aliases that can be typed in any letter case", () => {
    const names = definitions.flatMap(({ keyword, aliases = [] }) => [keyword, ...aliases]);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z][a-z0-9_-]*$/u);
  });

  it("definitions have a summary of one line", () => {
    for (const { keyword, title = "-", summary } of definitions) {
      expect(title, keyword).toMatch(/^\S[^\n]*$/u);
      expect(summary, keyword).toMatch(/^[A-Z0-9][^\n]*\.$/u);
    }
  });

  it("definitions have tests in a file of their name or at the place listed here", () => {
    for (const definition of definitions) {
      const name = fileOf(definition).replace(/\.ts$/u, "");
      const path = TESTED_ELSEWHERE[`${folder}/${name}`] ?? `test/${folder}/${name}.test.ts`;
      expect(testText(path), `${path} tests ${definition.keyword}`).toMatch(
        new RegExp(
          `["'\`/@]${definition.keyword}["'\`.@=,]|\\b${camelCase(definition.keyword)}\\b`,
          "u",
        ),
      );
    }
  });
});

describe("examples", () => {
  it.each(inputs.map((input) => [input.keyword, input.example] as const))(
    "the examples of input %s are commands with that input",
    (keyword, example) => {
      expect(example).toMatch(/^detect_off_topic /u);
      expect(example).toContain(`-i ${keyword}=`);
    },
  );

  it.each(writers.map((writer) => [writer.keyword, writer.example] as const))(
    "the examples of writer %s are commands with that output type",
    (keyword, example) => {
      expect(example).toMatch(/^detect_off_topic -i /u);
      if (keyword !== "json") expect(example).toContain(`-ot ${keyword}`);
    },
  );
});

describe("docs/reference.md", () => {
  const reference = read("docs/reference.md");

  it("docs/reference.md names every exit status and every profile", () => {
    const table = reference.slice(reference.indexOf("| exit status |"));
    for (const status of Object.values(exitStatus)) {
      expect(table).toMatch(new RegExp(`^\\| (?:\\d+, )?${status}\\b`, "mu"));
    }
    for (const name of Object.keys(profiles)) expect(reference).toContain(`\`${name}\``);
  });
});

describe("README", () => {
  const readme = read("README.md");

  it("README begins with the two commands", () => {
    for (const name of ["first-command", "test-command"]) {
      expect(readme).toMatch(
        new RegExp(`<!-- ${name} -->\\n\`\`\`sh\\nnpm ci .+\\n\`\`\`\\n<!-- /${name} -->`, "u"),
      );
    }
  });

  it("README has at most 800 words, and every file that the documents link to exists", () => {
    expect(readme.trim().split(/\s+/u).length).toBeLessThanOrEqual(800);
    const documents = [
      ...["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"],
    ].concat(
      readdirSync(join(ROOT, "docs"))
        .filter((name) => name.endsWith(".md"))
        .map((name) => `docs/${name}`),
    );
    const links = documents.flatMap((document) =>
      [...read(document).matchAll(/\]\((?!https?:)([^)#\s]+)/gu)].map(([, target = ""]) =>
        join(dirname(document), target),
      ),
    );
    expect(links).toContain("docs/reference.md");
    // Paths in ARCHITECTURE.md and CONTRIBUTING.md exist.
    const named = documents
      .slice(1, 3)
      .flatMap((document) =>
        [...read(document).matchAll(/`((?:src|test|fixtures|bench)\/[\w./-]+)`/gu)].map(
          ([, path = ""]) => path,
        ),
      );
    expect(named).toContain("src/score/verdict/assess.ts");
    expect(named.filter((path) => !path.includes("NAME") && !existsSync(join(ROOT, path)))).toEqual(
      [],
    );
    expect(links.filter((target) => !existsSync(join(ROOT, target)))).toEqual([]);
  });
});

it("the version is that of package.json and has a section in CHANGELOG.md", () => {
  expect(version).toBe((JSON.parse(read("package.json")) as { version: string }).version);
  const [, newest] = /^## (\S+)/mu.exec(read("CHANGELOG.md")) ?? [];
  expect(newest).toBe(version);
});
