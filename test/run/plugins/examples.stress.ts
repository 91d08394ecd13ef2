import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT, runProcess } from "../../support/run-bin.js";
import { difference, sort } from "../map-reduce/steps.js";
import { folderWith } from "../../support/folders.js";
import { PAIR } from "./modules.js";

const FILE = "fixtures/collection/saltmouth-2009-2013.warc.gz";
const HEADINGS = "examples/plugin/headings.mjs";
const MARKDOWN = "examples/plugin/markdown.mjs";
const PAGE_LIST = "examples/plugin/page-list.mjs";
const SETTINGS = [
  ...["--plugin", HEADINGS, "-tm", "headings=0.2", "--no-detect-languages"],
  ...["--no-compute-simhashes", "--no-compute-lengths"],
];

async function written(args: readonly string[], stdin?: string): Promise<string> {
  const { status, stdout, stderr } = await runProcess(args, stdin === undefined ? {} : { stdin });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return stdout;
}

describe("the measure of examples/plugin", () => {
  it("gives the bytes of a plain run with several workers, and by map, sort and reduce", async () => {
    const run = ["-q", "-i", `warc=${FILE}`, "-ot", "jsonl", ...SETTINGS];
    const plain = await written([...run, "--workers", "1"]);
    expect(plain).toContain("headings");
    expect(difference(await written([...run, "--workers", "3"]), plain)).toBeUndefined();
    const records = await written(["map", FILE, ...SETTINGS]);
    expect(records).toMatch(/"stamp":"[0-9a-f]{16} \S+ headings\.mjs@[0-9a-f]{16}"/u);
    const reduced = await written(["reduce", ...SETTINGS, "--workers", "3"], sort(records));
    expect(difference(reduced, plain)).toBeUndefined();

    // A copy elsewhere finds this package too. If it has changed, its records are others.
    const folder = folderWith({
      "headings.mjs": `${readFileSync(HEADINGS, "utf8")}\n// changed`,
    });
    const others = SETTINGS.map((word) =>
      word === HEADINGS ? join(folder, "headings.mjs") : word,
    );
    const { status, stderr } = await runProcess(["reduce", ...others], { stdin: sort(records) });
    expect(status).toBe(2);
    expect(stderr).toMatch(/headings\.mjs@\w{16}, not \w{16} \S+ headings\.mjs@\w{16}/u);
  });
});

it("the measure at the head of docs/extending.md works as printed", async () => {
  const page = readFileSync(join(ROOT, "docs/extending.md"), "utf8");
  const [, command = ""] = /`detect_off_topic (--plugin [^`]+)`/u.exec(page) ?? [];
  const [, script = ""] = /```js\n([^]*?)```/u.exec(page) ?? [];
  expect(script.trim().split("\n").length).toBeLessThanOrEqual(10);
  const folder = folderWith({ "mine.mjs": script });
  const words = command
    .replace("./mine.mjs", join(folder, "mine.mjs"))
    .replace("crawls/", FILE)
    .split(" ");
  const rows = await written(["-q", ...words, "-ot", "csv"]);
  expect(rows).toMatch(/linked,0\.\d+,.*off-topic/u);
});

describe("the writer of examples/plugin", () => {
  it("the writer of examples/plugin is chosen by keyword or by suffix, together with other writers", async () => {
    const folder = folderWith({});
    const [list, json] = [join(folder, "list.md"), join(folder, "all.json")];
    const run = ["--plugin", MARKDOWN, "-q", "-i", `warc=${PAIR}`, "-tm", "cosine"];
    await written([...run, "-o", list, "-o", json]);
    const text = readFileSync(list, "utf8");
    expect(text).toMatch(/^\n## http:\S+\n\n- \d{4}-\d\d-\d\dT\S+ from-warc::/u);
    const saved = ["convert", "--plugin", MARKDOWN, json, "-ot", "markdown"];
    expect((await written(saved)).split("\n- ").length).toBe(text.split("\n- ").length);
  });
});

describe("the input of examples/plugin", () => {
  it("the input of examples/plugin works with -i and with map, and reports errors in its list", async () => {
    const folder = folderWith({
      "pages.tsv": [
        "http://a.example/\t2012-06-01T10:20:30Z\tone.html",
        "http://a.example/\t20130601102030\ttwo.html",
        "http://a.example/\tno date\ttwo.html\n",
      ].join("\n"),
      "one.html": "<p>The museum is open on Sunday.</p>",
      "two.html": "<p>Casino bonus: play now.</p>",
    });
    const settings = ["--plugin", PAGE_LIST, "-tm", "cosine"];
    const input = `page-list=${join(folder, "pages.tsv")}`;
    const { status, stdout, stderr } = await runProcess(["-i", input, "-ot", "jsonl", ...settings]);
    expect(status).toBe(0);
    expect(stderr).toContain(
      'pages.tsv, item 3: http://a.example/: "no date" is not a memento-datetime',
    );
    expect(stdout).toContain('"offset":1,"unit":"item"');
    expect(stdout).toContain('"overall topic status":"off-topic"');
    const mapped = await runProcess(["map", input, ...settings]);
    expect(await written(["reduce", ...settings], sort(mapped.stdout))).toBe(stdout);
  });
});
