import { join } from "node:path";
import { rollup } from "rollup";
import { dts } from "rollup-plugin-dts";

/** Writes the types of the library to dist/index.d.ts. */
const root = join(import.meta.dirname, "..", "..");
const bundle = await rollup({
  input: join(root, "build", "index.d.ts"),
  external: /^node:/u,
  plugins: [dts()],
});
await bundle.write({
  file: join(root, "dist", "index.d.ts"),
  format: "es",
  // Names of Node stand in the types, which a program otherwise has to ask for itself.
  banner: '/// <reference types="node" />',
});
