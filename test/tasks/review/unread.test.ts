import { afterAll, beforeAll, expect, it } from "vitest";
import type { IndexedArchive } from "../../support/indexed-archive.js";
import { runInside } from "../../support/run-inside.js";
import { chosenRun, SEED, startChosenArchive } from "./chosen-run.js";
import { ask, post, reviewData, reviewing } from "./reviewing.js";

let archive: IndexedArchive;
beforeAll(async () => {
  archive = await startChosenArchive();
});
afterAll(() => archive.close());

it("review fetches a capture that no run has read only when it is asked for and allowed, once", async () => {
  const { full, review, unread } = await chosenRun(archive);
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
