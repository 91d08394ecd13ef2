import { describe, expect, it } from "vitest";
import {
  type PageCandidate,
  type PageCandidates,
  formatCandidates,
  groupOfCandidate,
  harvestOf,
  parseCandidates,
  withLabels,
  withSample,
} from "../../../../src/extensions/topic/collect/candidates.js";
import { candidateFormatters } from "../../../../src/extensions/topic/collect/forms.js";
import { parseOverrides } from "../../../../src/write/overrides.js";

const candidate = (
  uri: string,
  group: PageCandidate["group"],
  title = "A page",
): PageCandidate => ({
  ...{ "URI-R": uri, "URI-M": `from-warc::20150601120000::${uri}`, title, language: "en", group },
  ...{ "memento-datetime": "2015-06-01T12:00:00Z", score: 0.5, measures: { vsm: 0.25 } },
  ...{ "recognised by": ["vsm"], parents: ["http://parent.example/"], visit: 3 },
});

/** Ten candidates of one batch. */
const batch = Array.from({ length: 10 }, (_, at) => candidate(`http://a.example/${at}`, "vsm"));

const labels = (rows: readonly (readonly [uri: string, label: 0 | 1])[]) =>
  parseOverrides(rows.map((row) => row.join("\t")).join("\n"), "labels.tsv");

const accepted = (candidates: readonly PageCandidate[]): (boolean | undefined)[] =>
  candidates.map((each) => each.accepted);

const crawlOf = (candidates: readonly PageCandidate[]): PageCandidates => ({
  figures: {
    ...{ visited: 40, evaluated: 30, failed: 10, duplicates: 2, waiting: 5 },
    harvest: harvestOf(Array.from({ length: 30 }, (_, at) => at % 3 === 0)),
  },
  candidates,
  unread: [{ "URI-R": "http://gone.example/<b>", problem: "answered 404" }],
});

describe("groups of candidates", () => {
  it("calls a candidate undoubted if two metrics recognise its page, and counts terms and collocations as one metric", () => {
    expect(groupOfCandidate(["terms", "collocations2", "collocations3"])).toBe("words");
    expect(groupOfCandidate(["vsm"])).toBe("vsm");
    expect(groupOfCandidate(["passage"])).toBe("passage");
    expect(groupOfCandidate(["vsm", "passage"])).toBe("undoubted");
    expect(groupOfCandidate(["collocations3", "passage"])).toBe("undoubted");
  });
});

describe("samples of candidates and their labels", () => {
  it("draws the same fifth of each batch for a person to judge if the seed is the same", () => {
    const other = candidate("http://b.example/", "vsm");
    const drawn = withSample([...batch, other], 1).filter(({ sample }) => sample !== undefined);
    expect(drawn.map(({ sample }) => sample)).toEqual([0.2, 0.2, 1]);
    const again = withSample([...batch, other].reverse(), 1);
    expect(new Set(again.filter(({ sample }) => sample !== undefined))).toEqual(new Set(drawn));
    expect(withSample(batch, 2)).not.toEqual(withSample(batch, 1));
  });

  it("accepts a batch without its off-topic candidates if more than 75 % of the judged candidates are on-topic", () => {
    const judged = batch.slice(0, 5).map((each, at) => [each["URI-M"], at === 0 ? 0 : 1] as const);
    expect(accepted(withLabels(batch, labels(judged)))).toEqual([
      ...[false, true, true, true, true, true, true, true, true, true],
    ]);
  });
});

describe("harvest of a crawl", () => {
  it("counts the pages recognised so far at up to 200 points of a crawl, and at its end", () => {
    expect(harvestOf([true, false, true])).toEqual({ every: 1, recognised: [1, 1, 2] });
    const { every, recognised } = harvestOf(Array.from({ length: 1001 }, () => true));
    expect([every, recognised.length, recognised[0], recognised.at(-1)]).toEqual([6, 167, 6, 1001]);
  });
});

describe("output types of candidates", () => {
  it("reads candidates back from their JSON Lines", () => {
    const found = crawlOf(withSample(batch, 1));
    expect(parseCandidates(formatCandidates(found), "c.jsonl")).toEqual(found);
  });

  it("writes candidates as CSV with one row for each", () => {
    const [head, row] = candidateFormatters
      .csv(crawlOf([candidate("http://a.example/,", "vsm")]))
      .split("\n");
    expect(head).toMatch(/^URI-R,URI-M,Memento-Datetime,Title,Language,Group,Score,terms,/u);
    expect(row).toMatch(
      /^"http:\/\/a.example\/,",.*,A page,en,vsm,0.5,,,,0.25,,vsm,http:\/\/parent/u,
    );
  });

  it("writes candidates as HTML in which no text of an archived page becomes markup", () => {
    const hostile = candidate("http://a.example/", "vsm", `<script>alert("1")</script>\u202e`);
    const uriM = `javascript:alert(1)//">`;
    const page = candidateFormatters.html(crawlOf([hostile, { ...hostile, "URI-M": uriM }]));
    expect(page).not.toContain("<script");
    expect(page).not.toContain("javascript:");
    expect(page).not.toContain("\u202e");
    expect(page).toContain("&#60;script&#62;");
  });

  it("writes the sample that a person judges in the format of overrides", () => {
    const sample = candidateFormatters.sample(crawlOf(withSample(batch, 1)));
    const [head, ...rows] = sample.trimEnd().split("\n");
    expect(head).toMatch(/^URI-M\tlabel\t/u);
    expect(rows).toHaveLength(2);
    const filled = rows.map((row) => row.replace("\t\t", "\t1\t"));
    expect(parseOverrides([head, ...filled].join("\n"), "s.tsv").names.size).toBe(2);
  });
});
