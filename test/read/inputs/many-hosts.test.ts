import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { detect } from "../../../src/run/detect.js";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

/** Starts an archive of one seed with many mementos. It awaits `ready` before it answers each memento. */
async function archive(
  mementos: number,
  { onServed = () => undefined, ready = Promise.resolve() }: Waiting = {},
): Promise<string> {
  const dates = Array.from({ length: mementos }, (_, i) => new Date(Date.UTC(2010, 0, 1 + i)));
  const digits = (date: Date): string => date.toISOString().replace(/\D/gu, "").slice(0, 14);
  const server = createServer((request, response) => {
    const origin = `http://${request.headers.host ?? ""}`;
    if (request.url?.startsWith("/timemap/") === true) {
      const links = dates.map(
        (date) =>
          `<${origin}/web/${digits(date)}/http://a.example/>; rel="memento"; datetime="${date.toUTCString()}"`,
      );
      response.setHeader("content-type", "application/link-format");
      response.end(['<http://a.example/>; rel="original"', ...links].join(",\n"));
      return;
    }
    const date = dates.find((one) => request.url?.includes(digits(one)));
    void ready.then(() => {
      response.setHeader("memento-datetime", date?.toUTCString() ?? "");
      response.setHeader("content-type", "text/html");
      response.end("<p>Harbour lanterns", onServed);
    });
  });
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/timemap/link/http://a.example/`;
}

interface Waiting {
  readonly onServed?: () => void;
  readonly ready?: Promise<unknown>;
}

it("fetches all mementos of one host while another host answers no request", async () => {
  const many = 200;
  let release: () => void = () => undefined;
  const allServed = new Promise<void>((resolve) => (release = resolve));
  let served = 0;
  const slow = await archive(many, { ready: allServed });
  const quick = await archive(many, {
    onServed: () => {
      served += 1;
      if (served === many) release();
    },
  });
  const results: string[] = [];
  for await (const result of detect({
    input: `timemap=${slow},${quick}`,
    measures: "bytecount",
    ...{ simhash: false, contentLength: false, detectLanguage: false, workers: 0 },
    ...{ rate: { timemap: 1e6, playback: 1e6, api: 1e6 }, concurrency: 2 },
  })) {
    if (result.kind === "memento") results.push(result.uriM);
  }
  expect(served).toBe(many);
  expect(new Set(results).size).toBe(2 * many);
});
