import { createHash } from "node:crypto";
import { createReadStream, readFileSync, readdirSync } from "node:fs";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import { WARCParser } from "warcio";
import { describe, expect, it } from "vitest";

interface ManifestCapture {
  readonly date: string;
  readonly page: string;
  readonly kind: string;
  readonly uri?: string;
  readonly label?: 0 | 1;
  readonly revisit?: { readonly profile: string };
}

interface Manifest {
  readonly seeds: readonly {
    readonly id: number;
    readonly key: string;
    readonly uri: string;
    readonly captures: readonly ManifestCapture[];
  }[];
  readonly others: readonly { readonly file?: string }[];
}

interface ArchivedRecord {
  readonly file: string;
  readonly type: string;
  readonly id: string;
  readonly uri: string;
  /** 14 digits of YYYYMMDDhhmmss. */
  readonly date: string;
  readonly digest: string | undefined;
  /** HTTP status; NaN if there is no HTTP response. */
  readonly status: number;
  readonly http: Headers;
  readonly payload: Uint8Array;
}

const fixtures = new URL("../fixtures/", import.meta.url);
const collection = new URL("collection/", fixtures);
const manifest = JSON.parse(readFileSync(new URL("manifest.json", collection), "utf8")) as Manifest;
const warcs = readdirSync(collection).filter((name) => name.endsWith(".warc.gz"));

async function read(file: string): Promise<ArchivedRecord[]> {
  const records: ArchivedRecord[] = [];
  for await (const record of new WARCParser(createReadStream(new URL(file, collection)))) {
    const http = new Headers();
    if (record.httpHeaders !== null) {
      for (const [name, value] of record.httpHeaders.headers) http.append(name, value);
    }
    records.push({
      file,
      type: record.warcType,
      id: record.warcHeader("WARC-Record-ID") ?? "",
      uri: record.warcTargetURI ?? "",
      date: (record.warcDate ?? "").replaceAll(/\D/g, ""),
      digest: record.warcHeader("WARC-Payload-Digest") ?? undefined,
      status: Number(record.httpHeaders?.statusCode),
      http,
      payload: await record.readFully(false),
    });
  }
  return records;
}

const all = (await Promise.all(warcs.map(read))).flat();
const captures = [...new Map(all.map((record) => [record.id, record])).values()].filter(
  ({ type, http }) =>
    type === "revisit" ||
    (type === "response" &&
      /^(text\/html|application\/xhtml\+xml)/i.test(http.get("content-type") ?? "")),
);

/** Returns a simplified SURT of a URI, sufficient for this collection. */
function key(uri: string): string {
  const { hostname, pathname, search } = new URL(uri);
  return hostname.replace(/^www\./, "") + pathname.replace(/;jsessionid=\w{32}$/i, "") + search;
}

function isRedirectWithinItsTimeMap({ status, http, uri, type }: ArchivedRecord): boolean {
  const location = http.get("location");
  return type === "response" && status === 301 && location !== null && key(location) === key(uri);
}

function sha1(bytes: Uint8Array): string {
  return createHash("sha1").update(bytes).digest("hex");
}

function unchunk(bytes: Uint8Array): Uint8Array {
  const rest = Buffer.from(bytes);
  const parts: Uint8Array[] = [];
  let at = 0;
  for (;;) {
    const end = rest.indexOf("\r\n", at);
    const length = Number.parseInt(rest.toString("latin1", at, end), 16);
    if (length === 0) return Buffer.concat(parts);
    parts.push(rest.subarray(end + 2, end + 2 + length));
    at = end + 2 + length + 2;
  }
}

function body({ http, payload }: ArchivedRecord): Uint8Array {
  const bytes = http.has("transfer-encoding") ? unchunk(payload) : payload;
  const coding = http.get("content-encoding")?.toLowerCase() ?? "identity";
  if (coding === "gzip" || coding === "x-gzip") return gunzipSync(bytes);
  if (coding === "deflate") return inflateSync(bytes);
  return coding === "br" ? brotliDecompressSync(bytes) : bytes;
}

describe("the shipped collection", () => {
  it("the shipped collection has a label for every memento in its WARC files and for nothing else", () => {
    const seedOf = new Map(manifest.seeds.map(({ uri }) => [key(uri), uri]));
    const mementos = captures
      .filter((capture) => !isRedirectWithinItsTimeMap(capture))
      .map(({ uri, date }) => `${date} ${String(seedOf.get(key(uri)))}`);
    const [header, ...rows] = readFileSync(new URL("labels.tsv", collection), "utf8")
      .trimEnd()
      .split("\n");
    const fields = rows.map((row) => row.split("\t"));

    expect(header).toBe("id\tdate\tURI\tlabel\tpattern\tkind\tlang");
    expect(fields.map(([, date, uri]) => `${String(date)} ${String(uri)}`).sort()).toEqual(
      mementos.sort(),
    );
    for (const [, date, , label, pattern] of fields) {
      expect(date).toMatch(/^20\d{12}$/);
      expect(label).toMatch(/^[01]$/);
      expect(pattern).toMatch(/^(always-on|step|oscillating|single-off|first-off)$/);
    }
  });

  it("every record of the collection yields its page, with any codings", () => {
    const wanted = manifest.seeds.flatMap((seed) =>
      seed.captures
        .filter(({ revisit }) => revisit === undefined)
        .map(({ date, uri, page }) => {
          const bytes = readFileSync(new URL(`pages/${page}`, fixtures));
          return `${date} ${uri ?? seed.uri} ${sha1(bytes)}`;
        }),
    );
    const archived = captures
      .filter(({ type }) => type === "response")
      .map((capture) => `${capture.date} ${capture.uri} ${sha1(body(capture))}`);
    expect(archived.sort()).toEqual(wanted.sort());
  });

  it("the collection has two captures of one URI-R in one second, and one record in two files", () => {
    const seconds = captures.map(({ uri, date }) => `${date} ${uri}`);
    expect(seconds.filter((second, at) => seconds.indexOf(second) !== at)).toEqual([
      "20160608140512 http://weather.ferrymanpoint.example/",
    ]);

    const ids = all.map(({ id }) => id);
    const twice = all.filter(({ id }, at) => ids.indexOf(id) !== at);
    expect(twice.map(({ uri }) => uri)).toEqual(["http://saltmarsh-diary.example.org/"]);
  });
});
