import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { runProgram } from "../../../../src/cli/program.js";
import {
  type PageCandidates,
  parseCandidates,
} from "../../../../src/extensions/topic/collect/candidates.js";
import { UsageError } from "../../../../src/base/errors.js";
import { runBin, runProcess } from "../../../support/run-bin.js";
import { makeWeb, type MadeWeb, type ServedWeb, serveWeb } from "./made-web.js";

const PAGES = 250;
const folder = mkdtempSync(join(tmpdir(), "dot-test-"));
let web: MadeWeb;
let served: ServedWeb;
beforeAll(async () => {
  web = await makeWeb(folder, PAGES);
  served = await serveWeb(PAGES);
});
afterAll(() => {
  served.server.close();
  rmSync(folder, { recursive: true, force: true });
});

const FAST = ["--rate", "1000/s", "--set", "concurrency=4"];
const out = (name: string): string => join(folder, name);

/** Runs `collect` with an output file of this name and returns the text of the file. */
async function written(name: string, args: readonly string[], status = 0): Promise<string> {
  const all = ["collect", "-q", "--topic", web.topic, ...FAST, ...args, "-o", out(name)];
  expect(await runProgram(all)).toBe(status);
  return readFileSync(out(name), "utf8");
}

const ofArchive = (visits: number, ...more: string[]): string[] => [
  ...["--archive", `${served.origin}/web/`, "--set", "near=2015-01", "--start", web.starts],
  ...["--set", `visits=${String(visits)}`, ...more],
];

describe("collect over an archive", () => {
  it("finds more pages of the topic in an archive than breadth-first search finds with as many pages", async () => {
    const found = async (...args: string[]): Promise<number> =>
      parseCandidates(await written("a", ofArchive(40, ...args)), "a").candidates.filter((each) =>
        web.relevant.has(each["URI-R"]),
      ).length;
    expect(await found()).toBeGreaterThan(1.3 * (await found("--set", "order=breadth")));
  });

  it("records the captures nearest to the date", async () => {
    const { candidates } = parseCandidates(await written("b", ofArchive(4)), "b");
    expect(candidates[0]).toMatchObject({ "memento-datetime": "2015-06-01T12:00:00Z" });
    expect(candidates[0]!["URI-M"]).toBe(
      `${served.origin}/web/20150601120000id_/${candidates[0]!["URI-R"]}`,
    );
  });

  it("continues after kill -9, ends with the same bytes, and requests nothing twice", async () => {
    const whole = await written("whole", ofArchive(40));
    const work = out("work");
    const args = ["collect", "--topic", web.topic, ...FAST, ...ofArchive(40, "-d", work)];
    const asked: string[] = [];
    let stop: (() => void) | undefined;
    const count = ({ url = "" }: IncomingMessage): void => {
      asked.push(url);
      if (asked.length === 50) stop?.();
    };
    served.server.on("request", count);
    onTestFinished(() => void served.server.off("request", count));
    const { signal } = await runProcess([...args, "-o", out("killed")], {
      onStart: (child) => (stop = () => child.kill("SIGKILL")),
    });
    expect(signal).toBe("SIGKILL");
    stop = undefined;
    expect(await written("resumed", ofArchive(40, "-d", work))).toBe(whole);
    // Requests that were open when the process was killed are sent again.
    expect(asked.length).toBeLessThan(80 + 2 * 4 + 1);
    expect(await written("offline", ofArchive(40, "-d", work, "--offline"))).toBe(whole);
  });
});

type Handler = (path: string, response: ServerResponse) => void;

/** Starts a live web of one host. `asked` has the paths that were requested. */
async function liveWeb(handle: Handler): Promise<{ origin: string; asked: string[] }> {
  const asked: string[] = [];
  const server: Server = createServer(({ url = "" }, response) => {
    asked.push(url);
    handle(url, response);
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const ON = "In the tower the lighthouse keeper was with the fresnel lens of the lantern room.";
const html = (response: ServerResponse, ...links: string[]): void =>
  void response
    .writeHead(200, { "content-type": "text/html" })
    .end(`<p>${ON}</p>${links.map((link) => `<a href="${link}">x</a>`).join("")}`);
const none = (response: ServerResponse): void => void response.writeHead(404).end();

async function collectLive(origin: string, ...args: string[]): Promise<PageCandidates> {
  const text = await written("live", ["--live", "--start", `${origin}/`, ...args]);
  return parseCandidates(text, "live");
}

/** Runs `collect` with the exit status for a crawl in which no page could be read. */
async function collectNothing(origin: string): Promise<PageCandidates> {
  const text = await written("live", ["--live", "--start", `${origin}/`], 6);
  return parseCandidates(text, "live");
}

describe("collect over the live web", () => {
  it("does not request pages that robots.txt forbids, even as the target of a redirect", async () => {
    const { origin, asked } = await liveWeb((path, response) => {
      if (path === "/robots.txt") response.end("User-agent: detect_off_topic\nDisallow: /secret");
      else if (path === "/moved") response.writeHead(302, { location: "/secret/2" }).end();
      else html(response, "/secret/1", "/moved");
    });
    const { figures } = await collectLive(origin);
    expect(asked.sort()).toEqual(["/", "/moved", "/robots.txt"]);
    expect(figures).toMatchObject({ visited: 3, failed: 2 });
  });

  it("requests nothing if robots.txt cannot be read", async () => {
    const { origin, asked } = await liveWeb((path, response) => {
      if (path === "/robots.txt") response.writeHead(302, { location: "/robots.txt" }).end();
      else html(response);
    });
    const { figures, ...found } = await collectNothing(origin);
    expect(figures).toMatchObject({ visited: 1, failed: 1 });
    expect(JSON.stringify(found)).toContain("cannot be read: more than 5 redirects");
    expect(asked).not.toContain("/");
  });

  it("requests nothing if robots.txt asks for a delay of more than a minute", async () => {
    const { origin, asked } = await liveWeb((path, response) => {
      if (path === "/robots.txt") response.end("User-agent: *\nCrawl-delay: 61");
      else html(response);
    });
    const found = JSON.stringify(await collectNothing(origin));
    expect(found).toContain(`robots.txt of ${origin} asks for a delay of 61 s`);
    expect(asked).not.toContain("/");
  });

  it("follows no link or redirect into the local network", async () => {
    const inner = await liveWeb((_, response) => html(response));
    const hosts = [inner.origin, "http://localhost:1/", "http://10.0.0.1/", "http://[::1]/"];
    const { origin } = await liveWeb((path, response) => {
      if (path === "/robots.txt") none(response);
      else if (path === "/moved") response.writeHead(302, { location: inner.origin }).end();
      else html(response, ...hosts, "/moved", "http://router.internal/");
    });
    expect((await collectLive(origin)).figures).toMatchObject({
      visited: 2,
      failed: 1,
      waiting: 0,
    });
    expect(inner.asked).toEqual([]);
  });

  it("survives circular redirects, files other than pages, and pages that are too large", async () => {
    const { origin } = await liveWeb((path, response) => {
      if (path === "/robots.txt") none(response);
      else if (path === "/loop") response.writeHead(301, { location: "/loop" }).end();
      else if (path === "/huge") html(response, "x".repeat(200_000));
      else if (path === "/picture")
        response.writeHead(200, { "content-type": "image/png" }).end("PNG");
      else html(response, "/loop", "/huge", "/picture");
    });
    const { figures } = await collectLive(origin, "--set", "max-page-size=100K");
    expect(figures).toMatchObject({ visited: 4, evaluated: 1, failed: 3 });
  });

  it("reports why every page failed and ends with status 6, even with -q", async () => {
    const { origin } = await liveWeb((path, response) => {
      if (path === "/robots.txt") none(response);
      else response.writeHead(301, { location: path }).end();
    });
    const args = [
      "collect",
      "-q",
      "--topic",
      web.topic,
      ...FAST,
      "--live",
      "--start",
      `${origin}/`,
    ];
    const { status, stderr } = await runBin([...args, "-o", out("failed")]);
    expect(stderr).toMatch(
      /^nothing was judged: none of 1 page could be read \(the first: .+\)\.\n$/u,
    );
    expect(status).toBe(6);
    // Its output is a valid file of candidates that can be converted.
    expect(
      await runProgram(["collect", out("failed"), "-ot", "csv", "-o", out("failed.csv")]),
    ).toBe(0);
  });

  it("ends the crawl of a trap that offers new links for ever", async () => {
    const { origin } = await liveWeb((path, response) => {
      if (path === "/robots.txt") none(response);
      else html(response, `/a${path}`, `/b${path}`);
    });
    expect((await collectLive(origin)).figures).toMatchObject({ visited: 3, duplicates: 2 });
  });

  it("does not request again what the working directory contains", async () => {
    const { origin, asked } = await liveWeb((path, response) => {
      if (path === "/robots.txt") none(response);
      else html(response);
    });
    const first = await collectLive(origin, "-d", out("live-work"));
    expect(await collectLive(origin, "-d", out("live-work"))).toEqual(first);
    expect(asked).toEqual(["/robots.txt", "/"]);
  });
});

describe("mistakes of collect over archives and the live web", () => {
  it.each([
    [["--archive", "ia"], "Say near which one"],
    [["--archive", "ia", "--set", "near=2015"], "nowhere to begin"],
    [["--live"], "nowhere to begin"],
    [["--live", "--set", "near=2015"], "--live asks the web of today"],
    [["--live", "-i", "warc=x.warc"], "--live asks the web of today"],
  ])("reports the mistake in the options of collect %j in one line", async (args, message) => {
    const outcome = await runProgram(["collect", "--topic", web.topic, ...args]).catch(
      (cause: unknown) => cause,
    );
    expect(outcome).toBeInstanceOf(UsageError);
    expect((outcome as UsageError).message).toContain(message);
    expect((outcome as UsageError).message).not.toContain("\n");
  });
});
