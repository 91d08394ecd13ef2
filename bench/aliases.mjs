/**
 * Measures --aliases auto: node bench/aliases.mjs [SEED]. It makes 200 crawls with a page that did not move (its address
 * forwards elsewhere, or looks like that of another page), and 200 with a page that did, and counts which are joined.
 * A third part of the crawls has no other page of the sites, so that nothing shows their templates. The texts are
 * sentences of English words. The same seed makes the same crawls.
 *
 * node bench/aliases.mjs --input warc=FILE...  reads crawls instead, and prints every remark of --aliases auto.
 */
import { readFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { detect } from "../dist/lib/index.js";

const CRAWLS = 200;

const words = (() => {
  const packed = readFileSync(join(import.meta.dirname, "../data/word-frequencies/en.txt.br"));
  const all = brotliDecompressSync(packed)
    .toString()
    .split(/\s+/u)
    .filter((word) => /^[a-z]+$/u.test(word));
  return { frequent: all.slice(0, 120), rare: all.slice(300).filter((word) => word.length > 3) };
})();

class Maker {
  #state;

  constructor(seed) {
    this.#state = seed;
  }

  random() {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  below(most) {
    return Math.floor(this.random() * most);
  }

  among(list) {
    return list[this.below(list.length)];
  }

  /** A subject: words that texts about it have in common. */
  subject(size = 60) {
    return Array.from({ length: size }, () => this.among(words.rare));
  }

  sentence(subject, length = 10 + this.below(14)) {
    const said = Array.from({ length }, () =>
      this.random() < 0.45
        ? this.among(words.frequent)
        : this.among(this.random() < 0.85 ? subject : words.rare),
    );
    return `${said[0][0].toUpperCase()}${said.join(" ").slice(1)}.`;
  }

  paragraphs(subject, count) {
    return Array.from({ length: count }, () =>
      Array.from({ length: 3 + this.below(3) }, () => this.sentence(subject)).join(" "),
    );
  }
}

/** A site: a template around the texts of its pages. */
class Site {
  constructor(make, host) {
    this.make = make;
    this.host = host;
    this.name = `${make.among(words.rare)} ${make.among(words.rare)}`;
    this.subject = make.subject(90);
    this.menu = Array.from(
      { length: 4 + make.below(12) },
      () => `${make.among(words.rare)} ${make.among(words.rare)}`,
    );
    this.aside = make.paragraphs(this.subject, make.below(4));
    this.footer = make.sentence(this.subject);
  }

  page(title, paragraphs, head = "") {
    const menu = this.menu
      .map((entry) => `<li><a href="/${entry.replace(" ", "/")}">${entry}</a></li>`)
      .join("");
    const text = (list) => list.map((each) => `<p>${each}</p>`).join("\n");
    return `<!DOCTYPE html><html><head><title>${title} - ${this.name}</title>${head}</head><body><ul>${menu}</ul><h1>${title}</h1>
${text(paragraphs)}<div>${text(this.aside)}</div><p>© ${this.name}. ${this.footer}</p></body></html>`;
  }

  article() {
    const { make } = this;
    const subject = [...make.subject(40), ...this.subject.slice(make.below(60)).slice(0, 20)];
    return {
      title: make.among(subject),
      subject,
      text: make.paragraphs(subject, 2 + make.below(5)),
    };
  }
}

class Crawl {
  records = [];

  capture(uri, year, body, { status = 200, location, type = "text/html" } = {}) {
    const date = `${year}-0${1 + (this.records.length % 9)}-11T10:20:30Z`;
    const fields = location === undefined ? "" : `Location: ${location}\r\n`;
    const block = Buffer.from(
      `HTTP/1.1 ${status} OK\r\nContent-Type: ${type}\r\n${fields}\r\n${body}`,
    );
    const number = String(this.records.length).padStart(12, "0");
    const head = `WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: ${uri}\r\nWARC-Date: ${date}\r\nWARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-${number}>\r\nContent-Length: ${block.length}\r\n\r\n`;
    this.records.push(Buffer.concat([Buffer.from(head), block, Buffer.from("\r\n\r\n")]));
  }

  forward(uri, year, to, status = 301) {
    this.capture(uri, year, "<html><body>Moved</body></html>", { status, location: to });
  }

  others(site, count, year = 2011) {
    for (let at = 0; at < count; at += 1) {
      const { title, text } = site.article();
      this.capture(`http://${site.host}/other/${at}.html`, year, site.page(title, text));
    }
  }
}

/** Returns a page some time later: sentences and a title are exchanged. */
function edited(make, { title, subject, text }, share) {
  const changed = text.map((paragraph) =>
    make.random() < share ? make.paragraphs(subject, 1)[0] : paragraph,
  );
  return { title, subject, text: changed };
}

const PARKING =
  "This domain may be for sale. Related searches: cheap flights, credit cards, online casino, insurance quotes. Buy this domain now. The domain is parked free, courtesy of the registrar.";

/** Crawls of pages that did not move. Each gets crawl, maker, and the number of other pages of the sites. */
const FALSE = {
  "a sold domain forwards to its new owner's page"(crawl, make, others) {
    const [old, owner] = [new Site(make, "old.example"), new Site(make, "owner.example")];
    const [page, home] = [old.article(), owner.article()];
    for (const year of [2008, 2010])
      crawl.capture("http://old.example/", year, old.page(page.title, page.text));
    for (const year of [2013, 2015]) {
      crawl.forward("http://old.example/", year, "http://owner.example/");
      crawl.capture("http://owner.example/", year, owner.page(home.title, home.text));
    }
    crawl.others(old, others);
  },
  "a sold domain forwards to a parking page"(crawl, make, others) {
    const old = new Site(make, "old.example");
    const page = old.article();
    crawl.capture("http://old.example/", 2010, old.page(page.title, page.text));
    for (const year of [2013, 2014]) {
      crawl.forward("http://old.example/", year, "http://parking.example/old.example");
      crawl.capture(
        "http://parking.example/old.example",
        year,
        `<html><title>old.example</title><body><p>${PARKING}</p></body></html>`,
      );
    }
    crawl.others(old, others);
  },
  "a parked page forwards to another parked page"(crawl, make, others) {
    const old = new Site(make, "old.example");
    const page = old.article();
    const parked = `<html><title>old.example</title><body><p>${PARKING}</p></body></html>`;
    crawl.capture("http://old.example/", 2008, old.page(page.title, page.text));
    crawl.capture("http://old.example/", 2011, parked);
    for (const year of [2013, 2014]) {
      crawl.forward("http://old.example/", year, "http://parking.example/lander");
      crawl.capture("http://parking.example/lander", year, parked);
    }
    crawl.others(old, others);
  },
  "a removed page forwards to the home page of its site"(crawl, make, others) {
    const site = new Site(make, "site.example");
    const [page, home] = [site.article(), site.article()];
    crawl.capture("http://site.example/news/1.html", 2010, site.page(page.title, page.text));
    crawl.capture("http://site.example/", 2010, site.page(home.title, home.text));
    for (const year of [2013, 2014]) {
      crawl.forward("http://site.example/news/1.html", year, "http://site.example/");
      crawl.capture("http://site.example/", year, site.page(home.title, home.text));
    }
    crawl.others(site, others);
  },
  "a removed page forwards to a section page with its headline"(crawl, make, others) {
    const site = new Site(make, "site.example");
    const page = site.article();
    const entries = Array.from({ length: 8 }, () => site.article());
    crawl.capture("http://site.example/news/1.html", 2010, site.page(page.title, page.text));
    const section = site.page(
      "News",
      [page, ...entries].map(({ title, text }) => `${title}: ${text[0].slice(0, 90)}`),
    );
    for (const year of [2013, 2014]) {
      crawl.forward("http://site.example/news/1.html", year, "http://site.example/news/");
      crawl.capture("http://site.example/news/", year, section);
    }
    crawl.others(site, others);
  },
  "many pages forward to one home page"(crawl, make, others) {
    const site = new Site(make, "site.example");
    const renamed = new Site(make, "new.example");
    const home = site.article();
    for (let at = 0; at < 3 + make.below(5); at += 1) {
      const page = site.article();
      crawl.capture(`http://site.example/p/${at}`, 2010, site.page(page.title, page.text));
      crawl.forward(`http://site.example/p/${at}`, 2013, "http://new.example/");
    }
    crawl.capture("http://new.example/", 2013, renamed.page(home.title, home.text));
    crawl.others(site, others);
  },
  "many short pages with one template forward to a page with it"(crawl, make, others) {
    const site = new Site(make, "site.example");
    const short = () => [make.sentence(make.subject(10))];
    for (let at = 0; at < 4; at += 1) {
      crawl.capture(
        `http://site.example/p/${at}`,
        2010,
        site.page(make.among(words.rare), short()),
      );
      crawl.forward(`http://site.example/p/${at}`, 2013, "http://site.example/all");
    }
    crawl.capture("http://site.example/all", 2013, site.page(make.among(words.rare), short()));
    crawl.others(site, others);
  },
  "an article forwards to another article with the same template"(crawl, make, others) {
    const site = new Site(make, "site.example");
    const [one, other] = [site.article(), site.article()];
    crawl.capture("http://site.example/a", 2010, site.page(one.title, one.text));
    for (const year of [2012, 2013]) {
      crawl.forward("http://site.example/a", year, "http://site.example/b");
      crawl.capture("http://site.example/b", year, site.page(other.title, other.text));
    }
    crawl.others(site, others);
  },
  "index pages of two sites with the same boilerplate"(crawl, make, others) {
    const one = new Site(make, "one.example");
    const other = Object.assign(new Site(make, "two.example"), {
      menu: one.menu,
      aside: one.aside,
      footer: one.footer,
    });
    const [a, b] = [one.article(), other.article()];
    crawl.capture("http://one.example/", 2010, one.page(a.title, a.text));
    for (const year of [2012, 2013]) {
      crawl.forward("http://one.example/", year, "http://two.example/");
      crawl.capture("http://two.example/", year, other.page(b.title, b.text));
    }
    crawl.others(one, others);
  },
  "every page names the home page as canonical"(crawl, make, others) {
    const site = new Site(make, "site.example");
    const canonical = '<link rel="canonical" href="http://site.example/">';
    for (let at = 0; at < 1 + make.below(4); at += 1) {
      const page = site.article();
      crawl.capture(
        `http://site.example/p${at}.html`,
        2010,
        site.page(page.title, page.text, canonical),
      );
    }
    const home = site.article();
    for (const year of [2010, 2014])
      crawl.capture("http://site.example/", year, site.page(home.title, home.text, canonical));
    crawl.others(site, others);
  },
  "a page and its name without extension are different"(crawl, make, others) {
    const site = new Site(make, "site.example");
    const [one, other] = [site.article(), site.article()];
    crawl.capture("http://site.example/about.html", 2010, site.page(one.title, one.text));
    crawl.capture("http://site.example/about", 2013, site.page(other.title, other.text));
    crawl.others(site, others);
  },
  "a page forwards to a login"(crawl, make, others) {
    const site = new Site(make, "site.example");
    const page = site.article();
    const login = site
      .page("Log in", ["Please log in to continue."], "")
      .replace(
        "</body>",
        '<form><input name="user"><input type="password"><button>Log in</button></form></body>',
      );
    crawl.capture("http://site.example/members", 2010, site.page(page.title, page.text));
    crawl.capture("http://site.example/members", 2011, login);
    for (const year of [2012, 2013]) {
      crawl.forward("http://site.example/members", year, "http://site.example/login");
      crawl.capture("http://site.example/login", year, login);
    }
    crawl.others(site, others);
  },
  "a page forwards to another language"(crawl, make, others) {
    const site = new Site(make, "site.example");
    const page = site.article();
    const other = make.paragraphs(make.subject(90), 4);
    crawl.capture("http://site.example/", 2010, site.page(page.title, page.text));
    for (const [at, year] of [2012, 2013, 2014].entries()) {
      const to = `http://site.example/${at === 1 ? "fr" : "de"}/`;
      crawl.forward("http://site.example/", year, to);
      crawl.capture(to, year, site.page("Willkommen", other));
    }
    crawl.others(site, others);
  },
  "a page came back with other content"(crawl, make, others) {
    const [old, renamed] = [new Site(make, "old.example"), new Site(make, "new.example")];
    const [page, squatter] = [old.article(), renamed.article()];
    crawl.capture("http://old.example/", 2010, old.page(page.title, page.text));
    crawl.forward("http://old.example/", 2012, "http://new.example/");
    crawl.capture("http://new.example/", 2012, old.page(page.title, page.text));
    crawl.capture("http://old.example/", 2015, renamed.page(squatter.title, squatter.text));
    crawl.others(old, others);
  },
  "a temporary redirect to another page"(crawl, make, others) {
    const site = new Site(make, "site.example");
    const page = site.article();
    crawl.capture("http://site.example/a", 2010, site.page(page.title, page.text));
    crawl.forward("http://site.example/a", 2012, "http://site.example/b", 302);
    const other = site.article();
    crawl.capture("http://site.example/b", 2012, site.page(other.title, other.text));
    crawl.others(site, others);
  },
  "an address that was never captured itself forwards"(crawl, make, others) {
    const site = new Site(make, "site.example");
    const page = site.article();
    for (const year of [2010, 2012]) {
      crawl.forward("http://never.example/", year, "http://site.example/");
      crawl.capture("http://site.example/", year, site.page(page.title, page.text));
    }
    crawl.others(site, others);
  },
};

/** Crawls of pages that moved. */
const TRUE = {
  "a domain moved, and its home page was edited"(crawl, make, others) {
    const [old, renamed] = [new Site(make, "old.example"), new Site(make, "new.example")];
    Object.assign(renamed, {
      name: old.name,
      menu: old.menu,
      aside: old.aside,
      footer: old.footer,
    });
    const page = old.article();
    for (const year of [2008, 2010])
      crawl.capture("http://old.example/", year, old.page(page.title, page.text));
    const later = edited(make, page, 0.2);
    for (const year of [2012, 2014]) {
      crawl.forward("http://old.example/", year, "https://new.example/");
      crawl.capture("https://new.example/", year, renamed.page(later.title, later.text));
    }
    crawl.others(old, others);
    return ["http://old.example/"];
  },
  "a domain moved with a new design"(crawl, make, others) {
    const [old, renamed] = [new Site(make, "old.example"), new Site(make, "new.example")];
    const page = old.article();
    crawl.capture("http://old.example/", 2010, old.page(page.title, page.text));
    for (const year of [2012, 2014]) {
      crawl.forward("http://old.example/", year, "https://new.example/", 308);
      crawl.capture("https://new.example/", year, renamed.page(page.title, page.text));
    }
    crawl.others(old, others);
    return ["http://old.example/"];
  },
  "a home page got the name of its index file"(crawl, make, others) {
    const site = new Site(make, "site.example");
    const page = site.article();
    for (const year of [2008, 2010])
      crawl.capture("http://site.example/", year, site.page(page.title, page.text));
    const later = edited(make, page, 0.2);
    for (const year of [2012, 2014])
      crawl.capture("http://site.example/index.html", year, site.page(later.title, later.text));
    crawl.others(site, others);
    return ["http://site.example/"];
  },
  "an extension went"(crawl, make, others) {
    const site = new Site(make, "site.example");
    const page = site.article();
    crawl.capture("http://site.example/mill.html", 2010, site.page(page.title, page.text));
    for (const year of [2012, 2014])
      crawl.capture("http://site.example/mill", year, site.page(page.title, page.text));
    crawl.others(site, others);
    return ["http://site.example/mill.html"];
  },
  "both sides name a canonical address"(crawl, make, others) {
    const site = new Site(make, "site.example");
    const page = site.article();
    const canonical = '<link rel="canonical" href="http://site.example/mill/">';
    crawl.capture("http://site.example/?id=7", 2010, site.page(page.title, page.text, canonical));
    for (const year of [2012, 2014])
      crawl.capture("http://site.example/mill/", year, site.page(page.title, page.text, canonical));
    crawl.others(site, others);
    return ["http://site.example/?id=7"];
  },
  "a page moved twice"(crawl, make, others) {
    const site = new Site(make, "a.example");
    const page = site.article();
    crawl.capture("http://a.example/", 2008, site.page(page.title, page.text));
    for (const year of [2010, 2011]) {
      crawl.forward("http://a.example/", year, "http://b.example/");
      crawl.capture("http://b.example/", year, site.page(page.title, page.text));
    }
    const later = edited(make, page, 0.2);
    crawl.forward("http://b.example/", 2013, "http://c.example/");
    crawl.capture("http://c.example/", 2013, site.page(later.title, later.text));
    crawl.others(site, others);
    return ["http://a.example/", "http://b.example/"];
  },
  "a whole site moved, path by path"(crawl, make, others) {
    const site = new Site(make, "old.example");
    const olds = [];
    for (let at = 0; at < 4; at += 1) {
      const page = site.article();
      crawl.capture(`http://old.example/p/${at}`, 2010, site.page(page.title, page.text));
      crawl.forward(`http://old.example/p/${at}`, 2012, `https://new.example/p/${at}`);
      crawl.capture(`https://new.example/p/${at}`, 2012, site.page(page.title, page.text));
      olds.push(`http://old.example/p/${at}`);
    }
    crawl.others(site, others);
    return olds;
  },
};

async function remarksOn(input) {
  const joined = new Set();
  const remarks = new Set();
  for await (const result of detect({ input, aliases: "auto", workers: 0 })) {
    if (result.kind !== "memento") continue;
    const { continuesAs, uriR, notes = [] } = result.capture;
    if (continuesAs !== undefined) joined.add(uriR);
    for (const note of notes) if (note.includes("(--aliases)")) remarks.add(`${uriR} ${note}`);
  }
  return { joined, remarks };
}

async function measure(kinds, seed, folder) {
  const names = Object.keys(kinds);
  const shares = [];
  const rows = new Map(names.map((name) => [name, { crawls: 0, right: 0, wrong: 0 }]));
  for (let at = 0; at < CRAWLS; at += 1) {
    const name = names[at % names.length];
    const make = new Maker(seed * 100_003 + at);
    const crawl = new Crawl();
    const expected = kinds[name](crawl, make, [0, 1, 5][Math.floor(at / names.length) % 3]) ?? [];
    const file = join(folder, `crawl-${kinds === TRUE ? "t" : "f"}${at}.warc`);
    writeFileSync(file, Buffer.concat(crawl.records));
    const { joined, remarks } = await remarksOn(`warc=${file}`);
    const row = rows.get(name);
    row.crawls += 1;
    for (const remark of remarks) {
      const [, share] = /have (\d+)% of their words/u.exec(remark) ?? [];
      if (share !== undefined) shares.push(Number(share));
    }
    const wrong = [...joined].filter((uri) => !expected.includes(uri));
    if (wrong.length > 0) row.wrong += 1;
    if (expected.length > 0 && expected.every((uri) => joined.has(uri))) row.right += 1;
    if (process.argv.includes("-v") && (wrong.length > 0 || joined.size < expected.length)) {
      console.log(at, name, [...remarks].join("\n    "));
    }
  }
  for (const [name, { crawls, right, wrong }] of rows) {
    console.log(
      `${String(crawls).padStart(4)} crawls ${String(right).padStart(4)} joined ${String(wrong).padStart(4)} falsely  ${name}`,
    );
  }
  const sum = (key) => [...rows.values()].reduce((all, row) => all + row[key], 0);
  console.log(
    `${sum("crawls")} crawls: ${sum("right")} joined rightly, ${sum("wrong")} with a false join; ${Math.min(...shares)} to ${Math.max(...shares)}% of the words in common\n`,
  );
}

if (process.argv[2] === "--input") {
  const { joined, remarks } = await remarksOn(process.argv.slice(3));
  for (const remark of remarks) console.log(remark);
  console.log(`${joined.size} names joined with a newer one`);
} else {
  const folder = mkdtempSync(join(tmpdir(), "aliases-"));
  const seed = Number(process.argv.slice(2).find((word) => /^\d+$/u.test(word)) ?? 1);
  await measure(FALSE, seed, folder);
  await measure(TRUE, seed, folder);
  rmSync(folder, { recursive: true });
}
