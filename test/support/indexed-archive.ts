import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createHash } from "node:crypto";

/** A capture of an archive that runs in this process. What the index says of it can be anything. */
interface HeldCapture {
  readonly body: string;
  readonly status?: number;
  readonly type?: string;
  /** Fields of its line in the index, or `-`. By default the index is right: the length is that of the body. */
  readonly listed?: {
    readonly length?: string;
    readonly status?: string;
    readonly digest?: string;
    readonly mime?: string;
  };
  /** Set if the archive answers with an error of its own in the place of the capture. */
  readonly fails?: number;
}

export interface IndexedArchive {
  readonly origin: string;
  /** URI-T in the form of an index, or in link-format. */
  readonly timeMap: (uriR: string, form?: "json" | "link") => string;
  /** URI-M of a capture by its position. */
  readonly uriM: (uriR: string, at: number) => string;
  /** Positions of the captures that were asked for, as `a.example 3`, in the order of the requests. */
  readonly asked: string[];
  /** Answers the requests that have come together in the reverse order. */
  isReversed: boolean;
  /** Number of requests for captures that are answered 429 first. */
  busy: number;
  /** Called for each request of a capture before it is answered. */
  onCapture: (number: number) => void;
  /** Forms that the archive does not have. */
  readonly without: Set<string>;
  readonly close: () => Promise<void>;
}

const DAY = 86_400_000;
const dateOf = (at: number): Date => new Date(Date.UTC(2010, 0, 1) + at * DAY);
const stampOf = (at: number): string => dateOf(at).toISOString().replace(/\D/gu, "").slice(0, 14);

const digestOf = (text: string): string =>
  createHash("sha256").update(text).digest("hex").slice(0, 32).toUpperCase();

/** Returns an edition of the page that the seed should show. */
export const good = (edition: number): HeldCapture => ({
  body:
    "<!DOCTYPE html><title>Festival</title><p>The river festival of the old town takes place every summer on the banks " +
    `of the river, with boats, musicians and cooks from the whole valley.</p><p>Edition ${1000 + edition}</p>`,
});
/** A page about something else, as long as the good one. */
const bad = (edition: number): HeldCapture => ({
  body:
    "<!DOCTYPE html><title>Bargains</title><p>Cheap watches, handbags and sunglasses are sold here at prices that no " +
    `shop can beat, and shipping costs nothing in this week only for you.</p><p>Offer ${1000 + edition}....</p>`,
});
/** Returns a page with so many more words that its length differs from that of the others. */
const longer = ({ body, ...rest }: HeldCapture): HeldCapture => ({
  ...rest,
  body: body.replace("<p>", `<p>${"Buy now or never again. ".repeat(40)}</p><p>`),
});

/** Captures by letter: G good, B about something else, L the same but longer, X one that the archive does not give. */
export const captures = (letters: string): HeldCapture[] =>
  Array.from(letters, (letter, at) => {
    if (letter === "X") return { ...good(at + 500), fails: 404 };
    return letter === "G" ? good(at) : letter === "L" ? longer(bad(at)) : bad(at);
  });

/** Starts an archive with the captures of each URI-R, a day apart. They are the seeds of any collection of Archive-It. */
export async function startIndexedArchive(
  held: Readonly<Record<string, readonly HeldCapture[]>>,
): Promise<IndexedArchive> {
  const waiting: (() => void)[] = [];
  const answer = (send: () => void): void => {
    if (!archive.isReversed) {
      send();
      return;
    }
    waiting.push(send);
    // Requests that are sent in one turn of the event loop arrive in the next ones.
    let turns = 5;
    const wait = (): void => {
      turns -= 1;
      if (turns > 0) setImmediate(wait);
      else for (const each of waiting.splice(0).reverse()) each();
    };
    setImmediate(wait);
  };
  const server = createServer((request, response) => {
    const url = request.url ?? "";
    if (url.startsWith("/api/seed?")) {
      response.end(JSON.stringify(Object.keys(held).map((uriR) => ({ url: uriR }))));
      return;
    }
    const [, form, listed] = /^\/\w+\/timemap\/(json|link)\/(.*)$/u.exec(url) ?? [];
    if (form !== undefined && listed !== undefined) {
      const captures = archive.without.has(form) ? undefined : held[listed];
      if (captures === undefined) response.writeHead(404).end("no such TimeMap");
      else response.end(form === "json" ? indexOf(listed, captures) : linksOf(listed, captures));
      return;
    }
    const [, stamp, uriR = ""] = /^\/\w+\/(\d{14})id_\/(.*)$/u.exec(url) ?? [];
    const captures = held[uriR] ?? [];
    const at = captures.findIndex((_, place) => stampOf(place) === stamp);
    if (archive.busy > 0) {
      archive.busy -= 1;
      response.writeHead(429, { "retry-after": "0" }).end();
      return;
    }
    archive.asked.push(`${new URL(uriR).hostname} ${at}`);
    archive.onCapture(archive.asked.length);
    answer(() => sendCapture(response, captures[at]!, at));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const linksOf = (uriR: string, captures: readonly HeldCapture[]): string =>
    [
      `<${uriR}>; rel="original"`,
      ...captures.map(
        (_, at) =>
          `<${origin}/web/${stampOf(at)}/${uriR}>; rel="memento"; datetime="${dateOf(at).toUTCString()}"`,
      ),
    ].join(",\n");
  const archive: IndexedArchive = {
    origin,
    timeMap: (uriR, form = "json") => `${origin}/web/timemap/${form}/${uriR}`,
    uriM: (uriR, at) => `${origin}/web/${stampOf(at)}/${uriR}`,
    asked: [],
    isReversed: false,
    busy: 0,
    onCapture: () => undefined,
    without: new Set(),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return archive;
}

function sendCapture(response: ServerResponse, capture: HeldCapture, at: number): void {
  const { body, status = 200, type = "text/html", fails } = capture;
  if (fails !== undefined) {
    response.writeHead(fails).end("the archive has a problem");
    return;
  }
  const date = dateOf(at).toUTCString();
  response.writeHead(status, { "content-type": type, "memento-datetime": date }).end(body);
}

const indexOf = (uriR: string, captures: readonly HeldCapture[]): string =>
  JSON.stringify([
    ["urlkey", "timestamp", "original", "mimetype", "statuscode", "digest", "length"],
    ...captures.map(({ body, status = 200, type = "text/html", listed = {} }, at) => [
      ...["-", stampOf(at), uriR, listed.mime ?? type, listed.status ?? String(status)],
      ...[listed.digest ?? digestOf(body), listed.length ?? String(body.length)],
    ]),
  ]);
