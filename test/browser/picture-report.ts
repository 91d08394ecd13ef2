import { readFileSync } from "node:fs";
import { join } from "node:path";
import { makePictures } from "../report/made-pictures.js";
import { runBin, temporaryFolder } from "../support/run-bin.js";
import { rowsOf } from "../support/rows.js";

interface PictureReport {
  readonly html: string;
  /** URI-Ms of the off-topic captures. */
  readonly offTopic: readonly string[];
}

let making: Promise<PictureReport> | undefined;

/** Makes a report of fixtures/collection with a picture for each capture. */
export const pictureReport = (): Promise<PictureReport> =>
  (making ??= (async () => {
    const folder = temporaryFolder();
    const results = join(folder, "run.jsonl");
    await runBin(["-q", "-i", "warc=fixtures/collection", "--explain", "-o", results]);
    const rows = rowsOf(readFileSync(results, "utf8"));
    const uriMs = rows.map((row) => String(row["URI-M"]));
    const pictures = makePictures(join(folder, "pictures"), uriMs);
    const { stdout: html } = await runBin(["report", results, "--pictures", pictures]);
    const offTopic = rows.filter((row) => row["overall topic status"] === "off-topic");
    return { html, offTopic: offTopic.map((row) => String(row["URI-M"])) };
  })());
