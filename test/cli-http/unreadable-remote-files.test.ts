import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startFileServer, type FileServer } from "../support/file-server.js";
import { temporaryFolder } from "../support/run-bin.js";
import { page, pageRecord } from "../support/warc-builder.js";
import { FAST, runHttp, type HttpRun } from "./run-http.js";

let server: FileServer;
beforeEach(async () => {
  server = await startFileServer();
});
afterEach(() => server.close());

/** Text of some 200,000 bytes that no request of the first bytes has whole. */
const LONG = Array.from({ length: 3_200 }, (_, i) =>
  createHash("sha256").update(String(i)).digest("hex"),
).join(" ");
const BAD = Buffer.concat([pageRecord("bad1", {}, page("bad1", LONG)), pageRecord("bad2")]);

/** More files than a run keeps bytes of, so that the first bytes of each are requested again when it is read. */
const GOOD = ["a", "b", "c", "d", "e"];
const FILES = [...GOOD, "bad"].map((name) => `/bucket/${name}.warc`);

type Trouble = (answer: ServerResponse, nth: number) => unknown;

/** Serves all files. `trouble` answers instead of the bad one. */
function serve(trouble?: Trouble): void {
  for (const name of GOOD) {
    server.files.set(`/bucket/${name}.warc`, { bytes: pageRecord(name) });
  }
  server.files.set("/bucket/bad.warc", {
    bytes: BAD,
    ...(trouble !== undefined && {
      instead: (answer: ServerResponse, { nth }: { readonly nth: number }) => trouble(answer, nth),
    }),
  });
  server.asked.length = 0;
}

/** Each answer begins with the given request for the file. An answer of `false` is the file itself. */
const TROUBLES: readonly (readonly [what: string, trouble: Trouble, status: number])[] = [
  [
    "is limited for two hours",
    (answer) => answer.writeHead(503, { "retry-after": "7200" }).end(),
    5,
  ],
  ["is gone", (answer) => answer.writeHead(404).end(), 3],
  ["is forbidden", (answer) => answer.writeHead(403).end(), 3],
  [
    "has another version",
    (answer) =>
      answer
        .writeHead(206, { etag: '"2"', "content-range": "bytes 0-0/1", "content-length": 1 })
        .end("x"),
    3,
  ],
];
const BEGINNINGS = [
  ["from the start", 1],
  ["after its first bytes", 2],
] as const;
const HISTORIES = ["", "--history"] as const;

const seedsOf = ({ rows }: HttpRun): string[] =>
  rows.map((row) => String(row["URI-R"]).slice("http://".length, -".example/".length)).sort();

describe("a file on the web that cannot be read", () => {
  const uris = (): string[] => FILES.map((path) => server.origin + path);
  const inputs = (): string[] => uris().flatMap((uri) => ["-i", `warc=${uri}`]);

  const cases = TROUBLES.map(([what, trouble, status], at) => {
    const [when, first] = BEGINNINGS[at % 2]!;
    return { what, when, history: HISTORIES[at >> 1]!, trouble, status, first };
  });
  it.each(cases)(
    "ends no run ($history): the others are judged, it is named once, and the next run reads it if it $what $when",
    async ({ history, trouble, status, first }) => {
      const folder = join(temporaryFolder(), "folder");
      const args = [
        ...[...inputs(), "--strict", ...FAST],
        ...(history === "" ? [] : [history, folder]),
      ];
      serve((answer, nth) => nth >= first && trouble(answer, nth));
      const run = await runHttp(args);
      expect(seedsOf(run)).toEqual(expect.arrayContaining(GOOD));
      const bad = uris().at(-1)!;
      const named = run.stderr.split("\n").filter((line) => line.startsWith(`warning: ${bad}`));
      expect(named).toHaveLength(1);
      expect(run.stderr).not.toContain("a bug of ours");
      expect(run.stderr).toContain("damaged places in the input: 1\n");
      expect(run.status).toBe(status);
      serve();
      const next = await runHttp(args);
      expect(seedsOf(next)).toEqual(expect.arrayContaining(["bad1", "bad2"]));
      expect(next.status).toBe(0);
    },
  );
});
