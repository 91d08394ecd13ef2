import { describe, expect, it } from "vitest";
import { jsonl } from "../../src/write/writers/jsonl.js";
import { checkJsonLines } from "../support/results-schema.js";
import { runBin } from "../support/run-bin.js";
import {
  failed,
  memento,
  missed,
  missedTimeMap,
  scored,
  undecided,
  written,
} from "./writers/results.js";

describe("docs/results.schema.json", () => {
  it("describes mementos, mementos that failed and TimeMaps that failed", async () => {
    const via = { ...{ uriR: "http://b.example/", mementoDatetime: "2013-02-03T00:00:00Z" } };
    const text = await written(jsonl, [
      memento(),
      memento({ override: { by: "URI-R" }, measures: [scored("cosine", 0.5)] }),
      undecided({
        capture: { ...memento().capture, via: { kind: "revisit", ...via } },
        measures: [failed("cosine", "nothing is left")],
      }),
      missed,
      missedTimeMap,
    ]);
    expect(text.trimEnd().split("\n")).toHaveLength(6);
    await checkJsonLines(text);
  });

  it("describes the evidence, signs, texts and topic scores of a run with all of them", async () => {
    const more = ["--explain", "--signs", "--set", "exact-scores=true"];
    const { status, stdout } = await runBin([
      ...["-i", "warc=fixtures/collection/saltmouth-2009-2013.warc.gz"],
      ...more,
      ...["-q", "-ot", "jsonl", "--workers", "0"],
    ]);
    expect(status).toBe(0);
    for (const member of ["evidence", "signs", "text", "inputs", "combination", "terms lost"])
      expect(stdout).toContain(`"${member}":`);
    await checkJsonLines(stdout);
  });

  it.each([
    ["a member that it does not know", { "URI-X": "http://a.example/" }],
    ["a verdict that is none", { "overall topic status": "off" }],
    ["a status that is text", { "HTTP status": "200" }],
  ])("refuses %s", async (_, change) => {
    const [settings = "", row = ""] = (await written(jsonl, [memento()])).split("\n");
    const changed = JSON.stringify({ ...(JSON.parse(row) as object), ...change });
    await expect(checkJsonLines(`${settings}\n${changed}\n`)).rejects.toThrow(
      "results.schema.json",
    );
  });
});
