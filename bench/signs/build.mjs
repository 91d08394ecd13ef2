/**
 * Builds src/page/signs/software.json: node bench/signs/build.mjs FOLDER [--check]. The file has the phrases that
 * software shows on error pages, login walls and fresh installations, in the languages into which it has been
 * translated. FOLDER stores the packages of sources.tsv. Missing ones are downloaded with npm, pip and apt. With
 * --check the present file is compared, and nothing is written. bench/signs/README.md describes the columns of the
 * tables. The same packages give the same file.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseFragment } from "parse5";

const here = import.meta.dirname;
const output = join(here, "../../src/page/signs/software.json");
const own = JSON.parse(readFileSync(join(here, "../../src/page/signs/signs.json"), "utf8"));
/** ISO 639 codes of languages that catalogues name otherwise. */
const LANGUAGES = { nb: "no", rs: "sr", iw: "he", in: "id" };
/** Minimum weighted length of a phrase of several words to be a strong signal, and of a word to be a weak one. */
const LEAST_STRONG = 14;
const LEAST_WEAK = 6;
const MOST = 120;

const [folder, flag] = process.argv.slice(2);
if (folder === undefined) stop("usage: node bench/signs/build.mjs FOLDER [--check]");
mkdirSync(folder, { recursive: true });
const sources = new Map(table("sources.tsv").map((source) => [source.source, source]));
const poFiles = new Map();
const leftOut = new Set(table("left-out.tsv").map(({ phrase }) => phrase));
const text = written(entries(await collect()));
if (flag !== "--check") writeFileSync(output, text);
else if (readFileSync(output, "utf8") !== text)
  stop("src/page/signs/software.json is not what bench/signs makes");

function stop(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

/** Returns the rows of a table, each as an object by column names. */
function table(name) {
  const [head, ...lines] = readFileSync(join(here, name), "utf8").trimEnd().split("\n");
  const columns = head.split("\t");
  return lines.map((line) => {
    const cells = line.split("\t");
    return Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? ""]));
  });
}

/** Returns all phrases that the rows of phrases.tsv name, with kind, signal and language. */
async function collect() {
  const all = [];
  for (const { source, path, key, part, kind, signal } of table("phrases.tsv")) {
    const root = unpacked(sources.get(source) ?? stop(`phrases.tsv: no source ${source}`));
    let count = 0;
    for (const [language, file] of catalogues(root, path)) {
      for (const [tag, message] of await messages(file, language, key)) {
        const code = /^[a-z]{2,3}/u.exec(tag)?.[0] ?? stop(`${file}: no language in ${tag}`);
        const phrase = phraseOf(message, part);
        count += 1;
        all.push({ kind, signal, language: LANGUAGES[code] ?? code, phrase });
      }
    }
    if (count === 0) stop(`phrases.tsv: ${source} has no ${key} in ${path}`);
  }
  return all;
}

/** Returns the folder with the content of a package, which is downloaded and unpacked first if necessary. */
function unpacked({ source, client, package: name, sha256 }) {
  const root = join(folder, source);
  if (existsSync(join(root, "complete"))) return root;
  mkdirSync(root, { recursive: true });
  const run = (command, ...args) =>
    execFileSync(command, args, { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
  try {
    if (client === "npm") run("npm", "pack", "--silent", name);
    if (client === "pip") run("pip", "download", "-q", "--no-deps", "--only-binary", ":all:", name);
    if (client === "apt") run("apt-get", "-q", "download", name);
  } catch {
    stop(
      `${name} is neither in ${folder} nor could it be loaded with ${client}; loading needs the network`,
    );
  }
  const [file] = readdirSync(root).filter((each) => /\.(?:tgz|whl|deb)$/u.test(each));
  const digest = createHash("sha256")
    .update(readFileSync(join(root, file)))
    .digest("hex");
  if (digest !== sha256) stop(`${name}: its SHA-256 is ${digest}, not ${sha256}`);
  if (client === "npm") run("tar", "-xzf", file);
  if (client === "pip") run("python3", "-m", "zipfile", "-e", file, ".");
  if (client === "apt") {
    run("dpkg-deb", "-x", file, ".");
    const jars = readdirSync(root, { recursive: true }).filter((each) =>
      /i18n-.*\d\.jar$/u.test(each),
    );
    for (const jar of jars) run("python3", "-m", "zipfile", "-e", jar, ".");
  }
  writeFileSync(join(root, "complete"), "");
  return root;
}

/** Returns the files of a path with {lang} in the place of a language, each with its language. */
function catalogues(root, path) {
  if (!path.includes("{lang}")) return [["", join(root, path)]];
  const start = path.slice(0, path.lastIndexOf("/", path.indexOf("{lang}")));
  const pattern = path.slice(start.length + 1).replaceAll(".", "\\.");
  const form = new RegExp(`^${pattern.replace("{lang}", "([a-z]{2,3}(?:[-_A-Z][^/.]*)?)")}$`, "u");
  return readdirSync(join(root, start), { recursive: true })
    .sort()
    .flatMap((file) => {
      const match = form.exec(file);
      // en-XA is accented English, a pseudo-language for testing.
      return match === null || match[1].endsWith("-XA")
        ? []
        : [[match[1], join(root, start, file)]];
    });
}

/**
 * Returns the messages of a catalogue under a key, each with its language. A path without {lang} is a starter page in
 * English, which must contain the key as text.
 */
async function messages(file, language, key) {
  const content = readFileSync(file, "utf8").replace(/^\uFEFF/u, "");
  const one = (value) => (typeof value === "string" && value !== "" ? [[language, value]] : []);
  if (file.endsWith(".po")) return one(gettext(content).get(key));
  if (file.endsWith(".var")) return apache(content, key);
  if (language === "") return content.replace(/\s+/gu, " ").includes(key) ? [["en", key]] : [];
  if (file.endsWith(".properties")) {
    // Tomcat escapes characters beyond ASCII and doubles apostrophes. "KEY 404" fills the first gap.
    const [name, number] = key.split(" ");
    const line = content.split("\n").find((each) => each.startsWith(`${name}=`));
    const value = line
      ?.slice(name.length + 1)
      .replace(/\\u([0-9a-f]{4})/giu, (_, code) => String.fromCharCode(parseInt(code, 16)));
    return one(value?.replaceAll("''", "'").replace("{0}", number ?? "{0}"));
  }
  if (file.endsWith(".json")) return one(JSON.parse(content)[key]);
  // Imported as text, so that it is read as an ES module whatever the package declares.
  const module = await import(`data:text/javascript,${encodeURIComponent(content)}`);
  const [exported] = Object.values(module);
  return one(exported[key] ?? key.split(".").reduce((value, name) => value?.[name], exported));
}

/** Returns the translated messages of a gettext catalogue, without the fuzzy ones. */
function gettext(content) {
  const known = poFiles.get(content);
  if (known !== undefined) return known;
  const read = (lines) =>
    lines
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
      .join("");
  const all = new Map();
  for (const block of content.replaceAll("\r", "").split(/\n{2,}/u)) {
    const match = /^msgid ((?:".*"\n)+)msgstr ((?:".*"\n?)+)/mu.exec(block);
    if (match === null || /^#,.*fuzzy/mu.test(block)) continue;
    const [key, value] = [read(match[1]), read(match[2])];
    if (value !== key) all.set(key, value);
  }
  poFiles.set(content, all);
  return all;
}

/** Returns the title of an error document of Apache, or its text before the first condition, in all its languages. */
function apache(content, key) {
  return [...content.matchAll(/^Body:-+(\S+?)--\n([^]*?)\n-+\1--$/gmu)].flatMap(
    ([, language, body]) => {
      const title = /var="TITLE"\s+value="([^"]*)"/u.exec(body)?.[1];
      const rest = body.slice(body.indexOf("top.html")).replace(/^[^>]*>/u, "");
      const value = key === "TITLE" ? title : rest.replace(/<!--#if [^]*$/u, "");
      return value === undefined || value.trim() === "" ? [] : [[language, value]];
    },
  );
}

/**
 * Returns the significant part of a message: the sentence with the given number, or the longest, and of it the longest
 * piece without a gap. "start" is the first sentence up to its first comma. Otherwise the longest clause is taken if it
 * is most of the sentence.
 */
function phraseOf(message, part) {
  const plain = visible(parseFragment(message))
    .replaceAll("’", "'")
    .replace(/%\(\w+\)[a-z]|%[sd]|\{[^}]*\}\}?/gu, "\0")
    .replace(/\s*[(（][^)）]*[)）]/gu, "")
    .replace(/\s+/gu, " ");
  const sentences = plain.split(/(?<=[.!?։])\s+|[。！？।]/u).map((each) => each.trim());
  const sentence = part === "" ? longest(sentences) : (sentences[(Number(part) || 1) - 1] ?? "");
  const clauses = sentence.split(/[,،、，;]/u);
  const clause = part === "start" ? clauses[0] : longest(clauses);
  const isMost = part === "start" || clause.length > 0.65 * sentence.length;
  return longest((isMost ? clause : sentence).split(/[\0:：]/u))
    .toLowerCase()
    .normalize("NFC")
    .replace(/^[\s\p{P}\p{S}\p{C}]+|[\s\p{P}\p{S}\p{C}]+$/gu, "");
}

/** Returns the text of a message, with a gap for each comment. */
function visible(node) {
  if (node.nodeName === "#comment") return "\0";
  return node.value ?? (node.childNodes ?? []).map(visible).join("");
}

function longest(texts) {
  return texts.reduce((best, each) => (each.length > best.length ? each : best), "");
}

/** Returns the number of characters of a phrase. Chinese, Japanese and Korean characters count as three. */
function weight(phrase) {
  return (
    phrase.length +
    2 * (phrase.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu)?.length ?? 0)
  );
}

/** Returns the kinds with the specific phrases that signs.json lacks, in the format of signs.json. */
function entries(all) {
  const others = (kind, name) => own.filter((each) => (each.kind === kind) === (name === "same"));
  const listOf = (kinds, ...signals) =>
    kinds.flatMap((each) => signals.flatMap((signal) => Object.values(each[signal] ?? {}).flat()));
  const kinds = own.map(({ kind }) => {
    const phrases = all.filter((each) => each.kind === kind && isSpecific(each));
    const ofOtherKinds = new Set(listOf(others(kind, "other"), "strong", "weak", "words"));
    const known = listOf(others(kind, "same"), "strong");
    const weakOnes = new Set(listOf(others(kind, "same"), "weak", "words"));
    const made = {};
    for (const signal of ["strong", "weak", "words"]) {
      const own = phrases.filter(
        (each) => each.signal === signal && !ofOtherKinds.has(each.phrase),
      );
      for (const { phrase, language } of own.sort((a, b) => a.phrase.length - b.phrase.length)) {
        if (known.some((each) => holds(phrase, each)) || weakOnes.has(phrase)) continue;
        if (signal === "strong") known.push(phrase);
        else weakOnes.add(phrase);
        ((made[signal] ??= {})[language] ??= []).push(phrase);
      }
      if (made[signal] !== undefined) made[signal] = sorted(made[signal]);
    }
    return [kind, made];
  });
  return Object.fromEntries(kinds.filter(([, made]) => Object.keys(made).length > 0));
}

function isSpecific(each) {
  const { phrase, signal } = each;
  const size = weight(phrase);
  if (size > MOST || size < LEAST_WEAK || leftOut.has(phrase) || phrase.includes("\uFFFD"))
    return false;
  const isOneWord = !phrase.includes(" ") && size === phrase.length && !/\p{sc=Thai}/u.test(phrase);
  if (signal === "strong" && (size < LEAST_STRONG || isOneWord)) each.signal = "weak";
  return true;
}

/** Returns true if a phrase contains another one, as whole words unless that is Chinese, Japanese or Korean. */
function holds(phrase, other) {
  const start = other.endsWith("*") ? other.slice(0, -1) : other;
  return weight(start) > start.length
    ? phrase.includes(start)
    : ` ${phrase} `.includes(` ${start} `);
}

function sorted(lists) {
  const order = (a, b) => (a < b ? -1 : 1);
  return Object.fromEntries(
    Object.entries(lists)
      .sort(([a], [b]) => order(a, b))
      .map(([language, list]) => [language, list.toSorted(order)]),
  );
}

/** Returns JSON with each language on a line. */
function written(kinds) {
  const object = (entries, indent) =>
    `{\n${entries.map(([key, value]) => `${indent}  "${key}": ${value}`).join(",\n")}\n${indent}}`;
  const rows = Object.entries(kinds).map(([kind, signals]) => {
    const lists = Object.entries(signals).map(([signal, languages]) => {
      const lines = Object.entries(languages).map(([tag, list]) => [tag, JSON.stringify(list)]);
      return [signal, object(lines, "    ")];
    });
    return [kind, object(lists, "  ")];
  });
  return `${object(rows, "")}\n`;
}
