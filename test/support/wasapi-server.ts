import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** A file of the service. */
export interface ServedFile {
  readonly bytes: Uint8Array;
  readonly collection: number;
  readonly crawl?: number;
  /** Time in RFC 3339, in UTC. */
  readonly time?: string;
  /** Members in the list that replace the correct members of the file. */
  readonly listed?: Readonly<Record<string, unknown>>;
  /** Sends another answer instead of the file. Returns false if the server must send the file. */
  readonly instead?: (answer: ServerResponse, request: IncomingMessage, from: number) => boolean;
}

/** A request as the server received it. */
export interface Asked {
  readonly host: string;
  readonly path: string;
  readonly range: string | undefined;
  readonly authorization: string | undefined;
}

/** A service that follows the WASAPI specification with the additions of Archive-It. */
export interface WasapiServer {
  /** URI of the list of files. */
  readonly list: string;
  readonly origin: string;
  readonly port: number;
  readonly files: Map<string, ServedFile>;
  readonly asked: Asked[];
  /** Required value of the header Authorization. Without this header, the list is empty and files are refused. */
  login: string | undefined;
  /** Whether files are sent in ranges. Archive-It's own server sends only whole files. */
  hasRanges: boolean;
  /** Sends another answer instead of a list. Returns false if the server must send the list. */
  insteadOfList: (answer: ServerResponse, uri: URL) => boolean;
  close(): Promise<void>;
}

const WEBDATA = "/wasapi/v1/webdata";
const WEBDATA_FILE = "/webdatafile/";

export async function startWasapiServer(): Promise<WasapiServer> {
  const server = createServer((request, answer) => {
    const { host = "", range, authorization } = request.headers;
    const uri = new URL(request.url ?? "", `http://${host}`);
    service.asked.push({ host, path: request.url ?? "", range, authorization });
    const isKnown = service.login === undefined || authorization === service.login;
    if (uri.pathname === WEBDATA) {
      if (service.insteadOfList(answer, uri)) return;
      answer.setHeader("content-type", "application/json");
      answer.end(JSON.stringify(listOf(service, uri, isKnown)));
      return;
    }
    const name = decodeURIComponent(uri.pathname.slice(WEBDATA_FILE.length));
    const file = service.files.get(name);
    if (!isKnown) answer.writeHead(401).end("log in to download");
    else if (file === undefined) answer.writeHead(404).end();
    else sendFile(file, service.hasRanges, request, answer);
  });
  server.listen(0);
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const origin = `http://127.0.0.1:${port}`;
  const service: WasapiServer = {
    ...{ list: origin + WEBDATA, origin, port },
    files: new Map(),
    asked: [],
    login: undefined,
    hasRanges: true,
    insteadOfList: () => false,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return service;
}

/** Returns a page of the files that match every parameter, newest file first. */
function listOf({ files, origin }: WasapiServer, uri: URL, isKnown: boolean): object {
  const query = uri.searchParams;
  const has = (name: string, value: unknown): boolean =>
    !query.has(name) || query.getAll(name).includes(String(value));
  const found = [...files].filter(([name, { collection, crawl, time = "" }]) => {
    const globs = query.get("filename")?.split(";") ?? ["*"];
    return (
      isKnown &&
      has("collection", collection) &&
      has("crawl", crawl) &&
      has("filetype", "warc") &&
      time >= (query.get("crawl-time-after") ?? "") &&
      time < (query.get("crawl-time-before") ?? "~") &&
      globs.some((glob) => matchesGlob(name, glob))
    );
  });
  const size = Math.min(2000, Number(query.get("page_size") ?? 100));
  const page = Number(query.get("page") ?? 1);
  const pageUri = (number: number): string => {
    const other = new URL(uri);
    other.searchParams.set("page", String(number));
    return other.href;
  };
  return {
    count: found.length,
    "includes-extra": false,
    "request-url": uri.href,
    next: page * size < found.length ? pageUri(page + 1) : null,
    previous: page > 1 ? pageUri(page - 1) : null,
    files: found.slice((page - 1) * size, page * size).map(([name, file]) => ({
      account: 1219,
      checksums: { md5: digestOf("md5", file.bytes), sha1: digestOf("sha1", file.bytes) },
      collection: file.collection,
      crawl: file.crawl ?? null,
      "crawl-start": null,
      "crawl-time": file.time ?? null,
      filename: name,
      filetype: "warc",
      locations: [origin + WEBDATA_FILE + encodeURIComponent(name)],
      size: file.bytes.length,
      ...file.listed,
    })),
  };
}

const matchesGlob = (name: string, glob: string): boolean =>
  new RegExp(
    `^${glob
      .replace(/[^*?\w]/gu, String.raw`\$&`)
      .replaceAll("*", ".*")
      .replaceAll("?", ".")}$`,
    "u",
  ).test(name);

export const digestOf = (algorithm: string, bytes: Uint8Array): string =>
  createHash(algorithm).update(bytes).digest("hex");

function sendFile(
  file: ServedFile,
  hasRanges: boolean,
  request: IncomingMessage,
  answer: ServerResponse,
): void {
  const [, first] = /^bytes=(\d+)-$/u.exec(request.headers.range ?? "") ?? [];
  const from = hasRanges && first !== undefined ? Number(first) : 0;
  if (file.instead?.(answer, request, from) === true) return;
  const { bytes } = file;
  if (from > 0 && from >= bytes.length) {
    answer.writeHead(416, { "content-range": `bytes */${bytes.length}` }).end();
    return;
  }
  const isPart = hasRanges && first !== undefined && bytes.length > 0;
  answer.writeHead(isPart ? 206 : 200, {
    "content-type": "application/octet-stream",
    "content-length": bytes.length - from,
    ...(isPart && { "content-range": `bytes ${from}-${bytes.length - 1}/${bytes.length}` }),
  });
  answer.end(bytes.subarray(from));
}
