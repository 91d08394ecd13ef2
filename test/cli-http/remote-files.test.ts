import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ServerResponse } from "node:http";
import { type AskedFile, startFileServer, type FileServer } from "../support/file-server.js";
import { QUICK, ROOT, runBin, type RunOptions, temporaryFolder } from "../support/run-bin.js";
import { rowsOf } from "../support/rows.js";
import { wacz } from "../support/wacz-builder.js";
import { pageRecord } from "../support/warc-builder.js";
import { FAST, runHttp } from "./run-http.js";

const NAMES = ["saltmouth-2009-2013", "saltmouth-2014-2018"].map((name) => `${name}.warc.gz`);
const paths = NAMES.map((name) => join(ROOT, "fixtures/collection", name));
const [first = ""] = paths;

let server: FileServer;
beforeEach(async () => {
  server = await startFileServer();
});
afterEach(() => server.close());

/** Adds a file to the server and returns its URI. */
function served(path: string, bytes: Uint8Array): string {
  server.files.set(path, { bytes });
  return server.origin + path;
}

/** Returns the rows of a run with the names of their source files replaced by FILE. */
const rowsWithout = (output: string, ...names: readonly string[]): unknown =>
  rowsOf(
    names.reduce(
      (text, name) => text.replaceAll(JSON.stringify(name).slice(1, -1), "FILE"),
      output,
    ),
  );

const ALL = 1e15;
/**
 * Returns a file that announces 10^15 bytes. Its server never stops sending. It takes a moment for each answer, so that
 * a run reaches its limit of time after a few megabytes.
 */
const endless = (start: Buffer) => ({
  bytes: start,
  instead(answer: ServerResponse, { from, to }: AskedFile): boolean {
    const end = Math.min(to, ALL);
    const bytes = Buffer.alloc(end - from, "A");
    if (from < start.length) start.copy(bytes, 0, from);
    answer.writeHead(206, {
      etag: '"1"',
      "content-length": bytes.length,
      "content-range": `bytes ${from}-${end - 1}/${ALL}`,
    });
    setTimeout(() => answer.end(bytes), 150);
    return true;
  },
});

describe("-i warc=https://...", () => {
  it("gives the rows of a local file for a WARC file on the web, even if its URI has commas and escapes", async () => {
    const uri = served("/a,b%2Cc%20d.warc.gz", readFileSync(first));
    const run = await runHttp(["-i", `warc=${uri}`, ...FAST]);
    const local = await runHttp(["-i", `warc=${first}`]);
    expect(run.output).toContain(uri);
    expect(rowsWithout(run.output, uri)).toEqual(rowsWithout(local.output, first));
    expect(local.rows.length).toBeGreaterThan(20);
    expect(run.stderr).toContain("fetched: ");
  });

  it("reads a WACZ on the web in place, and does not fetch its parts without records", async () => {
    const files = { "pages/large.bin": Buffer.alloc(3e6, "large") };
    const bytes = wacz({ "data.warc.gz": readFileSync(first) }, { files });
    const path = join(temporaryFolder(), "x.wacz");
    writeFileSync(path, bytes);
    const uri = served("/x.wacz", bytes);
    const run = await runHttp(["-i", `warc=${uri}`, ...FAST]);
    const local = await runHttp(["-i", `warc=${path}`]);
    expect(rowsWithout(run.output, uri)).toEqual(rowsWithout(local.output, path));
    expect(run.output).toContain(`${uri}!/archive/data.warc.gz`);
    const asked = server.asked.reduce((sum, { from, to }) => sum + to - from, 0);
    expect(asked).toBeLessThan(1e6);
  });

  it("reports a file that is missing on the server, and reads the others", async () => {
    const uri = served("/x.warc.gz", readFileSync(first));
    const list = join(temporaryFolder(), "list.txt");
    writeFileSync(list, `${server.origin}/gone.warc.gz\n${uri}\n`);
    const run = await runHttp(["-i", `warc=@${list}`, ...FAST]);
    const line = `warning: ${server.origin}/gone.warc.gz, byte 0: the file cannot be opened (the server has no such file: it answers 404)\n`;
    expect(run.stderr.split(line)).toHaveLength(2);
    expect(run.rows).toHaveLength((await runHttp(["-i", `warc=${first}`])).rows.length);
  });

  it("does not print passwords and signatures of a URI", async () => {
    const bytes = readFileSync(first);
    const asked: (string | undefined)[] = [];
    server.files.set("/x.warc.gz?part=1&X-Amz-Signature=s3cret", {
      bytes,
      instead: (_, __, { headers }) => !asked.push(headers.authorization),
    });
    const uri = `${server.origin}/x.warc.gz?part=1&X-Amz-Signature=s3cret`;
    const run = await runHttp([
      "-i",
      `warc=${uri.replace("//", "//user:s3cret@")}`,
      ...[...FAST, "--history", join(temporaryFolder(), "known")],
    ]);
    expect(run.rows.length).toBeGreaterThan(20);
    expect(asked[0]).toBe(`Basic ${Buffer.from("user:s3cret").toString("base64")}`);
    expect(run.output + run.stderr).not.toContain("s3cret");
  });
});

/**
 * Runs the command on a file, and returns the arguments of filter: the results, with decisions against two captures.
 */
async function judged(uri: string, options?: RunOptions): Promise<string[]> {
  const folder = temporaryFolder();
  const [results, decisions] = [join(folder, "results.jsonl"), join(folder, "decisions.tsv")];
  const { status } = await runBin(["-i", `warc=${uri}`, ...FAST, ...QUICK, "-o", results], options);
  expect(status).toBe(0);
  const uriMs = rowsOf(readFileSync(results, "utf8")).map((row) => String(row["URI-M"]));
  writeFileSync(decisions, [uriMs[2], uriMs[9]].map((uriM) => `${uriM}\t0\n`).join(""));
  return [results, "--overrides", decisions];
}

describe("filter -i warc=https://...", () => {
  it("filter copies a file on the web like a local file, fetches each byte once and leaves no temporary files", async () => {
    const bytes = readFileSync(first);
    const uri = served("/a,b.warc.gz", bytes);
    const [near, far, temporary] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
    const here = ["filter", ...(await judged(first)), "-i", `warc=${first}`, "-o", `${near}/c`];
    const local = await runBin(here);
    const results = await judged(uri);
    server.asked.length = 0;
    const args = ["filter", ...results, "-i", `warc=${uri}`, "-o", `${far}/c`, ...FAST];
    const { status, stderr } = await runBin(args, { env: { TMPDIR: temporary } });
    expect({ status, stderr }).toHaveProperty("status", 0);
    expect(stderr.replace(far, near)).toBe(local.stderr);
    const copy = readFileSync(join(far, "c/archive/a,b.warc.gz"));
    expect(copy.equals(readFileSync(join(near, "c/archive", NAMES[0]!)))).toBe(true);
    expect(copy.length).toBeLessThan(bytes.length);
    const asked = server.asked.reduce(
      (sum, { from, to }) => sum + Math.min(to, bytes.length) - from,
      0,
    );
    expect(asked).toBe(bytes.length);
    expect(readdirSync(temporary)).toEqual([]);
  });
});

describe("an address of S3", () => {
  it("with a signature is read, and a refusal has the code of the service and not the signature", async () => {
    server.files.set("/bucket/x.warc.gz?X-Amz-Signature=s3cret", {
      bytes: Buffer.from(""),
      instead: (answer) =>
        answer.writeHead(403).end("<Error><Code>SignatureDoesNotMatch</Code></Error>"),
    });
    const uri = `${server.origin}/bucket/x.warc.gz?X-Amz-Signature=s3cret`;
    const { stderr } = await runHttp(["-i", `warc=${uri}`, ...FAST]);
    expect(stderr).toContain("it answers 403 (SignatureDoesNotMatch)");
    expect(stderr).not.toContain("s3cret");
  });
});

it("a server that announces 10^15 bytes and never stops sending is told, and its file is not read", async () => {
  server.files.set("/y.warc.gz", endless(pageRecord("a")));
  const run = await runHttp(["-i", `warc=${server.origin}/y.warc.gz`, ...FAST]);
  expect(run.stderr).toContain("announces 1000000000000000 bytes");
  expect(run.rows).toEqual([]);
});
