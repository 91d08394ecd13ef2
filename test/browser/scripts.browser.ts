import { describe, expect, it } from "vitest";
import type { SavedMemento } from "../../src/write/entry.js";
import { item, offItem, reportText } from "../report/items.js";
import { installedChromium, openReport } from "./chromium.js";

/** A page before and after it became that of a casino, and the words of the casino. */
interface Script {
  readonly language: string;
  readonly direction: "ltr" | "rtl";
  readonly good: string;
  readonly off: string;
  readonly words: readonly string[];
}

const SCRIPTS: readonly Script[] = [
  {
    language: "Arabic",
    direction: "rtl",
    good: "متحف الميناء مفتوح كل يوم",
    off: "كازينو الميناء مفتوح كل يوم",
    words: ["كازينو"],
  },
  {
    language: "Japanese",
    direction: "ltr",
    good: "港の博物館は毎日開いています",
    off: "港のカジノは毎日開いています",
    words: ["カジノ"],
  },
  {
    language: "Thai",
    direction: "ltr",
    good: "โรงเรียนเปิดทุกวัน",
    off: "โรงแรมเปิดทุกวัน",
    words: ["โรงแรม"],
  },
];

/** Returns an off-topic memento after an on-topic one. Each text has a long and a short line. */
function mementos({ good, off, language }: Script): SavedMemento[] {
  const capture = { uriR: `http://${language.toLowerCase()}.example/${good}` };
  const long = (text: string): string => `${Array(12).fill(text).join(" ")}\n${text}`;
  return [
    item({ mementoDatetime: "2013-02-02T10:00:00Z", capture, excerpt: { value: long(good) } }),
    offItem({ mementoDatetime: "2014-02-02T10:00:00Z", capture, excerpt: { value: long(off) } }),
  ];
}

const PHONE = { viewport: { width: 360, height: 740 }, fragment: "#review" } as const;

/** Distance of the last line of the memento's text from both sides of its column. */
const LAST_LINE = `(() => {
  const line = Array.from(document.querySelectorAll(".excerpt > div")).at(-1);
  const range = document.createRange();
  range.selectNodeContents(line);
  const [box, text] = [line.getBoundingClientRect(), range.getBoundingClientRect()];
  return { left: text.left - box.left, right: box.right - text.right };
})()`;

describe.skipIf(installedChromium() === undefined)("a review of pages in", () => {
  it.each(SCRIPTS)(
    "marks the words that differ in a review of pages in $language, on the side where reading begins, on a phone",
    async (script) => {
      const { page, troubles } = await openReport(await reportText(mementos(script)), PHONE);
      expect(await page.locator(".sentence").innerText()).toContain("since 2 February 2014");
      const marked = new Set(await page.locator(".excerpt").last().locator("mark").allInnerTexts());
      expect([...marked]).toEqual(script.words);
      const { left, right } = await page.evaluate<{ left: number; right: number }>(LAST_LINE);
      const [near, far] = script.direction === "rtl" ? [right, left] : [left, right];
      expect(near).toBeLessThan(2);
      expect(far).toBeGreaterThan(8);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(360);
      expect(troubles).toEqual([]);
    },
  );
});
