import { join } from "node:path";
import { expect, it } from "vitest";
import { UsageError } from "../../src/base/errors.js";
import { Shuffle } from "../../src/base/shuffle.js";
import { temporaryFolder } from "../support/run-bin.js";

it("reports a missing folder for temporary files in one line as a usage error", () => {
  const missing = join(temporaryFolder(), "missing");
  const shuffle = new Shuffle(1, missing);
  const spill = (): void => {
    for (let i = 0; i < 10; i += 1) shuffle.add(`key\t${i}\ttie\t{}`);
  };
  expect(spill).toThrow(UsageError);
  expect(spill).toThrow(/no temporary files can be made in .*Set TMPDIR to a folder/u);
});
