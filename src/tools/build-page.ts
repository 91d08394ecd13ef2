import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

/**
 * Makes dist/report/page-assets.json, the script and the style of the report's page, from src/report/browser: one file
 * holds all that a report needs, so nothing is fetched when it is read.
 */
const root = join(import.meta.dirname, "..", "..");
const browser = join(root, "src", "report", "browser");

/** Packages whose code goes into the page, with their licences. */
const INLINED = ["d3-array", "d3-time", "internmap"];

const licences = INLINED.map(
  (name) => `${name}\n${readFileSync(join(root, "node_modules", name, "LICENSE"), "utf8").trim()}`,
);

const { outputFiles } = await build({
  entryPoints: [join(browser, "main.ts"), join(browser, "report.css")],
  outdir: join(root, "dist", "report"),
  write: false,
  bundle: true,
  minify: true,
  format: "iife",
  charset: "ascii",
  target: ["chrome111", "firefox113", "safari16.4"],
  banner: { js: `/*!\n${licences.join("\n\n")}\n*/` },
});
const text = (extension: string): string => {
  const file = outputFiles.find(({ path }) => path.endsWith(extension));
  if (file === undefined) throw new Error(`the bundle has no ${extension}`);
  return file.text.trim();
};
mkdirSync(join(root, "dist", "report"), { recursive: true });
writeFileSync(
  join(root, "dist", "report", "page-assets.json"),
  JSON.stringify({ script: text(".js"), style: text(".css") }),
);
