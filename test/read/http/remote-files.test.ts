import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { messageOf } from "../../../src/base/errors.js";
import { openFetcher, type RecordingFetcher } from "../../../src/read/http/fetcher.js";
import { RemoteFiles } from "../../../src/read/http/remote-files.js";
import { windowOn } from "../../../src/read/warc/bytes.js";
import { type FileServer, startFileServer } from "../../support/file-server.js";
import { ImpatientClock } from "./support/fake-clock.js";

let server: FileServer;
let fetcher: RecordingFetcher;
let files: RemoteFiles;
let uri = "";
beforeEach(async () => {
  server = await startFileServer();
  fetcher = await openFetcher({ clock: new ImpatientClock(), random: () => 0.5, timeoutMs: 5000 });
  files = new RemoteFiles(fetcher);
  uri = `${server.origin}/file`;
});
afterEach(async () => {
  await fetcher.close();
  await server.close();
});

/** Returns bytes of which no two ranges are equal. */
function bytesOf(size: number): Buffer {
  const blocks: Buffer[] = [];
  for (let i = 0; i * 32 < size; i += 1) blocks.push(createHash("sha256").update(`${i}`).digest());
  return Buffer.concat(blocks).subarray(0, size);
}

/** Reads a whole file as a reader of records does. */
async function readOn(of: string): Promise<Buffer> {
  const { size = 0, ...file } = await files.open(of);
  const window = windowOn({ ...file, size });
  const pieces: Buffer[] = [];
  while (await window.ensure(1)) {
    pieces.push(Buffer.from(window.window));
    window.consume(window.window.length);
  }
  return Buffer.concat(pieces);
}

const trouble = (of = uri): Promise<string> =>
  readOn(of).then(({ length }) => `${length} bytes`, messageOf);

const sizes = (): number[] => server.asked.map(({ from, to }) => to - from);

describe("a file on the web", () => {
  it("reads a file on the web forward in requests of growing size, and requests no byte twice", async () => {
    const bytes = bytesOf(5e6);
    server.files.set("/file", { bytes });
    expect((await readOn(uri)).equals(bytes)).toBe(true);
    expect(sizes().slice(0, 4)).toEqual([1 << 16, 1 << 17, 1 << 18, 1 << 19]);
    expect(sizes().reduce((sum, size) => sum + size)).toBe(bytes.length);
  });

  it("reads a file on the web at any position, and does not request the same bytes again", async () => {
    const bytes = bytesOf(1e6);
    server.files.set("/file", { bytes });
    const file = await files.open(uri);
    expect((await file.read(700_000, 100)).equals(bytes.subarray(700_000, 700_100))).toBe(true);
    expect((await file.read(700_050, 9)).equals(bytes.subarray(700_050, 700_059))).toBe(true);
    expect((await file.read(999_990, 100)).equals(bytes.subarray(999_990))).toBe(true);
    expect(sizes()).toEqual([1 << 16, 1 << 16, 10]);
  });

  it("requests a file on the web again only from the byte at which the connection broke", async () => {
    const bytes = bytesOf(1e6);
    const cut = (answer: ServerResponse): boolean => {
      answer.writeHead(206, {
        etag: '"1"',
        "content-length": 1 << 17,
        "content-range": `bytes 65536-196607/1000000`,
      });
      answer.write(bytes.subarray(65536, 66000), () => answer.destroy());
      return true;
    };
    server.files.set("/file", { bytes, instead: (answer, { nth }) => nth === 2 && cut(answer) });
    expect((await readOn(uri)).equals(bytes)).toBe(true);
    expect(server.asked.map(({ from }) => from).slice(0, 4)).toEqual([0, 65536, 65536, 196608]);
  });

  it("follows redirects of a file on the web", async () => {
    const bytes = bytesOf(200_000);
    server.files.set("/there", { bytes });
    server.files.set("/file", {
      bytes,
      instead: (answer) => answer.writeHead(302, { location: "/there" }).end(),
    });
    expect((await readOn(uri)).equals(bytes)).toBe(true);
    expect(server.asked.map(({ path }) => path)).toEqual(["/file", "/there", "/there", "/there"]);
  });

  it("requests a file with the signature in its URI, but shows its name without the signature", async () => {
    server.files.set("/file?sig=secret", { bytes: bytesOf(10) });
    files = new RemoteFiles(fetcher, (shown) => `${shown}?sig=secret`);
    expect(await trouble()).toBe("10 bytes");
  });
});

describe("a file on the web that cannot be read", () => {
  it.each([
    [404, "the server has no such file: it answers 404"],
    [
      403,
      "the server does not let it be read: it answers 403. Give a login for ORIGIN: --netrc, --header or --cookies",
    ],
    [410, "the server has no such file: it answers 410"],
    [418, "the server does not send it: it answers 418"],
  ])("reports status %i of a file on the web, and requests it once", async (status, message) => {
    server.files.set("/file", {
      bytes: bytesOf(1),
      instead: (answer) => answer.writeHead(status).end(),
    });
    const expected = message.replace("ORIGIN", new URL(server.origin).host);
    expect(await trouble()).toBe(expected);
    expect(await trouble()).toBe(expected);
    expect(server.asked).toHaveLength(1);
  });

  it("reports that a file on the web changed (If-Match)", async () => {
    const bytes = bytesOf(1e6);
    server.files.set("/file", { bytes });
    const file = await files.open(uri);
    server.files.set("/file", { bytes, etag: '"2"' });
    await expect(file.read(500_000, 10)).rejects.toThrow("the file was changed while it was read");
  });

  it("reports that the server of a file sends other bytes than requested", async () => {
    server.files.set("/file", {
      bytes: bytesOf(9),
      instead: (answer) => answer.writeHead(206, { "content-range": "bytes 5-8/9" }).end("abcd"),
    });
    expect(await trouble()).toBe("the server sends other bytes than it is asked for");
  });
});
