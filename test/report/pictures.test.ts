import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { load } from "cheerio";
import { describe, expect, it } from "vitest";
import { runBin, temporaryFolder } from "../support/run-bin.js";
import { rowsOf } from "../support/rows.js";
import { dataOf } from "./items.js";
import { makePictures } from "./made-pictures.js";

interface Made {
  readonly folder: string;
  readonly results: string;
  readonly pictures: string;
}

/** Makes results with a picture for all captures but the last. */
async function made(): Promise<Made> {
  const folder = temporaryFolder();
  const results = join(folder, "run.jsonl");
  const input = "warc=fixtures/warcs/two-captures.warc";
  const { stdout } = await runBin(["-q", "-i", input, "-ot", "jsonl"]);
  writeFileSync(results, stdout);
  const uriMs = rowsOf(stdout).map((row) => String(row["URI-M"]));
  return { folder, results, pictures: makePictures(join(folder, "pictures"), uriMs.slice(0, -1)) };
}

describe("report --pictures", () => {
  it("embeds pictures in the report, and allows no other source of pictures", async () => {
    const { results, pictures } = await made();
    const { stdout: html } = await runBin(["report", results, "--pictures", pictures]);
    const { head, part } = dataOf(html);
    expect([head.hasPictures, head.pictures]).toEqual([true, undefined]);
    const mementos = head.timeMaps.flatMap((_, at) => part(at, 0)?.mementos ?? []);
    expect(mementos.map(({ picture }) => picture)).toEqual([0, undefined]);
    const page = load(html);
    expect(JSON.parse(page('[id="picture-0"]').text())).toMatch(/^data:image\/webp;base64,UklGR/u);
    expect(page('meta[http-equiv="Content-Security-Policy"]').attr("content")).toContain(
      "; img-src data:; ",
    );
  });

  it("copies pictures of more than 50 MB to a folder beside the report", async () => {
    const { folder, results, pictures } = await made();
    const [name = ""] = readdirSync(pictures);
    truncateSync(join(pictures, name), 50_000_001);
    const args = ["report", results, "--pictures", pictures];
    const refused = await runBin(args);
    expect([refused.status, refused.stdout]).toEqual([2, ""]);
    expect(refused.stderr).toContain("Give -o FILE.");
    const output = join(folder, "report.html");
    expect((await runBin([...args, "-o", output])).status).toBe(0);
    const { head } = dataOf(readFileSync(output, "utf8"));
    expect(head.pictures).toEqual([`report-pictures/${name}`]);
    expect(existsSync(join(folder, head.pictures![0]!))).toBe(true);
  });

  it("refuses in one line a folder that the command pictures did not make, and omits missing files", async () => {
    const { folder, results, pictures } = await made();
    const report = (path: string): ReturnType<typeof runBin> =>
      runBin(["report", results, "--pictures", path]);
    const missing = await report(join(folder, "nowhere"));
    expect(missing.stderr).toMatch(/^detect_off_topic: --pictures [^\n]+no such file[^\n]+\n$/u);
    for (const file of readdirSync(pictures)) {
      if (file.endsWith(".webp")) rmSync(join(pictures, file));
    }
    const { status, stdout } = await report(pictures);
    expect([status, dataOf(stdout).head.hasPictures]).toEqual([0, false]);
    const index = join(pictures, "pictures.json");
    const captures = [{ uriM: "http://a.example/", record: "", file: "../../run.jsonl" }];
    for (const text of [
      "",
      "{",
      JSON.stringify({ form: "detect_off_topic pictures 1", captures }),
    ]) {
      writeFileSync(index, text);
      const refused = await report(pictures);
      expect([refused.status, refused.stdout]).toEqual([2, ""]);
      expect(refused.stderr).toContain("Make the folder with detect_off_topic pictures.");
    }
  });
});
