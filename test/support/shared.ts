import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * Returns the path of the folder ../shared, which has results of the reference (OTMT 1.0.5). Returns undefined if the
 * folder does not exist.
 */
export function sharedFolder(): string | undefined {
  const folder = fileURLToPath(new URL("../../../shared", import.meta.url));
  if (existsSync(`${folder}/reference`)) return folder;
  process.stdout.write("The folder ../shared is absent: nothing is compared with the reference.\n");
  return undefined;
}

/** Results of the reference for given input. `whole` is true if they include results for real pages. */
interface Golden<Cases> {
  readonly golden: Cases;
  readonly whole: boolean;
}

/**
 * Returns the results of the reference for handmade input, from `fixtures/reference`. In the test project `shared`,
 * also returns the results for real pages if ../shared exists.
 */
export function goldenOf<Cases>(name: string): Golden<Cases> {
  const folder = process.env["REFERENCE"] === "whole" ? sharedFolder() : undefined;
  const path =
    folder === undefined
      ? fileURLToPath(new URL(`../../fixtures/reference/${name}.json`, import.meta.url))
      : `${folder}/reference/golden/${name}.json`;
  return { golden: JSON.parse(readFileSync(path, "utf8")) as Cases, whole: folder !== undefined };
}
