import { UsageError } from "../../base/errors.js";
import { parseDatetime } from "../../base/datetime.js";
import { surt } from "../../base/uri.js";
import { compareGroupings } from "../../base/math/adjusted-rand-index.js";
import { groupBy } from "../../base/math/group-by.js";
import { captureKey, insideUriM } from "../../write/entry.js";
import { labelRows, readLabel } from "../../write/decisions.js";
import type { ClusterMember } from "./cluster-mementos.js";
import type { PageCluster } from "./cluster-pages.js";

/** What people call pages, and which file says so. */
export interface Classes {
  readonly file: string;
  /** The class of a URI-M, of a capture, of a URI-R, by what names it. */
  readonly names: ReadonlyMap<string, string>;
}

/**
 * Reads classes of pages: tab-separated with a URI-M, or a URI-R with or without a date, and the class in the column
 * `kind`, else `label`; of rows without a header as gold data has them. Throws a `UsageError` for a file without any.
 */
export function parseClasses(text: string, file: string): Classes {
  const names = new Map<string, string>();
  for (const { field, columns } of labelRows(text)) {
    const uri = field("uri");
    const name = field(columns.places.has("kind") ? "kind" : "label");
    if (uri === "" || name === "" || readLabel(name) === "unsure") continue;
    const { uriR, mementoDatetime } = insideUriM(uri) ?? {
      uriR: uri,
      mementoDatetime: parseDatetime(field("date")),
    };
    for (const key of [uri, captureKey({ uriR, mementoDatetime }) ?? surt(uri)]) {
      if (!names.has(key)) names.set(key, name);
    }
  }
  if (names.size > 0) return { file, names };
  throw new UsageError(
    `${file} has no labels. Give lines of a URI and a label, separated by a tab.`,
  );
}

/** The class of a memento; undefined where no row names it. */
export const classOf = ({ names }: Classes, { uriM, capture }: ClusterMember): string | undefined =>
  names.get(uriM) ?? names.get(captureKey(capture) ?? "") ?? names.get(surt(capture.uriR));

/** How well clusters agree with classes, as the paper's evaluation tells it. */
export interface GoldFigures {
  /** Mementos with a class. */
  readonly labelled: number;
  readonly adjustedRandIndex: number;
  readonly purity: number;
  readonly mutualInformation: number;
  /** The largest class first. */
  readonly classes: readonly {
    readonly name: string;
    readonly mementos: number;
    /** How many of them are in the cluster that has most of them, and its number. */
    readonly together: number;
    readonly cluster: number;
    /** Clusters that have any. */
    readonly clusters: number;
  }[];
}

/** Compares clusters with classes. Throws a `UsageError` where no memento has one. */
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
