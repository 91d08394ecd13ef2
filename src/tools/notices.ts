import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A package of which dist/ holds files. */
export interface BundledPackage {
  /** Path of its folder, relative to the root. */
  readonly folder: string;
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly author?: string | { readonly name: string };
}

/** Returns the packages of bundled files, each once. */
export function packagesOf(root: string, bundled: readonly string[]): BundledPackage[] {
  // The last match is the package, because one package may be in the folder of another.
  const folders = bundled.flatMap(
    (file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/u.exec(file)?.[0] ?? [],
  );
  return Array.from(new Set(folders), (folder) => {
    const described = readFileSync(join(root, folder, "package.json"), "utf8");
    return { ...(JSON.parse(described) as Omit<BundledPackage, "folder">), folder };
  });
}

/** Returns the paths of the files that dist/ was made of, which the build writes down. */
export const bundledFiles = (root: string): readonly string[] =>
  JSON.parse(readFileSync(join(root, "build", "bundled-files.json"), "utf8")) as string[];

/**
 * Returns the notices of the packages of bundled files, each once, and of the software that is the source of phrases of
 * signs.
 */
export function noticesOf(root: string, bundled: readonly string[]): string[] {
  const phrases = readFileSync(join(root, "data", "licences", "phrases.txt"), "utf8");
  const notices = packagesOf(root, bundled).map((one) => notice(root, one));
  return [...notices.sort(), phrases];
}

/**
 * Returns the notice of a package: name, licence, author and its licence files. For a package without a licence file,
 * or with the work of others, the text in data/licences is added.
 */
function notice(root: string, { folder, name, version, license, author }: BundledPackage): string {
  const current = (path: string): string => {
    const file = join(root, path);
    return existsSync(file) ? readFileSync(file, "utf8") : "";
  };
  const by = typeof author === "object" ? author.name : (author ?? "");
  const texts = readdirSync(join(root, folder))
    .filter((file) => /^(?:licen[cs]e|copying|notice)/iu.test(file))
    .map((file) => current(join(folder, file)).replace(/\r/gu, "").trim());
  const more = current(join("data", "licences", `${name}.txt`)).trim();
  if (more !== "") texts.push(more);
  return `${[`${name} ${version} (${license}${by === "" ? "" : `, ${by}`})`, ...texts].join("\n\n")}\n`;
}
