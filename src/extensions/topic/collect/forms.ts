import { wilsonInterval } from "../../../base/math/binomial.js";
import { counted, printable } from "../../../base/text.js";
import { formatDecisions } from "../../../write/decisions.js";
import {
  csvHead,
  csvTable,
  type OutputForms,
  type TableColumn,
} from "../../../write/formats/forms.js";
import { escapeXml, htmlPage, svgStart } from "../../../write/formats/markup.js";
import { topicMeasures } from "../profile/document.js";
import {
  type PageCandidate,
  type PageCandidates,
  type CrawlFigures,
  formatCandidates,
  groupFigures,
  type GroupFigures,
} from "./candidates.js";

/** `sample` writes the candidates that a person should judge. */
export const candidateForms = ["jsonl", "csv", "html", "sample"] as const;

export type CandidateForm = (typeof candidateForms)[number];

const COLUMNS: readonly TableColumn<PageCandidate>[] = [
  { name: "URI-R", type: "uri", value: (each) => each["URI-R"] },
  { name: "URI-M", type: "uri", value: (each) => each["URI-M"] },
  { name: "Memento-Datetime", value: (each) => each["memento-datetime"] },
  { name: "Title", value: ({ title }) => title },
  { name: "Language", value: ({ language }) => language },
  { name: "Group", value: ({ group }) => group },
  { name: "Score", value: ({ score }) => score },
  ...topicMeasures.map((name) => ({
    name,
    value: ({ measures }: PageCandidate) => measures[name],
  })),
  { name: "Recognised By", value: (each) => each["recognised by"].join(" ") },
  { name: "Parents", type: "uri", value: ({ parents }) => parents.join(" ") },
  { name: "Visit", value: ({ visit }) => visit },
  { name: "Sample", value: ({ sample }) => (sample === undefined ? "" : "yes") },
  { name: "Label", value: ({ label }) => label },
  {
    name: "Accepted",
    value: ({ accepted }) => (accepted === undefined ? "" : accepted ? "yes" : "no"),
  },
];

const candidatesCsv = ({ candidates }: PageCandidates): string =>
  csvHead(COLUMNS) + csvTable(COLUMNS, candidates);

export const candidateFormatters: OutputForms<CandidateForm, PageCandidates> = {
  jsonl: formatCandidates,
  csv: candidatesCsv,
  html: candidatesAsHtml,
  sample: ({ candidates }) =>
    formatDecisions(
      candidates
        .filter(({ sample, label }) => sample !== undefined || label !== undefined)
        .map((each) => ({
          uriM: each["URI-M"],
          date: each["memento-datetime"],
          label: each.label,
          drawn: each.sample,
          note: each.title === "" ? undefined : printable(each.title),
        })),
    ),
};

const NAMES: Readonly<Record<GroupFigures["group"], string>> = {
  undoubted: "undoubted: two metrics or more",
  words: "terms and collocations only",
  vsm: "vector space only",
  passage: "passage only",
  directory: "directory only",
  all: "all",
};
/** Maximum number of rows, because browsers become slow with longer tables. */
const MOST_ROWS = 5_000;

const STYLE =
  "svg{display:block;max-width:100%;height:auto;margin:var(--space-5) 0}table{margin:var(--space-5) 0}" +
  "svg text{fill:var(--ink)}.grid{stroke:var(--line)}td{overflow-wrap:anywhere}";

/**
 * Returns the candidates as a page without scripts: a line chart of the harvest, the tables of the paper, and each
 * candidate.
 */
function candidatesAsHtml({ figures, candidates, unread }: PageCandidates): string {
  const byGroup = groupFigures(candidates);
  const [undoubted] = byGroup;
  const all = byGroup.at(-1)!;
  const shown = candidates.slice(0, MOST_ROWS);
  const parts = [
    `<main>`,
    `<h1>Candidates</h1><p>${escapeXml(summaryOf({ figures, candidates, unread }))}</p>`,
    `<h2>Harvest</h2>`,
    `<p>The share of the pages that are recognised, of all so far (blue) and of the latest tenth (grey).</p>`,
    harvestChart(figures),
    `<h2>Groups</h2>`,
    `<p>How candidates were recognised. A person judges the sample; what is off-topic in it is in the last column.</p>`,
    candidateTable(
      ["recognised by", "candidates", "sample", "judged", "off-topic"],
      byGroup.map((each) => [
        NAMES[each.group],
        ...[each.candidates, each.sample, each.judged, each.offTopic],
      ]),
    ),
    ...(all.judged === 0
      ? [`<p>Nothing is judged yet (docs/collect.md).</p>`]
      : [
          `<h2>Precision</h2>`,
          candidateTable(
            ["candidates", "judged", "on-topic", "precision", "95 % interval"],
            [precisionRow("undoubted", undoubted!), precisionRow("all", all)],
          ),
          `<h2>Collection</h2>`,
          candidateTable(
            ["candidates", "found", "accepted", "share"],
            [["all", all.candidates, all.accepted, (all.accepted / all.candidates).toFixed(2)]],
          ),
        ]),
    `<h2>Pages</h2>`,
    ...(shown.length < candidates.length
      ? [`<p>The best ${shown.length}; the other forms have all.</p>`]
      : []),
    `<table><tr><th>score<th>page<th>recognised by<th>measures<th>parents<th>sample</tr>`,
    ...shown.map(candidateRow),
    `</table>`,
    ...(unread.length === 0
      ? []
      : [
          `<h2>Without a page</h2>`,
          candidateTable(
            ["page", "why"],
            unread
              .slice(0, MOST_ROWS)
              .map((each) => [printable(each["URI-R"]), printable(each.problem)]),
          ),
        ]),
    `</main>`,
  ];
  return htmlPage({ title: "Candidates", style: STYLE, hasLinks: true, body: parts.join("\n") });
}

export function summaryOf({ figures, candidates }: PageCandidates): string {
  const { visited, evaluated, failed, duplicates, waiting } = figures;
  return (
    `${counted(candidates.length, "candidate")} of ${counted(evaluated, "page")}` +
    ` (${counted(duplicates, "duplicate")}; ${visited} visited, ${failed} without a page, ${waiting} waiting).`
  );
}

function precisionRow(name: string, { judged, offTopic }: GroupFigures): (string | number)[] {
  const { low, high } = wilsonInterval(judged - offTopic, judged);
  const interval = judged === 0 ? "" : `${low.toFixed(2)} to ${high.toFixed(2)}`;
  const precision = judged === 0 ? "" : ((judged - offTopic) / judged).toFixed(2);
  return [name, judged, judged - offTopic, precision, interval];
}

const candidateTable = (
  heads: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string =>
  `<table><tr>${heads.map((head) => `<th>${head}`).join("")}</tr>\n` +
  rows.map((row) => `<tr>${row.map(cell).join("")}</tr>\n`).join("") +
  `</table>`;

const cell = (value: string | number): string =>
  typeof value === "number" ? `<td class="number">${value}` : `<td>${escapeXml(value)}`;

const textInHtml = (text: string): string => escapeXml(printable(text));

function candidateRow(candidate: PageCandidate): string {
  const { "URI-R": uriR, "URI-M": uriM, title, score, measures, parents, group } = candidate;
  const name = textInHtml(title === "" ? uriR : title);
  const link = /^https?:/iu.test(uriM) ? `<a href="${escapeXml(uriM)}">${name}</a>` : name;
  const scores = Object.entries(measures).map(([measure, value]) => `${measure} ${String(value)}`);
  const [first = "", ...more] = parents;
  const rest = more.length === 0 ? "" : ` and ${more.length} more`;
  const mark = candidate.label ?? (candidate.sample !== undefined ? "to judge" : "");
  return (
    `<tr>${cell(score)}<td>${link}<br><small>${textInHtml(uriR)} ${escapeXml(candidate["memento-datetime"].slice(0, 10))}</small>` +
    `<td>${group}<td><small>${escapeXml(scores.join(", "))}</small><td><small>${textInHtml(first)}${rest}</small><td>${mark}</tr>`
  );
}

const [WIDTH, HEIGHT, LEFT, TOP, BOTTOM] = [720, 300, 50, 12, 44];
const SHARE_TICKS = [0, 0.2, 0.4, 0.6, 0.8, 1];
/** Share of the crawl over which the second line is computed. */
const WINDOW = 0.1;

function harvestChart({ evaluated, harvest: { every, recognised } }: CrawlFigures): string {
  const most = Math.max(1, evaluated);
  const x = (pages: number): string => (LEFT + (pages / most) * (WIDTH - LEFT - 12)).toFixed(1);
  const y = (share: number): string => (TOP + (1 - share) * (HEIGHT - TOP - BOTTOM)).toFixed(1);
  const pagesAt = (at: number): number => Math.min(evaluated, (at + 1) * every);
  const back = Math.max(1, Math.round(WINDOW * recognised.length));
  const soFar = recognised.map((count, at) => [pagesAt(at), count / pagesAt(at)] as const);
  const latest = recognised.flatMap((count, at) => {
    if (at < back) return [];
    const pages = pagesAt(at) - pagesAt(at - back);
    return [[pagesAt(at), (count - recognised[at - back]!) / pages] as const];
  });
  const line = (points: readonly (readonly [number, number])[], stroke: string): string =>
    points.length === 0
      ? ""
      : `<path d="M${points.map(([pages, share]) => `${x(pages)} ${y(share)}`).join("L")}" stroke="${stroke}" stroke-width="2" fill="none"/>`;
  return [
    svgStart([WIDTH, HEIGHT], { label: "Harvest rate by pages evaluated" }),
    `<g class="grid">${SHARE_TICKS.map((share) => `<path d="M${LEFT} ${y(share)}H${WIDTH - 12}"/>`).join("")}</g>`,
    `<g text-anchor="end">${SHARE_TICKS.map((share) => `<text x="${LEFT - 8}" y="${y(share)}" dy="4">${share.toFixed(1)}</text>`).join("")}</g>`,
    `<g text-anchor="middle">${[0, 0.25, 0.5, 0.75, 1].map((part) => `<text x="${x(part * most)}" y="${HEIGHT - BOTTOM + 18}">${Math.round(part * most)}</text>`).join("")}`,
    `<text x="${(LEFT + WIDTH) / 2}" y="${HEIGHT - 6}">pages evaluated</text></g>`,
    line(latest, "var(--none)"),
    line(soFar, "var(--on)"),
    `</svg>`,
  ].join("\n");
}
