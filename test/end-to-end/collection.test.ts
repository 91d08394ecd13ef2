import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { runProgram } from "../../src/cli/program.js";
import { ROOT, runBin } from "../support/run-bin.js";
import { runToFile } from "../support/run-program.js";

const FILES = ["2009-2013", "2014-2018", "2019-2024"].map(
  (years) => `fixtures/collection/saltmouth-${years}.warc.gz`,
);
const COLLECTION = ["-i", `warc=${FILES.join(",")}`];

/** Returns the output of one run over the collection in each of these formats. */
async function writtenAs<Form extends string>(
  forms: readonly Form[],
  ...settings: readonly string[]
): Promise<Readonly<Record<Form, string>>> {
  const folder = mkdtempSync(join(tmpdir(), "dot-test-"));
  try {
    const outputs = forms.flatMap((form) => ["-ot", form, "-o", join(folder, form)]);
    expect(await runProgram(["-q", "--workers", "0", ...COLLECTION, ...settings, ...outputs])).toBe(
      0,
    );
    return Object.fromEntries(
      forms.map((form) => [form, readFileSync(join(folder, form), "utf8")]),
    ) as Record<Form, string>;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The eight measures of table 1. */
const ALL_OF_THE_PAPER = [
  "-tm",
  "cosine,wordcount,bytecount,jaccard,sorensen,simhash-tf,simhash-raw,gensim_lsi",
];

/** Results in profile paper, and with all measures, computed once for all tests. */
let paper: Readonly<Record<"json" | "csv" | "golddatafile" | "jsonl", string>>;
let all: Readonly<Record<"text" | "jsonl", string>>;
beforeAll(async () => {
  paper = await writtenAs(["json", "csv", "golddatafile", "jsonl"], "--profile", "paper");
  all = await writtenAs(["text", "jsonl"], ...ALL_OF_THE_PAPER);
});

/**
 * Returns the rows of a gold standard TSV as `date URI` and label, sorted, because two captures may share date and URI.
 */
function verdicts(tsv: string): (readonly [memento: string, label: string])[] {
  const [, ...lines] = tsv.trimEnd().split("\n");
  return lines
    .map((line) => line.split("\t"))
    .map(([, date = "", uri = "", label = ""]) => [`${date} ${uri}`, label] as const)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}

describe("profile paper against the labels of the shipped collection", () => {
  let found: ReturnType<typeof verdicts>;
  const labels = verdicts(readFileSync(join(ROOT, "fixtures/collection/labels.tsv"), "utf8"));

  beforeAll(() => {
    found = verdicts(paper.golddatafile);
  });

  it("every labelled memento of the collection has a verdict or an error, and no other memento has", () => {
    expect(found.map(([memento]) => memento)).toEqual(labels.map(([memento]) => memento));
    expect(found).toHaveLength(123);
  });

  it("profile paper finds 23 of 27 off-topic mementos, and calls 1 of 96 on-topic mementos off-topic", () => {
    const count = (label: string, verdict: string): number =>
      found.filter(([, given], i) => given === verdict && labels[i]?.[1] === label).length;
    expect([count("0", "0"), count("0", "1"), count("0", "ERROR")]).toEqual([23, 2, 2]);
    expect([count("1", "1"), count("1", "0"), count("1", "ERROR")]).toEqual([91, 1, 4]);
  });

  it("the verdicts of profile paper agree with 114 of 123 labels, and the other nine are listed in the test", () => {
    const others = found.flatMap(([memento, label], i) =>
      label === labels[i]?.[1] ? [] : [`${memento} ${labels[i]?.[1] ?? ""} ${label}`],
    );
    expect(others).toEqual([
      // The first memento is empty, so nothing can be compared with it.
      "20131201211530 http://northquay-observatory.example/ 0 ERROR",
      "20141018200747 http://northquay-observatory.example/ 1 ERROR",
      "20150314183309 http://northquay-observatory.example/ 1 ERROR",
      // A short notice in winter.
      "20161211200508 http://www.larkfield-camping.example/ 1 0",
      "20180721222458 http://northquay-observatory.example/ 1 ERROR",
      "20201128192011 http://northquay-observatory.example/ 1 ERROR",
      // A new owner whose text about tents uses the words of the former owner.
      "20210619052218 http://www.larkfield-camping.example/ 0 1",
      // A redirect whose target was not captured.
      "20230827144139 http://www.larkfield-camping.example/ 0 1",
      "20230902161008 http://www.petal-relay.example/ 0 ERROR",
    ]);
  });

  it("--set first=usable lets the mementos of the observatory get a verdict", async () => {
    const args = [
      ...[...COLLECTION, "--profile", "paper"],
      ...["-ot", "golddatafile", "--set", "first=usable"],
    ];
    const observatory = verdicts((await runToFile(args)).text).filter(([memento]) =>
      memento.includes("northquay-observatory"),
    );
    expect(observatory.map(([, label]) => label)).toEqual(["0", "1", "1", "1", "1"]);
  });
});

describe("default verdicts for the shipped collection", () => {
  let written: Readonly<Record<"json" | "golddatafile", string>>;
  beforeAll(async () => {
    written = await writtenAs(["json", "golddatafile"]);
  });

  it("all but four of 123 default verdicts agree with the labels", () => {
    const found = verdicts(written.golddatafile);
    const labels = verdicts(readFileSync(join(ROOT, "fixtures/collection/labels.tsv"), "utf8"));
    const others = found.flatMap(([memento, label], i) =>
      label === labels[i]?.[1] ? [] : [`${memento} ${labels[i]?.[1] ?? ""} ${label}`],
    );
    expect(others).toEqual([
      // A new owner whose text about tents uses the words of the former owner.
      "20210619052218 http://www.larkfield-camping.example/ 0 1",
      // Both captures are about gambling, and only the URI shows that this is the page.
      "20210905112236 https://lucky-heron-bets.example/welcome?ref=petal-relay 1 0",
      "20220903085420 https://lucky-heron-bets.example/welcome?ref=petal-relay 1 0",
      // The new owner again.
      "20230827144139 http://www.larkfield-camping.example/ 0 1",
    ]);
  });

  it("default JSON has the form of OTMT: measures with scores and topic status, and an overall status", async () => {
    await expect(written.json).toMatchFileSnapshot(
      "../../fixtures/expected/collection-default.json",
    );
  });
});

describe("the whole output for the shipped collection", () => {
  it.each([
    ["json", "json"],
    ["csv", "csv"],
    ["golddatafile", "tsv"],
  ] as const)(
    "the %s output for the collection equals the stored one",
    async (writer, extension) => {
      await expect(paper[writer]).toMatchFileSnapshot(
        `../../fixtures/expected/collection.${extension}`,
      );
    },
  );

  it("the text output for the collection with every measure of the paper equals the stored one", async () => {
    await expect(all.text).toMatchFileSnapshot("../../fixtures/expected/collection.txt");
  });

  it("the JSON Lines output for the collection equals the stored one, apart from the settings and their digest", async () => {
    const text = paper.jsonl;
    const lines = text.slice(text.indexOf("\n") + 1).replaceAll(/,"digest":"[^"]*"\}$/gmu, "}");
    expect(lines).not.toContain('"settings"');
    expect(lines).not.toContain('"digest"');
    await expect(lines).toMatchFileSnapshot("../../fixtures/expected/collection.jsonl");
  });
});

describe("reproducibility of the output", () => {
  const args = [...ALL_OF_THE_PAPER, "-ot", "jsonl"];

  it("worker threads give the same bytes", async () => {
    const { stdout } = await runBin([...COLLECTION, ...args, "-q", "--workers", "2"]);
    expect(stdout).toBe(all.jsonl);
  });

  it("records on disk and another order of the files give the same bytes", async () => {
    const input = ["-i", `warc=${FILES.toReversed().join(",")}`, "--set", "memory=1K"];
    expect((await runToFile([...input, ...args])).text).toBe(all.jsonl);
  });

  it("a folder, a glob and a list as input give the same bytes", async () => {
    const quick = ["-tm", "bytecount", "--no-detect-languages", "-ot", "jsonl"];
    const { text } = await runToFile([...COLLECTION, ...quick]);
    for (const input of ["warc=fixtures/collection", "warc=fixtures/collection/*.warc.gz"]) {
      expect((await runToFile(["-i", input, ...quick])).text).toBe(text);
    }
  });
});
