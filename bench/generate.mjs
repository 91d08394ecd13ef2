import { createHash } from "node:crypto";
import { closeSync, openSync, readdirSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

/**
 * Writes a WARC file of `count` mementos and returns the bytes of HTML in it. By default there are ten mementos a seed,
 * of about 30 kB of HTML each, and one in twelve is replaced by another page. The same arguments give the same bytes.
 * Bare pages have neither a menu nor a script: with 60 words a page has about 1 kB.
 * The words are those of the pages in fixtures/, mixed with invented ones.
 */
export function generateWarc(
  path,
  count,
  { mementosPerSeed = 10, wordsPerPage = 1800, firstSeed = 0, isBare = false } = {},
) {
  const words = vocabulary();
  const file = openSync(path, "w");
  let bytes = 0;
  for (let i = 0; i < count; i += 1) {
    const seed = firstSeed + Math.floor(i / mementosPerSeed);
    const version = i % mementosPerSeed;
    const random = mulberry32(seed * 7919 + 1);
    const replaced = version > 0 && mulberry32(i + 17)() < 1 / 12;
    const page = replaced
      ? otherPage(seed, mulberry32(i + 5), words, isBare)
      : seedPage(seed, version, random, words, wordsPerPage, isBare);
    bytes += page.length;
    writeSync(file, gzipSync(record(seed, i, page, firstSeed === 0), { level: 6 }));
  }
  closeSync(file);
  return bytes;
}

function vocabulary() {
  const folder = join(import.meta.dirname, "..", "fixtures", "pages");
  const words = new Set();
  for (const seed of readdirSync(folder).sort()) {
    for (const name of readdirSync(join(folder, seed)).sort()) {
      if (!name.endsWith(".html")) continue;
      const text = readFileSync(join(folder, seed, name), "utf8").replace(/<[^>]*>/gu, " ");
      for (const word of text.match(/\p{L}{2,}/gu) ?? []) words.add(word);
    }
  }
  const list = [...words].sort();
  const random = mulberry32(42);
  // Real collections have many rare words. These are made of parts of common ones.
  for (let i = 0; i < 20_000; i += 1) {
    const [a, b] = [
      list[Math.floor(random() * 4000) % list.length],
      list[Math.floor(random() * 4000) % list.length],
    ];
    list.push(a.slice(0, 4) + b.slice(-4));
  }
  return list;
}

/** Returns a sentence. Words near the front of the list are common, as in any language (Zipf's law). */
function sentence(random, words, length) {
  const out = [];
  for (let i = 0; i < length; i += 1) out.push(words[Math.floor(words.length * random() ** 3)]);
  return `${out.join(" ")}.`;
}

function seedPage(seed, version, random, words, wordsPerPage, isBare) {
  const paragraphs = [];
  for (let written = 0; written < wordsPerPage; written += 60) {
    paragraphs.push(
      `<div class="item"><h3>${sentence(random, words, 5)}</h3><p>${sentence(random, words, 40)} <a href="/s${seed}/${written}">${sentence(random, words, 4)}</a> ${sentence(random, words, 11)}</p></div>`,
    );
  }
  const news = mulberry32(seed * 31 + version);
  const body = `${paragraphs.join("\n")}<p>${sentence(news, words, 80)}</p>`;
  return frame(`Seed ${seed}`, body, isBare);
}

function otherPage(seed, random, words, isBare) {
  return frame(
    "Account suspended",
    `<p>This account has been suspended. ${sentence(random, words, 12)}</p>`,
    isBare,
  );
}

function frame(title, body, isBare) {
  if (isBare) {
    return `<!DOCTYPE html>\n<html lang="en"><head><title>${title}</title></head>\n<body>${body}</body></html>\n`;
  }
  const menu = Array.from(
    { length: 40 },
    (_, i) => `<li class="menu-${i % 7}"><a href="/section/${i}">Section ${i}</a></li>`,
  );
  const script = `<script>var items=[${Array.from({ length: 400 }, (_, i) => `"entry${i}"`).join(",")}];</script>`;
  return `<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>${title}</title>${script}</head>\n<body><nav><ul>${menu.join("")}</ul></nav>\n<main>${body}</main>\n<footer>Copyright</footer></body></html>\n`;
}

function record(seed, number, page, isFirst) {
  const body = Buffer.from(page, "utf8");
  const head = `HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: ${body.length}\r\n\r\n`;
  const date = new Date(Date.UTC(2008, 0, 1) + number * 3_600_000)
    .toISOString()
    .replace(".000", "");
  const id = createHash("sha1")
    .update(`record ${number}${isFirst ? "" : ` of ${seed}`}`)
    .digest("hex");
  const digest = createHash("sha1").update(body).digest("hex");
  return Buffer.concat([
    Buffer.from(
      `WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:sha1:${id}>\r\nWARC-Date: ${date}\r\n` +
        `WARC-Target-URI: http://site${String(seed).padStart(6, "0")}.example.org/\r\nWARC-Payload-Digest: sha1:${digest}\r\n` +
        `Content-Type: application/http; msgtype=response\r\nContent-Length: ${head.length + body.length}\r\n\r\n${head}`,
    ),
    body,
    Buffer.from("\r\n\r\n"),
  ]);
}

/** Returns a seeded generator of numbers from 0 to 1 (mulberry32). */
function mulberry32(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
