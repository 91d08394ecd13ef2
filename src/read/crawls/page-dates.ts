import { append } from "../../base/math/group-by.js";
import { parseDatetime } from "../../base/datetime.js";
import { surt } from "../../base/uri.js";
import type { Fields } from "../warc/record-format.js";

/** Numbers of digits of a time since 1970, and how many milliseconds its unit has. */
const UNITS: readonly (readonly [fewest: number, most: number, milliseconds: number])[] = [
  [9, 10, 1000],
  [12, 13, 1],
  [15, 16, 1e-3],
  [18, 19, 1e-6],
];

/** Earliest year of a page. A date before the web is a number that was read in the wrong form. */
const FIRST_YEAR = 1990;

/**
 * Returns the time of a page in a page list, in milliseconds. Its `ts` is a date in any form of `parseDatetime`, or the
 * seconds, milliseconds, microseconds or nanoseconds since 1970, as a number or as text. Returns `undefined` for any
 * other value.
 */
export function timeOfPage(ts: unknown): number | undefined {
  if (typeof ts !== "string" && typeof ts !== "number") return undefined;
  const text = String(ts).trim().slice(0, 100);
  const date = parseDatetime(text.replace(/\s*(?:UTC|GMT)$/u, "")) ?? parseDatetime(text);
  if (date !== undefined && Number(date.slice(0, 4)) >= FIRST_YEAR) return Date.parse(date);
  const [, whole = ""] = /^(\d{1,19})(?:\.\d*)?$/u.exec(text) ?? [];
  const unit = UNITS.find(([fewest, most]) => whole.length >= fewest && whole.length <= most);
  return unit === undefined ? undefined : Math.trunc(Number(text) * unit[2]);
}

/** Maximum time between the first and the last capture of a page that belong to one crawl, in milliseconds. */
const DAY = 24 * 60 * 60 * 1000;

export interface UndatedPage {
  readonly uriR: string;
  /** Name by which records name the page (`WARC-Page-ID`). */
  readonly id: string | undefined;
}

interface NotedCapture {
  readonly time: number;
  readonly pageId: string | undefined;
}

const CAPTURES = new Set(["response", "revisit", "resource"]);

/** Pages of a WACZ without a time, which get the time of their captures in the WACZ. */
export class UndatedPages<T extends UndatedPage> {
  readonly #pages = new Map<string, T[]>();
  readonly #captures = new Map<string, NotedCapture[]>();
  /** Keys of seeds that the page lists name with a time too. */
  readonly #dated = new Set<string>();

  add(page: T): void {
    append(this.#pages, surt(page.uriR), page);
  }

  /** Must be called for a page with a time, as a page of the same URI without a time is then another visit. */
  noteDated(uriR: string): void {
    this.#dated.add(surt(uriR));
  }

  note(fields: Fields): void {
    if (this.#pages.size === 0) return;
    if (!CAPTURES.has(fields.get("warc-type")?.toLowerCase() ?? "")) return;
    const key = surt((fields.get("warc-target-uri") ?? "").replace(/^<(.*)>$/u, "$1"));
    const date = parseDatetime(fields.get("warc-date") ?? "");
    if (date === undefined || !this.#pages.has(key)) return;
    append(this.#captures, key, { time: Date.parse(date), pageId: fields.get("warc-page-id") });
  }

  /** Yields each page with the times of its captures, which are none if it cannot be told which ones are its own. */
  *settled(): Generator<readonly [page: T, times: readonly number[]]> {
    for (const [key, pages] of this.#pages) {
      const captures = this.#captures.get(key) ?? [];
      const byId = new Map<string, number>();
      for (const { pageId, time } of captures) {
        if (pageId !== undefined && !byId.has(pageId)) byId.set(pageId, time);
      }
      const times = [...new Set(captures.map(({ time }) => time))].sort((a, b) => a - b);
      for (const page of pages) {
        const own = page.id === undefined ? undefined : byId.get(page.id);
        const isOnly = pages.length === 1 && !this.#dated.has(key);
        const isOneCrawl = times.length > 0 && times.at(-1)! - times[0]! <= DAY;
        if (own !== undefined) yield [page, [own]];
        else yield [page, isOnly && isOneCrawl ? times : []];
      }
    }
  }
}
