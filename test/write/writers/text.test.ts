import { describe, expect, it } from "vitest";
import { settings } from "../../support/records.js";
import { text } from "../../../src/write/writers/text.js";
import { failed, memento, missed, scored, undecided, written } from "./results.js";

describe("text for people", () => {
  it("text for people shows each TimeMap as a timeline, and marks off-topic mementos and the scores that caused the verdict", async () => {
    const first = memento({
      uriM: "from-warc::20130101100000::http://seed.example/",
      capture: { ...memento().capture, mementoDatetime: "2013-01-01T10:00:00Z" },
      measures: [scored("cosine", 1, "on-topic")],
      overall: "on-topic",
    });
    expect(await written(text, [first, memento(), missed])).toBe(
      [
        "http://seed.example/  (3 mementos, 1 off-topic)",
        "    2013-01-01 10:00  200  on-topic    cosine      1   (first memento)",
        "  x 2013-02-02 10:00  200  off-topic   cosine  0.110*",
        "  ? 2014-02-02 10:00  302  error       redirects to nowhere",
        "",
        "",
      ].join("\n"),
    );
  });

  it("text for people marks scores against the collection's topic if their vote is off-topic", async () => {
    const collection = (topicStatus: "on-topic" | "off-topic"): string[] => [
      topicStatus,
      topicStatus === "off-topic" ? "vsm  0.010*\n" : "vsm  0.010\n",
    ];
    for (const [topicStatus, shown] of [collection("on-topic"), collection("off-topic")]) {
      const result = memento({
        measures: [scored("cosine", 1, "on-topic")],
        collection: {
          measures: [scored("vsm", 0.01, "off-topic")],
          topicStatus: topicStatus as "on-topic" | "off-topic",
          profile: "p",
        },
      });
      expect(await written(text, [result])).toContain(shown);
    }
  });

  it("text for people shows substitutes, problems and notes of a memento", async () => {
    const via = {
      kind: "redirect",
      status: 302,
      uriR: "http://casino.example/",
      mementoDatetime: "2013-02-03T00:00:00Z",
    } as const;
    const result = undecided({
      capture: { ...memento().capture, via, notes: ["read as windows-1252"] },
      measures: [failed("cosine", "nothing is left")],
    });
    expect(await written(text, [result])).toContain(
      "no verdict  cosine: nothing is left  (redirect: http://casino.example/; read as windows-1252)",
    );
  });

  it("text for people shows the kind of an off-topic page", async () => {
    const plain = await written(text, [memento({ pageKind: "suspended" })]);
    expect(plain).toContain("cosine  0.110*  (suspended account)");
    for (const result of [
      memento({ pageKind: "page" }),
      memento({ pageKind: "suspended", overall: "on-topic" }),
    ]) {
      expect(await written(text, [result])).not.toContain("suspended account");
    }
  });

  it("text for people shows the fault, a lost identity and the remark on the seed as reasons", async () => {
    const shown = await written(text, [
      memento({ pageKind: "suspended", fault: "page gone", seedNotice: "all are suspect" }),
      memento({ pageKind: "page", fault: "page changed", hasLostIdentity: true }),
      memento({ pageKind: "page", fault: "none", overall: "unsure" }),
    ]);
    expect(shown.split("\n").map((line) => line.replace(/.*0\.110\*?\s*/u, ""))).toEqual([
      "http://seed.example/  (3 mementos, 2 off-topic)",
      "  all are suspect",
      "(suspended account, page gone)",
      "(page changed, nothing of the seed's identity is left)",
      ...["", "", ""],
    ]);
  });

  it("text for people shortens long URIs and colours off-topic rows only on a terminal", async () => {
    const uriR = `http://seed.example/${"a".repeat(200)}`;
    const results = [memento({ capture: { ...memento().capture, uriR } }), missed];
    const plain = await written(text, results);
    expect(plain).toContain(uriR);
    expect(plain).not.toContain("\u{1b}");
    const shown = await written(text, results, settings, {
      terminal: { columns: 80, hasColors: true },
    });
    expect(shown).toMatch(/^http:\/\/seed\.example\/a+… {2}\(2 mementos, 1 off-topic\)\n/u);
    expect(shown.split("\n")[0]!.length).toBeLessThanOrEqual(80);
    expect(shown).toContain("  \u{1b}[31mx 2013-02-02 10:00  200  off-topic \u{1b}[39m");
    expect(shown).toContain("\u{1b}[33m? 2014");
    const withoutColours = { terminal: { columns: 80, hasColors: false } };
    expect(await written(text, results, settings, withoutColours)).not.toContain("\u{1b}");
  });
});
