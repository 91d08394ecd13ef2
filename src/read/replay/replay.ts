import type { Answer, ArchivedRecords } from "./archived-records.js";

const MOST_OF_PAGE = 2_000;
/** Maximum total size in bytes of what is read for a page, with the bodies of redirects. */
const LARGEST_PAGE = 256 << 20;
/** Maximum number of redirects to follow, as in browsers. */
const MOST_REDIRECTS = 20;

/** `kind` is the resource type that the browser reports. */
export interface PageRequest {
  readonly url: string;
  readonly kind: string;
}

export type BrowserAnswer = Pick<Answer, "status" | "contentType" | "body">;

/** Answers the requests of one page from the archived records nearest to its date. */
export class Replay {
  readonly #records: ArchivedRecords | undefined;
  readonly #time: number;
  #onLimit: (() => void) | undefined;
  #requests = 0;
  #bytes = 0;
  /** Digests of the answers by URI. Empty for a URI without an answer. */
  readonly #answers = new Map<string, string>();

  /** Calls `onLimit` at the first request that is not answered because the page has asked for too much. */
  constructor(records: ArchivedRecords | undefined, time: number, onLimit?: () => void) {
    this.#records = records;
    this.#time = time;
    this.#onLimit = onLimit;
  }

  /** Requested URIs with the digests of their answers. */
  get used(): ReadonlyMap<string, string> {
    return this.#answers;
  }

  /** Returns the answer to a request; `undefined` if the files have no answer. */
  async answer({ url, kind }: PageRequest): Promise<BrowserAnswer | undefined> {
    this.#requests += 1;
    if (this.#requests > MOST_OF_PAGE) {
      this.#refuse();
      return undefined;
    }
    const uriR = beforeFragment(url);
    const found = await this.#find(uriR);
    this.#answers.set(uriR, found?.digest ?? "");
    if (found === undefined) return undefined;
    const { status, contentType, body } = found;
    const isMoved = found.uriR !== uriR;
    if (isMoved && kind === "stylesheet") {
      // The browser does not report the requests that follow a redirect. An import makes relative URIs refer to the
      // target.
      const text = `@import ${JSON.stringify(found.uriR)};`;
      return { status: 200, contentType: "text/css", body: Buffer.from(text) };
    }
    const isFrame = isMoved && kind === "document";
    return { status, contentType, body: isFrame ? withBase(body, found.uriR) : body };
  }

  /** Returns an empty text if there is no answer. */
  async digest(uriR: string): Promise<string> {
    const before = this.#bytes;
    const found = await this.#find(uriR);
    this.#bytes = before;
    return found?.digest ?? "";
  }

  /** Follows redirects and returns the answer of the last capture, under the URI that the browser must use. */
  async #find(uriR: string): Promise<Answer | undefined> {
    let asked = uriR;
    for (let hops = 0; hops <= MOST_REDIRECTS; hops += 1) {
      if (this.#bytes > LARGEST_PAGE) {
        this.#refuse();
        return undefined;
      }
      const found = await this.#records?.nearest(asked, this.#time);
      if (found === undefined) return undefined;
      this.#bytes += found.body.length;
      if (found.location === undefined) return { ...found, uriR: asked };
      asked = beforeFragment(found.location);
    }
    return undefined;
  }

  #refuse(): undefined {
    this.#onLimit?.();
    this.#onLimit = undefined;
  }
}

const beforeFragment = (uri: string): string => uri.replace(/#.*$/su, "");

/** Returns a page with a base element. The target of a redirect in a frame needs it. */
function withBase(body: Uint8Array, uriR: string): Uint8Array {
  const page = Buffer.from(body).toString("latin1");
  const [start = ""] =
    /^[^]{0,4096}?<head(?:\s[^>]*)?>/iu.exec(page) ?? /^\s*<!doctype[^>]*>/iu.exec(page) ?? [];
  const base = `<base href="${uriR.replaceAll('"', "%22")}">`;
  return Buffer.from(page.slice(0, start.length) + base + page.slice(start.length), "latin1");
}
