import { urlOf } from "../../../base/uri.js";
import { groupBy } from "../../../base/math/group-by.js";
import { counted, printableStart } from "../../../base/text.js";
import { contentSecurityPolicy } from "../../../report/write-report.js";
import { escapeXml, pageStyle } from "../../../write/formats/markup.js";
import { replayedAt } from "../../../write/writing.js";
import type { Clustering, ClusterMember } from "./cluster-mementos.js";
import type { PageCluster } from "./cluster-pages.js";
import type { Classes, GoldFigures } from "./gold-classes.js";
import { type Drawn, MOST_CLUSTERS, packedClusters } from "./packing.js";
import { groupOf, pageGroups, type VerdictsOfMembers } from "./page-groups.js";

export interface ClusterView extends Clustering {
  readonly classes?: Classes;
  readonly gold?: GoldFigures;
  readonly verdicts?: VerdictsOfMembers;
  /** Prefix of the links to captures from files. */
  readonly replay?: string;
}

type MementoCluster = PageCluster<ClusterMember>;

/** Returns the number of seeds, the first date and the last date of a cluster. */
export function clusterFacts({ members }: PageCluster<ClusterMember>): {
  readonly seeds: number;
  readonly first: string;
  readonly last: string;
} {
  const dates = members.map(({ capture }) => capture.mementoDatetime.slice(0, 10)).sort();
  const seeds = new Set(members.map(({ capture }) => capture.uriR)).size;
  return { seeds, first: dates[0]!, last: dates.at(-1)! };
}

const MOST_ROWS_OF_SEEDS = 20;

/**
 * Returns the clusters as an HTML file. Like the report it loads nothing, and text of pages cannot become markup. The
 * pictures are static; the only script shows tooltips.
 */
export function clusterPicture(view: ClusterView): string {
  const { clusters, mementos, failed, verdicts, replay, gold } = view;
  const style = `${pageStyle()}\n${STYLE}`;
  const groups = pageGroups(
    clusters.flatMap((cluster) => cluster.members),
    verdicts,
  );
  const drawn: Drawn = {
    groupOf: (member) => groupOf(member, verdicts),
    href: (member) => hrefOf(member, replay),
    link: (place) =>
      `href="#${rowId(place)}" aria-label="${tip(clusterTip(clusters[place]!, place, verdicts))}"`,
    pages: (members) => {
      const group = groups.get(groupOf(members[0]!, verdicts))!;
      const [only, ...more] = members;
      const name = more.length > 0 ? counted(members.length, "memento") : memberName(only!);
      return `class="page ${group.style}" data-tip="${tip([group.name, name])}"`;
    },
  };
  // Groups without a colour of their own share an entry of the legend.
  const legend = [...groupBy(groups.values(), (group) => group.style)].map(([of, own]) => {
    const names = own.map((group) => `${shownUri(group.name)} <small>${group.mementos}</small>`);
    return `<li><svg viewBox="0 0 10 10" aria-hidden="true"><circle cx="5" cy="5" r="4.5" class="page ${of}"/></svg> ${names.join(", ")}</li>`;
  });
  const rows = clusters
    .slice(0, MOST_CLUSTERS)
    .map((cluster, place) => clusterRow(cluster, place, view));
  const left =
    rows.length < clusters.length
      ? `<p>The largest ${rows.length} are shown; -ot csv has all.</p>`
      : "";
  const errors = failed.map(({ uriM, message }) => `<li>${shownUri(`${uriM}: ${message}`)}</li>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy({ script: SCRIPT, style })}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Clusters of pages</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Clusters of pages</h1>
<p>Pages that are alike in structure and style. A disc is a page, the circle around it is its cluster. A circle links to its row in the table.</p>
<ul class="figures"><li><strong>${mementos}</strong> <small>mementos</small></li><li><strong>${clusters.length}</strong> <small>clusters</small></li></ul>
${left}<ul class="legend">${legend.join("\n")}</ul>
<p><a href="#table">Past the picture, to the table</a></p>
<div class="beside">
${packedClusters(clusters, "Picture", drawn)}
<div id="table" tabindex="-1">${clusterTable("Clusters", CLUSTER_HEADS, rows)}</div>
</div>
${gold === undefined ? "" : goldTable(gold)}
${errors.length === 0 ? "" : `<h2>Not read</h2>\n<ul>${errors.join("\n")}</ul>`}
</main>
<div class="tooltip" hidden></div>
<script>${SCRIPT}</script>
</body>
</html>
`;
}

const CLUSTER_HEADS = [
  ...["cluster", "mementos", "seeds", "first", "last", "cohesion"],
  ...["verdicts and kinds", "medoid"],
];

function clusterRow(cluster: MementoCluster, place: number, view: ClusterView): string {
  const { members, medoid, cohesion } = cluster;
  const { first, last } = clusterFacts(cluster);
  const seeds = [...new Set(members.map(({ capture }) => capture.uriR))];
  const names = seeds.slice(0, MOST_ROWS_OF_SEEDS).map((seed) => `<li>${shownUri(seed)}</li>`);
  const more =
    seeds.length > MOST_ROWS_OF_SEEDS
      ? `<li>and ${seeds.length - MOST_ROWS_OF_SEEDS} more</li>`
      : "";
  const cells = [
    `<th scope="row" class="number">${place + 1}</th>`,
    numberCell(members.length),
    `<td><details><summary>${seeds.length}</summary><ul>${names.join("")}${more}</ul></details></td>`,
    `<td class="date">${escapeXml(first)}</td>`,
    `<td class="date">${escapeXml(last)}</td>`,
    numberCell(cohesion.toFixed(3)),
    `<td>${shownUri(groupTexts(cluster, view.verdicts).join(", "))}</td>`,
    `<td>${memberLink(medoid, view.replay)}</td>`,
  ];
  return `<tr id="${rowId(place)}" tabindex="-1">${cells.join("")}</tr>`;
}

const rowId = (place: number): string => `cluster-${place + 1}`;

/** Returns the groups of a cluster's pages with their counts, the largest first. */
function groupTexts(
  { members }: MementoCluster,
  verdicts: VerdictsOfMembers | undefined,
): string[] {
  const counts = [...groupBy(members, (member) => groupOf(member, verdicts))];
  counts.sort((a, b) => b[1].length - a[1].length || (a[0] < b[0] ? -1 : 1));
  return counts.map(([name, own]) => `${name} ${own.length}`);
}

function clusterTip(
  cluster: MementoCluster,
  place: number,
  verdicts: VerdictsOfMembers | undefined,
): string[] {
  const { seeds, first, last } = clusterFacts(cluster);
  return [
    `Cluster ${place + 1}: ${counted(cluster.members.length, "memento")} of ${counted(seeds, "seed")}`,
    `${first} to ${last}, cohesion ${cluster.cohesion.toFixed(3)}`,
    ...groupTexts(cluster, verdicts).slice(0, 5),
    `medoid ${memberName(cluster.medoid)}`,
  ];
}

function goldTable({ labelled, classes, ...figures }: GoldFigures): string {
  const { adjustedRandIndex, purity, mutualInformation } = figures;
  const rows = classes.map(
    ({ name, mementos, together, cluster, clusters }) =>
      `<tr><th scope="row">${shownUri(name)}</th>${[mementos, together, cluster, clusters].map(numberCell).join("")}</tr>`,
  );
  return `<h2>Agreement with labels</h2>
<p>${counted(labelled, "labelled memento")}: adjusted Rand index ${adjustedRandIndex.toFixed(3)}, purity ${purity.toFixed(3)}, normalised mutual information ${mutualInformation.toFixed(3)}</p>
${clusterTable("Where the pages of each label are", ["label", "mementos", "most in one cluster", "in cluster", "clusters"], rows)}`;
}

/** Columns of numbers, which are aligned right. */
const OF_NUMBERS = new Set([
  ...["cluster", "mementos", "cohesion"],
  ...["most in one cluster", "in cluster", "clusters"],
]);

function clusterTable(caption: string, heads: readonly string[], rows: readonly string[]): string {
  const cells = heads.map((head) => {
    const kind = OF_NUMBERS.has(head) ? ' class="number"' : "";
    return `<th scope="col"${kind}>${head}</th>`;
  });
  return `<div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table><caption class="unseen">${caption}</caption>
<thead><tr>${cells.join("")}</tr></thead>
<tbody>
${rows.join("\n")}
</tbody></table></div>`;
}

const numberCell = (value: number | string): string => `<td class="number">${value}</td>`;

const memberName = ({ uriM, capture }: ClusterMember): string =>
  `${capture.mementoDatetime.slice(0, 10)} ${capture.uriR === "" ? uriM : capture.uriR}`;

function memberLink(member: ClusterMember, replay: string | undefined): string {
  const address = hrefOf(member, replay);
  const name = shownUri(memberName(member));
  return address === undefined
    ? name
    : `<a href="${address}" target="_blank" rel="noopener noreferrer">${name}</a>`;
}

/**
 * Returns `undefined` for an address other than http or https, because others such as `javascript:` can run scripts.
 */
function hrefOf(member: ClusterMember, replay: string | undefined): string | undefined {
  const uri = replayedAt(replay, member) ?? member.uriM;
  const url = /^https?:\/\//iu.test(uri) ? urlOf(uri) : undefined;
  return url && escapeXml(url.href);
}

const MOST_TITLE_CHARACTERS = 200;

const shownUri = (text: string): string => escapeXml(printableStart(text, MOST_TITLE_CHARACTERS));

const tip = (lines: readonly string[]): string => lines.map(shownUri).join("&#10;");

const STYLE = `main{max-width:1700px}
.beside>svg{display:block;width:100%;max-width:900px;margin:var(--space-3) auto;forced-color-adjust:none}
@media(min-width:1300px){.beside{display:grid;grid-template-columns:minmax(0,5fr) minmax(0,6fr);gap:var(--space-6);align-items:start}}
svg text{fill:var(--ink);stroke:var(--page);stroke-width:4px;paint-order:stroke;text-anchor:middle;font-weight:600;pointer-events:none}
.cluster{fill:var(--card);stroke:var(--soft)}
a:hover .cluster,a:focus-visible .cluster{stroke:var(--link);stroke-width:4px}
svg a:focus-visible{outline:none}
.page{fill:var(--none);stroke:var(--ink);stroke-width:.4px}
.page.on{fill:var(--on)}.page.off{fill:var(--off)}.page.unsure{fill:var(--page)}.page.other{fill:var(--soft)}
.page.k0{fill:#e69f00}.page.k1{fill:#cc79a7}.page.k2{fill:#009e73}.page.k3{fill:#f0e442}.page.k4{fill:#8c6d1f}.page.k5{fill:#7b5ea7}
.legend{display:flex;flex-wrap:wrap;gap:var(--space-2) var(--space-5);list-style:none;padding:0}.legend svg{width:.9em;height:.9em}
h3{margin-top:var(--space-6)}.scroll{position:relative}.beside table{width:100%}li{overflow-wrap:anywhere}td:nth-child(n+7){min-width:10rem}tr:target{background:var(--mark)}
td ul{margin:0;padding-inline-start:var(--space-5)}td{overflow-wrap:anywhere}.date,summary{white-space:nowrap}.tooltip{white-space:pre-line}`;

/** Shows the tooltip of the element that is under the pointer or has the focus. */
const SCRIPT = `"use strict";
const box = document.querySelector(".tooltip");
const hide = () => { box.hidden = true; };
const show = ({ target }) => {
  const link = target.closest("a[aria-label]");
  const text = target.dataset.tip ?? link?.getAttribute("aria-label");
  if (!text) return hide();
  box.textContent = text;
  box.hidden = false;
  const { left, top, bottom } = target.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  const under = bottom + 8 + height > innerHeight ? Math.max(8, top - height - 8) : bottom + 8;
  box.style.left = Math.max(8, Math.min(left, innerWidth - width - 8)) + "px";
  box.style.top = under + "px";
};
for (const type of ["pointerover", "focusin"]) document.addEventListener(type, show);
document.addEventListener("focusout", hide);
document.addEventListener("keydown", ({ key }) => { if (key === "Escape") hide(); });`;
