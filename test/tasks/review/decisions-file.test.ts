import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { DecisionsFile } from "../../../src/tasks/review/decisions-file.js";
import { formatDecisions } from "../../../src/write/decisions.js";
import { temporaryFolder } from "../../support/run-bin.js";

it("writes again what another program has removed, with the next decision and with the same one", async () => {
  const path = join(temporaryFolder(), "decisions.tsv");
  const file = await DecisionsFile.open(path);
  const at = "2026-01-01T00:00:00Z";
  const of = (uriM: string): string => formatDecisions([{ uriM, label: "off-topic", at }]);
  await file.save(of("http://a.example/1"));
  rmSync(path);
  await file.save(of("http://a.example/2"));
  const both = readFileSync(path, "utf8");
  expect(both).toContain("http://a.example/1\t0");
  expect(both).toContain("http://a.example/2\t0");
  rmSync(path);
  await file.save(of("http://a.example/2"));
  expect(readFileSync(path, "utf8")).toBe(both);
  await file.close();
});
