/**
 * Checks the comments of the folders below. Reports doc comments that begin with a word of BAD_BEGINNINGS. Also reports
 * comments that cite a document which is not in the tree. This check is part of `npm run lint`. It exits with status 1
 * if it reports a mistake.
 */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(import.meta.dirname, "..", "..");

/** Folders to check. */
const FOLDERS = ["src", "test", "bench", "data", "examples", "fixtures"];

/**
 * Correct doc comments that have a bad beginning. The list has at most MOST_ALLOWED items of the form `{ file, comment,
 * reason }`. `comment` is the beginning of the comment's text.
 */
const ALLOWED = [];
const MOST_ALLOWED = 40;

/** Matches the beginning of a sentence that has no subject, or has a relative clause as its subject. */
const BAD_BEGINNINGS = /^(?:what|of|how|where|by|as|names|who|that|which)\b/iu;

/**
 * Matches block comments and line comments. One group has the text of a block comment, and another group has the text
 * of a line comment.
 */
const COMMENT = /^[ \t]*\/\*(\*[\s\S]*?|[\s\S]*?)\*\/|(?:^|\s)\/\/(?!\/)(.*)$/gmu;

/** Matches the name of this project's specification, which is not in the repository, and the paths of documents. */
const CITATION = /\bSPEC\b|\b[\w-]+(?:\/[\w.-]+)*\.md\b/gu;

/**
 * Returns the mistakes in the comments of a source text, each with its line. `isInTree` returns whether the repository
 * contains the document with a path.
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

/** Yields the source files of a folder. Yields the path itself if it is a source file. */
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
