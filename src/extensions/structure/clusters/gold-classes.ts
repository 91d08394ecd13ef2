import { parseDatetime } from "../../../base/datetime.js";
import { UsageError } from "../../../base/errors.js";
import { compareGroupings } from "../../../base/math/adjusted-rand-index.js";
import { groupBy } from "../../../base/math/group-by.js";
import { seedKey } from "../../../base/uri.js";
import { labelRows, readLabel } from "../../../write/decisions.js";
import { captureKey, insideUriM } from "../../../write/entry.js";
import type { ClusterMember } from "./cluster-mementos.js";
import type { PageCluster } from "./cluster-pages.js";

/** Classes that people assigned to pages, and their file. */
export interface Classes {
  readonly file: string;
  /** Classes by URI-M, by capture and by URI-R. */
  readonly names: ReadonlyMap<string, string>;
}

/**
 * Fields are separated by tabs. Lines have a URI-M, or a URI-R with or without a date, and the class in the column
 * `kind`, or else in `label`. Files without a header have the columns of gold data. Throws a `UsageError` if the file
 * has no classes.
 */
export function parseClasses(text: string, file: string): Classes {
  const names = new Map<string, string>();
  for (const { field, columns } of labelRows(text)) {
    const uri = field("uri");
    const name = field(columns.has("kind") ? "kind" : "label");
    if (uri === "" || name === "" || readLabel(name) === "unsure") continue;
    const { uriR, mementoDatetime } = insideUriM(uri) ?? {
      uriR: uri,
      mementoDatetime: parseDatetime(field("date")),
    };
    for (const key of [uri, captureKey({ uriR, mementoDatetime }) ?? seedKey(uri)]) {
      if (!names.has(key)) names.set(key, name);
    }
  }
  if (names.size > 0) return { file, names };
  throw new UsageError(
    `${file} has no labels. Give lines of a URI and a label, separated by a tab.`,
  );
}

/** Returns `undefined` if no row matches the memento. */
export const classOf = ({ names }: Classes, { uriM, capture }: ClusterMember): string | undefined =>
  names.get(uriM) ?? names.get(captureKey(capture) ?? "") ?? names.get(seedKey(capture.uriR));

/** Agreement between clusters and classes, with the figures of the paper's evaluation. */
export interface GoldFigures {
  readonly labelled: number;
  readonly adjustedRandIndex: number;
  readonly purity: number;
  readonly mutualInformation: number;
  /** Figures of each class, the largest class first. */
  readonly classes: readonly {
    readonly name: string;
    readonly mementos: number;
    /** Number of mementos of the class in the cluster with most of them, and the number of that cluster. */
    readonly together: number;
    readonly cluster: number;
    /** Number of clusters with any memento of the class. */
    readonly clusters: number;
  }[];
}

/** Throws a `UsageError` if no memento has a class. */
export function goldFigures(
  clusters: readonly PageCluster<ClusterMember>[],
  classes: Classes,
): GoldFigures {
  const pages = clusters.flatMap(({ members }, cluster) =>
    members.flatMap((member) => {
      const name = classOf(classes, member);
      return name === undefined ? [] : [{ cluster, name }];
    }),
  );
  if (pages.length === 0) {
    throw new UsageError(
      `no row of ${classes.file} names a memento of the input. Rows name a URI-M, or a URI-R with or without a date.`,
    );
  }
  const rows = [...groupBy(pages, ({ name }) => name)].map(([name, own]) => {
    const counts = [...groupBy(own, ({ cluster }) => cluster)];
    const [cluster, most] = counts.reduce((a, b) => (b[1].length > a[1].length ? b : a));
    return {
      ...{ name, mementos: own.length, together: most.length },
      ...{ cluster: cluster + 1, clusters: counts.length },
    };
  });
  return {
    labelled: pages.length,
    ...compareGroupings(
      pages.map(({ cluster }) => cluster),
      pages.map(({ name }) => name),
    ),
    classes: rows.sort((a, b) => b.mementos - a.mementos || (a.name < b.name ? -1 : 1)),
  };
}
