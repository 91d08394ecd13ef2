import { dirname, join, relative } from "node:path";
import ts from "typescript";

/**
 * Counts the stops on a way through the code: the functions with a name that the first ones reach by static calls. A
 * function that is passed on (`names.map(check)`) counts as called, and a function within another is a part of it. `src/base`
 * is vocabulary, and has no stops. The way does not enter the functions after `--end`, and they are no stops: with them
 * another way begins. Prints the way, and how often it returns to a file that it has left.
 *
 * Run `node bench/call-graph.mjs [FILE FUNCTION[,FUNCTION...] [--end FUNCTION,...]]`. Without arguments, the way is that
 * of a list of paths after `-i warc=`, from `prepare` and `read` to the reader of records.
 */
const LIST_OF_PATHS = [
  "src/read/files/read-files.ts",
  "prepare,read",
  "--end",
  [
    // Other sources than paths of files.
    ...["inFolder", "otherFiles", "expandGlob", "belowPrefix", "whyNoWacz", "filesOfWacz"],
    // What tells the kinds of files apart.
    ...["looksLike", "archiveKind", "startsZip"],
    // The records, and what is made of them.
    ...["readRecords", "openPlace", "openRawStream", "FileItems", "of", "end", "itemsWithTexts"],
  ].join(","),
];

const root = join(import.meta.dirname, "..");
const given = process.argv.slice(2);
const [file, names, , ends = ""] = given.length > 0 ? given : LIST_OF_PATHS;
const isEnd = (name) => ends.split(",").includes(name);

const { options } = ts.getParsedCommandLineOfConfigFile(join(root, "tsconfig.json"), {}, ts.sys);
const program = ts.createProgram([join(root, file)], options);
const checker = program.getTypeChecker();

const hasBody = (node) => ts.isFunctionLike(node) && node.body !== undefined;
const fileOf = (node) => relative(root, node.getSourceFile().fileName);

/** Returns the name of a function, or that of what it is the value of. */
const nameOf = (node) =>
  ts.isConstructorDeclaration(node)
    ? node.parent.name.text
    : (node.name ?? node.parent.name)?.getText();

const isWithin = (node) =>
  node.parent !== undefined && (hasBody(node.parent) || isWithin(node.parent));

/** Returns the function of src that an expression stands for. */
function functionOf(expression) {
  const at = ts.isPropertyAccessExpression(expression) ? expression.name : expression;
  let symbol = checker.getSymbolAtLocation(at);
  if (symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0) {
    symbol = checker.getAliasedSymbol(symbol);
  }
  const [declaration] = symbol?.declarations ?? [];
  if (declaration === undefined || !/^src\/(?!base\/)/u.test(fileOf(declaration))) return undefined;
  const found = ts.isClassDeclaration(declaration)
    ? declaration.members.find(ts.isConstructorDeclaration)
    : [declaration, declaration.initializer].find((each) => each !== undefined && hasBody(each));
  return found === undefined || isWithin(found) ? undefined : found;
}

const way = new Map();

function walk(stop, depth) {
  if (way.has(stop) || isEnd(nameOf(stop))) return;
  way.set(stop, depth);
  const look = (node) => {
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
      for (const each of [node.expression, ...(node.arguments ?? [])]) enter(each);
    } else if (ts.isConditionalExpression(node)) {
      for (const each of [node.whenTrue, node.whenFalse]) enter(each);
    }
    ts.forEachChild(node, look);
  };
  const enter = (expression) => {
    const next = functionOf(expression);
    if (next !== undefined) walk(next, depth + 1);
  };
  look(stop.body);
}

const firsts = [];
const search = (node) => {
  if (hasBody(node) && names.split(",").includes(nameOf(node))) firsts.push(node);
  ts.forEachChild(node, search);
};
search(program.getSourceFile(join(root, file)));
if (firsts.length === 0) throw new Error(`${file} has no function ${names}`);
for (const first of firsts) walk(first, 0);

const files = new Set();
let returns = 0;
let last;
for (const [stop, depth] of way) {
  const of = fileOf(stop);
  if (of !== last && files.has(of)) returns += 1;
  files.add((last = of));
  console.log(`${"  ".repeat(depth)}${nameOf(stop)}  ${of}`);
}
const rooms = new Set([...files].map(dirname)).size;
console.log(`${way.size} stops in ${files.size} files of ${rooms} rooms, with ${returns} returns`);
