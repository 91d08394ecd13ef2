import { createHash } from "node:crypto";
import type { Answer } from "../../read/replay/archived-records.js";
import type { Replay } from "../../read/replay/replay.js";

interface DrawnPage<P> {
  readonly used: ReadonlyMap<string, string>;
  readonly result: P;
}

/** Maximum number of results to remember for one page, and maximum number of requests in all results. */
const MOST_LOOKS = 8;
const MOST_REMEMBERED = 300_000;

/**
 * A page with the same bytes and URI makes the same requests. If all answers are equal too, the page looks the same.
 */
export class DrawnPages<P> {
  readonly #pages = new Map<string, { readonly drawn: DrawnPage<P>[]; busy: Promise<unknown> }>();
  #remembered = 0;

  /** Calls `draw` only once for pages that look the same. */
  get(page: Answer, replay: Replay, draw: () => Promise<P>): Promise<P> {
    const key = createHash("sha256").update(`${page.uriR}\n${page.digest}`).digest("base64");
    const entry = this.#pages.get(key) ?? { drawn: [], busy: Promise.resolve() };
    this.#pages.set(key, entry);
    const found = entry.busy.then(async () => {
      const known = await lookOf(entry.drawn, replay);
      if (known !== undefined) return known.result;
      const result = await draw();
      if (entry.drawn.length < MOST_LOOKS) entry.drawn.push({ used: replay.used, result });
      this.#forget(replay.used.size + 1);
      return result;
    });
    entry.busy = found.catch(() => undefined);
    return found;
  }

  /** Forgets the oldest pages if the limit is exceeded. */
  #forget(added: number): void {
    this.#remembered += added;
    for (const [key, { drawn }] of this.#pages) {
      if (this.#remembered <= MOST_REMEMBERED) return;
      this.#pages.delete(key);
      for (const { used } of drawn) this.#remembered -= used.size + 1;
    }
  }
}

/** Returns the result whose requests all have the same answers; `undefined` if there is no such result. */
async function lookOf<P>(
  drawn: readonly DrawnPage<P>[],
  replay: Replay,
): Promise<DrawnPage<P> | undefined> {
  const digests = new Map<string, string>();
  for (const each of drawn) {
    let isSame = true;
    for (const [uriR, digest] of each.used) {
      const own = digests.get(uriR) ?? (await replay.digest(uriR));
      digests.set(uriR, own);
      isSame = own === digest;
      if (!isSame) break;
    }
    if (isSame) return each;
  }
  return undefined;
}
