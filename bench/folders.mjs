import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";

/**
 * Prints how many folders src has, each extension being one, how many arrows are between them (a folder imports another),
 * and the circles of folders and of files that load one another, also with `import()`. Imports of types load nothing.
 *
 * Run `node bench/folders.mjs`; `--edges` also lists the arrows and the members of circles.
 */
const root = join(import.meta.dirname, "..", "src");
const showsEdges = process.argv.includes("--edges");
const files = readdirSync(root, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
  .map((entry) => relative(root, join(entry.parentPath, entry.name)))
  .sort();
const folderOf = (file) => /^(?:extensions\/[^/]+(?=\/)|[^/]+)/u.exec(file)[0];

const IMPORT = /(?:^(import|export) (type )?[^;]*?from |^import |import\()"(\.[^"]+)"/gmu;

/** Imports between files: importing file, imported file, and whether it is loaded. */
const imports = files.flatMap((file) =>
  [...readFileSync(join(root, file), "utf8").matchAll(IMPORT)].map(([, , type, path]) => {
    const target = normalize(join(dirname(file), path)).replace(/\.js$/u, ".ts");
    return { file, target, isLoaded: type === undefined };
  }),
);

/** Nodes by the nodes to which an arrow leads. */
function graphOf(pairs) {
  const graph = new Map();
  for (const [from, to] of pairs)
    if (from !== to) graph.set(from, (graph.get(from) ?? new Set()).add(to));
  return graph;
}

/** Sets of nodes that reach one another (Tarjan). */
function circlesIn(graph) {
  const [order, low, stack, found] = [new Map(), new Map(), [], []];
  const visit = (node) => {
    order.set(node, order.size);
    low.set(node, order.get(node));
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) low.set(node, Math.min(low.get(node), low.get(next)));
    }
    if (low.get(node) !== order.get(node)) return;
    const circle = stack.splice(stack.indexOf(node));
    if (circle.length > 1) found.push(circle);
  };
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return found;
}

const arrows = graphOf(imports.map(({ file, target }) => [folderOf(file), folderOf(target)]));
const count = [...arrows.values()].reduce((sum, { size }) => sum + size, 0);
console.log(`${new Set(files.map(folderOf)).size} folders with ${count} arrows`);
const loaded = imports.filter(({ isLoaded }) => isLoaded);
for (const [what, nameOf] of [
  ["folders", folderOf],
  ["files", (file) => file],
]) {
  const found = circlesIn(graphOf(loaded.map((each) => [nameOf(each.file), nameOf(each.target)])));
  console.log(`circles of ${what}: ${found.map(({ length }) => length).join(", ") || "none"}`);
  if (showsEdges) for (const circle of found) console.log(`  ${circle.join(" ")}`);
}
if (showsEdges) for (const [from, to] of arrows) console.log(`${from} -> ${[...to].join(" ")}`);
