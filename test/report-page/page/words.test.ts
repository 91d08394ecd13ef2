import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { evidenceLines, mementoLabel } from "../../../src/report-page/browser/memento-text.js";
import { marker, markingOf } from "../../../src/report-page/browser/marked-text.js";
import {
  counted,
  givenFiles,
  grouped,
  percent,
  scoreTitle,
  thresholdTitle,
} from "../../../src/report-page/browser/words.js";

describe("the files that a report is of", () => {
  it("are those that were given: a WACZ, not the files in it", () => {
    const inside = ["crawl.wacz!/archive/a.warc.gz", "crawl.wacz!/archive/b.warc.gz"];
    expect(givenFiles([...inside, "c.warc.gz"])).toEqual(["crawl.wacz", "c.warc.gz"]);
  });
});

describe("numbers for people", () => {
  it("are scores with the digits that distinguish them", () => {
    expect([0, 1, 0.12, 0.12345, -0.7, 1234.56].map(scoreTitle)).toEqual([
      "0",
      "1",
      "0.12",
      "0.123",
      "−0.7",
      "1234.6",
    ]);
  });

  it("are not a whole number where they are only near one", () => {
    expect([0.9996, 0.0004, -0.0004, -0.9999, 1, -1, 100.02].map(scoreTitle)).toEqual([
      "1.000",
      "0.000",
      "0.000",
      "−1.000",
      "1",
      "−1",
      "100.0",
    ]);
  });

  it("are thresholds as they were given", () => {
    expect([0.12, -0.7, 0.0005, 12345.678].map(thresholdTitle)).toEqual([
      "0.12",
      "−0.7",
      "0.0005",
      "12345.678",
    ]);
  });

  it("are shares of which a small one is never none", () => {
    expect(percent(0, 10)).toBe("0 %");
    expect(percent(1, 100_000)).toBe("0.1 %");
    expect(percent(1, 3)).toBe("33 %");
    expect(percent(0, 0)).toBe("–");
  });

  it("are counts with their digits in groups", () => {
    expect(grouped(1234567)).toBe("1\u202f234\u202f567");
    expect([counted(1, "memento"), counted(2, "memento")]).toEqual(["1 memento", "2 mementos"]);
  });
});

const shown = (text: string, other: string, marking?: "common"): string[] =>
  marker(other, marking)(text).map((each) => (each.isMarked ? `[${each.text}]` : each.text));

describe("two texts side by side", () => {
  it("mark words of scripts that are written without spaces", () => {
    expect(shown("港の博物館は休館です", "港の博物館は開館です")).toContain("[休館]");
    expect(shown("พิพิธภัณฑ์ปิด", "พิพิธภัณฑ์เปิด")).toEqual(["พิพิธภัณฑ์", "[ปิด]"]);
  });

  it("mark what both have where that is little", () => {
    const [page, parked] = [
      "The museum of the harbour, open daily",
      "This domain is for sale daily",
    ];
    expect(markingOf(parked, page)).toBe("common");
    expect(markingOf(page, page)).toBe("different");
    expect(shown(parked, page, "common")).toEqual(["This domain is for sale ", "[daily]"]);
  });

  it("mark the words that the other one does not have", () => {
    expect(shown("The old harbour museum, open daily", "the museum is CLOSED daily")).toEqual([
      "The ",
      "[old harbour]",
      " museum, ",
      "[open]",
      " daily",
    ]);
  });

  it("are shown to the last character, in any script", () => {
    const text = fc.string({ unit: "grapheme", maxLength: 80 });
    fc.assert(
      fc.property(text, text, (mine, other) => {
        for (const marking of ["different", "common"] as const) {
          const marked = marker(other, marking)(mine);
          expect(marked.map((each) => each.text).join("")).toBe(mine);
        }
        expect(marker(mine)(mine).some(({ isMarked }) => isMarked)).toBe(false);
      }),
    );
  });
});

describe("evidence in words", () => {
  it("leaves out what did not change", () => {
    const lines = evidenceLines({
      uriM: "http://a.example/",
      scores: [],
      evidence: {
        pageKind: { kind: "parked", title: "parked or for sale", strength: 1, marks: ["for sale"] },
        httpStatus: { first: 200, memento: 200 },
        language: { first: "en", memento: "de" },
        words: { first: 900, memento: 20 },
        bytes: { memento: 1024 },
        redirect: { uriR: "http://casino.example/", mementoDatetime: "2013-02-02T10:00:00Z" },
        termsLost: ["harbour", "ferry"],
        termsGained: [],
      },
    });
    expect(lines.map(({ title, text }) => `${title}: ${text}`)).toEqual([
      "kind of page: parked or for sale (“for sale”)",
      "redirected to: http://casino.example/ of 2013-02-02",
      "language: en → de",
      "words: 900 → 20",
      "bytes: 1\u202f024",
      "terms lost: harbour, ferry",
    ]);
  });

  it("is no more than an unusual HTTP status where a run has no evidence", () => {
    const memento = { uriM: "http://a.example/", scores: [] };
    expect(evidenceLines({ ...memento, status: 200 })).toEqual([]);
    expect(evidenceLines({ ...memento, status: 404 })).toEqual([
      { title: "HTTP status", text: "404" },
    ]);
  });
});

describe("a memento in a line", () => {
  it("has its date, its verdict and its scores", () => {
    expect(
      mementoLabel(
        {
          uriM: "http://a.example/",
          date: "2013-02-02T10:00:00Z",
          overall: "off-topic",
          scores: [
            { measure: 0, score: 0.05 },
            { measure: 1, error: "nothing is left" },
          ],
        },
        ["cosine", "wordcount"],
      ),
    ).toBe("2013-02-02 10:00:00, off-topic, cosine 0.05, wordcount: nothing is left");
  });
});
