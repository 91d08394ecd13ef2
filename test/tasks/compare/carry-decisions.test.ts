import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runProgram } from "../../../src/cli/program.js";
import { type CarriedDecisions, carryDecisions } from "../../../src/tasks/compare/compare.js";
import {
  type Decision,
  formatDecisions,
  mergeDecisions,
  parseDecisions,
} from "../../../src/write/decisions.js";
import type { SavedMemento } from "../../../src/write/entry.js";
import { runDigest } from "../../../src/write/run-digest.js";
import { saved, savedResults } from "../../extensions/lab/saved.js";
import { temporaryFolder } from "../../support/run-bin.js";

const SEED = "http://a.example/";
const MARCH = "2013-03-01T00:00:00Z";
const JUNE = "2013-06-01T00:00:00Z";

const memento = (
  date: string,
  overall: "on-topic" | "off-topic",
  simhash?: number,
  uriR = SEED,
): SavedMemento =>
  saved(uriR, date, 1, {
    overall,
    ...(simhash !== undefined && { textSimhash: { value: String(simhash) } }),
  });

const decide = (of: SavedMemento, label: Decision["label"]): Decision => ({
  uriM: of.uriM,
  label,
  by: "anna",
  at: "2013-04-01T00:00:00Z",
});

const carry = (
  decisions: readonly Decision[],
  before: readonly SavedMemento[],
  after: readonly SavedMemento[],
): CarriedDecisions => carryDecisions(decisions, savedResults(...before), savedResults(...after));

describe("decisions carried to the next run", () => {
  it("carries decisions on mementos of both runs, and lists mementos that the two runs judged differently", () => {
    const [was, is] = [memento(MARCH, "off-topic"), memento(MARCH, "on-topic")];
    const { changed, both, carried } = carry([decide(was, "on-topic")], [was], [is]);
    expect([changed, both]).toEqual([
      [{ uriM: was.uriM, label: "on-topic", before: "off-topic", after: "on-topic" }],
      1,
    ]);
    expect(carried).toMatchObject([
      { uriM: was.uriM, label: "on-topic", by: "anna", computed: "on-topic" },
    ]);
    expect(carried[0]?.run).toBe(runDigest([is.uriM]));
    expect(carry([decide(was, "on-topic")], [was], [was]).changed).toEqual([]);
  });

  it("carries a decision to the same capture under another URI-M", () => {
    const was = memento(MARCH, "off-topic");
    const is = { ...was, uriM: "https://archive.example/web/20130301000000/http://a.example/" };
    const { carried, lost } = carry([decide(was, "off-topic")], [was], [is]);
    expect([carried[0]?.uriM, carried[0]?.label, lost]).toEqual([is.uriM, "off-topic", 0]);
  });

  it("offers an old decision for a new capture of the seed with the same text, and asks a person to confirm it", () => {
    const was = memento(MARCH, "off-topic", 0b1000);
    const same = memento(JUNE, "off-topic", 0b1000);
    const { offers, carried, lost } = carry([decide(was, "off-topic")], [was], [same]);
    expect(offers).toMatchObject([{ uriM: same.uriM, like: was.uriM, label: "off-topic" }]);
    expect([carried.length, lost]).toEqual([1, 1]);
    expect(carried[0]).toMatchObject({
      uriM: same.uriM,
      note: `the same text as ${was.uriM}, decided off-topic`,
    });
    expect(carried[0]?.label).toBeUndefined();
    const confirmed = { ...decide(same, "off-topic"), at: "2013-07-01T00:00:00Z" };
    expect(mergeDecisions(carried, [confirmed])).toEqual([confirmed]);
  });

  it("offers a decision on an off-topic page whose texts rotate for a new one of its kind", () => {
    const was = { ...memento(MARCH, "off-topic", 0b1000), pageKind: "for-sale" };
    const rotated = { ...memento(JUNE, "off-topic", 0b111110111), pageKind: "for-sale" };
    const { carried } = carry([decide(was, "off-topic")], [was], [rotated]);
    expect(carried[0]?.note).toBe(`the same kind of page as ${was.uriM}, decided off-topic`);
    expect(carry([decide(was, "on-topic")], [was], [rotated]).offers).toEqual([]);
    const other = { ...rotated, pageKind: "suspended" };
    expect(carry([decide(was, "off-topic")], [was], [other]).offers).toEqual([]);
  });

  it("offers no decision for another text or another seed, and none that no person has made", () => {
    const was = memento(MARCH, "off-topic", 0b1000);
    for (const other of [
      memento(JUNE, "off-topic", 0b111110111),
      memento(JUNE, "off-topic", 0b1000, "http://b.example/"),
      memento(JUNE, "off-topic"),
    ]) {
      expect(carry([decide(was, "off-topic")], [was], [other]).offers).toEqual([]);
    }
    const same = memento(JUNE, "off-topic", 0b1000);
    expect(carry([decide(was, "unsure")], [was], [same]).offers).toEqual([]);
  });

  it("compare --carry reports carried decisions, and writes them for the next review", async () => {
    const folder = temporaryFolder();
    const path = (name: string): string => join(folder, name);
    const line = (of: SavedMemento): string =>
      `${JSON.stringify({
        "URI-T": of.uriT,
        "URI-R": SEED,
        "URI-M": of.uriM,
        "text simhash": "77",
        "overall topic status": of.overall,
      })}\n`;
    const [march, june] = [memento(MARCH, "off-topic"), memento(JUNE, "off-topic")];
    writeFileSync(path("march.jsonl"), line(march));
    writeFileSync(path("june.jsonl"), line({ ...march, overall: "on-topic" }) + line(june));
    writeFileSync(path("march.tsv"), formatDecisions([decide(march, "off-topic")]));
    const args = ["compare", path("march.jsonl"), path("june.jsonl")];
    const decided = ["--decisions", path("march.tsv"), "--carry", path("june.tsv")];
    expect(await runProgram([...args, ...decided, "-o", path("out"), "--fail-on", "any"])).toBe(4);
    expect(readFileSync(path("out"), "utf8").split("\n").slice(-4)).toEqual([
      `? ${march.uriM}  off-topic -> on-topic, decided off-topic: no longer right`,
      `= ${june.uriM}  the same text as ${march.uriM}, decided off-topic`,
      "decisions: 1 on mementos of both, of which 1 are judged differently (0 now right); 0 on mementos that the second does not have; 1 offered by seed and text or kind of page",
      "",
    ]);
    const next = parseDecisions(readFileSync(path("june.tsv"), "utf8"));
    expect([next.problems, next.decisions.map(({ label }) => label)]).toEqual([
      [],
      ["off-topic", undefined],
    ]);
    await runProgram([...args, ...decided, "-ot", "json", "-o", path("out")]);
    expect(JSON.parse(readFileSync(path("out"), "utf8"))).toMatchObject({
      decisions: { "on mementos of both": 1, offered: [{ "URI-M": june.uriM }] },
    });
    writeFileSync(path("march.tsv"), "URI-M\tlabel\nx\tmaybe\n");
    await expect(runProgram([...args, ...decided])).rejects.toThrow(
      /march\.tsv, line 2: the label/u,
    );
  });
});
