import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * Returns the path of the folder ../shared with results of the reference (OTMT 1.0.5), or undefined if it is absent.
 */
export function sharedFolder(): string | undefined {
  const folder = fileURLToPath(new URL("../../../shared", import.meta.url));
  if (existsSync(`${folder}/reference`)) return folder;
  process.stdout.write("The folder ../shared is absent: nothing is compared with the reference.\n");
  return undefined;
}

/** Results of the reference for given input. `whole` is true if results for real pages are among them. */
export interface Golden<Cases> {
  readonly golden: Cases;
  readonly whole: boolean;
}

/**
 * Returns the results of the reference for input made by hand, from `fixtures/reference`. In the test project `shared`,
 * returns those for real pages as well, if ../shared is present.
 */
export function goldenOf<Cases>(name: string): Golden<Cases> {
  const folder = process.env["REFERENCE"] === "whole" ? sharedFolder() : undefined;
  const path =
    folder === undefined
      ? fileURLToPath(new URL(`../../fixtures/reference/${name}.json`, import.meta.url))
      : `${folder}/reference/golden/${name}.json`;
  return { golden: JSON.parse(readFileSync(path, "utf8")) as Cases, whole: folder !== undefined };
}
