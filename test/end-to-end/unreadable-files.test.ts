import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { detect, prepareRun, type DetectOptions } from "../../src/index.js";
import { QUICK, runBin, temporaryFolder } from "../support/run-bin.js";
import { pageRecord } from "../support/warc-builder.js";

const isRoot = process.getuid?.() === 0;
/** Files of Linux that nobody may read, and that fail when they are read. */
const WRITE_ONLY = "/sys/bus/cpu/uevent";
const FAILING = "/sys/class/net/lo/speed";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

const pipe = (path: string): void => {
  execFileSync("mkfifo", [path]);
};

/** Each makes something that has the name of a WARC file and cannot be read. */
const ERRORS: readonly (readonly [name: string, make: (path: string) => unknown, why: string])[] = [
  ["dangling", (path) => symlinkSync("nowhere", path), "no such file"],
  ["loop", (path) => symlinkSync("loop.warc", path), "symbolic links"],
  ["folder", (path) => symlinkSync("..", path), "it is a folder"],
  ["pipe", pipe, "it is a named pipe"],
  ["device", (path) => symlinkSync("/dev/zero", path), "it is a device"],
  [
    "socket",
    (path) =>
      new Promise((resolve) => {
        const server = createServer().listen(path, () => resolve(servers.push(server)));
      }),
    "it is a socket",
  ],
  ...(!isRoot || existsSync(WRITE_ONLY)
    ? [
        [
          "denied",
          (path: string): void => {
            if (isRoot) symlinkSync(WRITE_ONLY, path);
            else {
              writeFileSync(path, pageRecord("denied"));
              chmodSync(path, 0);
            }
          },
          "permission denied",
        ] as const,
      ]
    : []),
  ...(existsSync(FAILING)
    ? [["failing", (path: string) => symlinkSync(FAILING, path), "invalid argument"] as const]
    : []),
];

/** Returns a folder with one good file and one for each error. */
async function mixedFolder(): Promise<string> {
  const folder = join(temporaryFolder(), "crawls");
  mkdirSync(join(folder, "deep"), { recursive: true });
  writeFileSync(join(folder, "good.warc"), pageRecord("good"));
  writeFileSync(join(folder, "deep/better.warc"), pageRecord("better"));
  for (const [name, make] of ERRORS) await make(join(folder, `${name}.warc`));
  return folder;
}

/** Expects that each file that cannot be read is in exactly one warning, which says why. */
function expectNamedOnce(stderr: string, folder: string): void {
  for (const [name, , why] of ERRORS) {
    const path = `${folder}/${name}.warc`;
    const lines = stderr.split("\n").filter((line) => line.startsWith(`warning: ${path}`));
    expect(lines, name).toHaveLength(1);
    expect(lines[0], name).toContain(why);
  }
  expect(stderr).not.toContain("a bug of ours");
}

describe.skipIf(process.platform === "win32")("files in a folder that cannot be read", () => {
  const saved = async (folder: string): Promise<string> => {
    const results = join(temporaryFolder(), "run.jsonl");
    await runBin(["-i", `warc=${folder}/good.warc`, ...QUICK, "-ot", "jsonl", "-o", results]);
    return results;
  };
  const commands: readonly (readonly [
    command: string,
    args: (folder: string) => readonly string[] | Promise<readonly string[]>,
    status: number,
    shows: string,
  ])[] = [
    ["detect", (folder) => ["-i", `warc=${folder}`, ...QUICK, "-ot", "jsonl"], 0, "http://good."],
    [
      "detect --history",
      (folder) => ["-i", `warc=${folder}`, ...QUICK, "--strict", "--history", `${folder}-history`],
      3,
      "good",
    ],
    ["map", (folder) => ["map", `warc=${folder}`], 0, "http://good."],
    [
      "filter",
      async (folder) => [
        ...["filter", await saved(folder), "-i", `warc=${folder}`],
        ...["-o", `${folder}-copy/`],
      ],
      0,
      "",
    ],
  ];

  it.each(commands)(
    "are named in one warning each by %s, and the others are read",
    async (_, args, status, shows) => {
      const folder = await mixedFolder();
      const ended = await runBin(await args(folder));
      expectNamedOnce(ended.stderr, folder);
      expect(ended.stdout).toContain(shows);
      expect(ended.status).toBe(status);
    },
  );

  it("end with status 6, and not with success, if there is no other file", async () => {
    const folder = temporaryFolder();
    symlinkSync("nowhere", join(folder, "a.warc"));
    const { status, stderr } = await runBin(["-i", `warc=${folder}`, ...QUICK]);
    expect(stderr).toContain("a.warc, byte 0: the file cannot be opened (no such file");
    expect(status).toBe(6);
    const copy = ["filter", await saved(await mixedFolder()), "-i", `warc=${folder}`];
    expect((await runBin([...copy, "-o", `${folder}/copy/`])).status).toBe(2);
  });

  it.each(ERRORS.filter(([name]) => !["folder", "pipe", "device", "failing"].includes(name)))(
    "are a mistake if the user named one himself: %s",
    async (name, make) => {
      const folder = temporaryFolder();
      const path = join(folder, `${name}.warc`);
      await make(path);
      writeFileSync(join(folder, "good.warc"), pageRecord("good"));
      const input = `warc=${folder}/good.warc,${path}`;
      const { status, stderr } = await runBin(["-i", input, ...QUICK]);
      expect(stderr).toMatch(/^detect_off_topic: [^\n]+\n$/u);
      expect(status).toBe(2);
    },
  );
});

/** Each changes a file after it has been listed. */
const CHANGES: readonly (readonly [what: string, change: (path: string) => void])[] = [
  ["is removed", (path) => rmSync(path)],
  [
    "becomes a named pipe",
    (path) => {
      rmSync(path);
      pipe(path);
    },
  ],
  [
    "becomes a folder",
    (path) => {
      rmSync(path);
      mkdirSync(path);
    },
  ],
  [
    "becomes a circular link",
    (path) => {
      rmSync(path);
      symlinkSync(path, path);
    },
  ],
  ["loses all of its bytes", (path) => truncateSync(path)],
];

const PATHS: readonly (readonly [
  path: string,
  options: (folder: string) => Partial<DetectOptions>,
])[] = [
  ["plain", () => ({})],
  ["threads", () => ({ workers: 2 })],
  ["history", (folder) => ({ history: `${folder}-history` })],
];

describe.skipIf(process.platform === "win32")(
  "a file that changes after it has been listed",
  () => {
    const cases = CHANGES.flatMap(([what, change], at) =>
      // Each change on the plain path, and in turn on one of the others.
      [PATHS[0]!, PATHS[1 + (at % 2)]!].map(([path, options], other) => {
        const when = (at + other) % 2 === 0 ? ("prepared" as const) : ("first" as const);
        return { what, path, when, change, options };
      }),
    );
    it.each(cases)(
      "ends no run ($path), whether it $what before the files are read or during ($when)",
      async ({ change, options, when }) => {
        const folder = join(temporaryFolder(), "crawls");
        mkdirSync(folder);
        const later = join(folder, "z.warc");
        writeFileSync(join(folder, "a.warc"), pageRecord("a"));
        writeFileSync(later, pageRecord("z"));
        const damaged: string[] = [];
        const common: DetectOptions = {
          ...{ input: `warc=${folder}`, measures: "bytecount", detectLanguage: false, workers: 0 },
          ...options(folder),
        };
        let isChanged = false;
        const once = (): void => {
          if (!isChanged) change(later);
          isChanged = true;
        };
        const run = await prepareRun({
          ...common,
          onDamage: ({ source }) => damaged.push(source.file),
          onProgress: () => when === "first" && once(),
        });
        if (when === "prepared") once();
        const seeds: string[] = [];
        for await (const result of run.results) {
          if (result.kind === "memento") seeds.push(result.capture.uriR);
        }
        await run.history?.commit();
        expect(seeds).toContain("http://a.example/");
        // Threads may have read the file before the first progress.
        if (!seeds.includes("http://z.example/")) expect(damaged).toEqual([later]);
        expect(run.tally.damage).toHaveLength(damaged.length);
        rmSync(later, { recursive: true, force: true });
        writeFileSync(later, pageRecord("z"));
        if (run.history === undefined) return;
        const next: string[] = [];
        for await (const result of detect(common)) {
          if (result.kind === "memento") next.push(result.capture.uriR);
        }
        expect([...seeds, ...next]).toContain("http://z.example/");
      },
    );
  },
);
