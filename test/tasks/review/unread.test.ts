import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { FAST } from "../../cli-http/run-http.js";
import {
  captures,
  type IndexedArchive,
  startIndexedArchive,
} from "../../support/indexed-archive.js";
import { rowsOf } from "../../support/rows.js";
import { runBin, temporaryFolder } from "../../support/run-bin.js";
import { runInside } from "../../support/run-inside.js";
import { ask, post, reviewData, reviewing } from "./reviewing.js";

const SEED = "http://a.example/";
let archive: IndexedArchive;
beforeAll(async () => {
  archive = await startIndexedArchive({ [SEED]: captures("GGGGGGGGLLLLLLGG") });
});
afterAll(() => archive.close());

/** Makes a run that has not read all captures. Returns the arguments of its review, and the URI-Ms of those captures. */
async function chosenRun(): Promise<{
  readonly full: readonly string[];
  readonly review: readonly string[];
  readonly unread: readonly string[];
}> {
  const folder = temporaryFolder();
  const [results, work] = [join(folder, "run.jsonl"), join(folder, "work")];
  const full = ["-i", `timemap=${archive.timeMap(SEED)}`, ...FAST, "-d", work, "-tm", "cosine"];
  const choice = ["--fetch", "changes", "--set", "fetch-check=0"];
  const { stdout } = await runInside([...full, ...choice, "-ot", "jsonl"]);
  writeFileSync(results, stdout);
  const unread = rowsOf<{ "URI-M": string; "inferred from"?: unknown }>(stdout)
    .filter((row) => row["inferred from"] !== undefined)
    .map((row) => row["URI-M"]);
  archive.asked.length = 0;
  const decisions = join(folder, "decisions.tsv");
  return { full, review: [results, "--decisions", decisions, "-i", `dir=${work}`], unread };
}

it("review fetches a capture that no run has read only when it is asked for and allowed, once", async () => {
  const { full, review, unread } = await chosenRun();
  const { status } = await reviewing([...review, "--set", "allow-fetch=true"], async ({ url }) => {
    const { archivedUrl = "", homeUrl, mayFetch } = await reviewData(url);
    expect(mayFetch).toBe(true);
    const [wanted = "", other = ""] = unread;
    const page = (uriM: string) => ask(`${archivedUrl}?uri=${encodeURIComponent(uriM)}`);
    expect((await page(wanted)).status).toBe(404);
    expect(archive.asked).toEqual([]);
    expect((await post(`${homeUrl}fetch`, wanted)).status).toBe(204);
    expect((await page(wanted)).body).toContain("The river festival of the old town");
    expect((await post(`${homeUrl}fetch`, wanted)).status).toBe(204);
    expect(archive.asked).toHaveLength(1);
    expect((await page(other)).status).toBe(404);

    const refused = await ask(`${homeUrl}fetch`, {
      ...{ method: "POST", body: other, headers: { origin: "http://evil.example" } },
    });
    expect(refused.status).toBe(403);
    const read = archive.uriM(SEED, 0);
    expect(await post(`${homeUrl}fetch`, read)).toMatchObject({ status: 502 });
    expect(await post(`${homeUrl}fetch`, "http://elsewhere.example/")).toMatchObject({
      status: 502,
    });
    expect(archive.asked).toHaveLength(1);
  });
  expect(status).toBe(0);
  // A later run has what the review fetched.
  expect((await runInside([...full, "-ot", "jsonl"])).status).toBe(0);
  expect(archive.asked).toHaveLength(unread.length);
});

it("review offers no fetching without --set allow-fetch=true, and asks for the working directory with it", async () => {
  const { review, unread } = await chosenRun();
  await reviewing(review, async ({ url }) => {
    const { homeUrl, mayFetch } = await reviewData(url);
    expect(mayFetch).toBe(false);
    expect((await post(`${homeUrl}fetch`, unread[0]!)).status).toBe(404);
  });
  const { status, stderr } = await runBin(["review", review[0]!, "--set", "allow-fetch=true"]);
  expect(status).toBe(2);
  expect(stderr).toMatch(/^detect_off_topic: --set allow-fetch=true [^\n]*-i dir=FOLDER\.\n$/u);
});
