import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { changingSites } from "../support/changing-sites.js";

/** Number of visits of the crawler, a year apart. */
export const VISITS = 7;

/** Returns the time of a visit of the crawler. */
export const dateOf = (visit: number): string => `${2012 + visit}-06-01T10:20:30Z`;

/** The sites by their hosts, one for each course of events. */
export const SITES = new Map(
  changingSites(8, VISITS).map((site) => [new URL(site.uri).hostname, site]),
);

/** Pages that the first page of a site links to. */
export const LINKED = /^\/(?:\w+\.html|new\/\w+)$/u;

/** Returns whether a site's first page is off-topic at a visit. */
export function isOffTopic(host: string, visit: number): boolean {
  const event = SITES.get(host)?.event;
  return event !== undefined && visit >= event.month && visit < (event.back ?? Infinity);
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

const IMAGES = `<link rel="stylesheet" href="/style.css"><img src="/logo.png" alt=""><img src="/lost.png" alt=""><script src="/lost.js"></script>`;
const NOT_FOUND = { status: 404, type: "text/html", body: "<h1>404 Not Found</h1><hr>nginx" };

/** Returns the answer of a host for a path at a visit. */
function answer(host: string, path: string, visit: number): Answer {
  const site = SITES.get(host);
  if (path === "/style.css") return { status: 200, type: "text/css", body: "p { margin: 1em }" };
  if (path === "/logo.png") return { status: 200, type: "image/png", body: "\u{89}PNG" };
  const isPage = path === "/" || (LINKED.test(path) && !isOffTopic(host, visit));
  if (site === undefined || !isPage) return NOT_FOUND;
  const { status, html } = site.answer(visit);
  const body = isOffTopic(host, visit) ? html : html.replace("</body>", `${IMAGES}</body>`);
  return { status, type: "text/html; charset=utf-8", body };
}

/** A proxy that answers for all sites, so that a crawler sees them under their own names. */
interface SitesOnline {
  readonly proxy: string;
  /** Current visit. */
  visit: number;
  close(): Promise<void>;
}

/** Starts the proxy on a free port of this machine. */
export async function startSites(): Promise<SitesOnline> {
  const state = { visit: 0 };
  const server: Server = createServer((request, response) => {
    const base = `http://${request.headers.host ?? ""}`;
    const { hostname, pathname } = new URL(request.url ?? "/", base);
    const { status, type, body } = answer(hostname, pathname, state.visit);
    response.writeHead(status, { "Content-Type": type });
    response.end(body, type === "image/png" ? "latin1" : "utf8");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(state, {
    proxy: `http://127.0.0.1:${port}/`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  });
}
