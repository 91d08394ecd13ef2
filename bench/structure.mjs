import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";

/**
 * Prints the size and the walls of the source: lines of the core and of each extension, mean length of a line, share of
 * comments, imports of extensions beyond their folder and the entries for extensions, and how many imports of the
 * rest of the core lead into each feature that may become an extension.
 *
 * Run `node bench/structure.mjs`; `--edges` also lists these imports, and `--names` the
 * top-level names that several files declare.
 */
const root = join(import.meta.dirname, "..", "src");
const showsEdges = process.argv.includes("--edges");

/** Features that may become extensions, by the files that they own. */
const CANDIDATES = {
  density: /^(?:page\/density\/|page\/boilerplate\/density|tasks\/fragments\/)/u,
};

const files = readdirSync(root, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(?:ts|tsx|css)$/u.test(entry.name))
  .map((entry) => relative(root, join(entry.parentPath, entry.name)))
  .sort();
const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), "utf8")]));
const partOf = (file) => /^extensions\/([^/]+)\//u.exec(file)?.[1] ?? "core";

const parts = new Map();
for (const [file, text] of texts) {
  const lines = text.trimEnd().split("\n");
  const part = parts.get(partOf(file)) ?? { files: 0, lines: 0, comments: 0, letters: 0 };
  part.files += 1;
  part.lines += lines.length;
  part.comments += lines.filter((line) => /^\s*(?:\/\/|\/?\*)/u.test(line)).length;
  part.letters += lines.reduce((sum, line) => sum + line.length, 0);
  parts.set(partOf(file), part);
}
const all = [...parts.values()].reduce((sum, part) =>
  Object.fromEntries(Object.keys(part).map((name) => [name, sum[name] + part[name]])),
);
for (const [name, part] of [["all", all], ...parts]) {
  const share = ((100 * part.comments) / part.lines).toFixed(1);
  const mean = (part.letters / part.lines).toFixed(1);
  console.log(
    `${name}: ${part.lines} lines in ${part.files} files, ${share} % comments, mean length ${mean}`,
  );
}
const found = (word) => [...texts.values()].filter((text) => text.includes(word)).length;
console.log(
  `files with CommandName: ${found("CommandName")}, "of: [": ${found("of: [")}, known(: ${found("known(")}`,
);

/** Top-level names by the files that declare them. */
const homes = new Map();
for (const [file, text] of texts) {
  const declared = text.matchAll(
    /^(?:export )?(?:async )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gmu,
  );
  for (const [, name] of declared) homes.set(name, (homes.get(name) ?? new Set()).add(file));
}
const several = [...homes].filter(([, files]) => files.size > 1);
console.log(`top-level names: ${homes.size}, with several homes: ${several.length}`);
if (process.argv.includes("--names")) {
  for (const [name, files] of several.sort(([, a], [, b]) => b.size - a.size)) {
    console.log(`  ${name}: ${[...files].join(" ")}`);
  }
}

/** Imports between files of src: importing and imported file. */
const imports = [...texts].flatMap(([file, text]) =>
  [...text.matchAll(/(?:from|import\()\s*"(\.[^"]+)"/gu)].map(([, path]) => {
    const target = normalize(join(dirname(file), path)).replace(/\.js$/u, ".ts");
    return [file, target];
  }),
);
const beyond = imports.filter(
  ([from, to]) =>
    partOf(from) !== "core" &&
    partOf(to) !== partOf(from) &&
    !/^extend(?:-settings|-definitions|-results)?\.ts$/u.test(to),
);
console.log(
  `imports of extensions beyond their folder and the entries for extensions: ${beyond.length}`,
);
const into = imports.filter(
  ([from, to]) =>
    partOf(from) === "core" && partOf(to) !== "core" && dirname(from) !== "extensions",
);
console.log(`imports of the core into extensions, besides the generated lists: ${into.length}`);
if (showsEdges) for (const [from, to] of [...beyond, ...into]) console.log(`  ${from} -> ${to}`);
for (const [name, own] of Object.entries(CANDIDATES)) {
  const edges = imports.filter(([from, to]) => own.test(to) && !own.test(from));
  console.log(`imports of the rest into ${name}: ${edges.length}`);
  if (showsEdges) for (const [from, to] of edges) console.log(`  ${from} -> ${to}`);
}
