import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { openFetcher } from "../../../src/read/http/fetcher.js";
import { long } from "../../support/thorough.js";
import { recordedUris, withDirectory } from "./support/directory.js";
import { answerOf, MEMENTO, startRawServer } from "./support/raw-server.js";

const COUNT = 120;
const CONCURRENCY = 4;
const SCRIPT = fileURLToPath(new URL("support/run-fetcher.mjs", import.meta.url));

/** Returns a different page for every URI; some are larger than one write. */
function pageOf(target: string): string {
  const seed = createHash("sha256").update(target).digest("hex");
  return `<html><title>${target}</title>${seed.repeat(target.endsWith("7") ? 3000 : 20)}</html>`;
}

it("records every memento once in a run that is killed several times, like a run without interruption", async () => {
  let untilKill = Number.POSITIVE_INFINITY;
  let kill = (): void => undefined;
  const server = await startRawServer((target) => {
    untilKill -= 1;
    if (untilKill === 0) kill();
    return answerOf("200 OK", pageOf(target), [MEMENTO]);
  });
  const run = async (directory: string, requests: number): Promise<number | null> => {
    const child = spawn(
      process.execPath,
      [SCRIPT, directory, server.origin, String(COUNT), "20000"],
      { stdio: "inherit" },
    );
    untilKill = requests;
    kill = () => child.kill("SIGKILL");
    const [status] = (await once(child, "exit")) as [number | null];
    return status;
  };
  try {
    await withDirectory(async (directory) => {
      // With prime numbers, the kills come at different points of writing.
      const kills = long([1, 13, 31], [1, 7, 13, 29, 31]);
      for (const requests of kills) expect(await run(directory, requests)).toBeNull();
      expect(await run(directory, Number.POSITIVE_INFINITY)).toBe(0);
      const wanted = Array.from(
        { length: COUNT },
        (_, number) => `${server.origin}/web/20170101000000id_/http://a.example/${number}`,
      );
      expect(await recordedUris(directory)).toEqual([...wanted].sort());
      // Only requests in flight at a kill are sent again.
      expect(server.seen.length).toBeLessThanOrEqual(COUNT + kills.length * CONCURRENCY);

      const sent = server.seen.length;
      expect(await run(directory, Number.POSITIVE_INFINITY)).toBe(0);
      expect(server.seen.length).toBe(sent);
      const input = { keyword: "timemap", sources: [`${server.origin}/timemap`] };
      const fetcher = await openFetcher({ record: { directory, input }, offline: true });
      for (const uri of wanted) {
        const outcome = await fetcher.fetch({ uri, requestClass: "playback" });
        if ("problem" in outcome) throw new Error(outcome.problem.message);
        const page = Buffer.from(outcome.value.body).toString();
        expect(page).toBe(pageOf(uri.slice(server.origin.length)));
      }
      await fetcher.close();
      const lines = (await readFile(join(directory, "index.cdxj"), "latin1")).trim().split("\n");
      expect(lines.length).toBe(COUNT);
      expect(lines).toEqual([...lines].sort());
    });
  } finally {
    await server.close();
  }
});
