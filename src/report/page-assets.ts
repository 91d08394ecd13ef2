import { readFileSync } from "node:fs";

/** Script and style of the page, as the build made them from src/report/browser. */
export interface PageAssets {
  readonly script: string;
  readonly style: string;
}

/** Reads them; throws where there is no build. */
export function readAssets(): PageAssets {
  // From src/ as from build/ the way leads to dist/.
  const file = new URL("../../dist/data/page-assets.json", import.meta.url);
  return JSON.parse(readFileSync(file, "utf8")) as PageAssets;
}
