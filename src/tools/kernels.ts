import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Returns a TypeScript file that contains src/base/math/kernels/NAME.ts (AssemblyScript), compiled to WebAssembly. */
export function compiledKernel(root: string, name: string): string {
  const compiler = join(root, "node_modules", "assemblyscript", "bin", "asc.js");
  const source = join("src", "base", "math", "kernels", `${name}.ts`);
  const output = join("build", `${name}.wasm`);
  const options = ["-O3", "--noAssert", "--runtime", "stub", "--enable", "simd"];
  execFileSync(process.execPath, [compiler, source, ...options, "--outFile", output], {
    cwd: root,
    stdio: "inherit",
  });
  return [
    `/** src/base/math/kernels/${name}.ts as WebAssembly; \`npm run generate\` writes this file. */`,
    `export const ${name}Kernel =`,
    `  "${readFileSync(join(root, output), "base64")}";`,
    "",
  ].join("\n");
}
