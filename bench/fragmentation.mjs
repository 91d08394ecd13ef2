/**
 * Measures densitometric fragmentation against Vmax, as Levacher, Lawless and Wade (CIKM 2012) do in sections 4.2 and
 * 4.5: for each fusion the granularity ((blocks before - blocks after) / blocks before), comparisons, passes and time
 * per page.
 *
 *     npm run build && node bench/fragmentation.mjs FOLDER-OR-WARC... [--pages N]
 */
import { leafBlocks } from "../build/extensions/density/blocks.js";
import { FUSIONS } from "../build/extensions/density/settings.js";
import { fuseBlocks } from "../build/extensions/density/fusions.js";
import { readLeaves } from "../build/extensions/density/leaves.js";
import { readPages } from "./read-pages.mjs";

const { paths, most } = readArguments(process.argv.slice(2));
const VMAX = [0.1, 0.2, 0.3, 0.38, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];
const ROUNDS = 5;

const pages = [];
for await (const { page } of readPages(paths)) {
  const blocks = leafBlocks(readLeaves(page.html), 80);
  if (blocks.length > 1) pages.push(blocks);
  if (pages.length >= most) break;
}
const leaves = pages.reduce((sum, blocks) => sum + blocks.length, 0);
console.log(`${pages.length} pages of two leaves and more, ${leaves} leaves\n`);
console.log(
  "| fusion | Vmax | granularity % | deviation | comparisons/page | passes/page | µs/page |",
);
console.log("|---|---|---|---|---|---|---|");

const costs = new Map();
for (const fusion of FUSIONS) {
  for (const vmax of VMAX) {
    const row = measure(fusion, vmax);
    costs.set(`${fusion} ${vmax}`, row);
    const cells = [row.granularity, row.deviation, row.comparisons, row.passes, row.micros];
    console.log(`| ${fusion} | ${vmax} | ${cells.map((cell) => cell.toFixed(1)).join(" | ")} |`);
  }
}

console.log("\n| at Vmax 0.9, of what it is at 0.3 | comparisons | passes | time |");
console.log("|---|---|---|---|");
for (const fusion of FUSIONS) {
  const [low, high] = [costs.get(`${fusion} 0.3`), costs.get(`${fusion} 0.9`)];
  const ratios = ["comparisons", "passes", "micros"].map((cost) => high[cost] / low[cost]);
  console.log(`| ${fusion} | ${ratios.map((ratio) => ratio.toFixed(2)).join(" | ")} |`);
}
const [plain, greedy] = ["plain 0.9", "greedy 0.9"].map((key) => costs.get(key));
const saved = (cost) => (100 * (1 - greedy[cost] / plain[cost])).toFixed(0);
console.log(
  `\nGreedy fusion at Vmax 0.9 saves ${saved("comparisons")} % of plain fusion's comparisons and ${saved("micros")} % of its time.`,
);

function measure(fusion, vmax) {
  const granularities = [];
  let comparisons = 0;
  let passes = 0;
  for (const before of pages) {
    const { blocks, work } = fuseBlocks(before, fusion, vmax);
    granularities.push((100 * (before.length - blocks.length)) / before.length);
    comparisons += work.comparisons;
    passes += work.passes;
  }
  let micros = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now();
    for (const before of pages) fuseBlocks(before, fusion, vmax);
    micros = Math.min(micros, ((performance.now() - started) * 1000) / pages.length);
  }
  const granularity = mean(granularities);
  const deviation = Math.sqrt(mean(granularities.map((each) => (each - granularity) ** 2)));
  return {
    granularity,
    deviation,
    comparisons: comparisons / pages.length,
    passes: passes / pages.length,
    micros,
  };
}

function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function readArguments(given) {
  const at = given.indexOf("--pages");
  const most = at < 0 ? Infinity : Number(given[at + 1]);
  const paths = at < 0 ? given : given.toSpliced(at, 2);
  if (paths.length === 0 || !(most > 0)) {
    console.error("usage: node bench/fragmentation.mjs FOLDER-OR-WARC... [--pages N]");
    process.exit(2);
  }
  return { paths, most };
}
