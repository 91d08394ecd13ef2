import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { detect } from "../../src/pipeline/detect.js";
import { temporaryFolder } from "../support/run-bin.js";
import { http, warcRecord } from "../support/warc-builder.js";

const club = (news: string): string =>
  `<title>Saltmouth Chess Club</title><div class="club"><h1>Saltmouth Chess Club</h1>
   <p>We meet each Tuesday in the old lifeboat house and play until ten. ${news}</p></div>`;
const dealer = (stock: string): string =>
  `<title>Prices of used cars</title><div class="grid"><h1>Compare offers near you</h1>
   <p>Find a dealer, see what your vehicle is worth today, and order a history report. ${stock}</p></div>`;
const NEWS = [
  "The junior cup is ours.",
  "A lecture on endgames.",
  "Results of round four.",
  "Summer break.",
];
const STOCK = [
  "Nine vans.",
  "Two coupes.",
  "An estate.",
  "Six hatchbacks.",
  "Four pickups.",
  "A minibus.",
];

/** What is said of the captures of a seed, one a year: `on-topic` or `off-topic`. */
async function verdictsOn(seed: string, pages: readonly string[]): Promise<unknown[]> {
  const file = join(temporaryFolder(), "crawl.warc");
  const records = pages.map((page, at) =>
    warcRecord({ uri: seed, date: `${2001 + at}-05-01T00:00:00Z` }, http(`<html>${page}</html>`)),
  );
  writeFileSync(file, Buffer.concat(records));
  const verdicts: unknown[] = [];
  for await (const result of detect({ input: `warc=${file}`, workers: 0 })) {
    verdicts.push("overall" in result ? result.overall : undefined);
  }
  return verdicts;
}

describe("the mementos that the model compares with", () => {
  const taken = [...NEWS.map(club), ...STOCK.map(dealer)];

  it("are those that name their seed: another site is off-topic although it has most of the captures", async () => {
    expect(await verdictsOn("http://saltmouthchess.org/", taken)).toEqual([
      ...NEWS.map(() => "on-topic"),
      ...STOCK.map(() => "off-topic"),
    ]);
  });

  it("may be a single one, wherever it stands: one that is believed says more than all others", async () => {
    const [first, second, ...others] = STOCK.map(dealer);
    const own = club(NEWS[0]!);
    expect(
      await verdictsOn("http://saltmouthchess.org/", [first!, second!, own, ...others]),
    ).toEqual(["off-topic", "off-topic", "on-topic", ...others.map(() => "off-topic")]);
    expect(await verdictsOn("http://saltmouthchess.org/", [first!, own])).toEqual([
      "off-topic",
      "on-topic",
    ]);
  });

  it("are these alone where one lacks what is compared: the title of another says nothing of the page", async () => {
    const suspended = "<title>Account suspended</title>";
    expect(
      await verdictsOn("http://harbour.example/", [
        "<p>The lanterns of the old harbour museum</p>",
        suspended,
      ]),
    ).toEqual(["on-topic", "off-topic"]);
  });

  it("may be any where the URI says nothing: then most of the captures are the page", async () => {
    const verdicts = await verdictsOn("http://site-12.example/", taken);
    expect(verdicts.slice(NEWS.length)).toEqual(STOCK.map(() => "on-topic"));
  });

  it("are none with a strong sign, however many have one", async () => {
    const suspended = STOCK.map(
      (reason) =>
        `<title>Account suspended</title><h1>This account has been suspended</h1> ${reason}`,
    );
    expect(await verdictsOn("http://site-12.example/", [...NEWS.map(club), ...suspended])).toEqual([
      ...NEWS.map(() => "on-topic"),
      ...STOCK.map(() => "off-topic"),
    ]);
  });
});
