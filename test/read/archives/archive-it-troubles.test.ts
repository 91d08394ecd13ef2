import { describe, expect, it } from "vitest";
import { findSeeds } from "../../../src/read/archives/archive-it.js";
import type { FetchedResponse, Fetcher } from "../../../src/read/types.js";

/** Answers requests by the beginning of their path. */
function fetcherOf(
  answers: Readonly<Record<string, Pick<FetchedResponse, "status"> & Partial<FetchedResponse>>>,
): Fetcher {
  return {
    fetch({ uri }) {
      const { pathname } = new URL(uri);
      const [, answer] = Object.entries(answers).find(([start]) => pathname.startsWith(start))!;
      const plain = { headers: [], body: new Uint8Array(), fetchedAt: "2024-01-01T00:00:00Z" };
      return Promise.resolve({ value: { ...plain, uri, ...answer } });
    },
  };
}

const json = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));
const EMPTY =
  '<div class="entity-meta"><h1>Lamps</h1></div><div id="all-search-results"><h2>no public content</h2></div>';

describe("the seeds of an Archive-It collection", () => {
  it.each([401, 500])(
    "are unavailable with the reason if the partner API answers %s, and not said to be none",
    async (status) => {
      const found = await findSeeds(
        "7",
        fetcherOf({
          "/api/collection": {
            status: 200,
            body: json([{ id: 7, name: "Lamps", publicly_visible: true }]),
          },
          "/api/seed": { status },
          "/collections/7": { status: 200, body: Buffer.from(EMPTY) },
        }),
      );
      expect(found).toMatchObject({
        problem: {
          message: expect.stringMatching(
            new RegExp(`^the seeds of .* are unavailable: .*answered ${status}`, "u"),
          ) as string,
        },
      });
    },
  );

  it("counts those that the partner API gives without a URL", async () => {
    const results = [{ id: 1, url: "http://a.example/" }, { id: 2 }, null];
    const pages = { status: 404 };
    const answers = {
      "/api/seed": { status: 200, body: json({ results }) },
      "/collections": pages,
    };
    const warnings = ["2 seeds of the list without a URL: not read"];
    expect(await findSeeds("7", fetcherOf(answers))).toMatchObject({ value: { warnings } });
    results.shift();
    answers["/api/seed"].body = json({ results });
    const message = expect.stringContaining("without a URL: not read; ") as string;
    expect(await findSeeds("7", fetcherOf(answers))).toMatchObject({ problem: { message } });
  });
});
