import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readProject, repositoryName } from "./project.js";

interface Facts {
  /** Contradictions between files, or between a file and the tag. */
  readonly wrong: string[];
  /** Open steps of RELEASING.md that must be done before a release. */
  readonly missing: string[];
}

interface Built {
  readonly tag?: string | undefined;
  /** Owner and name of the repository on GitHub that builds the release. */
  readonly builder?: string | undefined;
}

/**
 * Checks the facts that an owner fills in for a release. Also checks that the files of the repository agree on these
 * facts.
 */
export function factsOf(root: string, { tag, builder }: Built): Facts {
  const read = (path: string): string => readFileSync(join(root, path), "utf8");
  const project = readProject(root);
  const { version } = project;
  const [wrong, missing]: [string[], string[]] = [[], []];
  const lock = JSON.parse(read("package-lock.json")) as { readonly version: string };
  if (lock.version !== version) {
    wrong.push(`package-lock.json has version ${lock.version}, package.json ${version}`);
  }
  const heading = `## ${version} (`;
  const date = read("CHANGELOG.md").split(heading)[1]?.split(")")[0];
  if (date === undefined) wrong.push(`CHANGELOG.md has no part "${heading}...)"`);
  if (tag !== undefined && tag !== `v${version}`) {
    wrong.push(`the tag is ${tag}, and that of version ${version} is v${version}`);
  }

  for (const name of ["author", "repository", "bugs"] as const) {
    if (project[name] === "") missing.push(`fill in ${name} in package.json`);
  }
  if (!/^\d{4}-\d\d-\d\d$/u.test(date ?? "")) {
    missing.push(`put the date in the place of "(unreleased)" in CHANGELOG.md`);
  } else if (!read("CITATION.cff").includes(`\ndate-released: ${date}\n`)) {
    missing.push(`write "date-released: ${date}" into CITATION.cff`);
  }
  // npm rejects a package if its provenance names another repository.
  if (builder !== undefined && builder !== repositoryName(project.repository)) {
    missing.push(`write the repository that builds the release, ${builder}, into package.json`);
  }
  return { wrong, missing };
}
