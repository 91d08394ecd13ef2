import { readFileSync } from "node:fs";
import { join } from "node:path";
import { bundledFiles, packagesOf } from "./notices.js";
import { readProject } from "./project.js";

/** A part of a release, in the format of CycloneDX 1.6 (https://cyclonedx.org/docs/1.6/json/). */
export interface Component {
  readonly type: "application" | "library" | "platform" | "data";
  readonly "bom-ref": string;
  readonly group?: string | undefined;
  readonly name: string;
  readonly version: string;
  readonly purl?: string | undefined;
  readonly licenses?: readonly ({ readonly license: { readonly id: string } } | Expression)[];
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
}
interface Expression {
  readonly expression: string;
}

export interface Sbom {
  readonly bomFormat: "CycloneDX";
  readonly specVersion: "1.6";
  readonly version: 1;
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly {
    readonly ref: string;
    readonly dependsOn?: readonly string[];
  }[];
}

/** The README of that folder describes which data was taken from each project. */
export const DATA = [
  { folder: "stop-lists", name: "jusText", version: "3.0.2", license: "BSD-2-Clause" },
  { folder: "word-frequencies", name: "wordfreq", version: "3.1.1", license: "CC-BY-SA-4.0" },
  { folder: "cmaps", name: "pdfjs-dist", version: "5.6.205", license: "BSD-3-Clause" },
] as const;

/**
 * Returns the software bill of materials of a release. It lists the packages in dist/, which are the packages of
 * THIRD-PARTY-NOTICES.txt, and the data of other projects. For the executable it also lists Node and the libraries in
 * Node. The list has no time and no random number, so equal files give an equal list.
 */
export function sbomOf(root: string, nodeVersions: Readonly<Record<string, string>> = {}): Sbom {
  const { name, version, license } = readProject(root);
  const integrity = integrities(root);
  const itself: Component = {
    ...{ type: "application", "bom-ref": purlOf("npm", name, version), name, version },
    ...{ purl: purlOf("npm", name, version), licenses: licensesOf(license) },
  };
  const packages = packagesOf(root, bundledFiles(root)).map((one): Component => {
    const purl = purlOf("npm", one.name, one.version);
    const [scope, plain] = one.name.startsWith("@") ? one.name.split("/") : [undefined, one.name];
    return {
      ...{
        type: "library",
        "bom-ref": purl,
        group: scope,
        name: plain,
        version: one.version,
        purl,
      },
      ...{ licenses: licensesOf(one.license), hashes: integrity(one.folder) },
    };
  });
  const data = DATA.map(({ folder, name: source, version: taken, license: under }): Component => ({
    ...{ type: "data", "bom-ref": `data/${folder}`, name: source, version: taken },
    licenses: licensesOf(under),
  }));
  const components = [...packages, ...data, ...ofNode(nodeVersions)].sort((a, b) =>
    a["bom-ref"] < b["bom-ref"] ? -1 : 1,
  );
  const dependsOn = components.map((one) => one["bom-ref"]);
  return {
    ...{ bomFormat: "CycloneDX", specVersion: "1.6", version: 1 },
    metadata: { component: itself },
    components,
    dependencies: [{ ref: itself["bom-ref"], dependsOn }, ...dependsOn.map((ref) => ({ ref }))],
  };
}

const ofNode = (versions: Readonly<Record<string, string>>): Component[] =>
  Object.entries(versions)
    // The version of an interface is not software. An empty version means that Node does not use the library.
    .filter(([name, version]) => name !== "modules" && name !== "napi" && version !== "")
    .map(([name, version]) => ({
      ...(name === "node"
        ? { type: "platform" as const, "bom-ref": `node@${version}`, licenses: licensesOf("MIT") }
        : { type: "library" as const, "bom-ref": `node/${name}@${version}` }),
      ...{ name, version, purl: purlOf("generic", name, version) },
    }));

const purlOf = (type: string, name: string, version: string): string =>
  `pkg:${type}/${name.replace("@", "%40")}@${encodeURIComponent(version)}`;

const licensesOf = (license: string): Component["licenses"] => [
  / (?:AND|OR|WITH) /u.test(license) ? { expression: license } : { license: { id: license } },
];

/** Returns a function that reads the digest of the package in a folder from package-lock.json. */
function integrities(root: string): (folder: string) => Component["hashes"] {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
    readonly packages: Readonly<Record<string, { readonly integrity?: string }>>;
  };
  return (folder) => {
    const [, digest] = /^sha512-(.+)$/u.exec(packages[folder]?.integrity ?? "") ?? [];
    return digest === undefined
      ? undefined
      : [{ alg: "SHA-512", content: Buffer.from(digest, "base64").toString("hex") }];
  };
}
