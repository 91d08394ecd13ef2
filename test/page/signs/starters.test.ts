import { describe, expect, it } from "vitest";
import { signs } from "../../../src/page/features/signs.js";
import { openPage } from "../../../src/page/page.js";
import { starterTable } from "../../../src/page/signs/starters.js";

const strengthOf = (html: string): number =>
  signs
    .extract(openPage(new TextEncoder().encode(html), "text/html; charset=utf-8"), {})
    .find(({ kind }) => kind === "starter")?.strength ?? 0;

const pageOf = (title: string, ...paragraphs: readonly string[]): string =>
  `<!DOCTYPE html><title>${title}</title><body>${paragraphs.map((text) => `<p>${text}</p>`).join("\n")}`;

const story =
  "The keeper lit the lamp of the north pier at dusk and wrote the weather in the book. ";

describe("starters.json", () => {
  it("starters.json names a program and a file for at least four phrases each", () => {
    const names = starterTable.map(({ software }) => software);
    expect(new Set(names).size).toBe(names.length);
    for (const { file, phrases } of starterTable) {
      expect(file).not.toBe("");
      expect(phrases.length).toBeGreaterThanOrEqual(4);
    }
  });

  it("starters.json contains only normalised phrases, and none inside another one of its theme", () => {
    const wrong = starterTable.flatMap(({ software, phrases }) =>
      phrases.filter(
        (phrase) =>
          phrase !==
            phrase
              .toLowerCase()
              .normalize("NFC")
              .replaceAll("’", "'")
              .replace(/\s+/gu, " ")
              .trim() ||
          phrases.filter((other) => other.includes(phrase)).length > 1 ||
          software === "",
      ),
    );
    expect(wrong).toEqual([]);
  });

  it.each(starterTable.map(({ software, phrases }) => [software, phrases] as const))(
    "recognises a page with the demo content of %s, and an own page with a rest of it",
    (_, phrases) => {
      const demo = phrases.slice(0, 8);
      expect(strengthOf(pageOf("Lamps", ...demo))).toBeGreaterThan(0.6);
      const rest = demo.slice(0, 2);
      expect(strengthOf(pageOf("Lamps", ...rest, story.repeat(60)))).toBeLessThan(0.1);
      expect(strengthOf(pageOf("Lamps", ...demo.slice(0, 4), story.repeat(60)))).toBeLessThan(0.1);
    },
  );
});

describe("demo content of themes", () => {
  it("recognises an empty blog of WordPress in several languages", () => {
    const blogs = [
      [
        "Just another WordPress site",
        "Hello world!",
        "Sample Page",
        "A WordPress Commenter on Hello world!",
      ],
      [
        "Eine weitere WordPress-Seite",
        "Hallo Welt!",
        "Beispiel-Seite",
        "Ein WordPress-Kommentator bei Hallo Welt!",
      ],
      ["Un site utilisant WordPress", "Bonjour tout le monde&nbsp;!", "Page d’exemple", "Archives"],
      ["Ещё один сайт на WordPress", "Привет, мир!", "Пример страницы", "Рубрики"],
      ["Kolejna witryna oparta na WordPressie", "Witaj, świecie!", "Przykładowa strona", "Archiwa"],
      ["又一个WordPress站点", "世界，您好！", "示例页面", "分类"],
    ];
    for (const [title = "", ...texts] of blogs)
      expect(strengthOf(pageOf(title, ...texts)), title).toBeGreaterThan(0.6);
  });

  it("takes a blog that has the first post and the sample page beside its own posts for a page", () => {
    const own = ["The lamp of the north pier", "A walk to the lighthouse", "Lenses, part two"];
    const rest = ["Hello world!", "Sample Page", "A WordPress Commenter"];
    const posts = own.flatMap((title) => [title, story.repeat(8)]);
    expect(strengthOf(pageOf("Harbour blog", ...posts, ...rest))).toBeLessThan(0.1);
  });

  it("takes a site made with a theme for a page, even if the theme's line at the end remains", () => {
    const shop = [
      "Brass lantern",
      "Oil lamp",
      "Powered by OpenCart",
      "Your Store",
      story.repeat(3),
    ];
    expect(strengthOf(pageOf("Lamps for ships", ...shop))).toBe(0);
    const person = ["Keeper of lamps", "Published with Wowchemy", "Example talk", story.repeat(3)];
    expect(strengthOf(pageOf("A keeper of lamps", ...person))).toBe(0);
    const credit = ["Design: HTML5 UP", "Untitled. All rights reserved", story.repeat(6)];
    expect(strengthOf(pageOf("Lamps and lenses", ...credit))).toBe(0);
  });

  it("takes an article that explains the demo content of a program for a page", () => {
    const text =
      "A new blog greets its visitors with “Hello world!” and has a “Sample Page”. Its title is “Just another WordPress site”. ";
    expect(strengthOf(pageOf("How to begin a blog", text, story.repeat(40)))).toBeLessThan(0.1);
  });
});
