/**
 * Clusters generated pages. Templates have 40 to 1,200 elements. Pages of one template differ in the lengths of their
 * lists, in some classes, and in a few additional elements. The pages are the same in every run.
 *
 *     npm run build && node bench/cluster.mjs [PAGES=10000]
 */
import { clusterPages } from "../build/extensions/structure/clusters/cluster-pages.js";
import { CLUSTER_DEFAULTS } from "../build/extensions/structure/clusters/options.js";
import { parseElements } from "../build/page/html/element-tree.js";

const count = Number(process.argv[2] ?? 10_000);
const TEMPLATES = 80;
const random = randomFrom(20160616);

const templates = Array.from({ length: TEMPLATES }, (_, at) => makeTemplate(at));
const started = performance.now();
const pages = Array.from({ length: count }, (_, id) => {
  // A few templates are used by most of the pages, as on the web.
  const template = templates[Math.floor(TEMPLATES * random() ** 3)];
  const { tree, classes } = parseElements(makePage(template));
  return { id, tree, classes };
});
const parsed = performance.now();
const clusters = clusterPages(pages, CLUSTER_DEFAULTS);
const done = performance.now();

const elements = pages.reduce((sum, { tree }) => sum + tree.label.length, 0);
const different = new Set(pages.map(({ tree, classes }) => JSON.stringify([tree, classes]))).size;
console.log(
  `${count} pages (${different} different), ${Math.round(elements / count)} elements each on average`,
);
console.log(`parsed in ${seconds(started, parsed)} s, clustered in ${seconds(parsed, done)} s`);
console.log(
  `${clusters.length} clusters; the largest: ${clusters.slice(0, 8).map(({ members }) => members.length)}`,
);
console.log(`peak RSS ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`);

function makeTemplate(at) {
  const tags = ["div", "section", "p", "ul", "table", "article", "span", "h2", "nav", "form"];
  const parts = Array.from({ length: 3 + Math.floor(random() * 9) }, (_, part) => ({
    tag: tags[Math.floor(random() * tags.length)],
    name: `t${at}-p${part}`,
    items: 3 + Math.floor(40 * random() ** 2),
    inner: tags[Math.floor(random() * 3)],
    deep: 1 + Math.floor(random() * 3),
    varies: random() < 0.4,
  }));
  return { at, parts };
}

function makePage({ at, parts }) {
  const body = parts.map(({ tag, name, items, inner, deep, varies }) => {
    const length = varies ? Math.max(1, Math.round(items * (0.85 + 0.3 * random()))) : items;
    const item = (n) =>
      `<${inner} class="${name}-item ${name}-${n % 4}">${"<span>".repeat(deep)}x${"</span>".repeat(deep)}` +
      `${random() < 0.02 ? "<b>new</b>" : ""}</${inner}>`;
    const own = random() < 0.05 ? ` own-${Math.floor(random() * 1000)}` : "";
    return `<${tag} class="${name}${own}">${Array.from({ length }, (_, n) => item(n)).join("")}</${tag}>`;
  });
  return `<!doctype html><title>${at}</title><body class=t${at}>${body.join("")}`;
}

function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function seconds(from, to) {
  return ((to - from) / 1000).toFixed(1);
}
