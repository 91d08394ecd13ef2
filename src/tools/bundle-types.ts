import { join } from "node:path";
import { rollup } from "rollup";
import { dts } from "rollup-plugin-dts";
import { TYPED_ENTRIES } from "./project.js";

/** Writes the types of the library to dist/: a file for each entry point, and one with what they share. */
const root = join(import.meta.dirname, "..", "..");
const entries = TYPED_ENTRIES.map((name): [string, string] => [
  name,
  join(root, "build", `${name}.d.ts`),
]);
const paths = entries.map(([, path]) => path);
const bundle = await rollup({
  input: Object.fromEntries(entries),
  external: /^node:/u,
  plugins: [dts()],
});
await bundle.write({
  ...{ dir: join(root, "dist"), format: "es", chunkFileNames: "types.d.ts" },
  manualChunks: (id) => (paths.includes(id) ? undefined : "types"),
});
