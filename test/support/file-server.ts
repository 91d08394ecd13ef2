import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** A file on the server, with instructions for sending it. */
export interface ServedFile {
  readonly bytes: Uint8Array;
  /** Value of the ETag header. The default for every file is `"1"`. */
  readonly etag?: string;
  /** Sends the whole file for every request and ignores ranges. */
  readonly isWhole?: boolean;
  /** Sends another answer instead of the file. Returns false if the server must send the file. */
  readonly instead?: (
    answer: ServerResponse,
    asked: AskedFile,
    request: IncomingMessage,
  ) => unknown;
}

/** A request as the server received it. `to` is the exclusive end of the range. */
export interface AskedFile {
  readonly path: string;
  readonly from: number;
  readonly to: number;
  /** Number of this request among the requests for the same path. The first request has the number 1. */
  readonly nth: number;
}

/** A server that sends files from memory, whole or in ranges. */
export interface FileServer {
  readonly origin: string;
  readonly files: Map<string, ServedFile>;
  readonly asked: AskedFile[];
  close(): Promise<void>;
}

/** Starts a server. It answers 404 for a path without a file. */
export async function startFileServer(): Promise<FileServer> {
  const files = new Map<string, ServedFile>();
  const asked: AskedFile[] = [];
  const server = createServer((request, answer) => {
    const path = request.url ?? "";
    const [, first = "0", last = "Infinity"] =
      /^bytes=(\d+)-(\d+)$/u.exec(request.headers.range ?? "") ?? [];
    const nth = asked.filter((each) => each.path === path).length + 1;
    const range = { path, from: Number(first), to: Number(last) + 1, nth };
    asked.push(range);
    send(files.get(path), range, request, answer);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    origin: `http://127.0.0.1:${port}`,
    files,
    asked,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function send(
  file: ServedFile | undefined,
  range: AskedFile,
  request: IncomingMessage,
  answer: ServerResponse,
): void {
  if (file === undefined) {
    answer.writeHead(404).end("no such file");
    return;
  }
  const isAnswered = file.instead?.(answer, range, request) ?? false;
  if (isAnswered !== false) return;
  const { bytes, etag = '"1"', isWhole = false } = file;
  const wanted = request.headers["if-match"];
  if (wanted !== undefined && wanted !== etag) {
    answer.writeHead(412).end();
    return;
  }
  if (isWhole) {
    answer.writeHead(200, { "content-length": bytes.length }).end(bytes);
    return;
  }
  if (range.from >= bytes.length) {
    answer.writeHead(416, { "content-range": `bytes */${bytes.length}` }).end();
    return;
  }
  const part = bytes.subarray(range.from, range.to);
  const end = range.from + part.length - 1;
  answer
    .writeHead(206, {
      etag,
      "content-length": part.length,
      "content-range": `bytes ${range.from}-${end}/${bytes.length}`,
    })
    .end(part);
}
