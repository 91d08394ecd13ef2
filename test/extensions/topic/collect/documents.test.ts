import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { ZipFile } from "yazl";
import {
  type PageCandidates,
  parseCandidates,
} from "../../../../src/extensions/topic/collect/candidates.js";
import { buildPdf } from "../../../support/pdf-builder.js";
import { runBin } from "../../../support/run-bin.js";
import { http, warcRecord } from "../../../support/warc-builder.js";
import { makeWeb } from "./made-web.js";

const folder = mkdtempSync(join(tmpdir(), "dot-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let topic: string;
beforeAll(async () => {
  ({ topic } = await makeWeb(folder, 250));
});

/** Returns sentences of the topic that differ for each document. */
const about = (name: string): string[] => [
  `The lighthouse keeper was once in the lantern room with the fresnel lens and the oil lamp of the tower at ${name}.`,
  `The fog signal of ${name} was for ships that could not see the light of the lantern.`,
];
const page = (name: string, ...links: string[]): string =>
  `<html><p>${about(name).join("</p><p>")}</p>${links.map((link) => `<a href="${link}">more</a>`).join(" ")}</html>`;

async function zip(...files: readonly Buffer[]): Promise<Buffer> {
  const made = new ZipFile();
  for (const [at, bytes] of files.entries()) made.addBuffer(bytes, `${at}.data`);
  made.end();
  return buffer(made.outputStream);
}

interface Served {
  readonly type: string;
  readonly body: Buffer | string;
}

/** Returns a site of documents by path. */
async function site(): Promise<Readonly<Record<string, Served>>> {
  const names = [
    "paper",
    "notes",
    "papers",
    "packed",
    "named-wrongly",
    "broken",
    "nested",
    "program",
  ];
  return {
    "/": { type: "text/html", body: page("Home", ...names) },
    "/paper": { type: "application/pdf", body: buildPdf(about("Paper")) },
    "/notes": { type: "text/plain", body: about("Notes").join("\n\n") },
    "/papers": {
      type: "application/zip",
      body: await zip(buildPdf(about("Zip")), Buffer.from(about("Text").join("\n\n"))),
    },
    "/packed": { type: "application/gzip", body: gzipSync(page("Gzip", "/behind")) },
    "/behind": { type: "text/html", body: page("Behind") },
    "/named-wrongly": { type: "image/jpeg", body: buildPdf(about("Wrong")) },
    "/broken": { type: "application/pdf", body: "%PDF-1.4\nendobj" },
    "/nested": {
      type: "application/zip",
      body: await zip(await zip(await zip(await zip(Buffer.from("a lamp"))))),
    },
    "/program": { type: "application/zip", body: await zip(Buffer.from([0, 1, 2, 3, 0, 5, 6])) },
  };
}

async function collect(...args: string[]): Promise<PageCandidates> {
  const path = join(folder, "out.jsonl");
  const given = ["collect", "-q", "--topic", topic, "-o", path, ...args];
  const { status, stderr } = await runBin(given);
  expect({ status, stderr }).toHaveProperty("status", 0);
  return parseCandidates(readFileSync(path, "utf8"), path);
}

const pathOf = (uri: string): string => new URL(uri.replace(/^.*(?=http)/u, "")).pathname;

/** Returns the paths of recommended pages, and the reasons why others could not be read. */
const told = ({ candidates, unread }: PageCandidates): object => ({
  candidates: candidates.map((each) => pathOf(each["URI-R"])).sort(),
  unread: Object.fromEntries(unread.map((each) => [pathOf(each["URI-R"]), each.problem])),
});

const EXPECTED = {
  candidates: ["/", "/behind", "/named-wrongly", "/notes", "/packed", "/paper", "/papers"],
  unread: {
    "/broken": "the PDF cannot be read: Invalid PDF structure",
    "/nested": "more than 3 zip or gzip files within each other",
    "/program": "neither HTML nor text, PDF, zip or gzip",
  },
};

describe(
  "collect reads PDF, text, zip and gzip files by their content",
  { timeout: 120_000 },
  () => {
    it("collects documents from WARC files, follows links in their markup, and gives the reason for unreadable files", async () => {
      const path = join(folder, "documents.warc");
      const records = Object.entries(await site()).map(([at, { type, body }]) =>
        warcRecord(
          { uri: `http://lamps.example${at}`, date: "2015-06-01T12:00:00Z" },
          http(body, { contentType: type }),
        ),
      );
      writeFileSync(path, Buffer.concat(records));
      const found = await collect("-i", `warc=${path}`, "--start", "http://lamps.example/");
      expect(told(found)).toEqual(EXPECTED);
    });

    it("collects documents from an archive", async () => {
      const served = await site();
      const server = createServer(({ url = "" }, response) => {
        const archived = /^\/web\/\d+(?:id_)?\/http:\/\/lamps\.example(\/.*)$/u.exec(url)?.[1];
        const found = served[archived ?? url];
        if (found === undefined) return void response.writeHead(404).end();
        const dated = { "memento-datetime": "Mon, 01 Jun 2015 12:00:00 GMT" };
        response
          .writeHead(200, { "content-type": found.type, ...(archived !== undefined && dated) })
          .end(found.body);
      });
      await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
      onTestFinished(() => {
        server.closeAllConnections();
        server.close();
      });
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const fast = ["--rate", "1000/s", "--set", "concurrency=4"];
      const archive = ["--archive", `${origin}/web/`, "--set", "near=2015-06"];
      const start = ["--start", "http://lamps.example/"];
      expect(told(await collect(...fast, ...archive, ...start))).toEqual(EXPECTED);
    });
  },
);
