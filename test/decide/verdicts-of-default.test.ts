import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { prepareRun } from "../../src/index.js";
import { http, warcRecord } from "../support/warc-builder.js";

/** A page of a site with navigation, class names and a title of its own. */
const page = (title: string, text: string, template = "old"): string =>
  `<!DOCTYPE html><html><head><title>${title}</title></head><body class="${template}-body">` +
  `<ul class="${template}-menu"><li><a href="/tides">Tides</a><li><a href="/boats">Boats</a><li><a href="/visit">Visit us</a></ul>` +
  `<div class="${template}-main"><h1>${title}</h1><p>${text}</p></div><p class="${template}-foot">Saltmouth Tide Station</p></body></html>`;

const title = "Saltmouth Tide Station";
const tides =
  "The tide station at Saltmouth has measured the height of the sea since 1871. Its gauge stands in a stone well beside " +
  "the harbour wall, and the keeper reads it twice a day. Visitors may see the old instruments and the printed tables.";
const more =
  "In spring the well was cleaned and a new float was hung. The harbour board pays for the lamp, and schools may come on " +
  "Tuesdays to draw the curve of a week of tides on paper.";
const suspended =
  "<html><head><title>Account Suspended</title></head><body><h1>Account Suspended</h1><p>This account has been suspended. " +
  "Please contact your hosting provider for more information.</p></body></html>";
const newOwner =
  "<html><head><title>Cheap kitchen worktops</title></head><body class=shop><a href=/basket class=cart>Basket</a><p>Granite, quartz " +
  "and oak worktops cut to size and delivered to your door within the week. Order samples of every colour, and ask our " +
  "fitters for a price that nobody else will match in the whole county.</p></body></html>";
const news = [
  "Herring were landed on Monday in great number and sold before noon.",
  "Storm warnings kept every trawler moored while slates flew from roofs.",
  "Choir practice moves into our lecture room until plaster has dried.",
  "Two seals slept beneath the slipway, watched by a patient crowd.",
  "Auction of ropes, anchors, blocks; viewing from nine, cash only.",
].map((text) => page(title, text));

/** One TimeMap of these pages, a year apart: N for each that is called on-topic, F for each that is not. */
async function verdicts(...pages: readonly string[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "verdicts-"));
  try {
    const records = pages.map((html, at) =>
      warcRecord(
        {
          uri: "http://tides.example/",
          date: `${2001 + at}-05-04T10:00:00Z`,
          fields: [["Content-Type", "application/http; msgtype=response"]],
        },
        http(html),
      ),
    );
    const file = join(folder, "tides.warc");
    writeFileSync(file, Buffer.concat(records));
    const run = await prepareRun({ input: `warc=${file}`, profile: "default", workers: 0 });
    let said = "";
    for await (const result of run.results)
      if (result.kind === "memento") said += result.overall === "off-topic" ? "F" : "N";
    return said;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const first = page(title, tides);
const later = page(title, `${tides} ${more}`);

describe("what profile default says of short TimeMaps", () => {
  it.each([
    ["a single page", [first], "N"],
    ["a single page that says it is suspended", [suspended], "F"],
    ["a page and what it grew to", [first, later], "NN"],
    ["a page, then a suspended account", [first, suspended], "NF"],
    ["a suspended account, then the page", [suspended, first], "FN"],
    ["a page, then another site", [first, newOwner], "NF"],
    ["a page between two of its own", [first, newOwner, later], "NFN"],
    ["a suspended account between two pages", [first, suspended, later], "NFN"],
    ["two suspended accounts, then the page", [suspended, suspended, first], "FFN"],
  ])("%s", async (_, pages, said) => {
    expect(await verdicts(...pages)).toBe(said);
  });
});

describe("what profile default says of TimeMaps that change", () => {
  it.each([
    [
      "a new template, the same subject",
      [first, later, page(title, tides, "new"), page(title, `${more} ${tides}`, "new")],
      "NNNN",
    ],
    ["pages whose words are all new each time", news, "NNNNN"],
    ["a site that is suspended now and then", [first, suspended, later, suspended, first], "NFNFN"],
    [
      "a site that was suspended all the time",
      [suspended, suspended, suspended, suspended],
      "FFFF",
    ],
    ["a site that came after another's page", [newOwner, first, later, first, later], "FNNNN"],
    ["a site that another took over", [first, later, first, newOwner, newOwner], "NNNFF"],
  ])("%s", async (_, pages, said) => {
    expect(await verdicts(...pages)).toBe(said);
  });

  it("the more a page says that it is no page, the likelier it is off-topic", async () => {
    const closing = (words: string): string => page(words, "Saltmouth");
    const said = await Promise.all(
      ["Harbour", "Suspended", "Account suspended"].map((words) =>
        verdicts(first, later, closing(words), first, later),
      ),
    );
    expect(said.map((text) => text[2])).toEqual([...said.map((text) => text[2])].sort().reverse());
    expect(said.at(-1)).toBe("NNFNN");
  });
});
