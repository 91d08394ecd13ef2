import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { clusterMementos } from "../../src/cluster/cluster-mementos.js";
import { temporaryFolder } from "../support/run-bin.js";
import { pageRecord } from "../support/warc-builder.js";

it("pages without any element are clustered by their structure", async () => {
  const file = join(temporaryFolder(), "empty.warc");
  writeFileSync(
    file,
    Buffer.concat([
      pageRecord("a", {}, "x"),
      pageRecord("b", {}, "y"),
      pageRecord("c", {}, `<ul class="c"><li><li><li></ul>`),
    ]),
  );
  const { clusters, failed } = await clusterMementos({ input: `warc=${file}`, workers: 0 });
  expect(failed).toEqual([]);
  expect(clusters.map(({ members }) => members.length)).toEqual([2, 1]);
});
