import { groupBy } from "../../../base/math/group-by.js";
import { hierarchy, pack } from "d3-hierarchy";
import type { ClusterMember } from "./cluster-mementos.js";
import type { PageCluster } from "./cluster-pages.js";

export interface Drawn {
  /** Returns the attributes of a circle of pages, including its class for the colour. */
  readonly pages: (members: readonly ClusterMember[]) => string;
  readonly href: (member: ClusterMember) => string | undefined;
  /** If there are too many pages, pages of the same group in a cluster share a circle. */
  readonly groupOf: (member: ClusterMember) => string;
  /** Returns the attributes of the link to the row of a cluster. */
  readonly link: (place: number) => string;
}

const SIZE = 1000;
/** The largest clusters are shown. */
export const MOST_CLUSTERS = 1000;
/** With more pages, pages of the same group in a cluster share a circle. */
const MOST_CIRCLES = 4000;

interface Node {
  readonly place?: number;
  readonly members?: readonly ClusterMember[];
  readonly children?: readonly Node[];
}

/**
 * Returns a packed circle chart of clusters and their pages as SVG (figures 4 to 6 of the paper). The same clusters
 * give the same bytes.
 */
export function packedClusters(
  clusters: readonly PageCluster<ClusterMember>[],
  label: string,
  { pages, href, groupOf, link }: Drawn,
): string {
  const count = clusters.reduce((sum, { members }) => sum + members.length, 0);
  const nodes = clusters.slice(0, MOST_CLUSTERS).map(({ members }, place): Node => {
    const shown =
      count > MOST_CIRCLES
        ? [...groupBy(members, groupOf).values()]
        : members.map((member) => [member]);
    return { place, children: shown.map((own) => ({ members: own })) };
  });
  const root = hierarchy<Node>({ children: nodes }).sum(({ members }) => members?.length ?? 0);
  const layout = pack<Node>()
    .size([SIZE, SIZE])
    .padding((node) => (node.depth === 0 ? 5 : 1));
  const marks = (layout(root).children ?? []).map(({ x, y, r, data, children = [] }) => {
    const inner = children.map((leaf) => {
      const members = leaf.data.members!;
      const circle = `<circle ${at(leaf.x, leaf.y, leaf.r)} ${pages(members)}/>`;
      const address = members.length === 1 ? href(members[0]!) : undefined;
      return address === undefined
        ? circle
        : `<a href="${address}" target="_blank" rel="noopener noreferrer" tabindex="-1">${circle}</a>`;
    });
    const number = data.place! + 1;
    const name =
      r < 16
        ? ""
        : `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" dy="0.35em" font-size="${Math.min(40, r / 2).toFixed(0)}">${number}</text>`;
    return (
      `<a ${link(data.place!)}><circle ${at(x, y, r)} class="cluster"/></a>` +
      `<g aria-hidden="true">${inner.join("")}${name}</g>`
    );
  });
  return `<svg viewBox="0 0 ${SIZE} ${SIZE}" role="group" aria-label="${label}">\n${marks.join("\n")}\n</svg>`;
}

const at = (x: number, y: number, r: number): string =>
  `cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${r.toFixed(1)}"`;
