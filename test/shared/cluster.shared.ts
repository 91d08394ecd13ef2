import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { clusterMementos } from "../../src/extensions/structure/clusters/cluster-mementos.js";
import { toFourteenDigits } from "../../src/base/datetime.js";
import { sharedFolder } from "../support/shared.js";
import { long } from "../support/thorough.js";

const shared = sharedFolder();

/**
 * Expected counts for the files to cluster: mementos, clusters, and the minimum number of clusters that hold only error
 * pages.
 */
const {
  files,
  mementos: expectedMementos,
  clusters: expectedClusters,
  errorPages,
} = long(
  { files: ["DEV-2022*", "DEV-2023*"], mementos: 257, clusters: 91, errorPages: 5 },
  { files: ["*"], mementos: 646, clusters: 174, errorPages: 8 },
);

describe.skipIf(shared === undefined)("clusters of the labelled collection", () => {
  it("clusters error pages of one template from several seeds together, and never with other pages of the seeds", async () => {
    const folder = join(shared!, "bench/dev");
    const kinds = new Map(
      readFileSync(join(folder, "labels.tsv"), "utf8")
        .split("\n")
        .slice(1)
        .map((line) => line.split("\t"))
        .map(([id, date, uri, label, , kind]) => [`${date!} ${uri!}`, { id, label, kind }]),
    );
    const { clusters, mementos } = await clusterMementos({
      input: `warc=${files.map((name) => join(folder, `${name}.warc.gz`)).join(",")}`,
      workers: 0,
    });
    expect([mementos, clusters.length]).toEqual([expectedMementos, expectedClusters]);
    const described = clusters.map(({ members }) =>
      members.map(({ capture: { mementoDatetime, uriR } }) =>
        kinds.get(`${toFourteenDigits(mementoDatetime)} ${uriR}`),
      ),
    );
    const errors = described.filter(
      (members) =>
        new Set(members.map((member) => member?.id)).size > 1 &&
        members.every((member) => member?.label === "0"),
    );
    expect(errors.length).toBeGreaterThanOrEqual(errorPages);
    // A new owner's site is excepted, because it may be the site of another seed.
    const mixed = described.filter(
      (members) =>
        members.some((member) => member?.label === "0" && member.kind !== "new-owner") &&
        members.some((member) => member?.label === "1"),
    );
    expect(mixed).toEqual([]);
  });
});
