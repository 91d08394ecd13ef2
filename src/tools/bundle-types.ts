import { join } from "node:path";
import { rollup } from "rollup";
import { dts } from "rollup-plugin-dts";

/** Writes the types of the library to dist/. */
const root = join(import.meta.dirname, "..", "..");
const bundle = await rollup({
  input: Object.fromEntries(
    ["index", "testing", "tree-edit-distance"].map((name) => [
      name,
      join(root, "build", `${name}.d.ts`),
    ]),
  ),
  external: /^node:/u,
  plugins: [dts()],
});
const { output } = await bundle.write({
  dir: join(root, "dist"),
  format: "es",
  chunkFileNames: "types.d.ts",
});
if (output.length > 4) throw new Error("the types have two parts in common: one is published");
