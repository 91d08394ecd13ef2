import { join } from "node:path";
import { expect, it } from "vitest";
import { indexLines } from "../../../src/read/cdx/make-index.js";
import { openRawFile } from "../../../src/read/warc/bytes.js";
import { folderWith } from "../../support/folders.js";
import {
  A_DATE,
  type FieldList,
  gzip,
  http,
  warcinfo,
  warcRecord,
} from "../../support/warc-builder.js";

const [A, B, C] = ["http://a.example/", "http://b.example/", "http://c.example/"] as const;
const DIGEST = "sha1:VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5";
const of = (type: string, uri: string, block: Uint8Array, fields: FieldList = []): Buffer =>
  warcRecord({ type, uri, date: A_DATE, fields }, block);
const ask = (uri: string, method: string, fields: FieldList = []): Buffer =>
  of("request", uri, Buffer.from(`${method} / HTTP/1.1\r\n\r\n`), fields);
const page = (uri: string, fields: FieldList = []): Buffer =>
  of("response", uri, http("abc"), fields);
const ID: FieldList = [["WARC-Record-ID", "<urn:uuid:a>"]];
const CONCURRENT: FieldList = [["WARC-Concurrent-To", "<urn:uuid:a>"]];

/** Returns the members of each line, and checks that its place is that of a record. */
async function indexOf(records: readonly Buffer[], isPacked: boolean): Promise<string[]> {
  const pieces = isPacked ? records.map((record) => gzip(record)) : records;
  const starts = pieces.map((_, at) => Buffer.concat(pieces.slice(0, at)).length);
  const place = join(folderWith({ "a.warc": Buffer.concat(pieces) }), "a.warc");
  const found: string[] = [];
  for await (const line of indexLines({ place, name: "x", open: () => openRawFile(place) })) {
    const [, json = ""] = /^example,\w\)\/ 20120601102030 (.*)$/u.exec(line) ?? [];
    const members = JSON.parse(json) as Record<string, string>;
    const { offset, length, filename, ...fields } = members;
    const { length: size } = pieces[starts.indexOf(Number(offset))]!;
    expect([filename, length]).toEqual(["x", String(size)]);
    found.push(Object.values(fields).join(" "));
  }
  return found;
}

const LINE = (uri: string): string => `${uri} text/html 200 ${DIGEST}`;

it.each<[string, Buffer[], string[]]>([
  ["a page, with the digest of its body", [warcinfo(), page(A)], [LINE(A)]],
  [
    "a digest of its own",
    [page(A, [["WARC-Payload-Digest", "sha1:X"]])],
    [`${A} text/html 200 sha1:X`],
  ],
  [
    "a redirect and an image",
    [of("response", A, http("abc", { statusLine: "HTTP/1.1 302 x", contentType: "image/png" }))],
    [`${A} image/png 302 ${DIGEST}`],
  ],
  ["a revisit without a status", [of("revisit", A, http("abc"))], [`${A} warc/revisit ${DIGEST}`]],
  [
    "a resource, with its own type",
    [of("resource", A, Buffer.from("abc"), [["Content-Type", "text/css"]])],
    [`${A} text/css 200 ${DIGEST}`],
  ],
  ["no other records", [of("metadata", A, Buffer.from("x")), page("dns:a"), page(A)], [LINE(A)]],
  ["an answer to GET", [ask(A, "GET"), page(A), page(B), ask(B, "GET")], [LINE(A), LINE(B)]],
  ["no answer to POST behind it", [ask(A, "POST"), page(A), page(B)], [LINE(B)]],
  ["no answer to POST before it", [page(A), ask(A, "POST"), page(B)], [LINE(B)]],
  ["the page behind a POST of another", [ask(A, "POST"), page(B), page(A)], [LINE(B), LINE(A)]],
  ["no answer that names its POST", [ask(B, "POST", ID), page(A, CONCURRENT), page(C)], [LINE(C)]],
])("an index that is written holds %s", async (_, records, expected) => {
  expect(await indexOf(records, false)).toEqual(expected);
  expect(await indexOf(records, true)).toEqual(expected);
});

it("an index that is written holds no record that shares its gzip member", async () => {
  expect(await indexOf([Buffer.concat([page(A), page(B)]), page(C)], true)).toEqual([LINE(C)]);
});
