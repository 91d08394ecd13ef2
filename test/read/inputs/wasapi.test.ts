import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FAST, runHttp, type HttpRun } from "../../cli-http/run-http.js";
import { runBin, temporaryFolder } from "../../support/run-bin.js";
import { gzip, pageRecord, warcinfo, warcRecord } from "../../support/warc-builder.js";
import { digestOf, startWasapiServer, type WasapiServer } from "../../support/wasapi-server.js";

let server: WasapiServer;
beforeEach(async () => {
  server = await startWasapiServer();
});
afterEach(() => server.close());

/** Returns a WARC file with a page of each name. */
const warcOf = (...names: readonly string[]): Buffer =>
  Buffer.concat([warcinfo(), ...names.map((name) => pageRecord(name))].map(gzip));

/** Adds a file with a page of each name to collection 1. */
function serve(
  name: string,
  pages: readonly string[],
  more: Partial<Parameters<WasapiServer["files"]["set"]>[1]> = {},
): Buffer {
  const bytes = warcOf(...pages);
  server.files.set(name, { bytes, collection: 1, ...more });
  return bytes;
}

const run = (value: string, directory: string, ...more: readonly string[]): Promise<HttpRun> =>
  runHttp([
    "-i",
    `wasapi=${value}`,
    "--set",
    `wasapi-uri=${server.list}`,
    "-d",
    directory,
    ...FAST,
    ...more,
  ]);

const hosts = ({ rows }: HttpRun): string[] =>
  rows.map((row) => new URL(String(row["URI-R"])).hostname.split(".")[0] ?? "").sort();

const working = (): string => join(temporaryFolder(), "work");
const inDownloads = (directory: string): string[] =>
  readdirSync(join(directory, "downloads")).sort();
const filesAsked = (): string[] =>
  server.asked
    .filter(({ path }) => path.startsWith("/webdatafile/"))
    .map(({ path }) => path.slice(13));

describe("-i wasapi=COLLECTION", () => {
  it("downloads the WARC files of a collection, page by page, and judges their captures", async () => {
    serve("a.warc.gz", ["a"]);
    serve("b.warc.gz", ["b", "c"]);
    serve("other.warc.gz", ["d"], { collection: 2 });
    serve("a.wat.gz", ["e"], { listed: { filetype: "wat" } });
    const directory = working();
    const first = await run("1?page_size=2", directory);
    expect(first.stderr).not.toContain("warning");
    expect(hosts(first)).toEqual(["a", "b", "c"]);
    expect(first.status).toBe(0);
    expect(first.output).toContain(`${directory}/downloads/a.warc.gz`);
    expect(inDownloads(directory)).toEqual(["a.warc.gz", "b.warc.gz"]);
    expect(server.asked.filter(({ path }) => path.includes("page=2"))).toHaveLength(1);

    const again = await run("1?page_size=2", directory);
    expect(again.output).toBe(first.output);
    expect(filesAsked()).toHaveLength(2);

    server.asked.length = 0;
    for (const input of ["dir", "warc"]) {
      const offline = await runHttp(["-i", `${input}=${directory}`]);
      expect(offline.output).toBe(first.output);
    }
    const offline = await run("1?page_size=2", directory, "--offline");
    expect(offline.output).toBe(first.output);
    expect(server.asked).toEqual([]);
  });

  it("downloads only the files of the latest crawl that an earlier run has not downloaded", async () => {
    serve("a.warc.gz", ["a"]);
    const directory = working();
    await run("1", directory);
    serve("b.warc.gz", ["b"]);
    const later = await run("1", directory);
    expect(hosts(later)).toEqual(["a", "b"]);
    expect(filesAsked()).toEqual(["a.warc.gz", "b.warc.gz"]);
  });

  it.each([
    ["1?crawl-time-after=2024-02&crawl-time-before=2024-04-01", ["b"]],
    ["1?filename=c*.warc.gz;a.warc.gz", ["a", "c"]],
    ["?crawl=7&crawl=8", ["b", "d"]],
  ])("selects files by the query %s", async (value, expected) => {
    serve("a.warc.gz", ["a"], { time: "2024-01-31T23:59:59Z" });
    serve("b.warc.gz", ["b"], { time: "2024-02-01T00:00:00Z", crawl: 7 });
    serve("c.warc.gz", ["c"], { time: "2024-04-01T00:00:00Z" });
    serve("d.warc.gz", ["d"], { collection: 2, crawl: 8 });
    expect(hosts(await run(value, working()))).toEqual(expected);
  });

  it.each([
    ["1?crawl-time-afer=2024", 'there is no parameter "crawl-time-afer"'],
    ["1", "Give -d FOLDER"],
  ])("rejects -i wasapi=%s", async (value, message) => {
    const directory = message.includes("-d") ? [] : ["-d", working()];
    const { status, stderr } = await runBin(["-i", `wasapi=${value}`, ...directory]);
    expect(stderr).toContain(message);
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect(status).toBe(2);
  });
});

const SECRET = "s3cret-of-the-curator";
const LOGIN = `Basic ${Buffer.from(`me:${SECRET}`).toString("base64")}`;

describe("a WASAPI service that needs a login", () => {
  const netrc = (): { env: Record<string, string> } => {
    const path = join(temporaryFolder(), "netrc");
    writeFileSync(path, `machine 127.0.0.1\n  login me password ${SECRET}\n`);
    return { env: { NETRC: path } };
  };
  const args = (directory: string): string[] => [
    ...["-i", "wasapi=1", "--set", `wasapi-uri=${server.list}`, "-d", directory, ...FAST],
  ];

  it("sends the password neither to the host of a redirect nor to another host that the list names", async () => {
    const other = `http://localhost:${server.port}/webdatafile/`;
    serve("a.warc.gz", ["a"], {
      instead: (answer: ServerResponse, { headers }: IncomingMessage) => {
        const isFirst = headers.host?.startsWith("127.") === true;
        if (isFirst) answer.writeHead(302, { location: `${other}a.warc.gz` }).end();
        return isFirst;
      },
    });
    serve("b.warc.gz", ["b"], { listed: { locations: [`${other}b.warc.gz`] } });
    server.login = undefined;
    const run = await runHttp([...args(working()), "--netrc"], netrc());
    expect(hosts(run)).toEqual(["a", "b"]);
    const sent = (host: string): unknown[] => [
      ...new Set(
        server.asked
          .filter((one) => one.host.startsWith(host))
          .map(({ authorization }) => authorization),
      ),
    ];
    expect(sent("127.")).toEqual([LOGIN]);
    expect(sent("localhost")).toEqual([undefined]);
  });
});

describe("a download that goes wrong", () => {
  /** Returns a plain WARC file of two pages, with a record of this size between them. */
  const large = (size: number): Buffer =>
    Buffer.concat([
      ...[warcinfo(), pageRecord("a")],
      warcRecord({ type: "resource", uri: "http://a.example/image" }, Buffer.alloc(size, "x")),
      pageRecord("b"),
    ]);

  it("does not read a file with another checksum, and downloads it again in the next run", async () => {
    const bytes = serve("a.warc.gz", ["a"]);
    serve("b.warc.gz", ["b"]);
    const wrong = Buffer.from(bytes);
    wrong[40]! ^= 1;
    server.files.set("a.warc.gz", {
      bytes,
      collection: 1,
      instead: (answer) =>
        Boolean(answer.writeHead(200, { "content-length": wrong.length }).end(wrong)),
    });
    const directory = working();
    const first = await run("1", directory);
    expect(hosts(first)).toEqual(["b"]);
    expect(first.stderr).toContain(
      "a.warc.gz, byte 0: the file cannot be downloaded (its md5 checksum is not that of the list)",
    );
    expect(inDownloads(directory)).toEqual(["b.warc.gz"]);
    serve("a.warc.gz", ["a"]);
    expect(hosts(await run("1", directory))).toEqual(["a", "b"]);
  });

  it.each([
    ["in ranges", true],
    ["only as a whole", false],
  ])(
    "completes a file after a broken connection if the server sends it %s",
    async (_, hasRanges) => {
      const bytes = large(3e6);
      let broken = 0;
      server.hasRanges = hasRanges;
      server.files.set("a.warc", {
        bytes,
        collection: 1,
        instead(answer, __, from) {
          broken += 1;
          if (broken > 1) return false;
          const length = { "content-length": bytes.length - from };
          answer.writeHead(200, length).write(bytes.subarray(from, 1e6));
          setImmediate(() => answer.destroy());
          return true;
        },
      });
      const directory = working();
      const found = await run("1", directory);
      expect(hosts(found)).toEqual(["a", "b"]);
      expect(readFileSync(join(directory, "downloads/a.warc")).equals(bytes)).toBe(true);
      const sent = server.asked.flatMap(({ range }) => range ?? []);
      expect(sent).toHaveLength(2);
      expect(sent[0]).toBe("bytes=0-");
      expect(sent[1]).not.toBe("bytes=0-");
    },
  );

  it("reports a file that is shorter than the list says", async () => {
    const bytes = serve("a.warc.gz", ["a"]);
    serve("a.warc.gz", ["a"], { listed: { size: bytes.length + 10 } });
    const found = await run("1", working());
    expect(found.rows).toEqual([]);
    expect(found.stderr).toContain(
      `the server sends only ${bytes.length} of ${bytes.length + 10} bytes`,
    );
  });

  it("stops a server that sends bytes without end", async () => {
    serve("a.warc.gz", ["a"], {
      instead(answer) {
        answer.writeHead(200);
        const more = (): void => {
          while (!answer.destroyed && answer.write(Buffer.alloc(1 << 16)));
        };
        answer.on("drain", more);
        more();
        return true;
      },
    });
    const directory = working();
    const found = await run("1", directory);
    expect(found.stderr).toMatch(/the server sends more than the \d+ bytes of the file/u);
    expect(inDownloads(directory)).toEqual([]);
  });
});

describe("a hostile list", () => {
  it("writes no file whose name is a path, a device or hidden, or has unprintable characters", async () => {
    const names = [
      ...["../../evil.warc.gz", "/etc/evil.warc.gz", ".hidden.warc.gz", "a\u0000b.warc.gz"],
      ...["nul.warc.gz", "a:b.warc.gz", "a\\b.warc.gz", "\u202ea.warc.gz"],
      `${"x".repeat(300)}.warc.gz`,
    ];
    for (const filename of names) serve(filename, ["a"], { listed: { filename } });
    serve("b.warc.gz", ["b"]);
    const directory = working();
    const found = await run("1", directory);
    expect(found.stderr.split("its name cannot be that of a file")).toHaveLength(names.length + 1);
    expect(found.stderr).not.toContain("\u202e");
    expect(hosts(found)).toEqual(["b"]);
    expect(inDownloads(directory)).toEqual(["b.warc.gz"]);
    expect(readdirSync(join(directory, "..")).length).toBe(1);
  });

  it("ends a list whose pages lead to each other or never end", async () => {
    const bytes = serve("a.warc.gz", ["a"]);
    const checksums = { md5: digestOf("md5", bytes) };
    const locations = ["/webdatafile/a.warc.gz"];
    for (const [count, step] of [
      [null, 0],
      [2, 1],
    ] as const) {
      server.insteadOfList = (answer, uri) => {
        const page = Number(uri.searchParams.get("page") ?? 1);
        const filename = `a${step * page}.warc.gz`;
        const next = `http://evil.invalid${uri.pathname}?page=${page + step}`;
        const files = [{ filename, filetype: "warc", checksums, locations }];
        answer.end(JSON.stringify({ count, next, files }));
        return true;
      };
      const found = await run("1", working());
      expect(found.stderr).toMatch(/(?:the list|it) does not end after \d/u);
      expect(found.rows.length).toBeGreaterThan(0);
    }
    expect(server.asked.length).toBeLessThan(12);
  });

  it("counts the entries of a list without a file name, and does not call such a list empty", async () => {
    const bytes = serve("a.warc.gz", ["a"]);
    const checksums = { md5: digestOf("md5", bytes) };
    const file = { filename: "a.warc.gz", checksums, locations: ["/webdatafile/a.warc.gz"] };
    for (const files of [
      [file, { size: 3 }, null],
      [{ size: 3 }, null],
    ]) {
      server.insteadOfList = (answer) => Boolean(answer.end(JSON.stringify({ files })));
      const { stderr } = await run("1", working());
      expect(stderr).toContain("2 entries of the list without a file name: not read");
      expect(stderr).not.toContain("is empty");
    }
  });

  it("asks no other host for the next page of a list", async () => {
    const bytes = serve("a.warc.gz", ["a"]);
    const checksums = { md5: digestOf("md5", bytes) };
    const file = { filename: "a.warc.gz", checksums, locations: ["/webdatafile/a.warc.gz"] };
    const other = `localhost:${server.port}/wasapi/v1/webdata`;
    for (const next of [`http://${other}`, `//${other}`, `x:@${other}`]) {
      server.insteadOfList = (answer) =>
        Boolean(answer.end(JSON.stringify({ next, files: [file] })));
      await run("1", working());
    }
    const lists = server.asked.filter(({ path }) => !path.startsWith("/webdatafile/"));
    expect(new Set(lists.map(({ host }) => host))).toEqual(new Set([`127.0.0.1:${server.port}`]));
    expect(lists.length).toBeGreaterThan(5);
  });
});
