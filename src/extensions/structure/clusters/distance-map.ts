import { symmetricEigen } from "../../../base/math/eigen.js";
import { treeEditDistanceBound } from "../tree/tree-edit-distance.js";
import { packTree } from "../dom-tree.js";
import { styleSimilarity } from "../style.js";
import type { ClusterMember } from "./pages-of-records.js";
import type { KindPage, PageCluster } from "./cluster-pages.js";
import type { ClusterSettings } from "./options.js";

/** The largest clusters are shown. */
export const MOST_MAPPED = 60;

/**
 * Returns the distances between pages, 0 to 1, which are the complement of the weighted similarity of style and
 * structure. For structure it uses the lower bound from sizes and labels, which is cheap to compute and distinguishes
 * templates.
 */
export function pageDistances(
  pages: readonly KindPage[],
  { structureWeight }: Pick<ClusterSettings, "structureWeight">,
): Float64Array[] {
  const trees = pages.map(({ tree }) => packTree(tree));
  const distances = pages.map(() => new Float64Array(pages.length));
  for (let one = 0; one < pages.length; one++) {
    for (let other = 0; other < one; other++) {
      const nodes = trees[one]!.label.length + trees[other]!.label.length;
      const structure = treeEditDistanceBound(trees[one]!, trees[other]!) / nodes;
      const style = styleSimilarity(pages[one]!.classes, pages[other]!.classes);
      const distance =
        style === undefined
          ? structure
          : structureWeight * structure + (1 - structureWeight) * (1 - style);
      distances[one]![other] = distance;
      distances[other]![one] = distance;
    }
  }
  return distances;
}

/**
 * Returns positions in the plane whose distances are as close as possible to the given ones, by classical scaling
 * (Torgerson 1952).
 */
export function placesByDistance(distances: readonly Float64Array[]): {
  readonly places: readonly (readonly [x: number, y: number])[];
  /** Share of the sum of positive eigenvalues that the plane represents, 0 to 1. */
  readonly share: number;
} {
  const count = distances.length;
  const squares = distances.map((row) => row.map((distance) => (distance * distance) / -2));
  const means = squares.map((row) => row.reduce((sum, square) => sum + square, 0) / count);
  const mean = means.reduce((sum, each) => sum + each, 0) / count;
  const { values, vectors } = symmetricEigen(
    squares.map((row, at) =>
      row.map((square, other) => square - means[at]! - means[other]! + mean),
    ),
  );
  const axes = [0, 1].map((axis) => {
    const length = Math.sqrt(Math.max(0, values[axis] ?? 0));
    const vector = Array.from(vectors[axis] ?? means, (value) => value * length);
    // An eigenvector has no sign. The first position off the middle is made positive, so that the same pages give the
    // same map.
    const first = vector.find((value) => Math.abs(value) > 1e-9) ?? 1;
    return vector.map((value) => (length > 1e-9 ? value * Math.sign(first) : 0));
  });
  const all = values.reduce((sum, value) => sum + Math.max(0, value), 0);
  const shown = Math.max(0, values[0] ?? 0) + Math.max(0, values[1] ?? 0);
  return {
    places: distances.map((_, at) => [axes[0]![at]!, axes[1]![at]!]),
    share: all === 0 ? 1 : shown / all,
  };
}

const [WIDTH, HEIGHT, MARGIN, LARGEST] = [1000, 620, 60, 50];
/** Radius below which the number is drawn beside a disc, because it would cover the disc. */
const SMALL = 14;

/** Returns a map of clusters as SVG, on which similar clusters are near each other. */
export function distanceMap(
  clusters: readonly PageCluster<ClusterMember>[],
  places: readonly (readonly [x: number, y: number])[],
  label: string,
  link: (place: number) => string,
  styleOf: (cluster: PageCluster<ClusterMember>) => string,
): string {
  const [xs, ys] = [0, 1].map((axis) => places.map((place) => place[axis]!));
  const scale = (values: readonly number[], size: number): ((value: number) => number) => {
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const wide = high - low < 1e-9 ? 1 : high - low;
    const from = high - low < 1e-9 ? size / 2 : MARGIN;
    return (value) => from + ((value - low) / wide) * (size - 2 * MARGIN);
  };
  const [x, y] = [scale(xs!, WIDTH), scale(ys!, HEIGHT)];
  const most = clusters[0]?.members.length ?? 1;
  const discs = places.map(([across, up], at) => {
    const { members } = clusters[at]!;
    const r = Math.max(8, LARGEST * Math.sqrt(members.length / most));
    const where = `cx="${x(across).toFixed(1)}" cy="${y(up).toFixed(1)}"`;
    const beside = r < SMALL ? r + 3 : 0;
    const name = `<text ${beside > 0 ? 'class="outside" ' : ""}x="${(x(across) + beside).toFixed(1)}" y="${y(up).toFixed(1)}" dy="0.35em" font-size="${Math.max(12, Math.min(30, r / 2)).toFixed(0)}" aria-hidden="true">${at + 1}</text>`;
    return `<a ${link(at)}><circle ${where} r="${r.toFixed(1)}" class="cluster page ${styleOf(clusters[at]!)}" fill-opacity="0.6"/></a>${name}`;
  });
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="group" aria-label="${label}">\n${discs.join("\n")}\n</svg>`;
}
