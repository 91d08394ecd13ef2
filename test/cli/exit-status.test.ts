import { execFileSync, spawnSync, type ChildProcess } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { QUICK, ROOT, runBin, temporaryFolder } from "../support/run-bin.js";
import { http, page, pageRecord, warcRecord } from "../support/warc-builder.js";
import { stopInMidRun } from "../support/stopped-run.js";

/** If bytes decide, 12 of the 123 mementos are off-topic (9.756 %), one failed, and one TimeMap has a single memento. */
const LEAN = [...QUICK, "--no-compute-simhashes", "--no-compute-lengths"];
const QUIET = ["-i", "warc=fixtures/warcs/two-captures.warc", ...QUICK];

describe("exit status of a finished run", () => {
  let records: string;
  beforeAll(async () => {
    records = (await runBin(["map", "fixtures/collection", ...LEAN])).stdout;
  });

  it.each([
    ["", 0],
    ["--strict", 3],
    ["--fail-on off-topic", 4],
    ["--fail-on off-topic=9.75%", 4],
    ["--fail-on off-topic=9.76%", 0],
    ["--strict --fail-on off-topic", 3],
    ["--fail-on mementos=123", 0],
    ["--fail-on mementos<124", 4],
    ["--fail-on failed=1", 0],
    ["--fail-on failed=0", 4],
    ["--fail-on failed=0.82%", 0],
    ["--fail-on failed=0.81%", 4],
    ["--fail-on single=1", 0],
    ["--fail-on single=0", 4],
  ])("of reduce with %j is %i", async (given, expected) => {
    const args = ["reduce", "-q", ...LEAN, ...given.split(" ").filter((word) => word !== "")];
    expect((await runBin(args, { stdin: records })).status).toBe(expected);
  });

  it("is explained in one line with the rules that are met, even with -q, by a run as by reduce", async () => {
    const asked = [
      "-q",
      ...LEAN,
      "--strict",
      "--fail-on",
      "off-topic=5%,failed=5,failed=0,mementos<200",
    ];
    const run = await runBin(["-i", "warc=fixtures/collection", ...asked, "-ot", "text"]);
    const failed =
      "1 could not be fetched or found, 0 could not be measured, 0 damaged places in the input";
    expect(run).toMatchObject({
      status: 3,
      stderr:
        `--strict: ${failed}.\n--fail-on is met: off-topic=5% (12 of 123 mementos, 9.756%); ` +
        `failed=0 (1 of 123 mementos, 0.813%: ${failed}); mementos<200 (there are 123).\n`,
    });
    const reduced = await runBin(["reduce", ...asked], { stdin: records });
    expect(reduced).toMatchObject({ status: 3, stderr: run.stderr });
  });

  it("is that of the process, and 2 for a mistake whatever else is asked for", async () => {
    const failing = [...QUIET, "-tm", "cosine", "--strict", "--fail-on", "off-topic"];
    expect((await runBin(failing, { process: true })).status).toBe(4);
    expect((await runBin([...failing, "--only", "none"])).status).toBe(2);
  });
});

describe("a run that judged nothing", () => {
  const image = warcRecord(
    { uri: "http://seed.example/a.gif", date: "2001-01-01T00:00:00Z" },
    http("GIF89a", { contentType: "image/gif" }),
  );
  const cases: readonly [what: string, bytes: Buffer, why: RegExp][] = [
    ["is an empty file", Buffer.alloc(0), /there is no memento in the input/u],
    [
      "has only three images",
      Buffer.concat([image, image, image]),
      /\(not mementos: 3 [^)]*image/u,
    ],
    [
      "has only pages that cannot be measured",
      Buffer.concat([pageRecord("seed1", {}, ""), pageRecord("seed2", {}, "")]),
      /none of 2 mementos has a topic status \(0 could not be fetched or found, 2 could not be measured\)/u,
    ],
  ];

  it.each(cases)(
    "exits with 6 and prints why if the input %s, even with -q",
    async (_, bytes, why) => {
      const input = join(temporaryFolder(), "crawl.warc");
      writeFileSync(input, bytes);
      const args = ["-i", `warc=${input}`, ...QUICK, "-q", "-tm", "cosine"];
      const { status, stderr } = await runBin([...args, "--fail-on", "off-topic,mementos=1"]);
      expect(status).toBe(6);
      expect(stderr).toMatch(/^nothing was judged: [^\n]*\.$/mu);
      expect(stderr).toMatch(why);
    },
  );

  it("exits with 0 for map, resolve and reduce of nothing", async () => {
    const nothing = join(temporaryFolder(), "nothing");
    writeFileSync(nothing, "");
    const commands = [
      ["map", "/dev/null", ...QUICK],
      ["map", ...QUICK],
      ["resolve", nothing],
      ["reduce", nothing, ...QUICK],
    ];
    for (const command of commands) {
      expect([command[0], (await runBin(command, { stdin: "" })).status]).toEqual([command[0], 0]);
    }
    const reduced = await runBin(["reduce", nothing, ...QUICK, "--fail-on", "mementos=1"]);
    expect(reduced.status).toBe(4);
    expect(reduced.stderr).toBe("--fail-on is met: mementos<1 (there are 0).\n");
  });
});

describe("a crawl without earlier crawls", () => {
  /** Returns a folder with two crawls of a bakery, whose site somebody else has taken over before the second crawl. */
  function crawls(): string {
    const folder = join(temporaryFolder(), "crawls");
    mkdirSync(folder);
    const bakery = "Bread and cakes from our bakery in the old mill, baked each morning. ".repeat(
      9,
    );
    const casino = "Spin the wheel and win a jackpot in the best online casino tonight. ".repeat(9);
    for (const [year, title, text] of [
      [2019, "The Old Mill Bakery", bakery],
      [2020, "Casino online", casino],
    ] as const) {
      const date = `${year}-06-01T10:20:30Z`;
      const record = pageRecord("seed", { date }, page(title, text));
      writeFileSync(join(folder, `crawl-${year}.warc`), record);
    }
    return folder;
  }

  it("warns, even with -q, that a single crawl has nothing to compare with, and fails by any --fail-on", async () => {
    const alone = ["-q", "-i", `warc=${join(crawls(), "crawl-2019.warc")}`, "-ot", "text"];
    const warning =
      "nothing was compared: no TimeMap has a second memento that can be judged (1 memento of 1 TimeMap). " +
      "Give all crawls of the collection together, earlier ones too.\n";
    const plain = await runBin(alone);
    expect([plain.status, plain.stderr]).toEqual([0, warning]);
    const ruled = await runBin([...alone, "--fail-on", "off-topic=5%,failed=0"]);
    expect(ruled.status).toBe(4);
    expect(ruled.stderr).toBe(
      `${warning}--fail-on is met: nothing was compared, as no TimeMap has a second memento that can be judged (single=1 allows that).\n`,
    );
    const allowed = await runBin([...alone, "--fail-on", "off-topic=5%,failed=0,single=1"]);
    expect([allowed.status, allowed.stderr]).toEqual([0, warning]);
    const failed = await runBin([...alone, "--fail-on", "single=0"]);
    expect(failed.status).toBe(4);
    expect(failed.stderr).toContain("--fail-on is met: single=0 (1 of 1 TimeMap, 100%).\n");
  });

  it("the commands of the README find a site that was taken over between two crawls", async () => {
    const folder = crawls();
    const place = temporaryFolder();
    const readme = readFileSync(join(ROOT, "README.md"), "utf8");
    const [, command = ""] = /\*\*Every new crawl\.[^]*?```sh\n(.*)\n```/u.exec(readme) ?? [];
    const run = async (input: string): Promise<number | null> => {
      const [, ...words] = command.replace("$(date +%F)", "today").split(" ");
      const own = words.map((word) =>
        /^(?:known|.*\.jsonl)$/u.test(word) ? join(place, word) : word.replace("crawls/", input),
      );
      return (await runBin(own)).status;
    };
    expect(await run(join(folder, "crawl-2019.warc"))).toBe(0);
    expect(await run(folder)).toBe(4);
    // Nothing is new, so nothing is reported again.
    expect(await run(folder)).toBe(0);
  });
});

/** Returns the arguments of a run that writes two files into a folder. */
const writing =
  (workers: string) =>
  (folder: string): readonly string[] => [
    ...["-o", join(folder, "out.json"), "--offtopic-file", join(folder, "off.txt")],
    ...[...QUICK, "--workers", workers],
  ];

describe("a stopped run", () => {
  it.each([
    ["SIGTERM", 143, "0"],
    ["SIGINT", 130, "2"],
  ] as const)(
    "leaves no file when stopped by %s, and exits with %i (%s workers)",
    async (by, expected, workers) => {
      const { status, stderr, during, after } = await stopInMidRun(by, writing(workers));
      expect(during.filter((name) => name.includes(".partial-"))).toHaveLength(2);
      expect(stderr).toBe(`detect_off_topic: stopped by ${by}, no output file was written\n`);
      expect(status).toBe(expected);
      expect(after).toEqual([]);
    },
  );

  it("removes the files left by a run that was stopped by SIGKILL, and removes no other files", async () => {
    const folder = temporaryFolder();
    const output = join(folder, "out.json");
    const args = ["-i", "warc=-", ...QUICK, "-o", output];
    const somebodys = "out.json.partial-of-somebody";
    const partial = (): string[] =>
      readdirSync(folder).filter((name) => name.includes(".partial-") && name !== somebodys);
    const onceIts = (child: ChildProcess, before: readonly string[], then: () => void): void => {
      if (partial().some((name) => !before.includes(name))) then();
      else if (child.exitCode === null) setTimeout(() => onceIts(child, before, then), 5);
    };
    const killed = await runBin(args, {
      onStart: (child) => onceIts(child, [], () => child.kill("SIGKILL")),
    });
    expect(killed.signal).toBe("SIGKILL");
    const left = partial();
    expect(left).toHaveLength(1);
    writeFileSync(join(folder, somebodys), "");
    const whole = ["-i", "warc=fixtures/warcs/two-captures.warc", ...QUICK, "-o", output];
    // Another run that writes to the same name is still running, so its file must stay.
    let during: readonly string[] = [];
    let after: readonly string[] = [];
    await runBin(args, {
      onStart: (child) =>
        onceIts(child, left, () => {
          during = partial();
          void runBin(whole).then(() => {
            after = partial();
            child.kill("SIGTERM");
          });
        }),
    });
    expect(during).toHaveLength(1);
    expect(during).not.toEqual(left);
    expect(after).toEqual(during);
    expect(readdirSync(folder).sort()).toEqual(["out.json", somebodys]);
  });
});

describe("a run with a named pipe that no other program has opened", () => {
  const INPUT = ["-i", "warc=fixtures/warcs/two-captures.warc", "-o"];
  it.each([
    ["output", "SIGINT", 130, INPUT],
    ["input", "SIGTERM", 143, ["-i"]],
  ] as const)(
    "can be stopped while it waits for another program to open its named pipe for %s (%s, status %i)",
    async (_, by, expected, args) => {
      const pipe = join(temporaryFolder(), "pipe");
      execFileSync("mkfifo", [pipe]);
      const named = args.length === 1 ? `warc=${pipe}` : pipe;
      const { status, stderr } = await runBin(["-v", ...QUICK, ...args, named], {
        // With a single thread for files, the signal often comes before the pipe is opened.
        env: { UV_THREADPOOL_SIZE: "1" },
        onStart: (child) => {
          // The command prints its settings once its outputs are open.
          child.stderr?.once("data", () => child.kill(by));
        },
      });
      expect(stderr).toContain(`stopped by ${by}, no output file was written\n`);
      expect(status).toBe(expected);
    },
  );
});

it.skipIf(!existsSync("/dev/full"))("exits with 5 and one line if standard output is full", () => {
  const command = `"$NODE" bin/detect_off_topic.js list > /dev/full`;
  const env = { ...process.env, NODE: process.execPath };
  const { status, stderr } = spawnSync("sh", ["-c", command], {
    ...{ cwd: ROOT, env, encoding: "utf8" },
  });
  expect(stderr).toMatch(/^detect_off_topic: the disk is full [^\n]+\n$/u);
  expect(status).toBe(5);
});

it("exits with 2 and one line if the program has not been built", () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "bin"));
  for (const name of ["bin/detect_off_topic.js", "package.json"]) {
    copyFileSync(join(ROOT, name), join(folder, name));
  }
  const program = join(folder, "bin/detect_off_topic.js");
  const { status, stderr } = spawnSync(process.execPath, [program], { encoding: "utf8" });
  expect(stderr).toMatch(
    /^detect_off_topic: it is not built, [^\n]+ Run npm ci in its folder\.\n$/u,
  );
  expect(status).toBe(2);
});

describe("a version of Node that is too old", () => {
  const onNode = (version: string): ReturnType<typeof runBin> =>
    runBin(["--version"], {
      process: true,
      env: { NODE_OPTIONS: "--import ./test/support/old-node.mjs", TEST_NODE_VERSION: version },
    });
  const { engines } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
    readonly engines: { readonly node: string };
  };

  it("rejects Node 20.18 and says which version is needed, which it accepts", async () => {
    const needed = engines.node.slice(2);
    expect(await onNode("20.18.3")).toMatchObject({
      status: 2,
      stdout: "",
      stderr: `detect_off_topic: needs Node ${needed} or later, this is v20.18.3.\n`,
    });
    expect(await onNode(needed)).toMatchObject({ status: 0, stderr: "" });
  });
});
