import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface BundledPackage {
  /** Path of the package's folder, relative to the root. */
  readonly folder: string;
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly author?: string | { readonly name: string };
}

export function bundledPackages(root: string, bundled: readonly string[]): BundledPackage[] {
  // The last match is the package, because a package may be inside the folder of another package.
  const folders = bundled.flatMap(
    (file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/u.exec(file)?.[0] ?? [],
  );
  return Array.from(new Set(folders), (folder) => {
    const described = readFileSync(join(root, folder, "package.json"), "utf8");
    return { ...(JSON.parse(described) as Omit<BundledPackage, "folder">), folder };
  });
}

/** Returns the paths of the files from which the build made dist/. The build writes this list. */
export const bundledFiles = (root: string): readonly string[] =>
  JSON.parse(readFileSync(join(root, "build", "bundled-files.json"), "utf8")) as string[];

/** Adds the notice of the software from which phrases of signs were taken. */
export function noticesOf(root: string, bundled: readonly string[]): string[] {
  const phrases = readFileSync(join(root, "data", "licences", "phrases.txt"), "utf8");
  const notices = bundledPackages(root, bundled).map((one) => noticeOfPackage(root, one));
  return [...notices.sort(), phrases];
}

/**
 * Adds the text in data/licences for a package without a licence file and for a package that contains the work of
 * others.
 */
function noticeOfPackage(
  root: string,
  { folder, name, version, license, author }: BundledPackage,
): string {
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
