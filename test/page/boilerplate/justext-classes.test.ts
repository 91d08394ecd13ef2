import { describe, expect, it } from "vitest";
import { classifyParagraphs } from "../../../src/page/boilerplate/justext.js";
import { stopList } from "../../../src/page/words/stop-words.js";
import type { Paragraph } from "../../../src/page/types.js";

const english = stopList("en-GB");
const prose = "The people of the town came to the square and they were all of the same mind. ";

function paragraph(text: string, other: Partial<Paragraph> = {}): Paragraph {
  return {
    text,
    domPath: "html.body.p",
    linkCharacters: 0,
    isHeading: false,
    ...other,
  };
}

const good = paragraph(prose.repeat(3));
const nearGood = paragraph(prose);
const short = paragraph("Read more");
const heading = paragraph("The town", { isHeading: true, domPath: "html.body.h1" });
const menu = paragraph("Home About Contact", { linkCharacters: 18 });
const noise = paragraph(
  "lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor incididunt",
);

const classes = (...paragraphs: Paragraph[]): readonly string[] =>
  classifyParagraphs(paragraphs, english);

describe("jusText's classes", () => {
  it("jusText classes: classifies a long text with many stop words and few links as good", () => {
    expect(classes(good)).toEqual(["good"]);
  });

  it.each([
    ["links", menu],
    ["a copyright sign", paragraph(`${prose.repeat(3)}© 2012`)],
    ["too few stop words", noise],
    ["a list of choices", paragraph(prose.repeat(3), { domPath: "html.body.selection.p" })],
  ])("jusText classes: classifies a text with %s as bad even between good texts", (_, bad) => {
    expect(classes(good, bad, good)).toEqual(["good", "bad", "good"]);
  });

  it("jusText classes: gives a short text the class of its neighbours", () => {
    expect(classes(good, short, good)).toEqual(["good", "good", "good"]);
    expect(classes(menu, short, menu)).toEqual(["bad", "bad", "bad"]);
    expect(classes(short)).toEqual(["bad"]);
  });

  it("jusText classes: classifies a short text between a good and a bad text as good only if a near-good text is on the bad side", () => {
    expect(classes(good, short, menu)).toEqual(["good", "bad", "bad"]);
    expect(classes(good, short, nearGood, menu)).toEqual(["good", "good", "good", "bad"]);
  });

  it("jusText classes: classifies a near-good text as bad only if its neighbours are bad", () => {
    expect(classes(menu, nearGood, menu)).toEqual(["bad", "bad", "bad"]);
    expect(classes(menu, nearGood, good)).toEqual(["bad", "good", "good"]);
  });

  it("jusText classes: classifies a heading as good only if a good text follows closely", () => {
    expect(classes(menu, heading, good)).toEqual(["bad", "good", "good"]);
    const far = paragraph(noise.text.repeat(3));
    expect(classes(menu, heading, far, good)).toEqual(["bad", "bad", "bad", "good"]);
  });

  it("jusText classes: considers only length, links and neighbours if the language has no stop list", () => {
    const long = paragraph(noise.text.repeat(3));
    expect(stopList("tlh")).toBeUndefined();
    expect(classifyParagraphs([long, menu], undefined)).toEqual(["good", "bad"]);
  });

  it("jusText classes: classifies 100,000 headings in linear time", () => {
    const found = classifyParagraphs(new Array<Paragraph>(100_000).fill(heading), english);
    expect(new Set(found)).toEqual(new Set(["bad"]));
  });
});
