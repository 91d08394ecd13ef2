import { describe, expect, it } from "vitest";
import { features } from "../../../src/page/features/index.js";
import "../../support/all-extensions.js";

/** For each feature: values that it may return, and values that it never returns. */
const values: Readonly<
  Record<string, { readonly good: readonly unknown[]; readonly bad: readonly unknown[] }>
> = {
  "byte-count": { good: [0, 12], bad: ["12", -1, 0.5, null, Number.POSITIVE_INFINITY, [12]] },
  "text-length": { good: [0, 12], bad: ["12", -1, 0.5, null] },
  "char-ngrams": {
    good: [[], [1, 2, 4294967295]],
    bad: [
      null,
      [2, 1],
      [1, 1],
      ["1"],
      [-1],
      [4294967296],
      Array.from({ length: 257 }, (_, i) => i),
    ],
  },
  "canonical-link": { good: ["", "http://a.example/"], bad: [null, 5, ["/a"]] },
  "class-sketch": { good: [[], [0, 7]], bad: [{}, [7, 0], [0.5], [null]] },
  "self-description": {
    good: [
      { words: "", hosts: [], paths: 0 },
      { words: "", hosts: [], paths: 3, address: "/a", shell: { kind: "frames", target: "b" } },
    ],
    bad: [
      null,
      { words: "", hosts: [] },
      { words: 1, hosts: [], paths: 0 },
      { words: "", hosts: [1], paths: 0 },
      { words: "", hosts: [], paths: -1 },
      { words: "", hosts: [], paths: 0, address: 1 },
      { words: "", hosts: [], paths: 0, shell: { kind: "frames" } },
      { words: "", hosts: [], paths: 0, shell: { kind: "tent", target: "b" } },
    ],
  },
  "css-classes": { good: [null, [], ["menu"]], bad: ["menu", [1], {}] },
  "dom-tree": {
    good: [
      { labels: [], label: [], size: [] },
      { labels: ["html", "p"], label: [1, 1, 0], size: [1, 1, 3] },
      { labels: ["html", "p"], label: [1, 1, 0], size: [1, 2, 3] },
    ],
    bad: [
      null,
      { labels: ["html"], label: [0], size: [] },
      { labels: ["html"], label: [1], size: [1] },
      { labels: ["html"], label: [0, 0], size: [1, 3] },
      { labels: ["html"], label: [0, 0], size: [1, 1] },
      { labels: ["html"], label: [0, 0, 0], size: [1, 2, 2] },
      { labels: ["html"], label: [0, 0], size: [0, 2] },
      { labels: ["html"], label: ["0"], size: [1] },
      { labels: [5], label: [0], size: [1] },
    ],
  },
  excerpt: { good: ["", "Festival"], bad: [null, 5] },
  "language-evidence": {
    good: [
      { language: "en", letters: 40, candidates: [["en", 0.5]] },
      { language: "und", letters: 0, candidates: [], sample: "Harbour" },
    ],
    bad: [
      null,
      { language: "en", letters: -1, candidates: [] },
      { language: "en", letters: 4, candidates: [["en", "0.5"]] },
      { language: "en", letters: 4, candidates: [["en"]] },
      { language: 5, letters: 4, candidates: [] },
      { language: "en", letters: 4, candidates: {} },
    ],
  },
  identity: { good: [[], ["Harbour Museum"]], bad: [null, [1], "Harbour Museum", { tokens: [] }] },
  "language-sample": { good: ["en"], bad: [null, ["en"]] },
  "raw-simhash": {
    good: ["0", "18446744073709551615"],
    bad: [0, "18446744073709551616", "-1", "12e3", "", "1".repeat(5000)],
  },
  signs: {
    good: [[], [{ kind: "error", strength: 1, marks: ["title: not found"] }]],
    bad: [
      null,
      [null],
      [{ kind: "error", strength: "1", marks: [] }],
      [{ kind: "error", strength: 2, marks: [] }],
      [{ kind: "error", strength: 1, marks: [5] }],
    ],
  },
  outlinks: {
    good: [{ title: "", base: "", links: ["/a"] }],
    bad: [{ title: "", base: "", links: [1] }, { title: "", links: [] }, null],
  },
  "simhash-js": { good: [0, -2147483648], bad: ["0", null, 0.5, 1e20] },
  "site-links": {
    good: [{ paths: ["/a"], externalShare: 0.5 }],
    bad: [{ paths: "/a", externalShare: 0.5 }, { paths: [], externalShare: 7 }, null],
  },
  spamsum: { good: ["3::", "48:ab/+:c"], bad: ["", "3:", "3:?:", 3, `3:${"a".repeat(65)}:`] },
  terms: {
    good: [
      { terms: [], counts: [] },
      { terms: ["lantern"], counts: [3] },
    ],
    bad: [
      null,
      { terms: ["lantern"], counts: [] },
      { terms: ["lantern"], counts: ["3"] },
      { terms: ["lantern"], counts: [-3] },
      { terms: ["lantern"], counts: [0] },
      { terms: ["lantern"], counts: [null] },
      { terms: ["lantern"], counts: [Number.POSITIVE_INFINITY] },
      { terms: [3], counts: [3] },
      { terms: "lantern", counts: [1, 1, 1, 1, 1, 1, 1] },
    ],
  },
  "text-simhash": {
    good: ["0", "18446744073709551615"],
    bad: [0, "18446744073709551616", "-1", ""],
  },
  "title-terms": { good: [[], ["home"]], bad: ["home", [1], null] },
  "token-sequence": { good: [[], ["home"]], bad: ["home", [1], null] },
  "topic-words": {
    good: [{ words: ["", "horn"], widths: [0, 4] }],
    bad: [
      { words: ["horn"], widths: [] },
      { words: ["horn"], widths: [-4] },
      { words: [4], widths: [4] },
      null,
    ],
  },
};

describe.each(features)("values of $keyword", (feature) => {
  const { good, bad } = values[feature.keyword]!;

  it.each(good.map((value) => [value]))("accepts %j as a value of the feature", (value) =>
    expect(feature.isValue?.(value)).toBe(true),
  );

  it.each(bad.map((value) => [value]))("rejects %j as a value of the feature", (value) =>
    expect(feature.isValue?.(value)).toBe(false),
  );
});
