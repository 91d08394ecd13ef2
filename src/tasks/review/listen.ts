import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { hostname } from "node:os";
import { messageOf, UsageError } from "../../base/errors.js";
import { UnreadableDecisions } from "./decisions-file.js";

/** Address that a user chose. Without a port, a free one is used. */
export interface ChosenAddress {
  readonly host?: string | undefined;
  readonly port?: number | undefined;
}

const LOOPBACK = "127.0.0.1";
const EVERY_ADDRESS: ReadonlySet<string> = new Set(["0.0.0.0", "::"]);

/** Returns whether only this machine reaches a host. */
export const isLoopback = (host = LOOPBACK): boolean =>
  host === "localhost" || host === "::1" || /^127(?:\.\d{1,3}){3}$/u.test(host);

export const COMMON_HEADERS = {
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  // Without this header, browsers look up the hosts of links before the user follows a link.
  "x-dns-prefetch-control": "off",
} as const;

interface ReviewRequest {
  readonly method: string;
  readonly url: string;
  readonly request: IncomingMessage;
  /** Name of this machine as the browser wrote it, for addresses of another port. */
  readonly name: string;
  /** Scheme, name and port as the browser wrote them. */
  readonly origin: string;
}

type Handler = (asked: ReviewRequest, response: ServerResponse) => Promise<void>;

/** The page shows the message to a person. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly status: number;

  constructor(status: number, why = "") {
    super(why);
    this.status = status;
  }
}

export interface Listening {
  readonly origin: string;
  readonly port: number;
  /** Pages of the origins `others` may send requests, too. */
  handle(handler: Handler, others?: ReadonlySet<string>): void;
  close(): Promise<void>;
}

/**
 * Listens on a port: the chosen one, or else `usual` if it is free, or else a free one. Refuses requests from another
 * origin and, unless the user chose an address, requests for another host. A chosen address may be reached by any name,
 * such as through a tunnel; the secret part of the address then keeps others out.
 */
export async function listen(chosen: ChosenAddress, usual = 0): Promise<Listening> {
  const { host = LOOPBACK } = chosen;
  const server = createServer();
  const listenOn = (port: number): Promise<void> =>
    new Promise((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, host, () => {
        server.off("error", reject);
        resolve();
      });
    });
  const listening =
    chosen.port === undefined ? listenOn(usual).catch(() => listenOn(0)) : listenOn(chosen.port);
  await listening.catch((cause: unknown) => {
    const to = `--set host=${host} and port=${chosen.port ?? usual}`;
    throw new UsageError(`${to} cannot be listened on: ${messageOf(cause)}.`, { cause });
  });
  const { port } = server.address() as AddressInfo;
  const name = EVERY_ADDRESS.has(host) ? hostname() : host.includes(":") ? `[${host}]` : host;
  const own = `${name}:${port}`;
  const isChosen = chosen.host !== undefined || chosen.port !== undefined;
  return {
    origin: `http://${own}`,
    port,
    handle(handler, others) {
      const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
        const { headers, method = "", url = "" } = request;
        const asked = headers.host ?? "";
        const [, called = ""] = /^([\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/iu.exec(asked) ?? [];
        // Refuses requests of other sites. Their host names may resolve to this address, and their pages may send
        // requests here.
        const isOtherHost = isChosen ? called === "" : asked !== own;
        const origin = `http://${asked}`;
        const { origin: sender = origin } = headers;
        const isOther = sender !== origin && others?.has(sender) !== true;
        if (isOtherHost || isOther) throw new Refusal(403);
        await handler({ method, url, request, name: called, origin }, response);
      };
      server.on("request", (request, response) => {
        answer(request, response).catch((cause: unknown) => refuse(response, cause));
      });
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
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
