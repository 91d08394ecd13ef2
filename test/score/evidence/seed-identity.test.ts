import { describe, expect, it } from "vitest";
import { foldedWords } from "../../../src/page/features/self-description.js";
import { namesSeed } from "../../../src/score/evidence/seed-identity.js";

const isNamed = (uri: string, words: string, hosts: readonly string[] = []) =>
  namesSeed(uri, { words, hosts, paths: 0 });

describe("a page names its seed", () => {
  it("finds that a page names its seed if it contains the seed's host", () => {
    expect(isNamed("http://kiln.org/", "about us", ["www.kiln.org"])).toBe(true);
    expect(isNamed("http://news.kiln.co.uk/", "about us", ["kiln.co.uk"])).toBe(true);
    expect(isNamed("http://kiln.org/", "about us", ["otherkiln.org"])).toBe(false);
  });

  it("finds that a page names its seed if it contains the host's name as one word, as several words or as initials", () => {
    expect(isNamed("http://saltmouthchess.org/", "the saltmouth chess club")).toBe(true);
    expect(isNamed("http://saltmouth.org/", "salt mouth")).toBe(true);
    expect(isNamed("http://vlug.org/", "vienna linux user group")).toBe(true);
    expect(isNamed("http://saltmouth.org/", "casino bonus")).toBe(false);
  });

  it("finds that a page names its seed if it contains the host's name with accents, which hosts lack", () => {
    for (const [host, text] of [
      ["sueddeutsche.de", "Süddeutsche Zeitung"],
      ["aarhus.dk", "Velkommen til Århus"],
      ["malmoe.se", "Malmö stad"],
      ["moss-rodoy.no", "Rødøy og Moss"],
      ["lodz.pl", "Miasto Łódź"],
      ["weissensee.de", "Der Weißensee"],
    ] as const) {
      expect(isNamed(`http://${host}/`, foldedWords(text)), host).toBe(true);
    }
  });

  it("finds that a page names its seed if it contains the name of a project on a shared host", () => {
    expect(isNamed("https://someone.github.io/tern-survey/", "tern survey 2012")).toBe(true);
    expect(isNamed("https://someone.github.io/tern-survey/", "casino bonus")).toBe(false);
  });

  it("finds that a page names its seed if it contains a word of the path", () => {
    expect(isNamed("http://qxqx.org/opening/tickets.html", "opening times")).toBe(true);
    expect(isNamed("http://qxqx.org/%C3%A9v%C3%A9nements/", "evenements 2012")).toBe(true);
    expect(isNamed("http://qxqx.org/index.html", "index of casinos")).toBe(false);
    expect(isNamed("http://qxqx.org/kontakt.html", "home kontakt casinos")).toBe(false);
    expect(isNamed("http://qxqx.org/privacy-policy/", "casinos privacy policy")).toBe(false);
  });

  it("finds that a page names its seed if it begins with a short part of the URI", () => {
    expect(isNamed("https://ir-lv.github.io/news/", "ir magazine")).toBe(true);
    expect(isNamed("http://qxqx.org/mzr_plus.html", "welcome to mzr")).toBe(true);
    expect(isNamed("http://qxqx.org/mzr_plus.html", "casino mzrx")).toBe(false);
    expect(isNamed("http://qxqx.org/the/", "the casino")).toBe(false);
    expect(isNamed("http://ir-lv.org/", "one two three four five six seven eight ir")).toBe(false);
  });

  it("finds that a page names its seed if a long name of the host is a term of its text", () => {
    const inText = (uri: string, terms: readonly string[]): boolean | undefined =>
      namesSeed(uri, { words: "terms of use", hosts: [], paths: 0 }, terms);
    expect(inText("http://saltmouthpolitics.org/", ["covers", "saltmouthpolit"])).toBe(true);
    expect(inText("http://saltmouthpolitics.org/", ["salt", "saltmouth"])).toBe(false);
    expect(inText("http://kiln.org/", ["kiln"])).toBe(false);
    expect(inText("http://newsweek.com/", ["newsweek"])).toBe(true);
    expect(inText("http://newsweek.com/", ["news", "newswe"])).toBe(false);
  });

  it("does not expect that a page in another script names its seed", () => {
    expect(isNamed("http://qxqx.org/", "новости города")).toBeUndefined();
    expect(isNamed("http://qxqx.org/", "новости города qxqx")).toBe(true);
    const blog = "alfred s blog powered by octopress";
    expect(isNamed("http://qxqx.org/", `${blog} новости дня`)).toBe(false);
    // A Chinese character counts as three letters.
    expect(isNamed("http://qxqx.org/", `${blog} 博客不仅是分享也是自我学习`)).toBeUndefined();
  });
});

describe("seed URIs without meaningful words", () => {
  it.each([
    "http://site-01.example.org/",
    "http://s12.example/",
    "http://192.0.2.7/news",
    "http://s12.org/about",
    "http://site-0012.net/",
    "http://collection-17.org/news",
    "http://3fa94c10be.com/",
    "http://server.internal/",
    "no URI",
  ])("finds no meaningful words in the URI %s", (uri) => {
    expect(isNamed(uri, "about us")).toBeUndefined();
  });
});
