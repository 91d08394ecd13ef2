import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  openFetcher,
  type RecordingFetcher,
  type FetcherOptions,
} from "../../../src/read/http/fetcher.js";
import type { Outcome } from "../../../src/base/types.js";
import type { FetchedResponse, RequestClass } from "../../../src/read/types.js";
import { ImpatientClock } from "./support/fake-clock.js";
import { answerOf, MEMENTO, startRawServer, type RawServer } from "./support/raw-server.js";

const closing: { close(): Promise<void> }[] = [];

afterEach(async () => {
  vi.unstubAllEnvs();
  for (const one of closing.splice(0).reverse()) await one.close();
});

async function serve(answer: Parameters<typeof startRawServer>[0]): Promise<RawServer> {
  const server = await startRawServer(answer);
  closing.push(server);
  return server;
}

/** Opens a fetcher that does not really wait, and returns the clock on which it would have waited. */
async function impatient(
  options: FetcherOptions = {},
): Promise<{ fetcher: RecordingFetcher; clock: ImpatientClock; notices: string[] }> {
  const clock = new ImpatientClock();
  const notices: string[] = [];
  const fetcher = await openFetcher({
    clock,
    random: () => 0.5,
    timeoutMs: 5000,
    onNotice: (message) => notices.push(message),
    ...options,
  });
  closing.push(fetcher);
  return { fetcher, clock, notices };
}

const get = (
  fetcher: RecordingFetcher,
  uri: string,
  requestClass: RequestClass = "playback",
): Promise<Outcome<FetchedResponse>> => fetcher.fetch({ uri, requestClass });

const messageOf = (outcome: Outcome<FetchedResponse>): string =>
  "problem" in outcome ? outcome.problem.message : `status ${outcome.value.status}`;

const textOf = (outcome: Outcome<FetchedResponse>): string =>
  "value" in outcome ? Buffer.from(outcome.value.body).toString() : messageOf(outcome);

describe("an answer", () => {
  it("returns the bytes of an answer as they were sent, without decoding them", async () => {
    const zipped = gzipSync("a page");
    const server = await serve(() =>
      Buffer.concat([
        Buffer.from(
          `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nX-Name: caf\u00e9\r\nContent-Length: ${zipped.length}\r\n\r\n`,
          "latin1",
        ),
        zipped,
      ]),
    );
    const { fetcher } = await impatient();
    const outcome = await get(fetcher, `${server.origin}/1`);
    if (!("value" in outcome)) throw new Error(messageOf(outcome));
    expect(Buffer.from(outcome.value.body).equals(zipped)).toBe(true);
    expect(outcome.value.headers).toContainEqual(["X-Name", "caf\u00e9"]);
  });

  it("joins the chunks of an answer, and renames the header that declares them", async () => {
    const server = await serve(
      () => "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n",
    );
    const { fetcher } = await impatient();
    const outcome = await get(fetcher, `${server.origin}/1`);
    expect(textOf(outcome)).toBe("abcde");
    const names = "value" in outcome ? outcome.value.headers.map(([name]) => name) : [];
    expect(names).toEqual(["X-Crawler-Transfer-Encoding"]);
  });

  it("does not follow the redirect of an answer", async () => {
    const server = await serve(() => answerOf("302 Found", "", ["Location: /2", MEMENTO]));
    const { fetcher } = await impatient();
    const outcome = await get(fetcher, `${server.origin}/1`);
    expect(messageOf(outcome)).toBe("status 302");
    expect(server.seen.length).toBe(1);
  });

  it("fetches a URI only once if it is requested twice at the same time", async () => {
    const server = await serve(() => answerOf("200 OK", "page", [MEMENTO]));
    const { fetcher } = await impatient();
    const uri = `${server.origin}/1`;
    const [one, other] = await Promise.all([get(fetcher, uri), get(fetcher, `${uri}#top`)]);
    expect([textOf(one), textOf(other)]).toEqual(["page", "page"]);
    expect(server.seen.length).toBe(1);
  });
});

describe("temporary trouble", () => {
  it.each<[string, Parameters<typeof startRawServer>[0]]>([
    ["a reset", (_, __, socket) => void socket.resetAndDestroy()],
    [
      "an incomplete body",
      (_, nth) => `HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf a pa${"x".repeat(nth)}`,
    ],
    [
      "chunks without the last one",
      (_, nth) =>
        `HTTP/1.1 200 OK\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n${nth}\r\n${"x".repeat(nth)}\r\n`,
    ],
    ["a server error", () => answerOf("502 Bad Gateway")],
  ])("tries again after %s, and doubles the wait each time", async (_, spoil) => {
    const server = await serve((target, nth, socket) =>
      nth < 3 ? spoil(target, nth, socket) : answerOf("200 OK", "whole", [MEMENTO]),
    );
    const { fetcher, clock } = await impatient({ limits: { rate: { playback: 6e9 } } });
    expect(textOf(await get(fetcher, `${server.origin}/1`))).toBe("whole");
    expect(server.seen.length).toBe(3);
    expect(clock.sleeps).toEqual([1000, 2000]);
    expect(fetcher.statistics.retries).toBe(2);
  });

  it("reports temporary trouble as a problem after four tries", async () => {
    const server = await serve(
      (_, nth) => `HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n${"x".repeat(nth)}`,
    );
    const { fetcher } = await impatient();
    const message = messageOf(await get(fetcher, `${server.origin}/1`));
    expect(message).toMatch(/closed before the whole answer came \(tried 4 times\)$/u);
    expect(server.seen.length).toBe(4);
    expect(fetcher.statistics).toMatchObject({ requests: 4, failures: 1, incomplete: undefined });
  });

  it.each<[string, string, string | undefined]>([
    ["no headers arrive", "no answer came in time", undefined],
    [
      "a body stops without an end",
      "the body fell silent",
      "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx",
    ],
  ])("gives up after the timeout if %s", async (_, reported, sent) => {
    const server = await serve((__, ___, socket) => {
      if (sent !== undefined) socket.write(sent);
      return undefined;
    });
    const { fetcher } = await impatient({
      timeoutMs: 50,
      wholeTimeoutMs: 30_000,
      backOff: { first: 1, cap: 1, tries: 2 },
    });
    expect(messageOf(await get(fetcher, `${server.origin}/1`))).toContain(reported);
    expect(server.seen.length).toBe(2);
  });

  it("gives up a host that refuses ten URIs, and still completes the run", async () => {
    const server = await startRawServer(() => undefined);
    await server.close();
    const { port } = server;
    const { fetcher, notices } = await impatient({ backOff: { first: 1, cap: 1, tries: 2 } });
    const messages: string[] = [];
    for (let count = 0; count < 12; count += 1) {
      messages.push(messageOf(await get(fetcher, `http://127.0.0.1:${port}/${count}`)));
    }
    expect(messages[0]).toBe(`127.0.0.1:${port}: the host refuses connections (tried 2 times)`);
    expect(messages[11]).toContain("does not answer any more");
    expect(fetcher.statistics).toMatchObject({ requests: 20, incomplete: undefined });
    expect(notices.length).toBe(1);
  });
});

describe("a body that contradicts its headers", () => {
  const page = `<html><body>${"<p>The festival takes place on the banks.</p>".repeat(40)}`;
  const zipped = gzipSync(page);
  const badSum = Buffer.from(zipped);
  badSum[badSum.length - 6]! ^= 0xff;
  const sent = (headers: readonly string[], body: string | Buffer): Buffer =>
    Buffer.concat([
      Buffer.from(["HTTP/1.1 200 OK", MEMENTO, ...headers, "", ""].join("\r\n")),
      Buffer.from(body),
    ]);
  const coded = (body: string | Buffer, length = body.length): Buffer =>
    sent(["Content-Encoding: gzip", `Content-Length: ${length}`], body);
  const half = zipped.subarray(0, zipped.length >> 1);
  const asksPlain = (server: RawServer): boolean[] =>
    server.seen.map(({ head }) => /accept-encoding: identity/iu.test(head));

  it.each<[string, Buffer]>([
    ["plain text of the length that the gzip had", coded(page, zipped.length)],
    ["gzip that is cut off", coded(half)],
    ["gzip with a wrong checksum", coded(badSum)],
  ])("requests a body again without content coding if it is %s", async (_, bad) => {
    const more = `${page}<p>And the last line.</p></body></html>`;
    const server = await serve((__, nth) =>
      nth === 1 ? bad : answerOf("200 OK", more, [MEMENTO]),
    );
    const { fetcher } = await impatient();
    expect(textOf(await get(fetcher, `${server.origin}/1`))).toBe(more);
    expect(asksPlain(server)).toEqual([false, true]);
  });

  it.each<[string, Buffer, RegExp]>([
    [
      "plain text although declared as gzip",
      coded(page.slice(0, zipped.length)),
      /not gzip as its header says/u,
    ],
    ["gzip that is cut off", coded(half), /cut off or damaged/u],
    ["gzip with a wrong checksum", coded(badSum), /cut off or damaged/u],
  ])(
    "reports a problem for a body that is %s twice, even for TimeMaps",
    async (_, bad, reported) => {
      const server = await serve(() => bad);
      const { fetcher } = await impatient();
      expect(messageOf(await get(fetcher, `${server.origin}/1`))).toMatch(reported);
      expect(messageOf(await get(fetcher, `${server.origin}/2`, "timemap"))).toMatch(reported);
      expect(asksPlain(server)).toEqual([false, true, false, true]);
    },
  );
});

describe("permanent trouble", () => {
  it("reports a body above the size limit as a problem, and fetches it once", async () => {
    const server = await serve(() => answerOf("200 OK", "x".repeat(1001), [MEMENTO]));
    const { fetcher } = await impatient({ maxBodyBytes: 1000 });
    const message = messageOf(await get(fetcher, `${server.origin}/1`));
    expect(message).toContain("larger than 1000 bytes");
    expect(server.seen.length).toBe(1);
    expect(textOf(await get(fetcher, `${server.origin}/2`, "timemap")).length).toBe(1001);
  });

  it.each<[string, string]>([
    ["bodies above the limit", answerOf("200 OK", "x".repeat(1001), [MEMENTO])],
    ["incomplete bodies", "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 9\r\n\r\nhalf"],
  ])("does not give up a host after any number of answers with %s", async (_, bad) => {
    const server = await serve((target) =>
      target.startsWith("/bad") ? bad : answerOf("200 OK", "page", [MEMENTO]),
    );
    const backOff = { first: 1, cap: 1, tries: 1 };
    const { fetcher, notices } = await impatient({ maxBodyBytes: 1000, backOff });
    for (let count = 0; count < 12; count += 1) await get(fetcher, `${server.origin}/bad/${count}`);
    expect(textOf(await get(fetcher, `${server.origin}/1`))).toBe("page");
    expect(notices).toEqual([]);
  });
});

describe("a host that limits requests", () => {
  it("pauses all requests to a host as long as Retry-After of a 429 says, and then answers all of them", async () => {
    let limits = 1;
    const server = await serve(() => {
      limits -= 1;
      return limits === 0
        ? answerOf("429 Too Many Requests", "", ["Retry-After: 7"])
        : answerOf("200 OK", "page", [MEMENTO]);
    });
    const { fetcher, clock, notices } = await impatient();
    const outcomes = await Promise.all(
      [1, 2, 3].map((number) => get(fetcher, `${server.origin}/${number}`)),
    );
    expect(outcomes.map(textOf)).toEqual(["page", "page", "page"]);
    expect(clock.now()).toBe(9000);
    expect(fetcher.statistics.waitedMs).toBe(7000);
    expect(notices).toEqual([`127.0.0.1:${server.port} answered 429: waiting 7 s.`]);
  });

  it("gives up a host that always answers 429, ends incomplete, and sends the host nothing more", async () => {
    const server = await serve(() => answerOf("429 Too Many Requests"));
    const { fetcher } = await impatient();
    const first = messageOf(await get(fetcher, `${server.origin}/1`));
    expect(first).toMatch(/^rate limited by .* run again with the same -d to continue$/u);
    const sent = server.seen.length;
    expect(sent).toBe(6);
    expect(messageOf(await get(fetcher, `${server.origin}/2`, "timemap"))).toBe(first);
    expect(server.seen.length).toBe(sent);
    expect(fetcher.statistics.incomplete).toBe(first);
  });
});

describe("a stopped run", () => {
  it("rejects the running, waiting and later requests of a stopped run", async () => {
    const stop = new AbortController();
    const server = await serve(() => {
      stop.abort(new Error("interrupted"));
      return undefined;
    });
    const { fetcher } = await impatient({ signal: stop.signal });
    const wanted = [1, 2].map((number) => get(fetcher, `${server.origin}/${number}`));
    const settled = await Promise.allSettled(wanted);
    expect(settled.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    await expect(get(fetcher, `${server.origin}/3`)).rejects.toThrow("interrupted");
  });
});
