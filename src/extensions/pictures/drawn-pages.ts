import { createHash } from "node:crypto";
import type { Answer } from "../../read/replay/archived-records.js";
import type { Replay } from "../../read/replay/replay.js";

interface DrawnPage<P> {
  /** Digests of the answers to its requests, by URI-R. */
  readonly used: ReadonlyMap<string, string>;
  readonly result: P;
}

/** Number of pages to remember. The captures of a page come one after the other. */
const MOST_REMEMBERED = 256;

/**
 * A page with the same bytes and URI makes the same requests. If all answers are equal too, the page looks the same.
 */
export class DrawnPages<P> {
  readonly #pages = new Map<string, Promise<DrawnPage<P>>>();

  /** Calls `draw` only once for successive captures of a page that look the same. */
  async get(page: Answer, replay: Replay, draw: () => Promise<P>): Promise<P> {
    const key = createHash("sha256").update(`${page.uriR}\n${page.digest}`).digest("base64");
    const before = this.#pages.get(key);
    const drawn = (async (): Promise<DrawnPage<P>> => {
      const known = await before?.catch(() => undefined);
      if (known !== undefined && (await hasSameAnswers(known, replay))) return known;
      const result = await draw();
      return { used: replay.used, result };
    })();
    this.#pages.delete(key);
    this.#pages.set(key, drawn);
    if (this.#pages.size > MOST_REMEMBERED) this.#pages.delete(this.#pages.keys().next().value!);
    return (await drawn).result;
  }
}

async function hasSameAnswers({ used }: DrawnPage<unknown>, replay: Replay): Promise<boolean> {
  for (const [uriR, digest] of used) if ((await replay.digest(uriR)) !== digest) return false;
  return true;
}
