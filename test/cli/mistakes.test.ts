import { spawnSync } from "node:child_process";
import { copyFileSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runProgram } from "../../src/cli/program.js";
import { UsageError } from "../../src/base/errors.js";
import { QUICK, ROOT, runBin, temporaryFolder } from "../support/run-bin.js";
import { A_DATE, http, warcRecord } from "../support/warc-builder.js";

const WARC = "warc=fixtures/warcs/two-captures.warc";

/** Returns the message of the command about a mistake, without starting a process. */
async function mistake(...args: string[]): Promise<string> {
  const outcome = await runProgram(args).catch((cause: unknown) => cause);
  if (!(outcome instanceof UsageError)) throw new Error("it was taken", { cause: outcome });
  expect(outcome.message).not.toContain("\n");
  return outcome.message;
}

describe("mistakes on the command line", () => {
  it.each([
    ["in an option's value", ["-i", WARC, "-tm", "cosin"]],
    ["in an option's name", ["-i", WARC, "--no-such-option"]],
    ["in an input", ["-i", "warc=missing.warc.gz"]],
    ["in an output", ["-i", WARC, "-o", "missing/out.json"]],
  ])(
    "reports a mistake %s in one line on standard error, with status 2 and without output",
    async (_, args) => {
      const { status, stdout, stderr } = await runBin(args, { process: true });
      expect(stdout).toBe("");
      expect(stderr).toMatch(/^detect_off_topic: [^\n]+\n$/u);
      expect(status).toBe(2);
    },
  );
});

describe("mistyped words", () => {
  it.each([
    ["measure", ["-i", WARC, "-tm", "cosin"], 'unknown measure "cosin". Did you mean "cosine"?'],
    ["input", ["-i", "wrac=a.warc"], 'unknown input "wrac". Did you mean "warc"?'],
    ["writer", ["-i", WARC, "-ot", "jsno"], 'unknown output type "jsno". Did you mean "json"?'],
    [
      "remover",
      ["-i", WARC, "--boilerplate", "justtext"],
      'unknown boilerplate remover "justtext". Did you mean "justext"?',
    ],
    ["profile", ["-i", WARC, "--profile", "otmt"], 'Did you mean "otmt-1.0.5"?'],
    [
      "value",
      ["-i", WARC, "--set", "status=2x"],
      'unknown value of --set status "2x". Did you mean "2xx"?',
    ],
    ["option", ["--inptu", WARC], "unknown option '--inptu' (Did you mean --input?)"],
    ["command", ["lsit"], 'Did you mean "detect_off_topic list"?'],
    ["list", ["list", "mesures"], 'Did you mean "measures"?'],
  ])("suggests the nearest word for a mistyped %s", async (_, args, answer) => {
    expect(await mistake(...args)).toContain(answer);
  });
});

describe("files in the wrong place", () => {
  /** Writes the results of a run in four formats, and gold data for it, to files. */
  async function written(): Promise<Readonly<Record<string, string>>> {
    const folder = temporaryFolder();
    const at = (name: string): string => join(folder, name);
    const outputs = ["-o", at("run.jsonl"), "-o", at("run.json"), "-o", at("run.html")];
    const others = ["-ot", "text", "-o", at("run.txt"), "-o", at("run.csv")];
    await runBin(["-q", "-i", WARC, ...QUICK, ...outputs, ...others]);
    writeFileSync(
      at("gold.tsv"),
      "URI-M\tlabel\nfrom-warc::20090414101507::http://x.example/\t1\n",
    );
    const names = ["run.jsonl", "run.json", "run.html", "run.txt", "run.csv", "gold.tsv"];
    return Object.fromEntries(names.map((name) => [name, at(name)]));
  }

  it("names the right kind of file if a report, a text or a table is given instead", async () => {
    const files = await written();
    const needed =
      "and this needs results as JSON Lines or JSON. Make them with -ot jsonl -o run.jsonl, and give that file.";
    const kinds = [
      ["run.html", "an HTML page, such as a report"],
      ["run.txt", "text of another form"],
      ["run.csv", "a CSV table"],
    ] as const;
    for (const [name, kind] of kinds) {
      const file = files[name]!;
      const answer = `${file} is ${kind}, ${needed}`;
      expect(await mistake("report", file)).toBe(answer);
      expect(await mistake("review", file, "--set", "no-open=true")).toBe(answer);
      expect(await mistake("filter", file, "-i", WARC, "-o", "clean")).toBe(answer);
      expect(await mistake("compare", file, files["run.jsonl"]!)).toBe(answer);
      expect(await mistake("merge", file)).toContain("Give results as JSON Lines (-ot jsonl).");
    }
  });

  it("names the commands that read results if results are given as -i", async () => {
    const files = await written();
    for (const file of [files["run.jsonl"]!, files["run.json"]!]) {
      const answer =
        `${file} holds the results of a run. Write detect_off_topic convert ${file} -ot text to read them, ` +
        `or detect_off_topic report ${file} -o report.html.`;
      expect(await mistake("--explain", file)).toBe(answer);
      expect(await mistake("-i", `jsonl=${file}`)).toBe(answer);
      expect(await mistake("-i", file)).toBe(answer);
    }
  });

  it("recognises that gold data and results are given in the wrong order", async () => {
    const files = await written();
    const [gold, results] = [files["gold.tsv"]!, files["run.jsonl"]!];
    for (const command of ["evaluate", "calibrate"]) {
      expect(await mistake(command, results, gold)).toBe(
        `${results} holds results, and ${gold} does not: the two are swapped. ` +
          `Give the gold data first: ${gold} ${results}.`,
      );
    }
  });
});

describe("options in the form of other tools, word processors or habits", () => {
  it.each([
    ["--threshold", ["-i", WARC, "--threshold", "0.3"], "Write -tm cosine=0.3, with the measure"],
    ["--threshold=", ["reduce", "--threshold=0.3"], "Write -tm cosine=0.3, with the measure"],
    ["--tm", ["-i", WARC, "--tm", "cosine"], 'unknown option "--tm". Write -tm cosine.'],
    ["--ot=", ["-i", WARC, "--ot=csv"], 'unknown option "--ot". Write -ot csv.'],
    ["--format", ["-i", WARC, "--format", "html"], "Write -ot html."],
    ["--output-format=", ["-i", WARC, "--output-format=csv"], "Write -ot csv."],
    ["--format of saved results", ["convert", "a.jsonl", "--format", "csv"], "Write -ot csv."],
    ["a WACZ without -i", ["a.wacz"], "Files are given as -i wacz=a.wacz."],
    ["map with -i", ["map", "-i", WARC], "Write detect_off_topic map warc=FILE"],
    ["a number alone", ["-i", "7877"], "Write -i archiveit=7877 "],
    ["a colon", ["-i", "warc:crawl.warc.gz"], "Write -i warc=crawl.warc.gz."],
    ["a colon, another input", ["-i", "timemap:https://a.example/"], "Write -i timemap=https://a"],
    ["an input as an option", ["--warc", "crawl.warc.gz"], "Write -i warc=FILE"],
    ["an input as an option with =", ["--archiveit=7877"], "Write -i archiveit=ID"],
    ["-V", ["-V"], "Write --version; -v says more."],
    ["a HAR file", ["-i", "crawl.har"], "with har2warc."],
    ["no space behind -ot", ["-i", WARC, "-ottext"], "Write -ot text; for a file, -o ttext."],
    ["no space behind -tm", ["-i", WARC, "-tmcosine"], "Write -tm cosine."],
    ["an en dash", ["\u2013i", WARC], "Write -i."],
    ["an en dash before two letters", ["-i", WARC, "\u2013ot", "text"], "Write -ot."],
    ["an em dash for two hyphens", ["-i", WARC, "\u2014strict"], "Write --strict."],
    ["a minus sign", ["-i", WARC, "-tm", "wordcount=\u22120.7"], "Write -tm wordcount=-0.7."],
    ["a decimal comma", ["-i", WARC, "-tm", "cosine=0,15"], "Write -tm cosine=0.15, with a point."],
    [
      "a decimal comma behind a minus sign",
      ["-i", WARC, "-tm", "cosine,wordcount=-0,7"],
      "Write -tm wordcount=-0.7, with a",
    ],
  ])("suggests the right form for %s: %j", async (_, args, answer) => {
    expect(await mistake(...args)).toContain(answer);
  });

  it("notes that --number-of-topics has no effect without a measure with topics, as OTMT does", async () => {
    const { status, stderr } = await runBin(["-i", WARC, ...QUICK, "--number-of-topics", "3"]);
    expect(status).toBe(0);
    expect(stderr).toMatch(
      /^--number-of-topics has no effect: it is for gensim_lsi and gensim_l/mu,
    );
  });

  it.skipIf(process.platform !== "linux")(
    "reports errors of the system in words, without their codes",
    async () => {
      const folder = temporaryFolder();
      const loop = join(folder, "loop");
      symlinkSync(loop, loop);
      const long = join(folder, "x".repeat(300));
      const attempts = [
        ...[loop, long, "/proc/none"].map((path) => ["-i", WARC, "-o", path]),
        ...[loop, long, "/proc/none"].map((path) => ["-i", WARC, "-l", path]),
        ...[loop, long, "/proc/none/d"].map((path) => ["-i", "timemap=http://a.b/", "-d", path]),
        ...[folder, loop, long].map((path) => ["-i", `timemap=@${path}`]),
        ["-i", "archiveit=1", "--seeds", loop],
        ["-i", "archiveit=1", "--set", `raw-rules=${folder}`],
      ];
      for (const args of attempts) {
        const answer = await mistake(...args);
        expect(answer).not.toMatch(/\bE[A-Z]{3,}\b/u);
        expect(answer.length).toBeGreaterThan(10);
      }
    },
  );
});

describe("incomplete command lines", () => {
  it.each([
    ["a command line without input", [], "nothing to read. Say what, e.g. -i warc=crawl.warc.gz"],
    [
      "an option without its value",
      ["-i", WARC, "-o"],
      "argument missing. See detect_off_topic --help.",
    ],
    ["a threshold without its minus", ["-i", WARC, "-tm", "wordcount=0.7"], "Did you mean -0.7?"],
    ["a path without its kind", ["-i", "a.warc"], "Write -i warc=a.warc"],
    ["a file without -i", ["a.warc"], "Files are given as -i warc=a.warc."],
    [
      "replay links for results without links",
      ["-i", WARC, "--replay", "https://wayback.example/"],
      "--replay is for links to mementos (-ot html), not for -ot json.",
    ],
    [
      "a URI-T without its kind",
      ["-i", "http://archive.example/timemap/link/http://a.example/"],
      "Write -i timemap=http://archive.example/timemap/link/http://a.example/",
    ],
    [
      "a collection without its kind",
      ["-i", "https://archive-it.org/collections/7877"],
      "Write -i archiveit=https://archive-it.org/collections/7877",
    ],
    [
      "a second file without -i",
      ["cluster", "-i", WARC, "b.warc"],
      "too many arguments for 'cluster'. Expected 0 arguments but got 1. Files to read go with -i. See detect_off_topic cluster --help.",
    ],
    [
      "results without -i",
      ["exclude_duplicates", "out.json"],
      "Files to read go with -i. See detect_off_topic exclude-duplicates --help.",
    ],
    ["a model without its file", ["-i", WARC, "--combine", "learned="], "names no file"],
    ["an empty list", ["-i", "warc=@/dev/null"], "the list /dev/null names no file."],
    [
      "a working directory without a name",
      ["-i", "timemap=http://127.0.0.1:1/a", "-d", ""],
      "-d is empty, as an unset variable leaves it. Give <folder>, or leave it out.",
    ],
    ["an input without a value", ["-i", "warc="], "-i warc= has no value. Write -i warc=FILE"],
  ])("explains how to correct %s", async (_, args, answer) => {
    expect(await mistake(...args)).toContain(answer);
  });
});

describe("options without effect", () => {
  it.each([
    [
      "--set structure-weight without structure-style",
      ["--set", "structure-weight=0.2"],
      "is for structure-style, which this run",
    ],
    [
      "--set insert-cost without a structure measure",
      ["-tm", "cosine", "--set", "insert-cost=2"],
      "is for structure and structure-style",
    ],
    [
      "--set refresh without -d",
      ["--set", "refresh=true"],
      "that a working directory has: name it with -d.",
    ],
    [
      "--offline without -d",
      ["--offline"],
      "--offline reads a working directory: name it with -d.",
    ],
    [
      "--set refresh with --offline",
      ["-d", "d", "--set", "refresh=true", "--offline"],
      "give one of them.",
    ],
    ["--from", ["--from", "2010"], "-i warc= is read whole."],
    ["--to", ["--to", "2010"], "--to chooses from TimeMaps and indexes; -i warc= is read whole."],
    [
      "--limit",
      ["--limit", "5"],
      "--limit chooses from TimeMaps and indexes; -i warc= is read whole.",
    ],
    [
      "--sample",
      ["--sample", "5"],
      "--sample chooses from TimeMaps and indexes; -i warc= is read whole.",
    ],
    ["--seeds of a file without URIs", ["--seeds", "fixtures/README.md"], "not a URI"],
    ["-q with -v", ["-q", "-v"], "-q prints less and -v prints more: give only one of them."],
  ])("rejects %s in a run that reads a WARC file", async (_, args, answer) => {
    expect(await mistake("-i", WARC, ...args)).toContain(answer);
  });

  it.each([
    [
      "--sample for map of a WARC file",
      ["map", "fixtures/warcs/two-captures.warc", "--sample", "2"],
      "is read whole",
    ],
    ["--offline for cluster without -d", ["cluster", "-i", WARC, "--offline"], "name it with -d"],
    [
      "a rename cost below 0",
      ["cluster", "-i", WARC, "--set", "rename-cost=-1"],
      "the cost to rename must be a number from 0",
    ],
    [
      "--set refresh for topic build without -d",
      ["topic", "build", "-i", WARC, "--set", "refresh=true"],
      "name it with -d",
    ],
    ["--set wrap for reduce", ["reduce", "--set", "wrap=3", "fixtures/README.md"], "--set wrap"],
    [
      "--uri for fragments without -i",
      ["fragments", "fixtures/README.md", "--uri", "http://a.example/"],
      "--uri names a memento of an input: give -i.",
    ],
    [
      "--set random-seed for a topic without a variable part",
      ["topic", "build", "-i", WARC, "--set", "random-seed=3"],
      "--set random-seed is about the variable part: give --set variable-after.",
    ],
    [
      "--set elements for fit with a given topic",
      ["fit", "--topic", "topic.json", "--set", "elements=30"],
      "--set elements is about making a topic, and --topic is one that is there already.",
    ],
    [
      "--rate for select_high_quality without --damage_uri",
      ["select_high_quality", "-i", "fixtures/README.md", "--rate", "1/s"],
      "--rate is about a Memento-Damage service: give --damage_uri.",
    ],
  ])("rejects %s as an option without effect in one line", async (_, args, answer) => {
    expect(await mistake(...args)).toContain(answer);
  });

  it("accepts --rate and --archive in a run that fetches nothing", async () => {
    const out = join(temporaryFolder(), "out");
    const polite = [
      "--rate",
      "1/s",
      "--set",
      "concurrency=2",
      "--set",
      "timeout=5",
      "--contact",
      "a@b.example",
    ];
    const where = [
      "--set",
      "archiveit-uri=http://a.example",
      "-d",
      join(temporaryFolder(), "unused"),
    ];
    const rest = ["-q", "-o", out, "--workers", "0", "--no-detect-languages"];
    expect(await runProgram(["-i", WARC, ...polite, ...where, ...rest])).toBe(0);
  });
});

describe("impossible values", () => {
  it.each([
    [
      "a threshold that is not a number",
      ["-tm", "cosine=high"],
      'the threshold "high" of cosine is not a number',
    ],
    ["NaN as threshold", ["-tm", "jaccard=NaN"], 'the threshold "NaN" of jaccard is not a number'],
    ["a threshold out of range", ["-tm", "cosine=1.5"], "out of range: scores are between 0 and 1"],
    [
      "a single measure without a threshold",
      ["-tm", "simhash-js"],
      "simhash-js has no default threshold",
    ],
    ["0 topics", ["--number-of-topics", "0"], "--number-of-topics takes a whole number from 1 up"],
    [
      "a number of workers that is a word",
      ["--workers", "two"],
      '--workers takes a whole number from 0 up, not "two".',
    ],
    [
      "a size of memory that is a word",
      ["--set", "memory=lots"],
      '--set memory takes a size such as 64M or 1G, not "lots".',
    ],
    [
      "a page size of 0",
      ["--set", "max-page-size=0"],
      '--set max-page-size takes a size such as 64M or 1G, not "0".',
    ],
    [
      "a rule of --fail-on without a unit",
      ["--fail-on", "off-topic=5"],
      "--fail-on takes off-topic or off-topic=5%",
    ],
    ["a language that is not a tag", ["--language", "not a tag"], 'language "not a tag"'],
    [
      "a range that ends before it begins",
      ["--from", "2011-05", "--to", "2010"],
      "--from 2011-05 is after --to 2010: no memento is between.",
    ],
  ])("rejects %s", async (_, args, answer) => {
    expect(await mistake("-i", WARC, ...args)).toContain(answer);
  });
});

describe("outputs that would replace inputs", () => {
  const copyOf = (path: string): string => {
    const copy = join(temporaryFolder(), "file");
    copyFileSync(path, copy);
    return copy;
  };

  it.each([
    ["a crawl as output", (crawl: string) => ["-i", `warc=${crawl}`, "-o", crawl]],
    ["another crawl as output", (crawl: string) => ["-i", WARC, "-o", crawl]],
    ["a crawl as list of URI-Ms", (crawl: string) => ["-i", WARC, "--offtopic-file", crawl]],
    ["a crawl as log file", (crawl: string) => ["-i", WARC, "-l", crawl]],
    [
      "the second of two crawls as output",
      (crawl: string) => ["cluster", "-i", `${WARC},${crawl}`, "-o", crawl],
    ],
    ["a page as output", (page: string) => ["fragments", page, "-o", page]],
  ])("refuses to write over %s", async (_, args) => {
    const crawl = copyOf("fixtures/warcs/two-captures.warc");
    const before = readFileSync(crawl);
    expect(await mistake(...args(crawl))).toContain("it would be lost. Give another name.");
    expect(readFileSync(crawl)).toEqual(before);
  });

  it.each([
    ["a list of files", (list: string) => ["-i", `warc=@${list}`, "-o", list]],
    ["seeds", (list: string) => ["-i", "archiveit=1", "--seeds", list, "--ontopic-file", list]],
    ["results", (list: string) => ["slice_by_datetime", "-i", list, "-o", list]],
    [
      "a list to consider",
      (list: string) => ["slice_by_datetime", "-i", "x", "-c", list, "-o", list],
    ],
    ["records", (list: string) => ["fit", list, "-o", list]],
  ])("refuses to write over %s that the command reads", async (_, args) => {
    const list = copyOf("fixtures/README.md");
    expect(await mistake(...args(list))).toMatch(
      / is read as well: it would be lost\. Give another/u,
    );
  });

  it.each([
    ["a WARC file", "WARC/1.1\r\nWARC-Type: warcinfo\r\n"],
    ["a gzip file", "\x1f\x8b\x08\0"],
    ["a Zstandard file", "\x28\xb5\x2f\xfd\0"],
    ["a Zstandard file", "\x5d\x2a\x4d\x18\0"],
    ["an ARC file", "filedesc://a.arc 0.0.0.0 20050607080910 text/plain 76\n"],
    ["an ARC file", "http://a.example/ 192.0.2.1 20050607080910 text/html 5\nHTTP/1.1"],
    ["a ZIP or WACZ file", "PK\x03\x04\x14\0"],
    ["a ZIP or WACZ file", "PK\x05\x06\0\0"],
    ["a CDX index", " CDX N b a m s k r M S V g\n"],
    [
      "a CDX index",
      "com,example)/ 20100101000000 http://example.com/ text/html 200 AAAA - - 5 0 a.gz",
    ],
    ["a CDX index", "example.com/ 20100101000000 http://example.com/ warc/revisit - AAAA 0 a.gz"],
    ["a CDX index", "com,example)/ 20100101000000\tcdx-00000.gz\t0\t188\t1"],
    ["a CDXJ index", "!OpenWayback-CDXJ 1.0\n"],
    [
      "a CDXJ index",
      `com,example)/${"a".repeat(4000)} 20100101000000 {"url": "http://example.com/"}`,
    ],
    ["a HAR file", '{\n  "log": {"version": "1.2", "creator": {}'],
  ])("refuses to write over %s under any file name: %j", async (what, start) => {
    const file = join(temporaryFolder(), "out.json");
    writeFileSync(file, start, "latin1");
    expect(await mistake("-i", WARC, "-o", file)).toContain(` is ${what}: it would be lost.`);
    expect(readFileSync(file, "latin1")).toBe(start);
  });

  it.each(["", "{}", "[\n", '{"uriR":"http://a.example/"}\n', "URI-T\tURI-M\n", "pages of 2010"])(
    "overwrites a file that is neither a crawl nor an index: %j",
    async (start) => {
      const file = join(temporaryFolder(), "out.json");
      writeFileSync(file, start);
      expect(await runProgram(["-q", "-i", WARC, ...QUICK, "-o", file])).toBe(0);
      expect(readFileSync(file, "utf8")).toMatch(/harbour-lantern/u);
    },
  );

  it("refuses to write over a link to a crawl", async () => {
    const crawl = copyOf("fixtures/warcs/two-captures.warc");
    symlinkSync(crawl, `${crawl}-link`);
    expect(await mistake("-i", `warc=${crawl}`, "-o", `${crawl}-link`)).toContain(
      "is read as well",
    );
  });
});

it.each([[["help"]], [["help", "map"]]])("shows help for the arguments %j", async (args) => {
  const { status, stdout } = await runBin(args);
  expect([status, stdout.slice(0, 23)]).toEqual([0, "Usage: detect_off_topic"]);
});

it.skipIf(process.platform !== "linux")(
  "reports a working directory that cannot be made",
  async () => {
    expect(await mistake("-i", "timemap=http://127.0.0.1:1/a", "-d", "/proc/none/d")).toMatch(
      /^cannot make the directory \/proc\/none\/d: no such file or directory/u,
    );
  },
);

describe("missing inputs", () => {
  it.each([
    ["a missing file", "warc=missing.warc"],
    ["a missing file after an existing one", `${WARC},missing.warc`],
  ])("reports %s and reads nothing", async (_, input) => {
    expect(await mistake("-i", input)).toMatch(
      /missing\.warc does not exist|no file missing\.warc/u,
    );
  });

  it("rejects a URI-T with an unknown scheme after a valid URI-T", async () => {
    expect(await mistake("-i", "timemap=http://127.0.0.1:1/a,gopher://b")).toBe(
      'timemap=gopher://b: "gopher" is not a scheme of URI-Ts, give http:// or https://',
    );
  });

  it("reports a glob that matches no file", async () => {
    expect(await mistake("-i", "warc=nowhere/*.warc")).toMatch(
      /^no file matches nowhere\/\*\.warc\./iu,
    );
  });

  it("reports a folder without WARC files", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "notes.txt"), "nothing of use");
    expect(await mistake("-i", `warc=${folder}`)).toMatch(
      /^the folder \S+ h(?:as|olds) no WARC file/iu,
    );
  });
});

it("reports in one line a mistake in a value of several lines", async () => {
  const { status, stderr } = await runBin(["-i", WARC, "--set", "timeout=a\nb\u001b[31m"], {
    process: true,
  });
  expect(stderr).toBe(
    'detect_off_topic: --set timeout takes a number of seconds above 0, not "a b\ufffd[31m".\n',
  );
  expect(status).toBe(2);
});

it.skipIf(process.platform !== "linux")(
  "exits with 5 if the output of help cannot be written",
  () => {
    const command = `${process.execPath} bin/detect_off_topic.js list > /dev/full`;
    expect(spawnSync("sh", ["-c", command], { cwd: ROOT }).status).toBe(5);
  },
);

it("reports that the fragments of a page with an unknown content coding cannot be shown", async () => {
  const file = join(temporaryFolder(), "sdch.warc");
  const uri = "http://a.example/";
  const body = http(Buffer.from([1, 2, 3]), { fields: [["Content-Encoding", "sdch"]] });
  writeFileSync(file, warcRecord({ uri, date: A_DATE }, body));
  expect(await mistake("fragments", "-i", `warc=${file}`, "--uri", uri)).toBe(
    `${uri} cannot be looked at: the body cannot be decoded: unknown coding "sdch".`,
  );
});

describe("unreadable files", () => {
  it.each([
    ["evaluate", ["evaluate", "missing.tsv", "missing.jsonl"]],
    ["report", ["report", "missing.jsonl"]],
    ["compare", ["compare", "missing.json", "missing.json"]],
    ["reduce", ["reduce", "missing.tsv"]],
    ["fragments", ["fragments", "missing.html"]],
  ])("reports in plain words that the file given to %s does not exist", async (_, args) => {
    expect(await mistake(...args)).toMatch(/^missing\.\w+ cannot be read: no such file\.?$/u);
  });

  it("reports in plain words that a folder was given instead of a file", async () => {
    expect(await mistake("evaluate", "fixtures", "missing.jsonl")).toBe(
      "fixtures cannot be read: it is a folder",
    );
  });
});

describe("model files", () => {
  const collection = ["-q", "-i", "warc=fixtures/collection", "--workers", "0"];
  const modelOf = (name: string): string => {
    const path = join(temporaryFolder(), "model.json");
    const input = { of: name, as: "distance", weight: 20, missing: 0 };
    const model = { form: "detect_off_topic model", threshold: 0.5, bias: -10, inputs: [input] };
    writeFileSync(path, JSON.stringify(model));
    return path;
  };
  const listed = async (name: string): Promise<string> => {
    const args = [...collection, "-ot", "golddatafile", "--combine", `learned=${modelOf(name)}`];
    const { status, stdout, stderr } = await runBin(args);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    return stdout;
  };

  it("accepts in a model all the names of a measure that -tm accepts", async () => {
    const expected = await listed("bytecount@first");
    expect(expected).toMatch(/\t0$/mu);
    expect(await listed("ByteCount")).toBe(expected);
  });

  it("rejects a model with an unknown input", async () => {
    const args = ["-i", WARC, "--combine", `learned=${modelOf("cosin@first")}`];
    expect(await mistake(...args)).toContain(
      'unknown input of the model "cosin". Did you mean "cosine"?',
    );
  });
});

describe("thresholds that make equal pages off-topic", () => {
  const run = ["-q", "-i", WARC, "--profile", "otmt-1.0.5", "-o", "/dev/null"];

  it("warns in one line that thresholds given for profile otmt-1.0.5 make equal pages off-topic", async () => {
    expect(await runBin([...run, "-tm", "wordcount=0.7,cosine,tfintersection=3"])).toMatchObject({
      status: 0,
      stderr:
        "warning: equal pages are off-topic by wordcount=0.7, tfintersection=3 (--profile otmt-1.0.5)\n",
    });
  });

  it("does not warn that the default thresholds of profile otmt-1.0.5 make equal pages off-topic", async () => {
    expect(await runBin([...run, "-tm", "cosine,tfintersection"])).toMatchObject({
      status: 0,
      stderr: "",
    });
  });
});
