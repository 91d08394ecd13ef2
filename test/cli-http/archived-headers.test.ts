import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startArchiveServer, type ArchiveServer } from "../support/archive-server/start.js";
import { temporaryFolder } from "../support/run-bin.js";
import { FAST, runHttp, type HttpRun } from "./run-http.js";

let server: ArchiveServer;
beforeAll(async () => {
  server = await startArchiveServer();
});
beforeEach(() => server.reset());
afterAll(() => server.stop());

const SEED = "http://seed1.example/";

/** Runs the TimeMap of the seed, whose fourth memento has these headers. Returns the row of that memento, and the run. */
async function fourth(
  headers: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Promise<{ readonly row: HttpRun["rows"][number]; readonly run: HttpRun }> {
  await server.trouble({ match: "/web/20100401000000id_/", do: "archived", status: 200, headers });
  const input = `timemap=${server.origin}/web/timemap/link/${SEED}`;
  const run = await runHttp(["-i", input, ...FAST, ...args]);
  expect(run.rows).toHaveLength(5);
  return { row: run.rows[3]!, run };
}

describe("headers that an archive repeats with the prefix X-Archive-Orig-", () => {
  it("a header that an archive repeats as X-Archive-Orig- decides the kind of its memento, also when the memento is read from the working directory", async () => {
    const directory = temporaryFolder();
    const { row } = await fourth({ "X-Archive-Orig-cf-mitigated": "challenge" }, ["-d", directory]);
    const expected = {
      "telling headers": ["cf-mitigated: challenge"],
      "page kind": "bot-check",
    };
    expect(row).toMatchObject(expected);

    const again = await runHttp(["-i", `dir=${directory}`]);
    expect(again.rows[3]).toMatchObject(expected);
  });
});
