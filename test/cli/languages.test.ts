import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runProgram } from "../../src/cli/program.js";
import { UsageError } from "../../src/base/errors.js";
import { runBin, temporaryFolder } from "../support/run-bin.js";
import { page, pageRecord, warcinfo } from "../support/warc-builder.js";
import { rowsOf, settingsLineOf } from "../support/rows.js";

const GERMAN = [
  "Der Heimatverein trifft sich jeden Montag im alten Rathaus und freut sich über neue Mitglieder.",
  "Unsere Bücherei hat viele Häuser gesehen, und die Straße vor der Tür ist die älteste der Stadt.",
];
const GERMAN_AGAIN = [
  "Der HEIMATVEREIN trifft sich an Montagen im alten Rathaus; er freut sich über ein neues Mitglied.",
  "Unsere Büchereien haben ein Haus gesehen, und die Straßen vor der Tür sind die ältesten der Stadt.",
];
const JAPANESE = [
  "中古車の査定は無料です。お客様のお車を高く買い取りますので、お気軽にお問い合わせください。",
  "営業時間は午前九時から午後六時までで、日曜日と祝日はお休みをいただいております。",
];
const ONE_WORD = ["Wartung"];

/** Writes a TimeMap of a German page that is replaced by a Japanese one. */
function collection(): string {
  const path = join(temporaryFolder(), "seed.warc");
  const records = [GERMAN, GERMAN_AGAIN, JAPANESE, ONE_WORD, [""]].map((texts, at) =>
    pageRecord("seed", { date: `201${at}-01-01T00:00:00Z` }, page("seed", texts.join("</p><p>"))),
  );
  writeFileSync(path, Buffer.concat([warcinfo(), ...records]));
  return path;
}

interface ResultRow {
  readonly language?: string;
  readonly "timemap measures": Readonly<
    Record<
      string,
      {
        readonly "comparison score"?: number;
        readonly "topic status"?: string;
        readonly skipped?: string;
      }
    >
  >;
  readonly "overall topic status"?: string;
  readonly flags: unknown;
  readonly settings: { readonly preprocessing: unknown; readonly measures: readonly unknown[] };
}

async function linesOf(...args: readonly string[]): Promise<readonly ResultRow[]> {
  const { status, stdout, stderr } = await runBin([
    ...["-q", "-i", `warc=${collection()}`, "-ot", "jsonl", "--workers", "0"],
    ...args,
  ]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  const { settings, flags } = settingsLineOf(stdout) as unknown as ResultRow;
  return rowsOf<ResultRow>(stdout).map((row) => ({ ...row, settings, flags }));
}

const scoresOf = (entries: readonly ResultRow[], measure: string): (number | undefined)[] =>
  entries.map((entry) => entry["timemap measures"][measure]?.["comparison score"]);

async function mistake(...args: string[]): Promise<string> {
  const warc = "warc=fixtures/warcs/two-captures.warc";
  const outcome = await runProgram(["-i", warc, ...args]).catch((cause: unknown) => cause);
  if (!(outcome instanceof UsageError)) throw new Error("it was taken", { cause: outcome });
  expect(outcome.message).not.toContain("\n");
  return outcome.message;
}

describe("--language auto", () => {
  it("--language auto uses stems and stop words of the language of the TimeMap's first memento", async () => {
    const [english, own] = await Promise.all([
      linesOf("-tm", "jaccard"),
      linesOf("-tm", "jaccard", "--language", "auto"),
    ]);
    expect(own.map(({ language }) => language)).toEqual(["de", "de", "ja", "und", "und"]);
    expect(scoresOf(own, "jaccard")[1]).toBeLessThan(scoresOf(english, "jaccard")[1]! / 2);
    expect(own[0]?.settings.preprocessing).toMatchObject({ language: "auto" });
  });

  it("--language auto gives German pages the scores of --language de, and splits Japanese text into words", async () => {
    const [auto, german] = await Promise.all([
      linesOf("-tm", "cosine,wordcount", "--language", "auto"),
      linesOf("-tm", "cosine,wordcount", "--language", "de-AT"),
    ]);
    expect(scoresOf(auto, "wordcount").slice(0, 2)).toEqual(
      scoresOf(german, "wordcount").slice(0, 2),
    );
    expect(scoresOf(auto, "wordcount")[2]).toBeGreaterThan(-0.5);
    expect(german[0]?.settings.preprocessing).toMatchObject({ language: "de" });
  });

  it("--language auto gives the same results in worker threads, and no language metadata with --no-detect-languages", async () => {
    const args = ["-tm", "cosine,jaccard", "--language", "auto", "--no-detect-languages"];
    const [inline, threaded] = await Promise.all([
      linesOf(...args),
      linesOf(...args, "--workers", "2"),
    ]);
    const scores = (entries: readonly ResultRow[]): unknown[] =>
      entries.map((entry) => entry["timemap measures"]);
    expect(scores(threaded)).toEqual(scores(inline));
    expect(inline.every(({ language }) => language === undefined)).toBe(true);
  });
});

describe("the measure language", () => {
  it("the measure language calls a page in another language off-topic, unless the page is short", async () => {
    const entries = await linesOf("-tm", "language");
    expect(entries.map((entry) => entry["overall topic status"])).toEqual([
      "on-topic",
      "on-topic",
      "off-topic",
      "on-topic",
      "on-topic",
    ]);
  });
});

describe("steps of preprocessing", () => {
  it("applies steps of preprocessing to all measures, and other steps to a single measure", async () => {
    const entries = await linesOf(
      ...[
        "-tm",
        "jaccard,sorensen",
        "--language",
        "de",
        "--set",
        "stem=none",
        "--set",
        "keep-stop-words=true",
      ],
      ...["--set", "preprocess=sorensen:stem,drop-stop-words,min-token-length=4"],
    );
    expect(entries[0]?.flags).toMatchObject({
      jaccard: { stemmed: false },
      sorensen: { stemmed: true },
    });
    expect(entries[0]?.settings).toMatchObject({
      preprocessing: { stem: false, stopWords: false },
      measures: [
        { keyword: "jaccard" },
        { keyword: "sorensen", preprocessing: { stem: true, stopWords: true, minTokenLength: 4 } },
      ],
    });
    expect(scoresOf(entries, "jaccard")[1]).toBeGreaterThan(0);
  });

  it("stems English words with another stemmer, for all measures or for a single measure", async () => {
    const measures = ["-tm", "jaccard,sorensen", "--language", "en"];
    const all = await linesOf(...measures, "--set", "stem=lancaster");
    expect(all[0]?.settings.preprocessing).toMatchObject({ stem: "lancaster" });
    const one = await linesOf(...measures, "--set", "preprocess=jaccard:stem=lancaster");
    const porter = await linesOf(...measures, "--set", "stem=porter");
    expect(scoresOf(one, "jaccard")).toEqual(scoresOf(all, "jaccard"));
    expect(scoresOf(one, "sorensen")).toEqual(scoresOf(porter, "sorensen"));
    expect(scoresOf(porter, "jaccard")).not.toEqual(scoresOf(all, "jaccard"));
  });

  it("ignores the stop words in a file, and gives the file's digest in the settings", async () => {
    const file = join(temporaryFolder(), "stop.txt");
    writeFileSync(file, "# of ours\nHeimatverein Rathaus\nBücherei\n");
    const entries = await linesOf(
      "-tm",
      "wordcount",
      "--language",
      "de",
      "--set",
      `stop-words=${file}`,
    );
    const [all] = await linesOf(
      "-tm",
      "wordcount",
      "--language",
      "de",
      "--set",
      "keep-stop-words=true",
    );
    expect(entries[0]?.settings.preprocessing).toMatchObject({
      stopWordList: { words: 3, digest: expect.stringMatching(/^[0-9a-f]{16}$/u) as string },
    });
    expect(all?.settings.preprocessing).not.toHaveProperty("stopWordList");
  });
});

describe("mistakes in choices of languages and words", () => {
  it.each([
    ["an unknown language", ["--language", "xx"], 'unknown language "xx". Choose from: auto, af,'],
    [
      "steps for a measure that reads no words",
      ["-tm", "bytecount", "--set", "preprocess=bytecount:no-stem"],
      "preprocessing is given for bytecount, which reads no words",
    ],
    [
      "an unknown stemmer",
      ["-tm", "cosine", "--set", "stem=snowball"],
      'there is no stemmer "snowball". Choose from: porter, lancaster, none.',
    ],
  ])("rejects %s in one line", async (_, args, answer) => {
    expect(await mistake(...args)).toContain(answer);
  });
});

describe("notice of pages in other languages than English", () => {
  const said = async (...args: readonly string[]): Promise<string[]> => {
    const input = ["-i", `warc=${collection()}`, "-o", "/dev/null", "--workers", "0"];
    const { status, stderr } = await runBin([...input, ...args]);
    expect(status).toBe(0);
    return stderr.split("\n").filter((line) => line.includes("not in English"));
  };

  const line =
    /^\d of 5 mementos are not in English: --language auto takes the stems and stop words of the language of each TimeMap$/u;

  it("is given once if measures of words decide and no language was chosen", async () => {
    expect(await said("-tm", "bytecount,jaccard")).toEqual([expect.stringMatching(line)]);
  });

  it.each([
    [["--language", "auto"]],
    [["--language", "en"]],
    [["-tm", "bytecount"]],
    [["--no-detect-languages", "--set", "exact-scores=true"]],
  ])("does not report pages in other languages with the options %j", async (args) => {
    expect(await said("--profile", "paper", ...args)).toEqual([]);
  });
});
