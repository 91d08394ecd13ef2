import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DATA, sbomOf } from "../../src/tools/sbom.js";
import { ROOT } from "../support/run-bin.js";

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

describe("the list of the software in a release", () => {
  const { components, dependencies, metadata } = sbomOf(ROOT);

  it("the list of software has the packages of THIRD-PARTY-NOTICES.txt, each with its digest", () => {
    const notices = read("THIRD-PARTY-NOTICES.txt");
    const noticed = [...notices.matchAll(/^-{72}\n\n(\S+ \d\S*) \(/gmu)].map(([, name]) => name);
    expect(noticed.length).toBeGreaterThan(40);
    const packages = components.filter(({ type }) => type === "library");
    const named = packages.map(({ group, name, version }) =>
      [group === undefined ? name : `${group}/${name}`, version].join(" "),
    );
    expect(named.sort()).toEqual(noticed.sort());
    for (const { name, hashes } of packages) {
      expect([name, hashes?.[0]?.content]).toEqual([
        name,
        expect.stringMatching(/^[\da-f]{128}$/u),
      ]);
    }
  });

  it("the list of software names the data of other projects in the versions that data/ says", () => {
    const data = components.filter(({ type }) => type === "data");
    expect(data.map(({ name }) => name).sort()).toEqual(DATA.map(({ name }) => name).sort());
    for (const { folder, name, version } of DATA) {
      expect(read(`data/${folder}/README.md`).replace(/\s+/gu, " ")).toContain(
        `${name} ${version}`,
      );
    }
  });

  it("the list of software relates each component to the package, once", () => {
    const refs = components.map((component) => component["bom-ref"]);
    expect(new Set(refs).size).toBe(refs.length);
    expect(dependencies[0]).toEqual({ ref: metadata.component["bom-ref"], dependsOn: refs });
  });

  it("the list of software of the executable also names Node and the libraries in it", () => {
    const versions = { node: "24.1.0", modules: "137", openssl: "3.5.8", nghttp3: "" };
    const found = sbomOf(ROOT, versions).components.filter(({ purl }) =>
      /generic/u.test(purl ?? ""),
    );
    expect(found.map(({ name, version }) => `${name} ${version}`)).toEqual([
      "openssl 3.5.8",
      "node 24.1.0",
    ]);
  });
});
