import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { messageOf } from "../../base/errors.js";
import type { KeptDecisions, ReviewData } from "../../report/page-data.js";
import { formatDecisions, type MergedDecisions } from "../../write/decisions.js";
import type { ArchivedBody } from "./archived.js";
import type { LastAddress } from "./last-address.js";
import { type DecisionsFile, UnreadableDecisions } from "./decisions-file.js";

export interface Reviewed {
  readonly decisions: DecisionsFile;
  readonly run: string;
  readonly next: string;
  page(review: ReviewData): AsyncIterable<string>;
  /** Called after each change, with all decisions. */
  changed(decisions: MergedDecisions): void;
  /** Returns a picture by the name of its file; `undefined` if there is no such picture. */
  picture(file: string): Promise<Uint8Array | undefined>;
  /** Absent if no archived pages can be shown. */
  readonly archived?: (uriM: string, isPicture: boolean) => Promise<ArchivedBody | undefined>;
}

interface ReviewServer {
  readonly url: string;
  close(): Promise<void>;
}

const HOST = "127.0.0.1";
/** Address of pictures, relative to the page. */
export const PICTURES = "pictures/";
/** Maximum size of a text of decisions, in bytes. */
const LONGEST_BODY = 1 << 26;

/**
 * Serves a report for review on two loopback ports. One port serves the report and the other port serves archived
 * pages. The report uses the address of the last review if that address is free, so that a page that is still open
 * finds this review.
 */
export async function serveReview(
  reviewed: Reviewed,
  lastAddress: LastAddress,
): Promise<ReviewServer> {
  const last = await lastAddress.read();
  const pages = await listen(last?.port);
  const isSame = last !== undefined && pages.port === last.port;
  const token = isSame ? last.token : randomBytes(24).toString("base64url");
  const frames = reviewed.archived === undefined ? undefined : await listen();
  const archivedUrl = frames && `${frames.origin}/${randomBytes(24).toString("base64url")}/`;
  const home = `/${token}/`;
  const homeUrl = `${pages.origin}${home}`;
  const { run, next } = reviewed;
  // Saves that were written together get the same answer, which may have megabytes.
  let saved: { readonly merged: MergedDecisions; readonly answer: Buffer } | undefined;

  pages.handle(async ({ method, url, request }, response) => {
    if (!url.startsWith(home)) throw new Refusal(404);
    const path = url.slice(home.length);
    if (path === "" && method === "GET") {
      const data: ReviewData = {
        ...{ homeUrl, archivedUrl, next },
        ...answerOf(await reviewed.decisions.read()),
      };
      response.writeHead(200, {
        ...PAGE_HEADERS,
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": "frame-ancestors 'none'",
      });
      for await (const text of reviewed.page(data)) await written(response, text);
      response.end();
    } else if (path === "decisions" && method === "POST") {
      // Every browser sends an Origin header with a POST.
      if (request.headers.origin !== pages.origin) throw new Refusal(403);
      const merged = await reviewed.decisions.save(await bodyOf(request));
      if (saved?.merged !== merged) {
        saved = { merged, answer: Buffer.from(JSON.stringify(answerOf(merged))) };
        reviewed.changed(merged);
      }
      response.writeHead(200, { ...PAGE_HEADERS, "content-type": "application/json" });
      response.end(saved.answer);
    } else if (path === "run" && method === "GET") {
      await lastAddress.noteOpen({ port: pages.port, token });
      response.writeHead(200, { ...PAGE_HEADERS, "content-type": "text/plain" }).end(run);
    } else if (path.startsWith(PICTURES) && method === "GET") {
      const bytes = await reviewed.picture(path.slice(PICTURES.length));
      if (bytes === undefined) throw new Refusal(404);
      response.writeHead(200, { ...PAGE_HEADERS, "content-type": "image/webp" }).end(bytes);
    } else throw new Refusal(404);
  });

  frames?.handle(async ({ method, url }, response) => {
    const [path, query] = url.split("?");
    if (method !== "GET" || `${frames.origin}${path}` !== archivedUrl) throw new Refusal(404);
    const asked = new URLSearchParams(query);
    const isPicture = asked.get("as") === "picture";
    const body = await reviewed.archived?.(asked.get("uri") ?? "", isPicture);
    if (body === undefined && isPicture) {
      // Most crawls have no pictures. With status 204 the browser reports no error.
      response.writeHead(204, COMMON_HEADERS).end();
      return;
    }
    if (body === undefined) throw new Refusal(404, "The files that were named do not have it.");
    response.writeHead(200, {
      ...COMMON_HEADERS,
      "content-type": body.contentType,
      "content-security-policy": `${ARCHIVED_POLICY}; frame-ancestors ${pages.origin}`,
    });
    response.end(body.bytes);
  });

  return {
    url: homeUrl,
    async close() {
      await Promise.all([pages.close(), frames?.close(), lastAddress.close()]);
    },
  };
}

const COMMON_HEADERS = {
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  // Without this header, browsers look up the hosts of links before the user follows a link.
  "x-dns-prefetch-control": "off",
} as const;

const PAGE_HEADERS = {
  ...COMMON_HEADERS,
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
} as const;

/**
 * The pages run no scripts, fetch nothing and have no origin. Only pictures and styles inside the page are shown.
 * `inertPage` removes the parts that a policy cannot block.
 */
const ARCHIVED_POLICY = [
  "sandbox",
  "default-src 'none'",
  "img-src data:",
  "style-src 'unsafe-inline' data:",
  "font-src data:",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

const answerOf = ({ decisions }: MergedDecisions): KeptDecisions => ({
  decisions: formatDecisions(decisions),
});

interface ReviewRequest {
  readonly method: string;
  readonly url: string;
  readonly request: IncomingMessage;
}

type Handler = (asked: ReviewRequest, response: ServerResponse) => Promise<void>;

/** The page shows the message to a person. */
class Refusal extends Error {
  override readonly name = "Refusal";
  readonly status: number;

  constructor(status: number, why = "") {
    super(why);
    this.status = status;
  }
}

interface Listening {
  readonly origin: string;
  readonly port: number;
  handle(handler: Handler): void;
  close(): Promise<void>;
}

/**
 * Listens on a loopback port: the given port, or a free port if the given port is in use. Refuses requests for another
 * host or from another origin.
 */
async function listen(wanted = 0): Promise<Listening> {
  const server = createServer();
  const listenOn = (port: number): Promise<void> =>
    new Promise((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, HOST, () => {
        server.off("error", reject);
        resolve();
      });
    });
  await listenOn(wanted).catch((cause: unknown) => {
    if (wanted === 0) throw cause;
    return listenOn(0);
  });
  const { port } = server.address() as AddressInfo;
  const host = `${HOST}:${port}`;
  const origin = `http://${host}`;
  return {
    origin,
    port,
    handle(handler) {
      const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
        const { headers, method = "", url = "" } = request;
        // Refuses requests of other sites. Their host names may resolve to this address, and their pages may send
        // requests here.
        const isOther = headers.origin !== undefined && headers.origin !== origin;
        if (headers.host !== host || isOther) throw new Refusal(403);
        await handler({ method, url, request }, response);
      };
      server.on("request", (request, response) => {
        answer(request, response).catch((cause: unknown) => refuse(response, cause));
      });
    },
    close: () => closed(server),
  };
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** Answers with an error message, so that the user knows what went wrong. The server continues. */
function refuse(response: ServerResponse, cause: unknown): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const isTheirs = cause instanceof UnreadableDecisions;
  const status = cause instanceof Refusal ? cause.status : isTheirs ? 400 : 500;
  response.writeHead(status, {
    ...COMMON_HEADERS,
    "content-type": "text/plain; charset=utf-8",
    connection: "close",
  });
  response.end(isTheirs ? `The text ${messageOf(cause)}` : messageOf(cause));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > LONGEST_BODY) throw new Refusal(413, "These are too many decisions at once.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Waits if the reader is slower than the writer. */
function written(response: ServerResponse, text: string): Promise<void> | undefined {
  if (response.write(text) || response.destroyed) return undefined;
  return new Promise((resolve) => response.once("drain", resolve).once("close", resolve));
}
