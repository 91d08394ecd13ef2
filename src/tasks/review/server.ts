import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import type { KeptDecisions, ReviewData } from "../../report/page-data.js";
import { type Decision, formatDecisions } from "../../write/decisions.js";
import type { ArchivedPages } from "./archived.js";
import { serveArchived } from "./archived-frames.js";
import type { LastAddress } from "./last-address.js";
import type { DecisionsFile } from "./decisions-file.js";
import { type ChosenAddress, COMMON_HEADERS, listen, Refusal } from "./listen.js";

export interface Reviewed {
  readonly decisions: DecisionsFile;
  readonly run: string;
  readonly next: string;
  /** Command that makes pictures. */
  readonly makePictures: string;
  readonly page: (review: ReviewData) => AsyncIterable<string>;
  /** Called after each change, with all decisions. */
  changed(decisions: readonly Decision[]): void;
  /** Returns a picture by the name of its file; `undefined` if there is no such picture. */
  picture(file: string): Promise<Uint8Array | undefined>;
  /** Absent if no archived pages can be shown. */
  readonly archived?: ArchivedPages | undefined;
  /** Whether captures may be fetched that no run has read. */
  readonly mayFetch: boolean;
}

interface ReviewServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Address of pictures, relative to the page. */
export const PICTURES = "pictures/";
/** Maximum size of a text of decisions, in bytes. */
const LONGEST_BODY = 1 << 26;

/**
 * Serves a report for review on two ports, which only this machine reaches unless the user chose another address. One
 * port serves the report and the other port, the next one of a chosen port, serves archived pages. The report uses the
 * address of the last review if that address is free, so that a page that is still open finds this review. Both addresses
 * have a secret part.
 */
export async function serveReview(
  reviewed: Reviewed,
  lastAddress: LastAddress,
  chosen: ChosenAddress = {},
): Promise<ReviewServer> {
  const last = await lastAddress.read();
  const pages = await listen(chosen, last?.port);
  const isSame = last !== undefined && pages.port === last.port;
  const token = isSame ? last.token : randomBytes(24).toString("base64url");
  const { host, port } = chosen;
  const { run, archived, mayFetch } = reviewed;
  const frames = archived && (await listen({ host, port: port && port + 1 }));
  const archivedPath = `/${randomBytes(24).toString("base64url")}/`;
  const home = `/${token}/`;

  pages.handle(async ({ method, url, request, name, origin }, response) => {
    if (!url.startsWith(home)) throw new Refusal(404);
    // Every browser sends an Origin header with a POST.
    if (method === "POST" && request.headers.origin !== origin) throw new Refusal(403);
    const [path = "", query] = url.slice(home.length).split("?");
    const asked = `${method} ${path}`;
    const answer = (type: string, body: string | Uint8Array): void => {
      response.writeHead(200, { ...PAGE_HEADERS, "content-type": type }).end(body);
    };
    if (asked === "GET " && query === undefined) {
      const archivedUrl = frames && `http://${name}:${frames.port}${archivedPath}`;
      await sendPage(response, reviewed, { homeUrl: `${origin}${home}`, archivedUrl });
    } else if (asked === "POST decisions") {
      const merged = await reviewed.decisions.save(await bodyOf(request));
      reviewed.changed(merged);
      answer("application/json", JSON.stringify(answerOf(merged)));
    } else if (asked === "GET run") {
      await lastAddress.noteOpen({ port: pages.port, token });
      answer("text/plain", run);
    } else if (asked.startsWith(`GET ${PICTURES}`)) {
      const bytes = await reviewed.picture(path.slice(PICTURES.length));
      if (bytes === undefined) throw new Refusal(404);
      answer("image/webp", bytes);
    } else if (archived === undefined) throw new Refusal(404);
    else if (asked === "POST fetch" && mayFetch) {
      const trouble = await archived.fetch(await bodyOf(request));
      if (trouble !== "") throw new Refusal(502, trouble);
      response.writeHead(204, PAGE_HEADERS).end();
    } else if (asked === "GET resources") {
      answer("application/json", JSON.stringify(await archived.resources.read()));
    } else if (asked === "GET title") {
      const title = await archived.title(new URLSearchParams(query).get("uri") ?? "");
      answer("text/plain; charset=utf-8", title);
    } else throw new Refusal(404);
  });

  if (frames !== undefined) serveArchived(frames, archivedPath, archived!, pages.port);

  return {
    url: `${pages.origin}${home}`,
    async close() {
      await Promise.all([pages.close(), frames?.close(), lastAddress.close()]);
    },
  };
}

const PAGE_HEADERS = {
  ...COMMON_HEADERS,
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
} as const;

async function sendPage(
  response: ServerResponse,
  { next, makePictures, mayFetch, archived, decisions, page }: Reviewed,
  addresses: Pick<ReviewData, "homeUrl" | "archivedUrl">,
): Promise<void> {
  const data: ReviewData = {
    ...{ ...addresses, next, makePictures },
    mayFetch: mayFetch && archived !== undefined,
    ...answerOf(await decisions.read()),
  };
  response.writeHead(200, {
    ...PAGE_HEADERS,
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": "frame-ancestors 'none'",
  });
  await pipeline(page(data), response);
}

const answerOf = (decisions: readonly Decision[]): KeptDecisions => ({
  decisions: formatDecisions(decisions),
});

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
