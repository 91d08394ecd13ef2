import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { FAST, runHttp } from "../../cli-http/run-http.js";
import { startArchiveServer, type ArchiveServer } from "../../support/archive-server/start.js";
import { temporaryFolder } from "../../support/run-bin.js";
import { asCaptured, ask, reviewData, reviewing } from "./reviewing.js";

let server: ArchiveServer;
beforeAll(async () => {
  server = await startArchiveServer();
});
afterAll(() => server.stop());

it("review -i dir= shows the pages that a run has fetched, without requests to the archive", async () => {
  const folder = temporaryFolder();
  const [work, results] = [join(folder, "work"), join(folder, "run.jsonl")];
  const input = `timemap=${server.origin}/web/timemap/link/http://seed1.example/`;
  const { output, rows } = await runHttp(["-i", input, ...FAST, "-d", work]);
  writeFileSync(results, output);
  await server.reset();
  const given = [results, "--decisions", join(folder, "decisions.tsv"), "-i", `dir=${work}`];
  const { status } = await reviewing(given, async ({ url }) => {
    const { archivedUrl = "" } = await reviewData(url);
    const shown = await Promise.all(
      rows.map((row) => ask(`${archivedUrl}?uri=${encodeURIComponent(String(row["URI-M"]))}`)),
    );
    expect(shown.map((answer) => answer.status)).toEqual(rows.map(() => 200));
    expect(shown.map(({ body }) => Buffer.byteLength(asCaptured(body)))).toEqual(
      rows.map((row) => row["content length"]),
    );
  });
  expect(status).toBe(0);
  expect(await server.log()).toEqual([]);
});
