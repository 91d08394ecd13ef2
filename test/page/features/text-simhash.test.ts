import { expect, it } from "vitest";
import { rawSimhash, textSimhash } from "../../../src/page/features/hashes.js";
import { openPage } from "../../../src/page/page.js";
import { hammingDistance, simhashFromDecimal } from "../../../src/base/math/simhash.js";

const simhash = (html: string): string =>
  textSimhash.extract(openPage(Buffer.from(html, "utf8"), "text/html; charset=utf-8"), {
    boilerplate: "all-paragraphs",
    language: "en",
  });

it("computes the same text Simhash for the same words in different markup", () => {
  const words = "Open daily from ten to five, on Sundays from noon";
  expect(simhash(`<p class=a>${words}</p>`)).toBe(simhash(`<body><div><p>${words}`));
  expect(rawSimhash.isValue?.(simhash(`<p>${words}`))).toBe(true);
});

it("computes similar text Simhashes for nearly equal texts", () => {
  const text = (name: string): string =>
    `<p>The domain ${name} is parked free, courtesy of the registrar. Would you like to buy this domain? Learn more about domain prices, transfers and renewals today.`;
  const [one, same, other] = [
    text("amber.example"),
    text("beryl.example"),
    "<p>Evening prayer is sung by the choir on Thursdays at six, all are welcome to join us.",
  ].map((html) => simhashFromDecimal(simhash(html)));
  expect(hammingDistance(one!, same!)).toBeLessThan(hammingDistance(one!, other!));
});

it("treats the text Simhash of a page without text as empty", () => {
  expect(textSimhash.isEmpty(simhash("<img src=a.png>"))).toBe(true);
});
