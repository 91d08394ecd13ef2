import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Facts in package.json that other files and a release need. An empty text means that the owner has not filled it in.
 */
export interface Project {
  readonly name: string;
  readonly version: string;
  readonly author: string;
  readonly license: string;
  readonly description: string;
  /** URL of the repository, without `git+` and `.git`. */
  readonly repository: string;
  /** URL or address for reports of bugs. */
  readonly bugs: string;
}

export function readProject(root: string): Project {
  const { name, version, author, license, description, repository, bugs } = JSON.parse(
    readFileSync(join(root, "package.json"), "utf8"),
  ) as Omit<Project, "repository" | "bugs"> & {
    readonly repository: { readonly url: string };
    readonly bugs: { readonly url: string };
  };
  return {
    ...{ name, version, author, license, description },
    repository: repository.url.replace(/^git\+|\.git$/gu, ""),
    bugs: bugs.url,
  };
}

/** Returns the owner and name of a repository on GitHub, such as `owner/name`; undefined for other addresses. */
export const repositoryName = (url: string): string | undefined =>
  /github\.com[/:]([\w.-]+\/[\w.-]+)$/u.exec(url)?.[1];
