import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { signTable, type SignWords } from "../../../src/page/signs/sign-table.js";

const fields = ["kind", "title", "note", "strong", "weak", "markup", "words"];
const fourteen = "en de fr es pt it nl ru zh ja ar pl sv tr".split(" ");

const languageNames = new Intl.DisplayNames("en", { type: "language", fallback: "none" });
const isLanguage = (tag: string): boolean =>
  /^[a-z]{2,3}$/u.test(tag) && languageNames.of(tag) !== undefined;

/** Ways in which a source may have been read: see bench/signs/README.md. */
const readings = new Set("package repository copy quote list wording".split(" "));

/** All lists of a kind, each with its name: `strong en`. */
const listsOf = ({
  strong = {},
  weak = {},
  words = {},
  markup,
}: SignWords): [string, unknown][] => [
  ...Object.entries({ strong, weak, words }).flatMap(([name, lists]) =>
    Object.entries(lists).map(([key, list]): [string, unknown] => [`${name} ${key}`, list]),
  ),
  ...(markup === undefined ? [] : [["markup", markup] as [string, unknown]]),
];

const mistakesIn = (list: unknown): string[] => {
  if (!Array.isArray(list) || list.length === 0) return ["is not a list, or an empty one"];
  return (list as readonly unknown[]).flatMap((one, at) => {
    if (typeof one !== "string" || one === "") return [`entry ${at} is not text`];
    const tidy = one.toLowerCase().normalize("NFC").replaceAll("’", "'").replace(/\s+/gu, " ");
    return [
      ...(one === tidy ? [] : [`"${one}" is not written as "${tidy}"`]),
      ...(list.indexOf(one) === at ? [] : [`"${one}" stands there twice`]),
    ];
  });
};

describe("signs.json", () => {
  it("signs.json contains every kind once", () => {
    const kinds = signTable.map(({ kind }) => kind);
    expect(new Set(kinds).size).toBe(kinds.length);
  });

  describe.each(signTable.map((words) => [words.kind, words] as const))("%s", (_, words) => {
    it("signs.json: the kind has readable fields, and distinct lower-case phrases in existing languages", () => {
      expect(fields).toEqual(expect.arrayContaining(Object.keys(words)));
      expect(words.title).toMatch(/^[a-z]/u);
      expect(words.note ?? "One.").toMatch(/\.$/u);
      const { strong = {}, weak = {} } = words;
      const mistakes = listsOf(words).flatMap(([name, list]) =>
        mistakesIn(list).map((mistake) => `${name}: ${mistake}`),
      );
      const languages = [...new Set([...Object.keys(strong), ...Object.keys(weak)])];
      const both = languages.flatMap((tag) =>
        (strong[tag] ?? []).filter((phrase) => weak[tag]?.includes(phrase)),
      );
      expect([...mistakes, ...languages.filter((tag) => !isLanguage(tag)), ...both]).toEqual([]);
    });
  });

  it("signs.json contains common phrases in fourteen languages", () => {
    const few = new Set(["directory-index", "defaced"]);
    const missing = signTable.flatMap(({ kind, strong }) =>
      strong === undefined || few.has(kind)
        ? []
        : fourteen.filter((tag) => !(tag in strong)).map((tag) => `${kind} ${tag}`),
    );
    expect(missing).toEqual([]);
  });

  it("signs.json contains the phrases that bench/signs/by-hand.tsv assigns to a program, and each row says how its source was read", () => {
    const table = new URL("../../../bench/signs/by-hand.tsv", import.meta.url);
    const rows = readFileSync(table, "utf8").trimEnd().split("\n").slice(1);
    const missing = rows.filter((row) => {
      const [phrase = "", kind = "", software = "", file = "", read = ""] = row.split("\t");
      const words = signTable.find((one) => one.kind === kind);
      const phrases = [words?.strong, words?.weak].flatMap((lists) =>
        Object.values(lists ?? {}).flat(),
      );
      return software === "" || file === "" || !readings.has(read) || !phrases.includes(phrase);
    });
    expect(rows.length).toBeGreaterThan(10);
    expect(missing).toEqual([]);
  });
});
