/**
 * Compares a quality from 0 to 1, made of status, headers, title and length of a capture alone, with the grades of
 * EDGI's fixtures (edgi-govdata-archiving/web-monitoring-processing, tests/fixtures/snapshot_quality). The grade is the
 * end of a folder's name. The levels of the quality were set by hand, by reasons that stand beside them, but with the grades
 * in view: the correlation is no test on unseen data.
 *
 * node bench/snapshot-quality.mjs FOLDER     needs a build
 */
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { findSigns } from "../build/page/signs/find-signs.js";
import { tellingHeaders } from "../build/read/captures/answer-headers.js";
import { kindOfCapture } from "../build/score/evidence/capture-kind.js";
import { consequencesOf } from "../build/score/verdict/consequences.js";
import { pageKindOf } from "../build/score/evidence/page-kind.js";
import { reportedSignal } from "../build/score/evidence/kinds.js";

/** A page that is longer has a design of its own: it is the site's, whatever its status. */
const DESIGNED = 10_000;

const [folder] = process.argv.slice(2);
const rows = readdirSync(folder, { recursive: true })
  .filter((name) => name.endsWith(".json"))
  .sort()
  .map((name) => {
    const { data } = JSON.parse(readFileSync(join(folder, name), "utf8"));
    const grade = Number(/-([\d.]+)$/u.exec(dirname(name))[1]);
    return { name: `${dirname(name)}/${basename(name).slice(0, 8)}`, grade, ...judged(data) };
  });

/** Kind, fault and quality of a capture. */
function judged({ status, headers, title, content_length: length, url }) {
  // The text is not known: a tenth of the bytes is what pages usually have of it.
  const text = "word ".repeat(Math.min(1_000, Math.ceil((length ?? 0) / 50)));
  const source = {
    title: title ?? "",
    headings: [],
    text,
    html: "",
    pictures: 1,
    passwordFields: 0,
  };
  const found = pageKindOf(findSigns(source), status, reportedSignal);
  const capture = {
    ...{ uriR: url, status, contentType: headers["content-type"] },
    ...tellingHeaders(status, (name) => headers[name]),
  };
  const kind = kindOfCapture(capture, found);
  const { fault, effectiveStatus } = consequencesOf({ capture, pageKind: kind?.kind });
  return { status, kind: kind?.kind ?? "page", effectiveStatus, fault, quality: quality() };

  function quality() {
    // A wall or an edge server that names itself answered: nothing of the site is there.
    if (fault === "crawler blocked" && capture.headers !== undefined) return 0;
    if (length > DESIGNED) return 1;
    if (fault === "crawler blocked") return 0.25;
    // The site was like this, but not for long.
    if (fault === "server fault") return 0.5;
    // A site that says honestly that a page is gone was captured well.
    if (fault === "none" || fault === "page gone") return length < 100 ? 0.25 : 1;
    return 0.25;
  }
}

/** Ranks; equal values share the mean of their ranks. */
function ranks(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return values.map((value) => (sorted.indexOf(value) + sorted.lastIndexOf(value)) / 2);
}

function correlation(a, b) {
  const mean = (values) => values.reduce((sum, each) => sum + each, 0) / values.length;
  const [meanA, meanB] = [mean(a), mean(b)];
  const covariance = a.reduce((sum, each, at) => sum + (each - meanA) * (b[at] - meanB), 0);
  const spread = (values, of) => Math.sqrt(values.reduce((sum, each) => sum + (each - of) ** 2, 0));
  return covariance / (spread(a, meanA) * spread(b, meanB));
}

const grades = rows.map(({ grade }) => grade);
const qualities = rows.map(({ quality }) => quality);
const differing = rows.filter(({ grade, quality }) => Math.abs(grade - quality) > 0.25);
console.log(`captures: ${rows.length}`);
console.log(`rank correlation: ${correlation(ranks(grades), ranks(qualities)).toFixed(3)}`);
console.log(
  `same side of 0.5: ${rows.filter(({ grade, quality }) => grade < 0.5 === quality < 0.5).length}`,
);
console.table(differing.length === 0 ? rows : differing);
if (process.argv.includes("--all")) console.table(rows);
