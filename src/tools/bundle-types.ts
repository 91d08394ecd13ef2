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
  // The types name those of Node, which a program would else have to ask for by itself.
  banner: '/// <reference types="node" />',
});
