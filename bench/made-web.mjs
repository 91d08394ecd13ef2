/**
 * A generated web of linked pages. Its hosts are about lighthouses (the topic), about shipping, which is close to the
 * topic, or about other things. Pages link to pages of their host, of their theme, and of any host. The same number of
 * pages gives the same web.
 *
 *     node bench/made-web.mjs write FOLDER [PAGES]   web.warc, core.warc, labels.tsv, starts.txt
 *     node bench/made-web.mjs serve [PAGES]          an archive on loopback; prints {"port": ...}
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const THEMES = {
  lighthouse: {
    share: 0.12,
    words:
      "lighthouse keeper lantern lens beacon tower foghorn lamp rotation wick prism signal headland reef shoal gallery flash beam oil mantle optic coast warning storm",
    pairs: ["fresnel lens", "fog signal", "lighthouse keeper", "lantern room", "oil lamp"],
  },
  shipping: {
    share: 0.28,
    words:
      "cargo container vessel harbour crane freight captain engine port tonnage hull dock pilot tug ferry crew anchor charter route signal coast storm oil lamp",
    pairs: ["container ship", "cargo vessel", "port authority", "freight rate", "dry dock"],
  },
  garden: {
    share: 0.2,
    words:
      "garden soil seed tomato compost hedge lawn pruning blossom orchard spade bulb rose mulch greenhouse frost harvest vegetable herb root watering",
    pairs: ["kitchen garden", "compost heap", "apple tree"],
  },
  cinema: {
    share: 0.2,
    words:
      "film director actor camera scene studio premiere script editing audience festival screen comedy drama role sequel trailer ticket award soundtrack",
    pairs: ["film festival", "leading role", "silent film"],
  },
  cooking: {
    share: 0.2,
    words:
      "recipe oven flour butter sauce onion garlic simmer dough pastry roast spice pan kitchen menu salt pepper broth cake cream whisk",
    pairs: ["olive oil", "baking powder", "tomato sauce"],
  },
};
const SENTENCES = [
  "The # of the # was once with us and this is what it had been before the #",
  "When the # was down here they had the # and the # to themselves",
  "It is not as if a # without its own # were the same as a #",
  "Why is the # still there and what have they been doing with all of the #",
  "There were those who had their own # and others who did not have a #",
  "She had been about the # and he was with the # until it was over",
];
const TOPIC = "lighthouse";
const CAPTURED = "20150601120000";
const PAGES_OF_HOST = 20;

/** Returns a seeded generator of random numbers (mulberry32). */
function randomOf(seed) {
  let state = seed >>> 0;
  const unit = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  return { unit, pick: (list) => list[Math.floor(unit() * list.length)] };
}

function themeAt(unit) {
  let sum = 0;
  for (const [name, { share }] of Object.entries(THEMES)) if ((sum += share) > unit) return name;
  return "garden";
}

function text(theme, { unit, pick }) {
  const { words, pairs } = THEMES[theme];
  const own = words.split(" ");
  const others = THEMES[themeAt(unit())].words.split(" ");
  const paragraphs = Array.from({ length: 3 + Math.floor(unit() * 4) }, () =>
    Array.from({ length: 3 + Math.floor(unit() * 4) }, () =>
      pick(SENTENCES).replaceAll("#", () =>
        unit() < 0.25 ? pick(pairs) : pick(unit() < 0.75 ? own : others),
      ),
    ).join(". "),
  );
  return paragraphs.map((paragraph) => `<p>${paragraph}.</p>`).join("\n");
}

const pageOf = (title, body, links) =>
  `<!DOCTYPE html><html lang="en"><head><title>${title}</title></head><body><h1>${title}</h1>\n${body}\n` +
  `<ul>${links.map((uri) => `<li><a href="${uri}">more</a></li>`).join("\n")}</ul></body></html>\n`;

/** Returns all pages of the web by URI-R, the URI-Rs where a crawl starts, and the core pages of the topic. */
export function madeWeb(count) {
  const random = randomOf(count);
  const { unit, pick } = random;
  const hosts = Math.max(2, Math.ceil(count / PAGES_OF_HOST));
  const hostThemes = Array.from({ length: hosts }, (_, at) => themeAt((at + 0.5) / hosts));
  const pages = Array.from({ length: count }, (_, at) => {
    const host = at % hosts;
    const theme = unit() < 0.8 ? hostThemes[host] : themeAt(unit());
    const number = Math.floor(at / hosts);
    const path = number === 0 ? "" : `${theme}/${number}.html`;
    return { uri: `http://site-${host}.example/${path}`, host, theme };
  });
  const ofTheme = new Map();
  const ofHost = new Map();
  for (const page of pages) {
    ofTheme.set(page.theme, [...(ofTheme.get(page.theme) ?? []), page]);
    ofHost.set(page.host, [...(ofHost.get(page.host) ?? []), page]);
  }
  const made = new Map();
  for (const page of pages) {
    const links = Array.from({ length: 6 + Math.floor(unit() * 10) }, () => {
      const chance = unit();
      if (chance < 0.4) return pick(ofHost.get(page.host)).uri;
      return pick(chance < 0.7 ? ofTheme.get(page.theme) : pages).uri;
    });
    const title = `${page.theme} ${page.uri.slice(7)}`;
    made.set(page.uri, { ...page, html: pageOf(title, text(page.theme, random), links) });
  }
  const core = Array.from({ length: 30 }, (_, at) => ({
    uri: `http://core-${at}.example/`,
    html: pageOf(`Core ${at}`, text(TOPIC, random), []),
  }));
  const topical = ofTheme.get(TOPIC);
  const starts = [topical[0], topical[1], pages[hosts - 1], pages[hosts - 2]].map(({ uri }) => uri);
  return { pages: made, core, starts, topic: TOPIC };
}

function warcOf(pages) {
  const records = [...pages].map(({ uri, html }, at) => {
    const block = `HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${html}`;
    const id = `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`;
    return (
      `WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: ${uri}\r\nWARC-Date: 2015-06-01T12:00:00Z\r\n` +
      `WARC-Record-ID: <urn:uuid:${id}>\r\nContent-Length: ${Buffer.byteLength(block)}\r\n\r\n${block}\r\n\r\n`
    );
  });
  return records.join("");
}

export function writeWeb(folder, count) {
  const { pages, core, starts, topic } = madeWeb(count);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "web.warc"), warcOf(pages.values()));
  writeFileSync(join(folder, "core.warc"), warcOf(core));
  writeFileSync(join(folder, "starts.txt"), `${starts.join("\n")}\n`);
  const labels = [...pages.values()].map(({ uri, theme }) => `${uri}\t${theme === topic ? 1 : 0}`);
  writeFileSync(join(folder, "labels.tsv"), `${labels.join("\n")}\n`);
}

/**
 * Serves the web as an archive at `/web/{timestamp}id_/{URI-R}`, which redirects to the only capture if another date is
 * requested.
 */
export function serveWeb(count) {
  const { pages, starts } = madeWeb(count);
  const log = [];
  const server = createServer((request, response) => {
    const { url = "" } = request;
    log.push(url);
    const origin = `http://127.0.0.1:${server.address().port}`;
    const answer = (status, headers, body = "") => response.writeHead(status, headers).end(body);
    const html = { "content-type": "text/html; charset=utf-8" };
    if (url === "/log")
      return answer(200, { "content-type": "application/json" }, JSON.stringify(log));
    const [, timestamp, uri] = /^\/web\/(\d+)id_\/(.*)$/su.exec(url) ?? [];
    const page = pages.get(uri);
    if (page === undefined) return answer(404, html, "not archived");
    if (timestamp !== CAPTURED)
      return answer(302, { location: `${origin}/web/${CAPTURED}id_/${uri}` });
    return answer(
      200,
      {
        ...html,
        "memento-datetime": "Mon, 01 Jun 2015 12:00:00 GMT",
        link: `<${uri}>; rel="original"`,
      },
      page.html,
    );
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve({ server, port: server.address().port, starts }));
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [mode, ...rest] = process.argv.slice(2);
  if (mode === "write" && rest[0] !== undefined) writeWeb(rest[0], Number(rest[1] ?? 5000));
  else if (mode === "serve") {
    const { port, starts } = await serveWeb(Number(rest[0] ?? 5000));
    process.stdout.write(`${JSON.stringify({ port, starts })}\n`);
  } else {
    process.stderr.write("usage: node bench/made-web.mjs write FOLDER [PAGES] | serve [PAGES]\n");
    process.exit(2);
  }
}
