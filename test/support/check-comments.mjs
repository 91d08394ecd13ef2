/**
 * Checks the comments of the folders below. Reports doc comments that begin with a word of BAD_BEGINNINGS and comments
 * that cite a document which is not in the tree. Part of `npm run lint`; exits with status 1 if it reports anything.
 */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(import.meta.dirname, "..", "..");

/** Folders to check. */
const FOLDERS = ["src", "test", "bench", "data", "examples", "fixtures"];

/**
 * Doc comments with a bad beginning that are right nevertheless, at most MOST_ALLOWED: `{ file, comment, reason }`, where
 * `comment` is the beginning of the comment's text.
 */
const ALLOWED = [];
const MOST_ALLOWED = 40;

/** A sentence that begins so has no subject, or a relative clause in its place. */
const BAD_BEGINNINGS = /^(?:what|of|how|where|by|as|names|who|that|which)\b/iu;

/** Block comments, with the text of doc comments in a group; and the text of line comments. */
const COMMENT = /^[ \t]*\/\*(\*[\s\S]*?|[\s\S]*?)\*\/|(?:^|\s)\/\/(?!\/)(.*)$/gmu;

/** The specification of this project, which is not in the repository; and documents by their path. */
const CITATION = /\bSPEC\b|\b[\w-]+(?:\/[\w.-]+)*\.md\b/gu;

/**
 * Returns what is wrong with the comments of a source text, each with its line. `isInTree` says whether a document is in
 * the repository, given its path.
 */
export function mistakesIn(source, isInTree) {
  const found = [];
  for (const match of source.matchAll(COMMENT)) {
    const [whole, block, line] = match;
    const text = (block ?? line).replace(/^\s*\*+ ?/gmu, "").trim();
    const start = match.index + whole.search(/\S/u);
    const at = source.slice(0, start).split("\n").length;
    const isDoc = block?.startsWith("*") === true;
    const word = isDoc ? BAD_BEGINNINGS.exec(text)?.[0] : undefined;
    if (word !== undefined)
      found.push({ line: at, text, message: `doc comment begins with "${word}"` });
    for (const [cited] of text.matchAll(CITATION)) {
      if (cited === "SPEC" || (cited.includes("/") && !isInTree(cited)))
        found.push({ line: at, text, message: `comment cites ${cited}, which is not in the tree` });
    }
  }
  return found;
}

/** Yields the source files of a folder, or the file itself. */
function* filesIn(path) {
  if (/\.m?[jt]s$/u.test(path)) yield path;
  else if (statSync(join(root, path)).isDirectory()) {
    for (const entry of readdirSync(join(root, path))) yield* filesIn(`${path}/${entry}`);
  }
}

function check() {
  const isInTree = (path) => existsSync(join(root, path));
  const unused = new Set(ALLOWED);
  let mistakes = 0;
  const report = (message) => {
    console.error(message);
    mistakes += 1;
  };
  for (const file of FOLDERS.flatMap((folder) => [...filesIn(folder)])) {
    for (const { line, text, message } of mistakesIn(
      readFileSync(join(root, file), "utf8"),
      isInTree,
    )) {
      const allowed = ALLOWED.find((one) => one.file === file && text.startsWith(one.comment));
      if (allowed === undefined) report(`${file}:${line}: ${message}`);
      unused.delete(allowed);
    }
  }
  for (const { file, comment } of unused) report(`${file}: allowed but not found: ${comment}`);
  if (ALLOWED.length > MOST_ALLOWED) report(`more than ${MOST_ALLOWED} comments are allowed`);
  process.exitCode = mistakes === 0 ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) check();
