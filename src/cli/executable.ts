import * as nodeModule from "node:module";
import { getAsset } from "node:sea";
import { pathToFileURL } from "node:url";
import { isMainThread } from "node:worker_threads";

/**
 * Start of the executable (`npm run build:binary`), bundled as CommonJS because Node accepts nothing else there. It
 * makes the modules inside the executable importable, and runs the command with them. Each thread runs it first
 * (src/base/platform/threads.ts).
 *
 * The files inside have the URLs of files in a folder with the path of the executable. No such files can exist, so that
 * they hide none.
 */
const insideRoot = pathToFileURL(`${process.execPath}/`).href;
const PACKAGE_NAME = "detect-off-topic";

interface Resolved {
  readonly url: string;
  readonly format?: string;
  readonly shortCircuit?: boolean;
}
interface LoadedModule {
  readonly format: string;
  readonly source: string;
  readonly shortCircuit: boolean;
}
/** Hooks of Node 22.15 and later. The installed types are those of Node 20, which lack the hooks. */
interface Hooks {
  resolve: (
    name: string,
    context: { readonly parentURL?: string },
    next: (name: string, context: object) => Resolved,
  ) => Resolved;
  load: (
    url: string,
    context: object,
    next: (url: string, context: object) => LoadedModule,
  ) => LoadedModule;
}
const { registerHooks } = nodeModule as unknown as { registerHooks: (hooks: Hooks) => unknown };

const inside = (url: string): Resolved => ({ url, format: "module", shortCircuit: true });

registerHooks({
  resolve(name, context, next) {
    if (name.startsWith(insideRoot)) return inside(name);
    if (name.startsWith(".") && context.parentURL?.startsWith(insideRoot)) {
      return inside(new URL(name, context.parentURL).href);
    }
    try {
      return next(name, context);
    } catch (cause) {
      // A plug-in can import the package even without an installed package.
      const file = published(name);
      if (file === undefined) throw cause;
      return inside(new URL(file, insideRoot).href);
    }
  },
  load: (url, context, next) =>
    url.startsWith(insideRoot)
      ? {
          format: "module",
          source: getAsset(url.slice(insideRoot.length), "utf8"),
          shortCircuit: true,
        }
      : next(url, context),
});

/** Returns the module of the package that a name imports; undefined for other names. */
function published(name: string): string | undefined {
  if (!name.startsWith(PACKAGE_NAME)) return undefined;
  const { exports } = JSON.parse(getAsset("package.json", "utf8")) as {
    readonly exports: Readonly<Record<string, { readonly default?: string } | string>>;
  };
  const found = exports[`.${name.slice(PACKAGE_NAME.length)}`];
  return typeof found === "object" ? found.default : undefined;
}

if (isMainThread) {
  import(`${insideRoot}dist/lib/main.js`).catch((cause: unknown) => {
    process.stderr.write(
      `detect_off_topic: ${cause instanceof Error ? cause.stack : String(cause)}\n`,
    );
    process.exitCode = 1;
  });
}
