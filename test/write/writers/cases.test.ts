import { join } from "node:path";
import { expect } from "vitest";
import { testCases } from "../../support/cases.js";
import { runBin } from "../../support/run-bin.js";

// Parquet is no text, captures need settings as Parquet does, and JSON Lines carry the version of the program.
const FORMS = ["csv", "golddatafile", "json", "seeds", "text"];

testCases("forms", async (_, file) => {
  const parts: string[] = [];
  for (const form of FORMS) {
    const path = join("fixtures/cases/forms", file);
    const { status, stdout, stderr } = await runBin(["convert", path, "-ot", form]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    parts.push(`== ${form}\n${stdout}`);
  }
  return parts.join("\n");
});
