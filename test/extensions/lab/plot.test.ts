import { parseDocument } from "htmlparser2";
import { describe, expect, it } from "vitest";
import { evaluate, type MeasureEvaluation } from "../../../src/extensions/lab/evaluate.js";
import { parseGold } from "../../../src/extensions/lab/gold.js";
import { plotFileName, scatterPlot } from "../../../src/extensions/lab/pictures.js";
import type { SavedMemento } from "../../../src/write/entry.js";
import { scored } from "../../write/writers/results.js";
import { saved, savedResults } from "./saved.js";

const HOSTILE = `"><script>alert(1)</script>&amp;\u{0}`;

function measure(name: string): MeasureEvaluation {
  const gold = parseGold("http://a.example/\t1\nhttp://b.example/\t0", "gold.tsv");
  const when = "2013-01-01T00:00:00Z";
  const with_ = (score: number): Pick<SavedMemento, "measures"> => ({
    measures: [scored(name, score)],
  });
  const results = savedResults(
    saved("http://a.example/", when, 1, with_(0.9)),
    saved("http://b.example/", when, 1, with_(0.1)),
  );
  const axes = [{ name, comparison: "<", range: [0, 1], equalScore: 1, threshold: 0.12 }] as const;
  return evaluate(gold, results, { axes }).measures[0]!;
}

describe("plots of measures", () => {
  it("plots a dot for every threshold, and marks the best threshold and the threshold of the run", () => {
    const svg = scatterPlot(measure("cosine"));
    expect(svg.match(/<circle /gu)).toHaveLength(101 + 1);
    expect(svg).toContain("<title>best: 0.5, F1 1.000</title>");
    expect(svg).toContain("<title>threshold of the run: 0.12</title>");
  });

  it("keeps a hostile measure name as text in a plot and in the plot's file name", () => {
    const svg = scatterPlot(measure(HOSTILE));
    expect(svg).not.toContain("<script");
    const titles = parseDocument(svg, { xmlMode: true });
    expect(JSON.stringify(titles.children.length)).toBe("2");
    expect(plotFileName(measure("../../etc/passwd"))).toBe("______etc_passwd.svg");
  });
});
