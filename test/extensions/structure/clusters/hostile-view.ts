import type { ClusterMember } from "../../../../src/extensions/structure/clusters/cluster-mementos.js";
import type { ClusterView } from "../../../../src/extensions/structure/clusters/picture.js";

/** Returns a view of clusters in which every text that can come from a page, an archive or a file is one of `texts`. */
export function hostileView(texts: readonly string[]): ClusterView {
  const members = texts.map((text, at): ClusterMember => ({
    uriM: at % 2 === 0 ? text : `http://archive.example/web/2013/${text}`,
    capture: { uriR: text, mementoDatetime: "2013-02-02T10:00:00Z", status: 200 },
    kind: text,
  }));
  const cluster = (own: readonly ClusterMember[]): ClusterView["clusters"][0] => ({
    ...{ members: own, medoid: own[0]!, cohesion: 0.5, tooLarge: own },
  });
  const clusters = [
    cluster(members),
    cluster(members.slice(1)),
    ...members.map((m) => cluster([m])),
  ];
  return {
    clusters,
    mementos: members.length,
    failed: texts.map((text) => ({ uriM: text, message: text })),
    gold: {
      ...{ labelled: 3, adjustedRandIndex: 0.5, purity: 0.5, mutualInformation: 0.5 },
      classes: texts.map((name) => ({ name, mementos: 3, together: 2, cluster: 1, clusters: 2 })),
    },
  };
}
