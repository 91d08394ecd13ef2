import { http, warcRecord } from "./warc-builder.js";

/** A page of a generated crawl. It may be part of a trap. */
export interface MadePage {
  readonly uri: string;
  readonly html: string;
  /** Trap to which the page belongs. Undefined for an ordinary page. */
  readonly trap?: "calendar" | "facets" | "sessions" | "not found";
}

/** Returns a generator of random numbers below 1. The numbers depend only on the seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const SYLLABLES =
  "ba be da di fo ga gu ha jo ka ke li lo ma mi na no pa pe ra ri sa so ta to va ve wi za zo".split(
    " ",
  );
const MONTHS =
  "January February March April May June July August September October November December".split(
    " ",
  );
const DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday";

/** Generates words, names and pages of one host. */
class Maker {
  readonly random: () => number;
  readonly #words: readonly string[];

  constructor(seed: number) {
    this.random = randomNumbers(seed);
    this.#words = Array.from({ length: 3000 }, () => this.name(1 + this.below(4)));
  }

  below(most: number): number {
    return Math.floor(this.random() * most);
  }

  name(syllables: number): string {
    return Array.from({ length: syllables }, () => SYLLABLES[this.below(SYLLABLES.length)]!).join(
      "",
    );
  }

  /** Returns a word. The frequencies of words follow Zipf's law, as in texts of people. */
  word(): string {
    return this.#words[Math.floor(this.#words.length ** this.random()) - 1]!;
  }

  words(number: number): string {
    return Array.from({ length: number }, () => this.word()).join(" ");
  }

  hex(digits: number): string {
    return Array.from({ length: digits }, () => this.below(16).toString(16)).join("");
  }
}

/**
 * Returns the crawl of one host. It has 300 ordinary pages and four traps, all with the same template. The traps are a
 * calendar without end, a faceted search, session ids, and pages that say "not found" with status 200.
 */
export function madeCrawl(seed: number, host = "site.example"): readonly MadePage[] {
  const make = new Maker(seed);
  const menu = make.words(60);
  const foot = make.words(40);
  const pageOf = (title: string, body: string): string =>
    `<html><head><title>${title}</title></head><body><ul><li>${menu.replaceAll(" ", "</li><li>")}</li></ul>` +
    `<h1>${title}</h1>${body}<p>${foot}</p></body></html>`;
  const pages: MadePage[] = [];
  const add = (path: string, title: string, body: string, trap?: MadePage["trap"]): void => {
    pages.push({ uri: `http://${host}${path}`, html: pageOf(title, body), trap });
  };
  const article = (): readonly [title: string, body: string] => {
    // Some pages have little text of their own, like pages of pictures.
    const paragraphs = Array.from(
      { length: 1 + make.below(4) },
      () => `<p>${make.words(25 + make.below(60))}</p>`,
    );
    return [make.words(4), paragraphs.join("")];
  };
  for (let at = 0; at < 150; at += 1)
    add(`/news/${make.words(3).replaceAll(" ", "-")}-${at}`, ...article());
  for (let at = 0; at < 150; at += 1) add(`/article.php?id=${at}`, ...article());

  for (let month = 0; month < 240; month += 1) {
    const [year, name] = [2030 + Math.floor(month / 12), MONTHS[month % 12]!];
    const days = Array.from({ length: 28 + make.below(4) }, (_, day) => day + 1).join(" ");
    const shown = `<p>${DAYS}</p><p>${days}</p><p>There are no events in this month. Choose another one.</p>`;
    add(
      `/calendar?month=${year}-${String((month % 12) + 1).padStart(2, "0")}`,
      `${name} ${year}`,
      shown,
      "calendar",
    );
  }
  const event = (at: number): string => `<p>${DAYS}</p><p>${at}</p><p>${make.words(60)}</p>`;
  for (let at = 1; at < 7; at += 1)
    add(`/calendar?month=2018-0${at}`, `${MONTHS[at]!} 2018`, event(at));

  const products = Array.from(
    { length: 60 },
    () => `<li>${make.words(4)} ${make.below(900)}.00</li>`,
  );
  for (const colour of ["", "red", "blue", "green", "black", "white"]) {
    for (const size of ["", "s", "m", "l", "xl", "xxl"]) {
      for (const sort of ["", "price", "name", "new"]) {
        for (const page of ["1", "2", "3"]) {
          const named = Object.entries({ colour, size, sort, page }).filter(
            ([, value]) => value !== "",
          );
          const query = named.map((pair) => pair.join("=")).join("&");
          const listed = Array.from(
            { length: 12 },
            () => products[make.below(products.length)]!,
          ).join("");
          add(`/shop?${query}`, `Shop ${colour} ${size}`, `<ul>${listed}</ul>`, "facets");
        }
      }
    }
  }
  for (const name of ["about", "contact", "history", "team", "press", "jobs", "terms", "help"]) {
    const [title, body] = article();
    add(`/${name}.php`, title, body);
    for (let at = 0; at < 40; at += 1)
      add(`/${name}.php?sid=${make.hex(24)}`, title, body, "sessions");
  }
  for (let at = 0; at < 200; at += 1) {
    const path = `/archive/${make.words(2).replaceAll(" ", "/")}-${make.below(10_000)}.html`;
    const said = `<p>Sorry, the page ${path} was not found on this server. Try the search, or the front page.</p>`;
    add(path, "Page not found", said, "not found");
  }
  return pages;
}

/** Returns pages as WARC records. The order of the records depends on a seed. */
export function warcOf(pages: readonly MadePage[], seed = 1): Buffer {
  const random = randomNumbers(seed);
  const shuffled = pages
    .map((page) => ({ page, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ page: { uri, html } }) =>
      warcRecord({ uri, date: "2018-01-27T22:18:45Z" }, http(html)),
    );
  return Buffer.concat(shuffled);
}
