import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { clusterMementos } from "../../../../src/extensions/structure/clusters/cluster-mementos.js";
import { temporaryFolder } from "../../../support/run-bin.js";
import { pageRecord } from "../../../support/warc-builder.js";

it("stops comparing pages after the signal is aborted, and reports no further progress", async () => {
  const file = join(temporaryFolder(), "lists.warc");
  const lists = Array.from({ length: 5 }, (_, at) =>
    pageRecord(`${at}`, {}, `<ul class="c">${"<li>x".repeat(20 + at)}</ul>`),
  );
  writeFileSync(file, Buffer.concat(lists));
  const stopped = new AbortController();
  const shown: string[] = [];
  const clustering = clusterMementos({
    input: `warc=${file}`,
    workers: 0,
    signal: stopped.signal,
    onProgress: ({ phase, scored, mementos }) => {
      if (phase !== "scoring") return;
      shown.push(`${scored} of ${mementos}`);
      stopped.abort(new Error("stopped"));
    },
  });
  await expect(clustering).rejects.toThrow("stopped");
  expect(shown).toHaveLength(1);
});
