import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  Application,
  type Context,
  Converter,
  DeclarationReflection,
  ReflectionKind,
} from "typedoc";

/** Throws if the reference mentions a type that is not exported, or if an export has no doc comment. */
export async function apiReference(root: string): Promise<ReadonlyMap<string, string>> {
  const out = mkdtempSync(join(tmpdir(), "dot-api-"));
  try {
    const app = await Application.bootstrapWithPlugins({
      plugin: ["typedoc-plugin-markdown"],
      entryPoints: [join(root, "dist", "index.d.ts")],
      tsconfig: join(root, "src", "tools", "api-tsconfig.json"),
      ...{ readme: "none", disableSources: true, excludeExternals: true, logLevel: "Warn" },
      validation: { notExported: true, invalidLink: true, notDocumented: true },
      requiredToBeDocumented: ["Class", "Function", "Interface", "TypeAlias", "Variable"],
      // Evidence of a collection is an affair of this package.
      intentionallyNotExported: ["CollectionEvidence"],
      treatWarningsAsErrors: true,
      groupOrder: ["Functions", "Variables", "Classes", "Interfaces", "Type Aliases"],
      outputs: [{ name: "markdown", path: out }],
      ...({
        outputFileStrategy: "modules",
        ...{ hideBreadcrumbs: true, hidePageHeader: true, useCodeBlocks: true },
        ...{ parametersFormat: "table", interfacePropertiesFormat: "table" },
        ...{ classPropertiesFormat: "table", typeAliasPropertiesFormat: "table" },
        typeDeclarationFormat: "table",
        tableColumnSettings: {
          hideSources: true,
          hideModifiers: true,
          hideInherited: true,
          leftAlignHeaders: true,
        },
      } as object),
    });
    // Inherited members are listed only with the interface that declares them. They must be removed before TypeDoc
    // makes groups.
    app.converter.on(
      Converter.EVENT_RESOLVE_END,
      ({ project }: Context) => {
        for (const each of project.getReflectionsByKind(ReflectionKind.All)) {
          const isTaken = each instanceof DeclarationReflection && each.inheritedFrom !== undefined;
          if (isTaken) project.removeReflection(each);
        }
      },
      1000,
    );
    const project = await app.convert();
    if (project === undefined) throw new Error("the types of dist/ cannot be read");
    app.validate(project);
    await app.generateOutputs(project);
    if (app.logger.hasErrors() || app.logger.hasWarnings()) {
      throw new Error("the reference of the library is incomplete");
    }
    return new Map(
      readdirSync(out)
        .filter((name) => name !== "README.md")
        .sort()
        .map((name) => [name, repairLinks(readFileSync(join(out, name), "utf8"))]),
    );
  } finally {
    rmSync(out, { recursive: true });
  }
}

/**
 * Removes the number from links to headings that occur once. The plug-in counts a property as a heading, although
 * properties are in tables. For example, it links to #inputparts-1 because Input has `parts`.
 */
const repairLinks = (text: string): string =>
  text.replaceAll(/\(#([\w-]+)-1\)/gu, (link, anchor: string) =>
    [...text.matchAll(/^#+ (\w+)/gmu)].filter(([, name]) => name?.toLowerCase() === anchor)
      .length === 1
      ? `(#${anchor})`
      : link,
  );
