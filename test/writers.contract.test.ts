/** What every form of output must do: a new one is under test as soon as it is in the folder. */
import { describe, expect, it } from "vitest";
import { writers } from "../src/results/writers/index.js";
import type { Result, Settings } from "../src/types.js";
import { settings } from "./support/records.js";
import {
  failed,
  memento,
  missed,
  missedTimeMap,
  undecided,
  written,
} from "./results/writers/results.js";

/** A line feed, TAB, ESC, U+0085, a line separator, a bidirectional override, a lone surrogate, a noncharacter. */
const ODD = "\r\n\t\u001b[2J\u0085\u2028\u202e\ud800\ufffe";
/** What page and address can hold to break out of JSON, CSV, a tab-separated row or HTML. */
const BREAKOUT = `"',;</script><!--\\u0000 {"a": [`;

/** Results in which every text that comes from a page, an archive or a file is `text`. */
function everywhere(text: string): Result[] {
  const uri = `http://seed.example/${text}`;
  return [
    { ...missedTimeMap, uriT: uri, problem: { stage: "access", message: text } },
    memento({
      uriT: `${uri}2`,
      uriM: uri,
      comparedWith: uri,
      capture: {
        ...memento().capture,
        uriR: uri,
        uriM: uri,
        contentType: text,
        notes: [text],
        source: { file: text, offset: 0 },
        via: { kind: "substitute", uriR: uri, mementoDatetime: "2013-02-02T10:00:00Z" },
      },
      measures: [failed("cosine", text)],
      signs: { value: [{ kind: "parked", strength: 1, marks: [text] }] },
      evidence: {
        scores: [],
        language: { first: text, memento: text },
        pageKind: { kind: "parked", title: text, strength: 1, marks: [text] },
        termsLost: [text],
        termsGained: [text],
      },
      excerpt: { value: text },
    }),
    { ...missed, uriT: `${uri}2`, uriM: uri, problem: { stage: "access", message: text } },
  ];
}

const explained: Settings = { ...settings, explain: true };

/** Everything but line feeds and TABs. */
const unseen = /[^\P{C}\n\t]|[\p{Zl}\p{Zp}]/u;

const seedOf = (number: number): Partial<ReturnType<typeof memento>> => ({
  uriM: `http://archive.example/20130202100000/http://seed-${number}.example/`,
  uriT: `http://archive.example/timemap/${number}`,
  capture: { ...memento().capture, uriR: `http://seed-${number}.example/` },
});

/** Of those that write no text, test/results/writers says the same by their own readers. */
const ofText = writers.filter(({ isBinary }) => isBinary !== true);

describe.each(ofText.map((writer) => [writer.keyword, writer] as const))(
  "%s",
  (keyword, writer) => {
    it("says in one sentence what it is, and has an example that chooses it", () => {
      expect(writer.summary).toMatch(/^[A-Z].*\.$/u);
      expect(writer.title).not.toBe("");
      // JSON is what an output is without -ot.
      expect(writer.example).toContain(keyword === "json" ? "-o out.json" : `-ot ${keyword}`);
    });

    it("writes a whole document of an empty run", async () => {
      const text = await written(writer, []);
      const ends = { json: /^\{\}\n$/u, jsonl: /^$/u, text: /^$/u }[keyword] ?? /\n$/u;
      expect(text).toMatch(ends);
    });

    it("ends with a line end, and says of every memento and TimeMap its URI", async () => {
      const results = [1, 2, 3].flatMap((number): Result[] => [
        memento(seedOf(number)),
        undecided({ ...seedOf(number), measures: [failed("cosine", "nothing is left")] }),
      ]);
      const text = await written(writer, [...results, missedTimeMap]);
      expect(text.endsWith("\n")).toBe(true);
      for (const number of [1, 2, 3]) expect(text).toContain(`http://seed-${number}.example/`);
      expect(text).toContain(missedTimeMap.uriT);
    });

    it("says of a memento or TimeMap that failed that it did, and never that it is on-topic", async () => {
      const text = await written(writer, [missed, missedTimeMap]);
      const says = { golddatafile: /ERROR\n.*ERROR\n/u }[keyword];
      expect(text).toMatch(says ?? /redirects to nowhere[^]*HTTP status 404|HTTP status 404/u);
      if (keyword !== "html") expect(text).not.toMatch(/on-topic|off-topic"|\t[01]\n/u);
    });

    it("has no character that cannot be seen, and no row or line that strangers make", async () => {
      const odd = await written(writer, everywhere(ODD), explained);
      const plain = await written(writer, everywhere("plain"), explained);
      const rows = (text: string): readonly number[] => [
        text.split("\n").length,
        text.split("\t").length,
      ];
      // The report has its own script, and its data as escapes: test/report-page/injection.test.ts.
      if (keyword !== "html") expect(odd).not.toMatch(unseen);
      expect(rows(odd)).toEqual(rows(plain));
      expect(rows(await written(writer, everywhere(BREAKOUT), explained))).toEqual(rows(plain));
    });

    it("writes the same text for the same results", async () => {
      const results = [memento(), missed, missedTimeMap];
      expect(await written(writer, results)).toBe(await written(writer, results));
    });
  },
);
