import { join } from "node:path";
import { writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { modulesOf } from "../../support/loaded-modules.js";
import { ROOT, temporaryFolder } from "../../support/run-bin.js";
import { runInside } from "../../support/run-inside.js";

const WARC = `warc=${join(ROOT, "fixtures", "warcs", "two-captures.warc")}`;
const DENSITY = ["--boilerplate", "density"];

it.each([
  [
    [...DENSITY, "--set", "fusion=smoth"],
    'unknown value of --set fusion "smoth". Did you mean "smooth"? Choose from: plain, smooth, rule, smooth-rule, greedy.',
  ],
  [[...DENSITY, "--set", "vmax=3"], "the Vmax must be a number from 0 to 1, not 3."],
  [[...DENSITY, "--set", "wrap=20000"], "the wrap width must be a whole number from 1 to 10000."],
])("the settings of the remover in %j are refused before anything is read", async (args, why) => {
  const { status, stderr } = await runInside(["-i", WARC, ...args]);
  expect(stderr).toBe(`detect_off_topic: ${why}\n`);
  expect(status).toBe(2);
});

it("a topic that was made with the remover needs no other option to find pages", async () => {
  const folder = temporaryFolder();
  const [topic, out] = [join(folder, "topic.json"), join(folder, "candidates.jsonl")];
  const core = [1, 2, 3].flatMap((number) => {
    const page = join(folder, `${number}.html`);
    const text = `The keeper of the lighthouse had the oil lamp and the fresnel lens ${number} in the lantern room.`;
    writeFileSync(page, `<p>${text}`);
    return ["--core", page];
  });
  expect(await runInside(["topic", "build", ...core, ...DENSITY, "-q", "-o", topic])).toMatchObject(
    { status: 0 },
  );
  // A process of its own, in which no other test has loaded the extension.
  expect(modulesOf("collect", "--topic", topic, "-i", WARC, "--workers", "0", "-o", out)).toContain(
    join("extensions", "density", "density.js"),
  );
});
