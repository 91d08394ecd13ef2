import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Returns the notices of the packages of bundled files, each once, and of the software that is the source of phrases of
 * signs.
 */
export function noticesOf(root: string, bundled: readonly string[]): string[] {
  // The last match is the package, because one package may be in the folder of another.
  const packages = bundled.flatMap(
    (file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/u.exec(file)?.[0] ?? [],
  );
  const phrases = readFileSync(join(root, "data", "licences", "phrases.txt"), "utf8");
  return [...[...new Set(packages)].map((folder) => notice(root, folder)).sort(), phrases];
}

interface PackageJson {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly author?: string | { readonly name: string };
}

/**
 * Returns the notice of a package: name, licence, author and its licence files. For a package without a licence file,
 * or with the work of others, the text in data/licences is added.
 */
function notice(root: string, folder: string): string {
  const current = (path: string): string => {
    const file = join(root, path);
    return existsSync(file) ? readFileSync(file, "utf8") : "";
  };
  const { name, version, license, author } = JSON.parse(
    current(join(folder, "package.json")),
  ) as PackageJson;
  const by = typeof author === "object" ? author.name : (author ?? "");
  const texts = readdirSync(join(root, folder))
    .filter((file) => /^(?:licen[cs]e|copying|notice)/iu.test(file))
    .map((file) => current(join(folder, file)).replace(/\r/gu, "").trim());
  const more = current(join("data", "licences", `${name}.txt`)).trim();
  if (more !== "") texts.push(more);
  return `${[`${name} ${version} (${license}${by === "" ? "" : `, ${by}`})`, ...texts].join("\n\n")}\n`;
}
