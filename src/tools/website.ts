import { cpSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, posix, relative } from "node:path";
import { pathToFileURL } from "node:url";
import markdownIt, { type Token } from "markdown-it";

/**
 * Builds the documentation website in FOLDER, or in build/website by default: `node build/tools/website.js [FOLDER]`.
 * docs/README.md is the menu. Every Markdown file that can be reached from the menu by links becomes a page. A dead
 * link makes the build fail.
 */
const root = join(import.meta.dirname, "..", "..");
const assets = join(root, "src", "tools", "website");
const HOME = "docs/README.md";

/** A Markdown file of the repository. `sections` contains the texts between its headings, for the search. */
interface SourcePage {
  readonly path: string;
  readonly title: string;
  readonly tokens: readonly Token[];
  readonly anchors: ReadonlySet<string>;
  readonly sections: readonly Section[];
}

interface Section {
  readonly heading: string;
  readonly anchor: string;
  text: string;
}

/** A part of the menu: a heading of docs/README.md with the links below the heading. */
interface MenuGroup {
  readonly title: string;
  readonly links: { readonly path: string; readonly label: string }[];
}

export interface Website {
  readonly pages: number;
  /** One line for each dead link and for each page that is missing from the menu. Empty if there are no problems. */
  readonly problems: readonly string[];
}

const markdown = markdownIt({ html: true });

const escapeHtml = markdown.utils.escapeHtml;

const isExternal = (link: string): boolean => /^[a-z]+:/iu.test(link);

const plainText = (token: Token | undefined): string =>
  (token?.children ?? [])
    .filter(({ type }) => type === "text" || type === "code_inline" || type === "softbreak")
    .map(({ content, type }) => (type === "softbreak" ? " " : content))
    .join("");

/** Returns the anchor that GitHub gives a heading, so that links work on GitHub and on the website. */
const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}\s_-]/gu, "")
    .replaceAll(/\s/gu, "-");

/** Parses a Markdown file and gives each heading its anchor. If headings are equal, the later headings get a number. */
function parsePage(path: string): SourcePage {
  const tokens = markdown.parse(readFileSync(join(root, path), "utf8"), {});
  const anchors = new Set<string>();
  const sections: Section[] = [{ heading: "", anchor: "", text: "" }];
  let title = basename(path);
  for (const [at, token] of tokens.entries()) {
    for (const { type, content } of token.children ?? []) {
      const [, id] = type === "html_inline" ? (/^<a id="([^"]+)"/u.exec(content) ?? []) : [];
      if (id !== undefined) anchors.add(id);
    }
    const before = tokens[at - 1];
    if (before?.type === "heading_open") {
      const heading = plainText(token);
      const slug = slugOf(heading);
      let anchor = slug;
      for (let count = 1; anchors.has(anchor); count++) anchor = `${slug}-${count}`;
      anchors.add(anchor);
      before.attrSet("id", anchor);
      if (before.tag === "h1") title = heading;
      sections.push({ heading, anchor, text: "" });
    } else if (token.type === "inline") sections.at(-1)!.text += `${plainText(token)} `;
    else if (token.type === "fence") sections.at(-1)!.text += `${token.content} `;
  }
  return { path, title, tokens, anchors, sections };
}

/** Returns all tokens of a page, including the tokens within paragraphs. */
const flat = (tokens: readonly Token[]): Token[] =>
  tokens.flatMap((token) => [token, ...(token.children ?? [])]);

/** Returns the attribute with the address of a link or picture; undefined for other tokens. */
function addressOf(token: Token): "href" | "src" | undefined {
  if (token.type === "link_open") return "href";
  return token.type === "image" ? "src" : undefined;
}

/** Splits a relative link of a page into the path of the file in the repository and the anchor. */
function resolveLink(
  from: string,
  link: string,
): { readonly path: string; readonly anchor: string } {
  const [file = "", anchor = ""] = decodeURI(link).split("#", 2);
  const path = file === "" ? from : posix.normalize(posix.join(posix.dirname(from), file));
  return { path: path.replace(/\/$/u, ""), anchor };
}

/**
 * Returns the path of a file on the website. docs/ becomes the top folder, and a README becomes the index of its
 * folder. Other folders keep their names.
 */
const websitePath = (path: string): string =>
  path
    .replace(/^docs\//u, "")
    .replace(/(?:README)?\.md$/u, (end) => (end === "README.md" ? "index.html" : ".html"));

/** Returns a page and all pages that can be reached from it by links, in the order of discovery. */
function reachablePages(first: string): ReadonlyMap<string, SourcePage> {
  const pages = new Map<string, SourcePage>();
  const waiting = [first];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (pages.has(path)) continue;
    const page = parsePage(path);
    pages.set(path, page);
    for (const token of flat(page.tokens)) {
      const link = token.type === "link_open" ? String(token.attrGet("href")) : "";
      if (link === "" || isExternal(link)) continue;
      const target = resolveLink(path, link).path;
      if (target.endsWith(".md") && existsSync(join(root, target))) waiting.push(target);
    }
  }
  return pages;
}

/** Reads the menu, which consists of the second-level headings of a page and the links in the lists below them. */
function menuOf({ path, tokens }: SourcePage): readonly MenuGroup[] {
  const groups: MenuGroup[] = [];
  for (const [at, token] of tokens.entries()) {
    if (token.type === "heading_open" && token.tag === "h2")
      groups.push({ title: plainText(tokens[at + 1]), links: [] });
    const parts = token.children ?? [];
    for (const [place, part] of parts.entries()) {
      const link = part.type === "link_open" ? String(part.attrGet("href")) : "";
      const target = resolveLink(path, link).path;
      if (link !== "" && target.endsWith(".md"))
        groups.at(-1)?.links.push({ path: target, label: parts[place + 1]?.content ?? target });
    }
  }
  return groups;
}

const menuHtml = (groups: readonly MenuGroup[], current: string): string =>
  groups
    .map(({ title, links }) => {
      const items = links.map(({ path, label }) => {
        const here = path === current ? ' aria-current="page"' : "";
        return `<li><a href="${linkTo(current, path)}"${here}>${escapeHtml(label)}</a></li>`;
      });
      return `<h2>${escapeHtml(title)}</h2><ul>${items.join("")}</ul>`;
    })
    .join("\n");

/** Returns the address of a repository file relative to a page, both at their places on the website. */
const linkTo = (from: string, to: string): string =>
  posix.relative(posix.dirname(websitePath(from)), websitePath(to)) ||
  posix.basename(websitePath(to));

/** Returns an empty text if package.json has no address. */
function repositoryUrl(): string {
  const { repository } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    readonly repository?: { readonly url?: string };
  };
  return (repository?.url ?? "").replace(/^git\+/u, "").replace(/\.git$/u, "");
}

export function buildWebsite(folder: string): Website {
  const pages = reachablePages(HOME);
  const home = pages.get(HOME)!;
  const menu = menuOf(home);
  const repository = repositoryUrl();
  const problems: string[] = [];
  const index: unknown[] = [];

  const rewrite = (page: SourcePage, token: Token, attribute: "href" | "src"): void => {
    const link = String(token.attrGet(attribute));
    if (isExternal(link)) {
      if (attribute === "src")
        problems.push(`${page.path}: the picture ${link} is on another host`);
      return;
    }
    const { path, anchor } = resolveLink(page.path, link);
    const target = pages.get(path);
    if (!existsSync(join(root, path))) problems.push(`${page.path}: ${link} does not exist`);
    else if (target !== undefined) {
      if (anchor !== "" && !target.anchors.has(anchor))
        problems.push(`${page.path}: ${link} has no such heading`);
      token.attrSet(attribute, linkTo(page.path, path) + (anchor === "" ? "" : `#${anchor}`));
    } else if (
      attribute === "src" ||
      (path.startsWith("docs/") && statSync(join(root, path)).isFile())
    ) {
      const copy = join(folder, websitePath(path));
      mkdirSync(dirname(copy), { recursive: true });
      cpSync(join(root, path), copy);
      token.attrSet(attribute, linkTo(page.path, path));
    }
    // Files and folders outside of docs are linked to the repository. If the repository has no address, the link
    // becomes plain text.
    else if (repository !== "") token.attrSet(attribute, `${repository}/blob/HEAD/${path}`);
    else token.attrs = [["title", `${path} in the repository`]];
  };

  for (const page of pages.values()) {
    for (const token of flat(page.tokens)) {
      const attribute = addressOf(token);
      if (attribute !== undefined) rewrite(page, token, attribute);
    }
    const path = websitePath(page.path);
    const top = posix.relative(posix.dirname(path), ".") || ".";
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(
      file,
      `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(page.title)} - detect_off_topic</title>
<link rel="stylesheet" href="${top}/website.css">
<script defer src="${top}/search-index.js"></script>
<script defer src="${top}/search.js" data-top="${top}"></script>
<header><a href="${top}/index.html">detect_off_topic</a>
<search><input type="search" id="search" placeholder="Search ( / )" aria-label="Search" autocomplete="off"><ol id="found" hidden></ol></search></header>
<div class="columns"><nav aria-label="Documents"><details open><summary>Documents</summary>
${menuHtml(menu, page.path)}
</details></nav>
<main>
${markdown.renderer.render([...page.tokens], {}, {})}</main></div>
</html>
`,
    );
    for (const { heading, anchor, text } of page.sections) {
      if (heading !== "" || text.trim() !== "")
        index.push([
          `${path}${anchor === "" ? "" : `#${anchor}`}`,
          page.title,
          heading,
          text.trim(),
        ]);
    }
  }
  for (const name of ["website.css", "search.js"]) cpSync(join(assets, name), join(folder, name));
  writeFileSync(join(folder, "search-index.js"), `const searchIndex = ${JSON.stringify(index)};\n`);
  return { pages: pages.size, problems };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const folder = process.argv[2] ?? join(root, "build", "website");
  const { pages, problems } = buildWebsite(folder);
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  if (problems.length > 0) process.exitCode = 1;
  else
    process.stdout.write(`${pages} pages in ${relative(process.cwd(), folder)}: open index.html\n`);
}
