import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync, gzipSync } from "node:zlib";
import { build, type BuildOptions, type Plugin } from "esbuild";
import { readStopList, stopListNames } from "../base/platform/data.js";
import type { PageAssets } from "../report/write-report.js";
import type { WebData } from "../web/platform/data.js";
import { changedFiles } from "./bundle-plugins.js";
import { noticesOf } from "./notices.js";

/**
 * Makes build/detect_off_topic.html, the page that needs no installation. The file contains the script and style of the
 * page. It also contains, compressed, the script of its worker and the data from the build.
 */
const root = join(import.meta.dirname, "..", "..");
const web = join(root, "src", "web");
const madeData = join(root, "dist", "data");

const commonOptions: BuildOptions = {
  write: false,
  bundle: true,
  minify: true,
  metafile: true,
  legalComments: "none",
  // Only the code for threads of Node uses `import.meta`. This code does not run in the page.
  logOverride: { "empty-import-meta": "silent" },
  absWorkingDir: root,
  format: "iife",
  target: ["chrome123", "firefox120", "safari17.5"],
};

/** Replaces src/base/platform with its implementation for browsers, and temporary files with blobs. */
const ofBrowsers: Plugin = {
  name: "of-browsers",
  setup(build) {
    build.onResolve(
      { filter: /platform\/(?:machine|codecs|files|data|threads)\.js$/ },
      ({ path }) => ({
        path: join(web, "platform", path.replace(/^.*\/(\w+)\.js$/u, "$1.ts")),
      }),
    );
    build.onResolve({ filter: /^node:(?:fs|os|path)$/ }, ({ path }) => ({
      path: join(web, "node", `${path.slice("node:".length)}.ts`),
    }));
    // Only the command creates working directories (-d).
    build.onResolve({ filter: /\/archives\/recorded-mementos\.js$/ }, () => ({
      path: join(web, "node", "recorded-mementos.ts"),
    }));
    // The page has no commands, which extensions load when they are needed.
    build.onResolve({ filter: /\.js$/ }, ({ kind, importer }) =>
      kind === "dynamic-import" && /extensions[\\/][^\\/]+[\\/]index\.ts$/u.test(importer)
        ? { path: "command", namespace: "absent" }
        : undefined,
    );
    // The page reads only HTML.
    build.onResolve({ filter: /\/(?:read-document|document-text)\.js$/ }, () => ({
      path: "pdf",
      namespace: "absent",
    }));
    // The page has no list of seeds, and fetches nothing.
    build.onResolve({ filter: /\/(?:crawls\/seeds|goldtest)\.js$/ }, ({ path }) => ({
      path: join(web, "node", path.replace(/^.*\/(\w+)\.js$/u, "$1.ts")),
    }));
    build.onResolve({ filter: /^@bokuweb\/zstd-wasm$/ }, ({ path }) => ({
      path,
      namespace: "zstd",
    }));
    build.onLoad({ filter: /.*/, namespace: "zstd" }, ({ path }) => ({
      contents: `export * as default from "./node_modules/${path}/dist/common/index.node.js";`,
      resolveDir: root,
    }));
    build.onResolve({ filter: /^csv-stringify\/sync$/ }, () => ({
      path: join(root, "node_modules/csv-stringify/dist/esm/sync.js"),
    }));
    // Packages that import modules of Node get empty modules, because the page does not use the parts that need Node.
    build.onResolve(
      { filter: /^(?:buffer|crypto|events|fs|fs\/promises|path|stream|util|zlib)$/ },
      ({ path }) =>
        path === "buffer" || path === "events"
          ? { path: join(root, "node_modules", path, path === "buffer" ? "index.js" : "events.js") }
          : { path, namespace: "absent" },
    );
    build.onLoad({ filter: /.*/, namespace: "absent" }, () => ({ contents: ABSENT }));
  },
};

/** The page does not use the streams of yauzl. */
const ABSENT = `
  class Absent {}
  module.exports = {
    Readable: Absent, Writable: Absent, Transform: Absent, PassThrough: Absent,
    inherits: (of, base) => Object.setPrototypeOf(of.prototype, base.prototype),
  };`;

async function scriptOf(name: string, options: BuildOptions): Promise<[string, string[]]> {
  const { outputFiles, metafile } = await build({
    ...commonOptions,
    ...options,
    entryPoints: [join(web, name)],
    outdir: root,
  });
  return [outputFiles![0]!.text.trim(), Object.keys(metafile!.inputs)];
}

const [workerScript, workerFiles] = await scriptOf("worker.ts", {
  inject: [join(web, "globals.ts")],
  define: { "process.platform": '"browser"', global: "globalThis", __dirname: '""' },
  loader: { ".wasm": "binary" },
  plugins: [changedFiles, ofBrowsers],
});
const [script] = await scriptOf("page.ts", {});
const [style] = await scriptOf("page.css", {});

function textOfFile(name: string): string {
  const bytes = readFileSync(join(madeData, name));
  if (name.endsWith(".br")) return brotliDecompressSync(bytes).toString("utf8");
  return bytes.toString(name.endsWith(".bin") ? "latin1" : "utf8");
}
const data: WebData = {
  made: Object.fromEntries(readdirSync(madeData).map((name) => [name, textOfFile(name)])),
  stopLists: Object.fromEntries(stopListNames().map((name) => [name, readStopList(name)])),
};
const report = JSON.parse(textOfFile("page-assets.json.br")) as PageAssets;

const hash = (of: string): string => `'sha256-${createHash("sha256").update(of).digest("base64")}'`;
/** The report is opened from this page, so the policy of this page applies in addition to the policy of the report. */
const aliasRules = [
  "default-src 'none'",
  "connect-src 'none'",
  `script-src ${hash(script)} ${hash(report.script)} 'wasm-unsafe-eval'`,
  `style-src ${hash(style)} ${hash(report.style)}`,
  "worker-src blob:",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");
const packedScript = (id: string, content: string): string =>
  `<script type="text/plain" id="${id}">${gzipSync(content, { level: 9 }).toString("base64")}</script>\n`;

const parts: Readonly<Record<string, string>> = {
  rules: aliasRules,
  style,
  script,
  packed: [
    packedScript("worker", workerScript),
    packedScript("data", JSON.stringify(data)),
    packedScript("licences", noticesOf(root, workerFiles).join(`\n${"-".repeat(72)}\n\n`)),
  ].join(""),
};
const pageBody = readFileSync(join(web, "page.html"), "utf8").replace(
  /\s*(?:\/\*|<!--) (style|script|packed) (?:\*\/|-->)\s*|(?<=content=")rules(?=")/gu,
  (_, name = "rules") => parts[String(name)]!,
);
writeFileSync(join(root, "build", "detect_off_topic.html"), pageBody);
