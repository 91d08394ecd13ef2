import { describe, expect, it } from "vitest";
import {
  type Candidate,
  type Candidates,
  formatCandidates,
  groupFigures,
  groupOf,
  harvestOf,
  parseCandidates,
  withLabels,
  withSample,
} from "../../../src/tasks/collect/candidates.js";
import { candidateForms } from "../../../src/tasks/collect/forms.js";
import { parseOverrides } from "../../../src/write/overrides.js";

const candidate = (uri: string, group: Candidate["group"], title = "A page"): Candidate => ({
  ...{ "URI-R": uri, "URI-M": `from-warc::20150601120000::${uri}`, title, language: "en", group },
  ...{ "memento-datetime": "2015-06-01T12:00:00Z", score: 0.5, measures: { vsm: 0.25 } },
  ...{ "recognised by": ["vsm"], parents: ["http://parent.example/"], visit: 3 },
});

/** Ten candidates of one batch. */
const batch = Array.from({ length: 10 }, (_, at) => candidate(`http://a.example/${at}`, "vsm"));

const labels = (rows: readonly (readonly [uri: string, label: 0 | 1])[]) =>
  parseOverrides(rows.map((row) => row.join("\t")).join("\n"), "labels.tsv");

const accepted = (candidates: readonly Candidate[]): (boolean | undefined)[] =>
  candidates.map((each) => each.accepted);

const crawlOf = (candidates: readonly Candidate[]): Candidates => ({
  figures: {
    ...{ visited: 40, evaluated: 30, failed: 10, duplicates: 2, waiting: 5 },
    harvest: harvestOf(Array.from({ length: 30 }, (_, at) => at % 3 === 0)),
  },
  candidates,
  unread: [{ "URI-R": "http://gone.example/<b>", problem: "answered 404" }],
});

describe("a candidate is", () => {
  it("undoubted where two metrics recognise it, terms and collocations being one", () => {
    expect(groupOf(["terms", "collocations2", "collocations3"])).toBe("words");
    expect(groupOf(["vsm"])).toBe("vsm");
    expect(groupOf(["passage"])).toBe("passage");
    expect(groupOf(["vsm", "passage"])).toBe("undoubted");
    expect(groupOf(["collocations3", "passage"])).toBe("undoubted");
  });
});

describe("of each host and group", () => {
  it("a fifth is drawn for a person, by the seed", () => {
    const other = candidate("http://b.example/", "vsm");
    const drawn = withSample([...batch, other], 1).filter(({ sample }) => sample !== undefined);
    expect(drawn.map(({ sample }) => sample)).toEqual([0.2, 0.2, 1]);
    const again = withSample([...batch, other].reverse(), 1);
    expect(new Set(again.filter(({ sample }) => sample !== undefined))).toEqual(new Set(drawn));
    expect(withSample(batch, 2)).not.toEqual(withSample(batch, 1));
  });

  it("all is accepted but what is off-topic where more than 75 % of what was judged is on-topic", () => {
    const judged = batch.slice(0, 5).map((each, at) => [each["URI-M"], at === 0 ? 0 : 1] as const);
    expect(accepted(withLabels(batch, labels(judged)))).toEqual([
      ...[false, true, true, true, true, true, true, true, true, true],
    ]);
  });

  it("only what is on-topic is accepted where 75 % or less of what was judged is", () => {
    const judged = batch.slice(0, 4).map((each, at) => [each["URI-R"], at === 0 ? 0 : 1] as const);
    expect(accepted(withLabels(batch, labels(judged)))).toEqual([
      ...[false, true, true, true, false, false, false, false, false, false],
    ]);
  });

  it("nothing is decided before a person has judged, but for what is undoubted", () => {
    const sure = candidate("http://a.example/sure", "undoubted");
    const wrong = candidate("http://a.example/wrong", "undoubted");
    const decided = withLabels([sure, wrong, batch[0]!], labels([[wrong["URI-M"], 0]]));
    expect(accepted(decided)).toEqual([true, false, undefined]);
    expect(groupFigures(decided).at(-1)).toEqual({
      ...{ group: "all", candidates: 3, sample: 0, judged: 1, offTopic: 1, accepted: 1 },
    });
  });
});

describe("the harvest", () => {
  it("counts what was recognised so far, in at most 200 points of which the last is all", () => {
    expect(harvestOf([true, false, true])).toEqual({ every: 1, recognised: [1, 1, 2] });
    const { every, recognised } = harvestOf(Array.from({ length: 1001 }, () => true));
    expect([every, recognised.length, recognised[0], recognised.at(-1)]).toEqual([6, 167, 6, 1001]);
  });
});

describe("candidates are written", () => {
  it("as JSON Lines that are read again as they were", () => {
    const found = crawlOf(withSample(batch, 1));
    expect(parseCandidates(formatCandidates(found), "c.jsonl")).toEqual(found);
  });

  it("as JSON Lines, and nothing else is read as such", () => {
    const text = formatCandidates(crawlOf(batch));
    expect(() => parseCandidates("{}", "x")).toThrow("x holds no candidates");
    expect(() => parseCandidates("", "x")).toThrow("x holds no candidates");
    expect(() => parseCandidates(`${text}{"URI-R":1}\n`, "x")).toThrow("x, line 13: not a candid");
  });

  it("as CSV with a row for each", () => {
    const [head, row] = candidateForms
      .csv(crawlOf([candidate("http://a.example/,", "vsm")]))
      .split("\n");
    expect(head).toMatch(/^URI-R,URI-M,Memento-Datetime,Title,Language,Group,Score,terms,/u);
    expect(row).toMatch(
      /^"http:\/\/a.example\/,",.*,A page,en,vsm,0.5,,,,0.25,,vsm,http:\/\/parent/u,
    );
  });

  it("as a page on which no page's text becomes markup", () => {
    const hostile = candidate("http://a.example/", "vsm", `<script>alert("1")</script>\u202e`);
    const uriM = `javascript:alert(1)//">`;
    const page = candidateForms.html(crawlOf([hostile, { ...hostile, "URI-M": uriM }]));
    expect(page).not.toContain("<script");
    expect(page).not.toContain("javascript:");
    expect(page).not.toContain("\u202e");
    expect(page).toContain("&#60;script&#62;");
  });

  it("as a page with the harvest as a line and the tables of the paper", () => {
    const judged = withLabels(withSample(batch, 1), labels([[batch[0]!["URI-M"], 1]]));
    const page = candidateForms.html(crawlOf(judged));
    expect(page).toMatch(/<path d="M[\d.]+ [\d.]+L/u);
    expect(page).toContain("10 candidates of 30 pages (2 duplicates; 40 visited, 10 without");
    expect(page).toContain(`<td>vector space only<td class="n">10<td class="n">2<td class="n">1`);
    expect(page).toContain(`<td>all<td class="n">10<td class="n">10<td>1.00`);
  });

  it("as the sample that a person is to judge, which are then overrides", () => {
    const sample = candidateForms.sample(crawlOf(withSample(batch, 1)));
    const [head, ...rows] = sample.trimEnd().split("\n");
    expect(head).toMatch(/^URI-M\tlabel\t/u);
    expect(rows).toHaveLength(2);
    const filled = rows.map((row) => row.replace("\t\t", "\t1\t"));
    expect(parseOverrides([head, ...filled].join("\n"), "s.tsv").labels.size).toBe(2);
  });
});
