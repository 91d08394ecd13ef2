import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Path of the folder with the reference's own results, beside the repository; undefined where there is none. */
export function sharedFolder(): string | undefined {
  const folder = fileURLToPath(new URL("../../../shared", import.meta.url));
  if (existsSync(`${folder}/reference`)) return folder;
  process.stdout.write("The folder ../shared is absent: nothing is compared with the reference.\n");
  return undefined;
}

/** Results of the reference for given input, and whether those for real pages are among them. */
export interface Golden<Cases> {
  readonly golden: Cases;
  readonly whole: boolean;
}

/**
 * What the reference computed of input that was made by hand, from `fixtures/reference`. In the project `shared` also what
 * it computed of real pages, where ../shared is there.
 */
export function goldenOf<Cases>(name: string): Golden<Cases> {
  const folder = process.env["REFERENCE"] === "whole" ? sharedFolder() : undefined;
  const path =
    folder === undefined
      ? fileURLToPath(new URL(`../../fixtures/reference/${name}.json`, import.meta.url))
      : `${folder}/reference/golden/${name}.json`;
  return { golden: JSON.parse(readFileSync(path, "utf8")) as Cases, whole: folder !== undefined };
}
