import { describe, expect, it } from "vitest";
import { signs } from "../../../src/page/features/signs.js";
import { openPage } from "../../../src/page/page.js";
import { signTable, softwareTable } from "../../../src/page/signs/sign-table.js";
import type { Sign } from "../../../src/page/types.js";

interface Phrase {
  readonly kind: string;
  readonly signal: "strong" | "weak";
  readonly language: string;
  readonly phrase: string;
}

const all: readonly Phrase[] = signTable.flatMap(({ kind }) =>
  (["strong", "weak"] as const).flatMap((signal) =>
    Object.entries(softwareTable[kind]?.[signal] ?? {}).flatMap(([language, phrases]) =>
      phrases.map((phrase) => ({ kind, signal, language, phrase })),
    ),
  ),
);

const signsOf = (html: string): readonly Sign[] =>
  signs.extract(openPage(new TextEncoder().encode(html), "text/html; charset=utf-8"), {});

/** A short page with a phrase: as title, as heading, and a link to the home page. */
const pageOf = ({ language, phrase }: Phrase): string => `<!DOCTYPE html>
  <html lang="${language}"><head><meta charset="utf-8"><title>${phrase}</title></head>
  <body><h1>${phrase}</h1><p>lamps-and-lenses.example</p><a href="/">lamps-and-lenses.example</a></body></html>`;

describe("software.json", () => {
  it("software.json contains only normalised phrases, each once and none from signs.json", () => {
    const untidy = all.filter(
      ({ phrase }) => phrase !== phrase.toLowerCase().replaceAll("’", "'").replace(/\s+/gu, " "),
    );
    const own = new Set(
      signTable.flatMap(({ strong = {}, weak = {} }) =>
        [...Object.values(strong), ...Object.values(weak)].flat(),
      ),
    );
    expect(untidy).toEqual([]);
    expect(all.filter(({ phrase }) => own.has(phrase))).toEqual([]);
    const seen = all.map(({ phrase }) => phrase);
    expect(seen.filter((phrase, at) => seen.indexOf(phrase) !== at)).toEqual([]);
  });

  it("software.json contains phrases of loading pages, and each is recognised as a blank page", () => {
    const lists = Object.entries(softwareTable["blank"]?.words ?? {});
    expect(lists.length).toBeGreaterThan(50);
    const missed = lists.flatMap(([tag, words]) =>
      words.filter((word) => {
        const [sign] = signsOf(`<html lang="${tag}"><title></title><p>${word}...</p>`);
        return sign?.kind !== "blank" || sign.strength < 0.75;
      }),
    );
    expect(missed).toEqual([]);
  });

  it("recognises a short page by each phrase of software.json", () => {
    const missed = all.filter(
      (each) =>
        !signsOf(pageOf(each)).some(({ kind, strength }) => kind === each.kind && strength > 0.6),
    );
    expect(missed).toEqual([]);
  });
});
