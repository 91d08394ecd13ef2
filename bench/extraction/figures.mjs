/**
 * Draws the pictures of bench/notes/density.md as SVG and prints their tables: the leaves of a page with their
 * densities and fragments, and figures 1 and 2 of Levacher, Lawless and Wade (CIKM 2012) from substitute data.
 *
 *     node bench/extraction/figures.mjs page PAGE.html FIGURE.svg
 *     node bench/extraction/figures.mjs kinds DATA FIGURE.svg [--pages N]
 *     node bench/extraction/figures.mjs languages FIGURE.svg en=FOLDER de=FOLDER ... [--pages N]
 *
 * Figure 1 compares plain fusion with fragments marked by people, by kind of pages. The 250 marked pages of the paper
 * are lost. Here a gold fragment is a run of leaves that are all in the text that people extracted (prepare.mjs), or
 * all not in it.
 *
 * Figure 2 compares plain fusion of one page in two languages. The manuals of the paper are not public. Here they are
 * replaced by LibreOffice's help from Debian: apt-get download libreoffice-help-en-us libreoffice-help-de
 * libreoffice-help-fr libreoffice-help-es. Two pages correspond if they have the same name and the same number of
 * leaves.
 */
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { compareGroupings } from "../../build/base/math/adjusted-rand-index.js";
import { leafBlocks } from "../../build/extensions/density/blocks.js";
import { fuseBlocks } from "../../build/extensions/density/fusions.js";
import { fragmentPage } from "../../build/extensions/density/fragments.js";
import { DENSITY_DEFAULTS } from "../../build/extensions/density/options.js";
import { readLeaves } from "../../build/extensions/density/leaves.js";

const VMAX = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { pages: { type: "string", default: "100" } },
});
const most = Number(values.pages);
const [which, ...rest] = positionals;

if (which === "page" && rest.length === 2) {
  const [page, figure] = rest;
  await writeFile(figure, drawPage(await readFile(page, "utf8")));
} else if (which === "kinds" && rest.length === 2) {
  const [data, figure] = rest;
  await show("Plain fusion against fragments of people", figure, await byKind(data));
} else if (which === "languages" && rest.length > 2) {
  const [figure, ...folders] = rest;
  await show("Plain fusion of one page in two languages", figure, await byLanguages(folders));
} else {
  console.error(
    "usage: figures.mjs page PAGE.html FIGURE.svg | kinds DATA FIGURE.svg | languages FIGURE.svg en=FOLDER de=FOLDER ...",
  );
  process.exit(2);
}

async function byKind(data) {
  const curves = [];
  for (const set of (await readdir(data)).toSorted()) {
    const files = (await readdir(path.join(data, set))).filter((file) => file.endsWith(".html"));
    const agreements = [];
    for (const file of some(files.toSorted(), most)) {
      const gold = trigrams(
        await readFile(path.join(data, set, file.replace(/html$/u, "gold.txt")), "utf8"),
      );
      const leaves = await leavesOf(path.join(data, set, file));
      const runs = [];
      let before;
      for (const { text } of leaves) {
        const own = trigrams(text);
        const isIn = own.filter((each) => gold.includes(each)).length * 2 > own.length;
        runs.push((runs.at(-1) ?? 0) + (before === undefined || isIn === before ? 0 : 1));
        before = isIn;
      }
      if (runs.at(-1) > 0)
        agreements.push(VMAX.map((vmax) => agree(fragmentsOf(leaves, vmax), runs)));
    }
    curves.push({ name: set, pages: agreements.length, values: means(agreements) });
  }
  return curves;
}

async function byLanguages(given) {
  const folders = given.map((each) => each.split("="));
  const curves = [];
  for (const [at, [one, from]] of folders.entries()) {
    for (const [other, to] of folders.slice(at + 1)) {
      const names = (await readdir(from, { recursive: true })).filter((file) =>
        file.endsWith(".html"),
      );
      const agreements = [];
      for (const name of some(names.toSorted(), most)) {
        const [ours, theirs] = [
          await leavesOf(path.join(from, name)),
          await leavesOf(path.join(to, name)).catch(() => []),
        ];
        if (ours.length < 2 || ours.length !== theirs.length) continue;
        agreements.push(
          VMAX.map((vmax) => agree(fragmentsOf(ours, vmax), fragmentsOf(theirs, vmax))),
        );
      }
      curves.push({ name: `${one}/${other}`, pages: agreements.length, values: means(agreements) });
    }
  }
  return curves;
}

async function leavesOf(file) {
  return readLeaves(await readFile(file, "utf8"));
}

function agree(one, other) {
  return compareGroupings(one, other).adjustedRandIndex;
}

/** Returns the number of the fragment of each leaf. */
function fragmentsOf(leaves, vmax) {
  return fuseBlocks(leafBlocks(leaves, 80), "plain", vmax).blocks.flatMap(({ from, to }, at) =>
    Array.from({ length: to - from }, () => at),
  );
}

/** Returns all runs of three words, or the whole text if it is shorter. */
function trigrams(text) {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const found = new Set(
    words.slice(0, Math.max(1, words.length - 2)).map((_, at) => words.slice(at, at + 3).join(" ")),
  );
  return Object.assign([...found], { includes: (each) => found.has(each) });
}

function means(rows) {
  return VMAX.map((_, at) => rows.reduce((sum, row) => sum + row[at], 0) / rows.length);
}

/** Returns `count` items of a list, evenly spaced. */
function some(list, count) {
  const length = Math.min(count, list.length);
  return Array.from({ length }, (_, at) => list[Math.floor((at * list.length) / length)]);
}

async function show(title, file, curves) {
  console.log(`| ${["Vmax", "pages", ...VMAX].join(" | ")} |\n|${"---|".repeat(VMAX.length + 2)}`);
  for (const { name, pages, values: row } of curves)
    console.log(`| ${[name, pages, ...row.map((each) => each.toFixed(2))].join(" | ")} |`);
  await writeFile(file, draw(title, curves));
}

function draw(title, curves) {
  const colours = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"];
  const x = (vmax) => (60 + ((vmax - 0.1) / 0.8) * 440).toFixed(1);
  const y = (value) => (280 - value * 240).toFixed(1);
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="340" viewBox="0 0 640 340" role="img" aria-label="${title}" font-family="sans-serif" font-size="12">`,
    `<rect width="640" height="340" fill="#fff"/><text x="60" y="24" font-size="14">${title}</text>`,
    `<g stroke="#ccc">${[0, 0.2, 0.4, 0.6, 0.8, 1].map((value) => `<path d="M60 ${y(value)}H500"/>`).join("")}</g>`,
    `<g text-anchor="end">${[0, 0.2, 0.4, 0.6, 0.8, 1].map((value) => `<text x="52" y="${y(value)}" dy="4">${value.toFixed(1)}</text>`).join("")}</g>`,
    `<g text-anchor="middle">${VMAX.map((vmax) => `<text x="${x(vmax)}" y="300">${vmax}</text>`).join("")}<text x="280" y="326">Vmax</text>`,
    `<text transform="translate(16 160) rotate(-90)">adjusted Rand index</text></g>`,
    ...curves.map(({ name, values: row }, at) => {
      const points = row.map((value, index) => `${x(VMAX[index])},${y(value)}`).join(" ");
      return `<g fill="${colours[at]}"><polyline points="${points}" fill="none" stroke="${colours[at]}" stroke-width="2"/><rect x="516" y="${52 + 20 * at}" width="12" height="4"/><text x="534" y="${58 + 20 * at}">${name}</text></g>`;
    }),
    `</svg>`,
  ];
  return `${parts.join("\n")}\n`;
}

/** Draws a bar for each leaf, as long as the leaf is dense, and a frame around each fragment. Content is blue. */
function drawPage(html) {
  const leaves = leafBlocks(readLeaves(html), DENSITY_DEFAULTS.wrap);
  const { fragments } = fragmentPage(html, DENSITY_DEFAULTS);
  const escape = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const parts = [];
  let top = 34;
  let at = 0;
  for (const fragment of fragments) {
    const lines = fragment.text.split("\n");
    const colour = fragment.class === "content" ? "#0072b2" : "#999";
    parts.push(
      `<rect x="6" y="${top}" width="628" height="${lines.length * 24 + 6}" fill="none" stroke="${colour}" rx="3"/>`,
    );
    for (const text of lines) {
      const { density } = leaves[at];
      const y = top + 5;
      parts.push(
        `<rect x="290" y="${y}" width="${(density * 16).toFixed(1)}" height="20" fill="${colour}"/>`,
        `<text x="${(296 + density * 16).toFixed(1)}" y="${y + 15}">${density}</text>`,
        `<text x="14" y="${y + 15}">${escape(text.length > 40 ? `${text.slice(0, 39)}…` : text)}</text>`,
      );
      at += 1;
      top += 24;
    }
    top += 12;
  }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="${top}" viewBox="0 0 640 ${top}" role="img" aria-label="The leaves of a page, their text densities, and its fragments" font-family="sans-serif" font-size="12">`,
    `<rect width="640" height="${top}" fill="#fff"/><text x="14" y="22">leaf</text><text x="290" y="22">words a line; a frame is a fragment, blue is content</text>`,
    ...parts,
    `</svg>`,
    "",
  ].join("\n");
}
