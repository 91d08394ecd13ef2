/**
 * Makes src/page/signs/software.json: node bench/signs/build.mjs FOLDER [--check]. What software says of itself on error pages, walls
 * and fresh installations, in the languages that it has been translated to. FOLDER keeps the packages of sources.tsv; those
 * that are missing there are loaded with npm, pip and apt, which needs the network. With --check the file that is there is
 * compared, and nothing is written. README.md says what the columns of the tables hold. Deterministic.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseFragment } from "parse5";

const here = import.meta.dirname;
const output = join(here, "../../src/page/signs/software.json");
const own = JSON.parse(readFileSync(join(here, "../../src/page/signs/signs.json"), "utf8"));
/** What catalogues call a language, where it is not its ISO 639 code. */
const LANGUAGES = { nb: "no", rs: "sr", iw: "he", in: "id" };
/** Weighted length from which a phrase of several words is a strong signal, and from which a word is a weak one. */
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

/** The rows of a table, an object each. */
function table(name) {
  const [head, ...lines] = readFileSync(join(here, name), "utf8").trimEnd().split("\n");
  const columns = head.split("\t");
  return lines.map((line) => {
    const cells = line.split("\t");
    return Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? ""]));
  });
}

/** All phrases that the rows of phrases.tsv name, with kind, signal and language. */
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

/** The folder with what a package holds, which is loaded and unpacked where that has not been done. */
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

/** The files of a path in which {lang} stands for a language, each with it. */
function catalogues(root, path) {
  if (!path.includes("{lang}")) return [["", join(root, path)]];
  const start = path.slice(0, path.lastIndexOf("/", path.indexOf("{lang}")));
  const pattern = path.slice(start.length + 1).replaceAll(".", "\\.");
  const form = new RegExp(`^${pattern.replace("{lang}", "([a-z]{2,3}(?:[-_A-Z][^/.]*)?)")}$`, "u");
  return readdirSync(join(root, start), { recursive: true })
    .sort()
    .flatMap((file) => {
      const match = form.exec(file);
      // en-XA is English with accents, for tests of that software.
      return match === null || match[1].endsWith("-XA")
        ? []
        : [[match[1], join(root, start, file)]];
    });
}

/** What a catalogue says under a key, with its language. A starter page is in English, and has to say what the key says. */
async function messages(file, language, key) {
  const content = readFileSync(file, "utf8").replace(/^\uFEFF/u, "");
  const one = (value) => (typeof value === "string" && value !== "" ? [[language, value]] : []);
  if (file.endsWith(".po")) return one(gettext(content).get(key));
  if (file.endsWith(".var")) return apache(content, key);
  if (language === "") return content.replace(/\s+/gu, " ").includes(key) ? [["en", key]] : [];
  if (file.endsWith(".properties")) {
    // The form of Tomcat: characters beyond ASCII escaped, apostrophes doubled. "KEY 404" fills the first gap.
    const [name, number] = key.split(" ");
    const line = content.split("\n").find((each) => each.startsWith(`${name}=`));
    const value = line
      ?.slice(name.length + 1)
      .replace(/\\u([0-9a-f]{4})/giu, (_, code) => String.fromCharCode(parseInt(code, 16)));
    return one(value?.replaceAll("''", "'").replace("{0}", number ?? "{0}"));
  }
  if (file.endsWith(".json")) return one(JSON.parse(content)[key]);
  // A module of its own that exports messages, whatever the package says about its files.
  const module = await import(`data:text/javascript,${encodeURIComponent(content)}`);
  const [exported] = Object.values(module);
  return one(exported[key] ?? key.split(".").reduce((value, name) => value?.[name], exported));
}

/** The messages of a gettext catalogue that are translated, doubtful ones left out. */
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

/** The title of an error document of Apache, or the text before its first condition, in all its languages. */
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
 * The part of a message that says it: a sentence by its number, or the longest, and of that the longest piece without a gap.
 * "start" is the first sentence up to its first comma. Otherwise commas separate where one clause is most of the sentence.
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

/** The text of a message, with a gap for each comment. */
function visible(node) {
  if (node.nodeName === "#comment") return "\0";
  return node.value ?? (node.childNodes ?? []).map(visible).join("");
}

function longest(texts) {
  return texts.reduce((best, each) => (each.length > best.length ? each : best), "");
}

/** Characters, each of a script without spaces counted as three. */
function weight(phrase) {
  return (
    phrase.length +
    2 * (phrase.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu)?.length ?? 0)
  );
}

/** Kinds with the phrases that are specific and that signs.json does not have, in the form of signs.json. */
function entries(all) {
  const others = (kind, name) => own.filter((each) => (each.kind === kind) === (name === "same"));
  const listOf = (kinds, ...signals) =>
    kinds.flatMap((each) => signals.flatMap((signal) => Object.values(each[signal] ?? {}).flat()));
  const kinds = own.map(({ kind }) => {
    const phrases = all.filter((each) => each.kind === kind && isSpecific(each));
    const elsewhere = new Set(listOf(others(kind, "other"), "strong", "weak", "words"));
    const known = listOf(others(kind, "same"), "strong");
    const weakOnes = new Set(listOf(others(kind, "same"), "weak", "words"));
    const made = {};
    for (const signal of ["strong", "weak", "words"]) {
      const own = phrases.filter((each) => each.signal === signal && !elsewhere.has(each.phrase));
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

/** Whether a phrase has another one in it, as whole words where there are any. */
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

/** As JSON, each language on a line. */
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
