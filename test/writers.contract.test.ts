/** Contract of all writers. A new writer is tested as soon as it is in the folder. */
import { describe, expect, it } from "vitest";
import { removers } from "../src/page/boilerplate/index.js";
import { writers } from "../src/report/writers.js";
import { measures } from "../src/score/measures/index.js";
import { resolveSettings } from "../src/score/settings/settings.js";
import "./support/all-extensions.js";
import type { Result, Writer } from "../src/write/types.js";
import {
  failed,
  memento,
  missed,
  missedTimeMap,
  undecided,
  written,
} from "./write/writers/results.js";

const seedOf = (number: number): Partial<ReturnType<typeof memento>> => ({
  uriM: `http://archive.example/20130202100000/http://seed-${number}.example/`,
  uriT: `http://archive.example/timemap/${number}`,
  capture: { ...memento().capture, uriR: `http://seed-${number}.example/` },
});

/** Writers of binary output have the same checks in test/write/writers, with readers of their own. */
const ofText = writers.filter(({ isBinary }) => isBinary !== true);

/** Output types that contain only on-topic captures. */
const OF_SOME = new Set(["cdxj"]);

describe.each(ofText.map((writer) => [writer.keyword, writer] as const))(
  "%s",
  (keyword, writer) => {
    it("has an example that selects the writer", () => {
      // JSON is the default without -ot.
      expect(writer.example).toContain(keyword === "json" ? "-o out.json" : `-ot ${keyword}`);
    });

    it("writes a complete document for an empty run", async () => {
      const text = await written(writer, []);
      const ends = { json: /^\{\}\n$/u, jsonl: /^$/u, text: /^$/u, cdxj: /^$/u }[keyword] ?? /\n$/u;
      expect(text).toMatch(ends);
    });

    it.skipIf(OF_SOME.has(keyword))(
      "ends with a line end and contains the URI of every memento and TimeMap",
      async () => {
        const results = [1, 2, 3].flatMap((number): Result[] => [
          memento(seedOf(number)),
          undecided({ ...seedOf(number), measures: [failed("cosine", "nothing is left")] }),
        ]);
        const text = await written(writer, [...results, missedTimeMap]);
        expect(text.endsWith("\n")).toBe(true);
        for (const number of [1, 2, 3]) expect(text).toContain(`http://seed-${number}.example/`);
        expect(text).toContain(missedTimeMap.uriT);
      },
    );

    it.skipIf(OF_SOME.has(keyword))(
      "shows a memento or TimeMap that failed as failed and never as on-topic",
      async () => {
        const text = await written(writer, [missed, missedTimeMap]);
        const says = { golddatafile: /ERROR\n.*ERROR\n/u }[keyword];
        expect(text).toMatch(says ?? /redirects to nowhere[^]*HTTP status 404|HTTP status 404/u);
        if (keyword !== "html") expect(text).not.toMatch(/on-topic|off-topic"|\t[01]\n/u);
      },
    );
  },
);

/** A line feed, TAB, ESC, U+0085, a line separator, a bidirectional override, a lone surrogate, a noncharacter. */
const ODD = "\r\n\t\u001b[2J\u0085\u2028\u202e\ud800\ufffe";
/** Characters with which a page or URI could break out of JSON, CSV, a tab-separated row or HTML. */
const BREAKOUT = `"',;</script><!--\\u0000 {"a": [`;
/** Matches all invisible characters except line feed and TAB. */
const UNSEEN = /[^\P{C}\n\t]|[\p{Zl}\p{Zp}]/u;

/** Returns results that contain `text` wherever text may come from a page, an archive or a file. */
function everywhere(text: string): Result[] {
  const uri = `http://seed.example/${text}`;
  const uriT = `${uri}2`;
  const { capture, measures: scored } = memento();
  const problem = { stage: "access", message: text } as const;
  return [
    { kind: "timemap-problem", uriT: uri, problem },
    memento({
      ...{ uriT, uriM: uri, comparedWith: uri },
      capture: {
        ...{ ...capture, uriR: uri, uriM: uri, contentType: text, notes: [text] },
        source: { file: text, offset: 0 },
        via: { kind: "substitute", uriR: uri, mementoDatetime: "2013-02-02T10:00:00Z" },
      },
      measures: [...scored, failed("wordcount", text)],
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
    { kind: "memento", key: "example,seed)/", uriT, uriM: uri, capture, problem, measures: [] },
  ];
}

async function bytesOf(writer: Writer, results: readonly Result[]): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of writer.write(inTurn(results), settings)) {
    pieces.push(Buffer.from(piece as Uint8Array));
  }
  return Buffer.concat(pieces);
}

async function* inTurn<T>(items: readonly T[]): AsyncGenerator<T> {
  for (const item of items) yield await Promise.resolve(item);
}

const settings = resolveSettings({ profile: "paper", explain: true }, { measures, removers });

describe.each(writers)("the writer $keyword, whose results are of strangers", (writer) => {
  const isText = writer.isBinary !== true;
  const text = async (odd: string): Promise<string> =>
    (await bytesOf(writer, everywhere(odd))).toString("utf8");

  it("a writer gives the same bytes for the same results", async () => {
    for (const results of [[], [missed, missedTimeMap], [memento(), missed, missedTimeMap]]) {
      expect(await bytesOf(writer, results)).toEqual(await bytesOf(writer, results));
    }
  });

  // test/report/injection.test.ts covers the report, which has its own script and escapes its data.
  it.runIf(isText && writer.keyword !== "html")(
    "a writer of text gives no invisible character",
    async () => {
      expect(await text(ODD)).not.toMatch(UNSEEN);
    },
  );

  it.runIf(isText)("text of a page adds no line and no column", async () => {
    const shape = (written: string): number[] => [
      written.split("\n").length,
      written.split("\t").length,
    ];
    const plain = shape(await text("plain"));
    for (const odd of [ODD, BREAKOUT]) expect(shape(await text(odd))).toEqual(plain);
  });
});
