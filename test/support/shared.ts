import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Path of the folder with the reference's own results, beside the repository; undefined where there is none. */
export function sharedFolder(): string | undefined {
  const folder = fileURLToPath(new URL("../../../shared", import.meta.url));
  if (existsSync(`${folder}/reference`)) return folder;
  process.stdout.write("The folder ../shared is absent: nothing is compared with the reference.\n");
  return undefined;
}
