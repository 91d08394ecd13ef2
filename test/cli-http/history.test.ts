import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { startFileServer, type FileServer } from "../support/file-server.js";
import { temporaryFolder } from "../support/run-bin.js";
import { page, pageRecord, warcinfo } from "../support/warc-builder.js";
import { FAST, runHttp } from "./run-http.js";

let server: FileServer;
beforeEach(async () => {
  server = await startFileServer();
});
afterEach(() => server.close());

const capture = (year: number): Buffer =>
  pageRecord("north", { date: `${year}-01-01T00:00:00Z` }, page("north", "a lamp ".repeat(30)));

it("--history reads a file on the web again only when it has changed or was not read to its end", async () => {
  const history = join(temporaryFolder(), "history");
  const uri = `${server.origin}/a.warc`;
  const run = async (): Promise<readonly unknown[]> => {
    server.asked.length = 0;
    const args = ["-i", `warc=${uri}`, "--history", history, ...FAST];
    return (await runHttp(args)).rows.map((row) => row["memento-datetime"]);
  };
  const bytes = Buffer.concat([warcinfo(), capture(2009), capture(2010)]);
  const cut = bytes.subarray(0, -100);
  server.files.set("/a.warc", { bytes: cut, etag: '"1"' });
  expect(await run()).toEqual(["2009/01/01 00:00:00 GMT", "2010/01/01 00:00:00 GMT"]);
  // The end is damaged, so that the file may be read again. Without a new capture the last rows are written again.
  expect(await run()).toEqual(["2009/01/01 00:00:00 GMT", "2010/01/01 00:00:00 GMT"]);
  server.files.set("/a.warc", { bytes, etag: '"2"' });
  // The capture was cut off before, so that it has another page now.
  expect(await run()).toEqual(["2010/01/01 00:00:00 GMT"]);
  expect(await run()).toEqual(["2010/01/01 00:00:00 GMT"]);
  expect(server.asked).toHaveLength(1);
  server.files.set("/a.warc", { bytes: Buffer.concat([bytes, capture(2011)]), etag: '"3"' });
  expect(await run()).toEqual(["2011/01/01 00:00:00 GMT"]);
  server.files.delete("/a.warc");
  expect(await run()).toEqual(["2011/01/01 00:00:00 GMT"]);
});
