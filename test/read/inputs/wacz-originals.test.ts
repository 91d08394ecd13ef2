import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { errors, runHttp } from "../../cli-http/run-http.js";
import { temporaryFolder } from "../../support/run-bin.js";
import { wacz } from "../../support/wacz-builder.js";
import { gzip, http, pageRecord, type FieldList, warcRecord } from "../../support/warc-builder.js";

const ORIGINAL = "2024-01-05T10:00:00Z";

/** Returns a revisit of the page of `a`, as Browsertrix writes it when an earlier crawl has the page. */
const revisit = (date: string, fields: FieldList = []): Buffer =>
  warcRecord(
    {
      type: "revisit",
      uri: "http://a.example/",
      date,
      fields: [
        ["WARC-Profile", "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest"],
        ["WARC-Refers-To-Target-URI", "http://a.example/"],
        ["WARC-Refers-To-Date", ORIGINAL],
        ["WARC-Payload-Digest", "sha256:abc"],
        ...fields,
      ],
    },
    http(""),
  );

/** Writes a WACZ of these records and returns its folder. */
function crawl(folder: string, name: string, records: Buffer[]): string {
  mkdirSync(folder, { recursive: true });
  const bytes = wacz({ "data.warc.gz": Buffer.concat(records.map(gzip)) });
  writeFileSync(join(folder, name), bytes);
  return join(folder, name);
}

const missing = (advice: string): string =>
  `revisit of a capture that is not in the input (http://a.example/ of ${ORIGINAL}, payload sha256:abc)${advice}`;

it("says that the original of a revisit is missing", async () => {
  const file = crawl(temporaryFolder(), "february.wacz", [revisit("2024-02-05T10:00:00Z")]);
  expect(errors(await runHttp(["-i", `wacz=${file}`]))).toEqual([missing("")]);
});

it("finds the original of a revisit in another WACZ of the folder, which may arrive later", async () => {
  const folder = temporaryFolder();
  const container: FieldList = [["WARC-Refers-To-Container", "file://january.wacz"]];
  crawl(folder, "february.wacz", [revisit("2024-02-05T10:00:00Z", container)]);
  const early = await runHttp(["-i", `wacz=${folder}`]);
  expect(errors(early)).toEqual([
    missing(": it should be in january.wacz, so give that file, too"),
  ]);
  crawl(folder, "january.wacz", [pageRecord("a", { date: ORIGINAL })]);
  // A file that is still being written is reported, and the others are read.
  writeFileSync(join(folder, "march.wacz"), Buffer.from("PK\u0003\u0004 the beginning of a file"));
  const found = await runHttp(["-i", `wacz=${folder}`]);
  expect(errors(found)).toEqual([]);
  expect(found.rows).toHaveLength(2);
  expect(found.stderr).toContain("march.wacz");
});
