import { describe, expect, it } from "vitest";
import { classifyParagraphs } from "../../src/page/boilerplate/justext.js";
import { openPage } from "../../src/page/page.js";
import { makeParagraphs } from "../../src/page/text.js";
import { stopList } from "../../src/page/words/stop-words.js";
import type { Paragraph } from "../../src/page/types.js";
import { goldenOf } from "../support/shared.js";

interface GoldenParagraph {
  readonly text: string;
  readonly class_type: string;
  readonly is_heading: boolean;
  readonly dom_path: string;
  readonly chars_count_in_links: number;
}

interface GoldenCase {
  readonly name: string;
  readonly input_base64: string;
  /** Input as jusText decoded it; absent for long pages in UTF-8. */
  readonly decoded?: string;
  readonly expected: {
    readonly paragraphs?: readonly GoldenParagraph[];
    readonly otmt_text?: string;
  };
}

const {
  golden: { cases },
  whole,
} = goldenOf<{ readonly cases: readonly GoldenCase[] }>("justext");

/** Cases with a different text, each with the behaviour of jusText and the reason for the difference. */
const better: Readonly<Record<string, string>> = {
  "stray-close": "jusText loses the text after </html>; browsers show it",
  "deep-300": "jusText loses all text of a page nested deeper than 256",
  "utf16-bom": "jusText reads UTF-16 as noise; the byte order mark decides",
  "surrogate-ncr": "references to no character become U+FFFD, as in browsers, and do not vanish",
  "meta-nonascii-name": "jusText crashes on the charset's name",
  "meta-nul": "jusText crashes on the charset's name",
  "meta-latin1-cp1252-chars":
    "iso-8859-1 means windows-1252 in HTML; jusText keeps control characters",
  "meta-win1252": "0x81 is U+0081 in HTML, no error",
  "meta-utf7": "UTF-7 is not an encoding of HTML: it was an attack",
  "meta-idna-punycode": "punycode is not an encoding of HTML",
};

const bytesOf = ({ input_base64 }: GoldenCase): Buffer => Buffer.from(input_base64, "base64");

describe("jusText's paragraphs", () => {
  const equal = cases.filter(({ name }) => better[name] === undefined);
  const realPages = cases.filter(({ name }) => name.startsWith("file:"));

  it.skipIf(!whole)(
    "finds the paragraphs of jusText in every real page, with the same links, paths and classes",
    () => {
      expect(realPages.length).toBeGreaterThan(15);
      for (const page of realPages) {
        const { paragraphs } = openPage(bytesOf(page), undefined);
        expect(facts(paragraphs), page.name).toEqual(page.expected.paragraphs?.map(goldenFacts));
      }
    },
  );

  it("finds the text of jusText in every case except for the listed ones", () => {
    const different = cases
      .filter((page) => textOf(page) !== (page.expected.otmt_text ?? "").replace(/\n$/u, ""))
      .map(({ name }) => name);
    expect(different.sort()).toEqual(Object.keys(better).sort());
  });

  it("finds the links and classes of jusText's paragraphs for the same text", () => {
    for (const page of equal) {
      if (page.expected.paragraphs === undefined) continue;
      // jusText passes this page on undecoded, and libxml2 obeys its XML declaration.
      const decoded = page.name === "xhtml-decl-latin1" ? undefined : page.decoded;
      const paragraphs = makeParagraphs(
        decoded?.replace(/^\ufeff/u, "") ?? openPage(bytesOf(page), undefined).html,
      );
      const withoutPath = ([text, links, , heading, kind]: Facts): unknown[] => [
        text,
        links,
        heading,
        kind,
      ];
      expect(facts(paragraphs).map(withoutPath), page.name).toEqual(
        page.expected.paragraphs.map(goldenFacts).map(withoutPath),
      );
    }
  });

  it("keeps paragraphs that jusText loses", () => {
    const kept = (name: string): string => textOf(cases.find((page) => page.name === name)!);
    expect(kept("stray-close")).toBe("text\nx\ntrailing text\nafter html");
    expect(kept("deep-300")).toContain("deep text");
    expect(kept("utf16-bom")).toBe("utf16 text café");
    expect(kept("meta-nonascii-name")).toBe("x");
  });
});

type Facts = [text: string, links: number, path: string, heading: boolean, kind: string];

function facts(paragraphs: readonly Paragraph[]): Facts[] {
  const classes = classifyParagraphs(paragraphs, stopList("en"));
  return paragraphs.map(({ text, joined = text, linkCharacters, domPath, isHeading }, at) => [
    joined,
    linkCharacters,
    domPath,
    isHeading,
    classes[at]!,
  ]);
}

function goldenFacts(paragraph: GoldenParagraph): Facts {
  const { text, chars_count_in_links, dom_path, is_heading, class_type } = paragraph;
  return [text, chars_count_in_links, dom_path, is_heading, class_type];
}

function textOf(page: GoldenCase): string {
  return openPage(bytesOf(page), undefined).text("all-paragraphs", "en");
}
