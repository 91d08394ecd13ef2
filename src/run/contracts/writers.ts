import assert from "node:assert/strict";
import { removers } from "../../page/boilerplate/index.js";
import { measures } from "../../score/measures/index.js";
import { resolveSettings } from "../../score/settings/settings.js";
import type { MementoResult } from "../../score/types.js";
import type { Result, Writer } from "../../write/types.js";
import { type ContractCase, describesItself, holds, shown } from "./contract.js";

/** A line feed, TAB, ESC, U+0085, a line separator, a bidirectional override, a lone surrogate, a noncharacter. */
const ODD = "\r\n\t\u001b[2J\u0085\u2028\u202e\ud800\ufffe";
/** Characters with which a page or URI could break out of JSON, CSV, a tab-separated row or HTML. */
const BREAKOUT = `"',;</script><!--\\u0000 {"a": [`;
/** Advice for a writer that lets these characters through. */
const PRINTABLE =
  'Write a URI as printable(uri, "percent") and any other text as printable(text, "mark").';
/** Matches all invisible characters except line feed and TAB. */
const UNSEEN = /[^\P{C}\n\t]|[\p{Zl}\p{Zp}]/u;

const settings = resolveSettings({ profile: "paper", explain: true }, { measures, removers });
const flags = { stemmed: true, tokenized: true, removedBoilerplate: true };

const memento = (facts: Partial<MementoResult> = {}): MementoResult => ({
  kind: "memento",
  key: "example,seed)/",
  uriT: "from-warc::timemap::http://seed.example/",
  uriM: "from-warc::20130202100000::http://seed.example/",
  capture: {
    uriR: "http://seed.example/",
    mementoDatetime: "2013-02-02T10:00:00Z",
    status: 200,
    contentType: "text/html",
    source: { file: "a.warc.gz", offset: 4096 },
  },
  simhash: { value: "8797926785016382196" },
  contentLength: { value: 55 },
  language: { value: "en" },
  measures: [
    { name: "cosine", flags, outcome: { value: { score: 0.1097, topicStatus: "off-topic" } } },
  ],
  overall: "off-topic",
  comparedWith: "from-warc::20130101100000::http://seed.example/",
  ...facts,
});

const failed: readonly Result[] = [
  {
    ...{ kind: "memento", key: "example,seed)/", measures: [] },
    uriT: "from-warc::timemap::http://seed.example/",
    uriM: "from-warc::20140202100000::http://seed.example/",
    capture: { uriR: "http://seed.example/", mementoDatetime: "2014-02-02T10:00:00Z", status: 302 },
    problem: { stage: "access", message: "redirects to nowhere" },
  },
  {
    kind: "timemap-problem",
    uriT: "http://archive.example/timemap/http://other.example/",
    problem: { stage: "access", message: "HTTP status 404" },
  },
];

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
      measures: [...scored, { name: "wordcount", flags, outcome: { problem } }],
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

/**
 * Returns the cases that every writer must fulfil.
 *
 * @example
 * ```js
 * import { writers } from "detect-off-topic";
 *
 * const csv = writers.find(({ keyword }) => keyword === "csv");
 * const [first] = csv === undefined ? [] : writerContract(csv);
 * await first?.check();
 * console.log(first?.name);
 * // describes itself in a sentence and has an example
 * ```
 */
export function writerContract(writer: Writer): ContractCase[] {
  const { keyword, isBinary = false } = writer;
  const bytes = async (results: readonly Result[]): Promise<Buffer> => {
    const pieces: Buffer[] = [];
    for await (const piece of writer.write(inTurn(results), settings)) {
      const given: unknown = piece;
      assert.ok(
        typeof given === "string" || given instanceof Uint8Array,
        `write() gave ${shown(given)}: give text or a Uint8Array.`,
      );
      pieces.push(typeof piece === "string" ? Buffer.from(piece) : Buffer.from(piece));
    }
    return Buffer.concat(pieces);
  };
  const text = async (results: readonly Result[]): Promise<string> =>
    (await bytes(results)).toString("utf8");
  const shape = async (results: readonly Result[]): Promise<readonly [number, number]> => {
    const written = await text(results);
    return [written.split("\n").length, written.split("\t").length];
  };
  const cases = [
    holds("describes itself in a sentence and has an example", () => {
      describesItself(writer);
      assert.match(
        writer.example,
        /\bdetect_off_topic\b/u,
        `example is ${shown(writer.example)}: write a command, detect_off_topic ...`,
      );
      assert.equal(keyword, keyword.toLowerCase(), `keyword is "${keyword}": write lower case.`);
    }),
    holds("writes text or bytes for an empty run, for failures and for mementos", async () => {
      for (const results of [[], failed, [memento(), ...failed]]) await bytes(results);
    }),
    holds("writes the same bytes for the same results", async () => {
      const results = [memento(), ...failed];
      assert.deepEqual(
        await bytes(results),
        await bytes(results),
        "write() gave other bytes when it was called again with the same results.",
      );
    }),
  ];
  if (isBinary) return cases;
  return [
    ...cases,
    holds("writes no invisible character", async () => {
      const written = await text(everywhere(ODD));
      const at = written.search(UNSEEN);
      const code = (written.codePointAt(at) ?? 0).toString(16).toUpperCase();
      assert.equal(
        at,
        -1,
        `write() gave U+${code.padStart(4, "0")} in ${shown(written.slice(Math.max(0, at - 30), at + 30))}. ${PRINTABLE}`,
      );
    }),
    holds("writes no line or column that text from a page could add", async () => {
      const [lines, tabs] = await shape(everywhere("plain"));
      for (const odd of [ODD, BREAKOUT]) {
        const [oddLines, oddTabs] = await shape(everywhere(odd));
        assert.ok(
          oddLines === lines && oddTabs === tabs,
          `write() gave ${oddLines - 1} line ends and ${oddTabs - 1} TABs for texts with ${shown(odd)}, ` +
            `and ${lines - 1} and ${tabs - 1} for the same results with plain texts. ${PRINTABLE}`,
        );
      }
    }),
  ];
}

async function* inTurn<T>(items: readonly T[]): AsyncGenerator<T> {
  for (const item of items) yield await Promise.resolve(item);
}
