import js from "@eslint/js";
import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["build/", "dist/", "coverage/", "node_modules/", "examples/**/*.py", ".venv/"] },
  js.configs.recommended,
  {
    files: ["**/*.ts"],
    extends: [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: {
        project: [
          "./test/tsconfig.json",
          "./src/report-page/browser/tsconfig.json",
          "./src/web/tsconfig.json",
        ],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      "no-console": "error",
      "@typescript-eslint/no-explicit-any": "error",
      // What others call has types that can be read; constants such as the table of options have inferred ones.
      "@typescript-eslint/explicit-module-boundary-types": "error",
      // Numbers in messages are what messages are for.
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      // Types and values stand apart (verbatimModuleSyntax).
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/switch-exhaustiveness-check": "error",
      // Type aliases of JSON unions must be aliases, interfaces cannot be assigned to Json.
      "@typescript-eslint/consistent-type-definitions": "off",
      // Typed arrays and tuples in hot loops: the index is known to be in range, and a check would cost.
      "@typescript-eslint/no-non-null-assertion": "off",
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
    },
  },
  {
    files: ["**/*.js", "**/*.mjs"],
    languageOptions: {
      globals: {
        process: "readonly",
        console: "readonly",
        Buffer: "readonly",
        URL: "readonly",
        performance: "readonly",
        AbortController: "readonly",
        setTimeout: "readonly",
      },
    },
  },
);
