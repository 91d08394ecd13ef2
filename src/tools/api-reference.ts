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

/** The names on the page: the main functions, results and definitions. The types of the package document the rest. */
const SHOWN_KINDS: ReadonlySet<string> = new Set(
  `detect prepareRun mapRecords resolveRecords reduceRecords loadPlugins givenPages readWarc readResults scoreOf parseOverrides
  printable defineFeature defineInput defineMeasure defineRemover defineWriter NotDefined UsageError features inputs measures
  profiles removers writers DetectOptions FetchingOptions RunChoices SettingsChoices GivenPage Run Tally Result MementoResult
  TimeMapProblem MeasureResult Score Capture Outcome Problem TopicStatus OverallStatus SavedMemento SavedResults Page FeatureSpec
  FeatureValues InputSpec InputContext MeasureSpec RemoverSpec WriterSpec`.split(/\s+/u),
);

/** Throws if an export has no doc comment. */
export async function apiReference(root: string): Promise<Readonly<Record<string, string>>> {
  const out = mkdtempSync(join(tmpdir(), "dot-api-"));
  try {
    const app = await Application.bootstrapWithPlugins({
      plugin: ["typedoc-plugin-markdown"],
      entryPoints: [join(root, "dist", "index.d.ts")],
      tsconfig: join(root, "src", "tools", "api-tsconfig.json"),
      ...{ readme: "none", disableSources: true, excludeExternals: true, logLevel: "Warn" },
      validation: { notExported: false, invalidLink: false, notDocumented: true },
      requiredToBeDocumented: ["Class", "Function", "Interface", "TypeAlias", "Variable"],
      treatWarningsAsErrors: true,
      groupOrder: ["Functions", "Variables", "Classes", "Interfaces", "Type Aliases"],
      outputs: [{ name: "markdown", path: out }],
      ...({
        entryFileName: "index",
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
    app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }: Context) => {
      for (const each of [...(project.children ?? [])]) {
        if (!SHOWN_KINDS.has(each.name)) project.removeReflection(each);
      }
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
    return Object.fromEntries(
      readdirSync(out)
        .sort()
        .map((name) => [`docs/api/${name}`, repairLinks(readFileSync(join(out, name), "utf8"))]),
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
