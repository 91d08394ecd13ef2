import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { CrawlLogReader } from "../../../src/read/crawls/crawl-log.js";
import { rowsOf } from "../../support/rows.js";
import { type EndedInside, runInside } from "../../support/run-inside.js";
import { wacz } from "../../support/wacz-builder.js";
import { pageRecord } from "../../support/warc-builder.js";

const folder = mkdtempSync(join(tmpdir(), "dot-logs-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, content: Uint8Array | string): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

/** A line of Heritrix 3. */
const heritrix = (status: number, uri: string, path = "-"): string =>
  `2020-01-31T12:30:00.123Z ${String(status).padStart(5)} ${status > 0 ? "       1234" : "          -"} ${uri} ${path} - text/html #012 20200131123000100+50 sha1:ABC - -`;

/** Returns the last line of each URI of a log. */
function said(...lines: readonly string[]): Record<string, string> {
  const reader = new CrawlLogReader();
  const found: Record<string, string> = {};
  for (const line of lines) {
    const fetch = reader.take(line);
    if (fetch !== undefined) found[fetch.uriR] = `${fetch.kind}: ${fetch.says}`;
  }
  return found;
}

describe("a crawl log", () => {
  it.each([
    [-1, "dns: status -1: DNS lookup failed"],
    [-2, "connection: status -2: connection failed"],
    [-4, "timeout: status -4: timeout"],
    [-61, "connection: status -61: robots.txt could not be fetched"],
    [-404, "http error: status -404: empty answer, taken as 404"],
    [-4001, "excluded: status -4001: too many links from the seed"],
    [-5003, "excluded: status -5003: beyond a quota"],
    [-6000, "stopped: status -6000: deleted from the frontier by the user"],
    [-9998, "robots: status -9998: robots.txt forbids it"],
    [0, "stopped: status 0: it was never tried"],
    [404, "http error: HTTP status 404"],
    [503, "http error: HTTP status 503"],
    [200, "captured: HTTP status 200"],
  ])("of Heritrix says what happened: %d", (status, what) => {
    expect(said(heritrix(status, "http://a.example/"))).toEqual({ "http://a.example/": what });
  });

  it("of Heritrix says nothing by DNS records, and by statuses that it does not have", () => {
    expect(said(heritrix(1, "dns:a.example"), heritrix(-77, "http://a.example/"))).toEqual({});
  });

  it("of wget says what happened, in its long and its brief form", () => {
    const log = [
      "--2020-01-31 12:30:00--  http://lost.example/",
      "Resolving lost.example (lost.example)... failed: Name or service not known.",
      "wget: unable to resolve host address ‘lost.example’",
      "--2020-01-31 12:30:01--  http://closed.example/",
      "Connecting to closed.example (closed.example)|192.0.2.1|:80... failed: Connection refused.",
      "--2020-01-31 12:30:02--  http://gone.example/",
      "HTTP request sent, awaiting response... 404 Not Found",
      "2020-01-31 12:30:03 ERROR 404: Not Found.",
      "--2020-01-31 12:30:04--  http://good.example/",
      "HTTP request sent, awaiting response... 200 OK",
      "http://brief.example/:",
      "2020-01-31 12:30:05 ERROR 500: Internal Server Error.",
      // The brief form does not say to which URI this belongs.
      "failed: Connection refused.",
    ];
    expect(said(...log)).toEqual({
      "http://lost.example/": "dns: unable to resolve host address ‘lost.example’",
      "http://closed.example/": "connection: Connection refused.",
      "http://gone.example/": "http error: HTTP status 404",
      "http://good.example/": "captured: HTTP status 200",
      "http://brief.example/": "http error: HTTP status 500",
    });
  });

  it("of wget says what happened in any language, after several tries, and with --server-response", () => {
    const at = (uri: string, attempt = ""): string => `--2020-01-31 12:30:00--  ${attempt}${uri}`;
    const log = [
      at("http://lost.example/"),
      "lost.example (lost.example) をDNSに問いあわせています... 失敗しました: 名前またはサービスが不明です.",
      at("http://closed.example/"),
      "Auflösen des Hostnamens closed.example (closed.example)… 192.0.2.1, 2001:db8::1",
      "Verbindungsaufbau zu closed.example (closed.example)|192.0.2.1|:80 … fehlgeschlagen: Verbindungsaufbau abgelehnt.",
      at("http://silent.example/"),
      "HTTP-Anforderung gesendet, auf Antwort wird gewartet … Keine Daten empfangen.",
      at("http://silent.example/", "(Versuch: 2)  "),
      "HTTP-Anforderung gesendet, auf Antwort wird gewartet … Keine Daten empfangen.",
      "Aufgegeben.",
      at("http://slow.example/"),
      "HTTP request sent, awaiting response... Read error (Connection timed out) in headers.",
      "Giving up.",
      at("http://cut.example/"),
      "已发出 HTTP 请求，正在等待回应... 200 OK",
      "2020-01-31 12:30:00 (149 KB/s) - 在 5 字节处连接关闭。放弃操作。",
      at("http://gone.example/"),
      "requête HTTP transmise, en attente de la réponse… 404 Not Found",
      "2020-01-31 12:30:00 erreur 404 : Not Found.",
      at("http://headers.example/"),
      "HTTP request sent, awaiting response... ",
      "  HTTP/1.1 503 Service Unavailable",
      "  X-Note: a (b)... failed: no reason",
      at("http://good.example/"),
      "HTTP request sent, awaiting response... 200 No headers, assuming HTTP/0.9",
      "     0K ..........                                             404 =0.04s",
      "2020-01-31 12:30:00 (404 B/s) - ‘/dev/null’ saved [8/8]",
    ];
    expect(said(...log)).toEqual({
      "http://lost.example/": "dns: 名前またはサービスが不明です.",
      "http://closed.example/": "connection: Verbindungsaufbau abgelehnt.",
      "http://silent.example/": "connection: Keine Daten empfangen.",
      "http://slow.example/": "timeout: Read error (Connection timed out) in headers.",
      "http://cut.example/": "connection: 在 5 字节处连接关闭。放弃操作。",
      "http://gone.example/": "http error: HTTP status 404",
      "http://headers.example/": "http error: HTTP status 503",
      "http://good.example/": "captured: HTTP status 200",
    });
  });

  it("of wget in its brief form never gives the end of one URI to another", () => {
    const log = [
      "2020-01-31 12:30:00 URL: http://good.example/ 200 OK",
      "http://spider.example/:",
      "Remote file does not exist -- broken link!!!",
      "http://silent.example/:",
      "Username/Password Authentication Failed.",
      "Unable to establish SSL connection.",
      "failed: Connection refused.",
      "wget : impossible de résoudre l’adresse de l’hôte « lost.example »",
    ];
    expect(said(...log)).toEqual({
      "http://good.example/": "captured: HTTP status 200",
      "http://spider.example/": "http error: Remote file does not exist -- broken link!!!",
      "http://lost.example/": "dns: impossible de résoudre l’adresse de l’hôte « lost.example »",
    });
  });

  it("of Heritrix says of a URI why its name or robots.txt could not be had", () => {
    const line = (status: number, uri: string, via: string): string =>
      heritrix(status, uri, "P").replace(" P - ", ` P ${via} `);
    expect(
      said(
        heritrix(-50, "http://lost.example/"),
        line(-1, "dns:lost.example", "http://lost.example/"),
        heritrix(-50, "http://closed.example/a"),
        line(-2, "http://closed.example/robots.txt", "http://closed.example/a"),
        line(404, "http://good.example/robots.txt", "http://good.example/"),
        heritrix(200, "http://good.example/"),
      ),
    ).toEqual({
      "http://lost.example/": "dns: status -1: DNS lookup failed",
      "http://closed.example/a": "connection: status -2: connection failed",
      "http://good.example/robots.txt": "http error: HTTP status 404",
      "http://good.example/": "captured: HTTP status 200",
    });
  });

  it("of Browsertrix says what happened: its page lists, and its log in JSON Lines", () => {
    const log = (message: string, details: object, logLevel = "error"): string =>
      JSON.stringify({
        timestamp: "2024-01-31T12:30:00Z",
        logLevel,
        context: "worker",
        message,
        details,
      });
    expect(
      said(
        JSON.stringify({ format: "json-pages-1.0", id: "pages" }),
        JSON.stringify({ url: "https://a.example/", status: 403, loadState: 2, seed: true }),
        JSON.stringify({ url: "https://b.example/", loadState: 0 }),
        JSON.stringify({
          url: "https://c.example/",
          loadState: 0,
          error: "net::ERR_NAME_NOT_RESOLVED",
        }),
        JSON.stringify({ url: "https://d.example/", ts: "2024-01-31T12:30:00Z" }),
        log("Page Load Failed, skipping page", {
          page: "https://e.example/",
          msg: "Navigation timeout of 90000 ms exceeded",
        }),
        log("Page Crashed", { page: "https://f.example/" }, "warn"),
        log("Behavior failed", { page: "https://g.example/" }, "warn"),
        log("Page Finished", { page: "https://h.example/", loadState: 4 }, "info"),
      ),
    ).toEqual({
      "https://a.example/": "http error: HTTP status 403",
      "https://b.example/": "browser: loadState 0: not loaded",
      "https://c.example/": "dns: net::ERR_NAME_NOT_RESOLVED",
      "https://e.example/":
        "timeout: Page Load Failed, skipping page: Navigation timeout of 90000 ms exceeded",
      "https://f.example/": "browser: Page Crashed",
      "https://h.example/": "captured: Page Finished",
    });
  });

  it("counts lines in no known form, whatever they are", () => {
    const reader = new CrawlLogReader();
    for (const line of [
      "{broken",
      "[]",
      "no log",
      "\0\u{1}",
      `x${"y".repeat(1 << 17)}`,
      "2020-01-31 -1",
      "{}",
      "null",
    ]) {
      expect(reader.take(line)).toBeUndefined();
    }
    expect([reader.unknown, reader.known]).toEqual([8, 0]);
  });
});

const detect = (...args: string[]): Promise<EndedInside> => runInside([...args, "--workers", "0"]);

describe("a seed without a capture", () => {
  const seeds = file(
    "seeds.txt",
    "http://in.example/\nhttp://lost.example/\nhttp://barred.example/\nhttp://silent.example/\n",
  );
  const log = [
    heritrix(200, "http://in.example/"),
    heritrix(-2, "http://lost.example/"),
    heritrix(-1, "http://lost.example/"),
    "a broken line",
    heritrix(-9998, "https://www.barred.example/"),
    heritrix(-9998, "http://other.example/", "L"),
  ].join("\n");

  it("has the reason that the crawl log beside its WARC files gives, and never a made-up one", async () => {
    file("job/warcs/a.warc", pageRecord("in"));
    const path = file("job/logs/crawl.log", log);
    const { stdout, stderr } = await detect(
      "-i",
      `warc=${join(folder, "job/warcs")}`,
      "--seeds",
      seeds,
      "-ot",
      "jsonl",
    );
    const failed = rowsOf(stdout).filter((row) => "access error" in row);
    expect(failed.map((row) => [row["no capture because"], row["access error"]])).toEqual([
      [
        "robots",
        `the seed http://barred.example/ has no capture in the input: robots.txt forbids it (status -9998: robots.txt forbids it; ${path}, line 5)`,
      ],
      [
        "dns",
        `the seed http://lost.example/ has no capture in the input: the host was not found (status -1: DNS lookup failed; ${path}, line 3)`,
      ],
      ["unknown", "the seed http://silent.example/ has no capture in the input"],
    ]);
    expect(stderr).toContain("1 line in no form of a crawl log that is known (first: line 4)");
  });

  it("is told in a column of the seeds table", async () => {
    const warc = file("alone/a.warc", pageRecord("in"));
    const path = file("other.log.gz", gzipSync(log));
    const { stdout } = await detect(
      "-i",
      `warc=${warc}`,
      "--seeds",
      seeds,
      "--set",
      `crawl-log=${path}`,
      "-ot",
      "seeds",
    );
    expect(
      stdout
        .trimEnd()
        .split(/\r?\n/u)
        .map((line) => line.split(",").slice(20).join(",")),
    ).toEqual([
      expect.stringMatching(/,Captured$/u),
      expect.stringContaining("no, robots: robots.txt forbids it"),
      expect.stringContaining("no, dns: the host was not found"),
      expect.stringMatching(/no"?$/u),
      expect.stringMatching(/yes"?$/u),
    ]);
  });

  it("has the reason that the page lists and logs of a WACZ give", async () => {
    const pages = [
      { format: "json-pages-1.0", id: "pages" },
      {
        url: "http://in.example/",
        ts: "2012-06-01T10:20:30Z",
        seed: true,
        loadState: 4,
        status: 200,
      },
      { url: "http://lost.example/", seed: true, loadState: 0 },
    ];
    const error = {
      logLevel: "error",
      message: "Page Load Failed",
      details: { page: "http://barred.example/", msg: "net::ERR_CONNECTION_RESET" },
    };
    const path = file(
      "a.wacz",
      wacz(
        { "data.warc": pageRecord("in") },
        {
          files: {
            "pages/pages.jsonl": pages.map((each) => `${JSON.stringify(each)}\n`).join(""),
            "logs/crawl.log": `${JSON.stringify(error)}\n`,
          },
        },
      ),
    );
    const { stdout } = await detect("-i", `wacz=${path}`, "--seeds", seeds, "-ot", "jsonl");
    expect(rowsOf(stdout).map((row) => row["no capture because"])).toEqual([
      "connection",
      "browser",
      "unknown",
      undefined,
    ]);
    const auto = await detect("-i", `wacz=${path}`, "--seeds", "auto", "-ot", "jsonl");
    expect(rowsOf(auto.stdout).map((row) => row["no capture because"])).toEqual([
      "browser",
      undefined,
    ]);
  });

  it("has the reason that the list of seeds itself gives: a page list, or a WACZ", async () => {
    const warc = file("listed/a.warc", pageRecord("in"));
    const pages = [
      { format: "json-pages-1.0", id: "pages" },
      { url: "http://in.example/", seed: true, loadState: 4, status: 200 },
      {
        url: "http://lost.example/",
        seed: true,
        loadState: 0,
        error: "net::ERR_NAME_NOT_RESOLVED",
      },
      { url: "http://silent.example/", seed: true },
    ];
    const lines = pages.map((each) => `${JSON.stringify(each)}\n`).join("");
    const list = file("listed/pages.jsonl", lines);
    const packed = file(
      "listed/a.wacz",
      wacz({ "data.warc": pageRecord("other") }, { files: { "pages/pages.jsonl": lines } }),
    );
    for (const path of [list, packed]) {
      const { stdout } = await detect("-i", `warc=${warc}`, "--seeds", path, "-ot", "jsonl");
      expect(rowsOf(stdout).map((row) => row["no capture because"])).toEqual([
        "dns",
        "unknown",
        undefined,
      ]);
    }
    const own = file("listed/own.log", heritrix(-9998, "http://lost.example/"));
    const args = ["--seeds", list, "--set", `crawl-log=${own}`, "-ot", "jsonl"];
    const { stdout } = await detect("-i", `warc=${warc}`, ...args);
    expect(rowsOf(stdout)[0]!["no capture because"]).toBe("robots");
    const { status, stderr } = await detect("-i", `warc=${warc}`, "--seeds", own);
    expect([status, stderr.trim().split("\n").length]).toEqual([2, 1]);
    expect(stderr).toContain(`the log with --set crawl-log=${own}`);
  });

  it("needs a file that is a log of a crawler", async () => {
    const warc = file("b/a.warc", pageRecord("in"));
    const wrong = file("wrong.log", "no log\nat all\n");
    for (const path of [wrong, join(folder, "none.log")]) {
      const { status, stderr } = await detect(
        "-i",
        `warc=${warc}`,
        "--seeds",
        seeds,
        "--set",
        `crawl-log=${path}`,
      );
      expect(status).toBe(2);
      expect(stderr).toContain(`--set crawl-log=${path}: `);
    }
    const without = await detect(
      "-i",
      `warc=${warc}`,
      "--set",
      `crawl-log=${file("good.log", log)}`,
    );
    expect(without.status).toBe(2);
    expect(without.stderr).toContain("give --seeds FILE");
  });
});
