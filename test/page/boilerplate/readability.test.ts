import { readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { openPage } from "../../../src/page/page.js";

const textOf = (html: string): string =>
  openPage(Buffer.from(html), "text/html; charset=utf-8").text("readability", "en");

const article = Array.from(
  { length: 12 },
  (_, at) =>
    `<p>Reading ${at} of the tide gauge was taken by hand, in rain, by the keeper, who wrote it in the book of the station.`,
).join("");

describe("the readability remover", () => {
  it("falls back to all paragraphs with a note if readability finds no article", () => {
    const page = openPage(Buffer.from(`${"<div>".repeat(600)}Home`), "text/html");
    expect(page.text("readability", "en")).toBe("Home");
    expect(page.notes).toEqual(["readability left no text: all-paragraphs was used"]);
  });

  it("keeps readability's messages out of standard output, which contains the results", () => {
    const log = vi.spyOn(console, "log");
    textOf(`<link rel=x><meta charset=utf-8><p a"b=c <i>${article}`);
    expect(log).not.toHaveBeenCalled();
    log.mockRestore();
  });

  it("readability extracts the text from a page of the fixtures", () => {
    const page = readFileSync(
      new URL("../../../fixtures/pages/blog/01-avocets.html", import.meta.url),
      "utf8",
    );
    expect(textOf(page).length).toBeGreaterThan(200);
  });

  it.each([
    ["nothing", ""],
    ["2,000 deep", "<div>".repeat(2000) + article],
    ["a character of 400 digits", `&#${"9".repeat(400)};${article}`],
    ["60,000 elements", "<p>x".repeat(60_000)],
    [
      "a stray doctype, comments and foreign elements",
      `<!-- a --><svg><path d=x></svg><math><mi>x</math>${article}`,
    ],
  ])("readability extracts text without failing from a page of %s", (_, html) => {
    expect(typeof textOf(html)).toBe("string");
  });
});
