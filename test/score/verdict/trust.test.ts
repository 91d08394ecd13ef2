import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { detect } from "../../../src/run/detect.js";
import type { MementoResult } from "../../../src/score/types.js";
import { temporaryFolder } from "../../support/run-bin.js";
import { http, warcRecord } from "../../support/warc-builder.js";

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

/** Verdicts on the captures of a seed, one per year. */
async function verdictsOn(seed: string, pages: readonly string[]): Promise<unknown[]> {
  return (await resultsOn(seed, pages)).map(({ overall }) => overall);
}

async function resultsOn(seed: string, pages: readonly string[]): Promise<MementoResult[]> {
  const file = join(temporaryFolder(), "crawl.warc");
  const records = pages.map((page, at) =>
    warcRecord({ uri: seed, date: `${2001 + at}-05-01T00:00:00Z` }, http(`<html>${page}</html>`)),
  );
  writeFileSync(file, Buffer.concat(records));
  const results: MementoResult[] = [];
  for await (const result of detect({ input: `warc=${file}`, workers: 0 }))
    if (result.kind === "memento") results.push(result);
  return results;
}

const PLACEHOLDER = "<title>Saltmouth</title><p>Our pages are being written, come again soon.</p>";
const RICH = NEWS.map((news) =>
  club(
    `${news} <ul>${Array.from({ length: 40 }, (_, at) => `<li><a href="/round/${at}">Round ${at} of the league against another club</a></li>`).join("")}</ul>`,
  ),
);

describe("the trusted first memento and the believed ones (profile default)", () => {
  const taken = [...NEWS.map(club), ...STOCK.map(dealer)];
  const suspended = (reason: string): string =>
    `<title>Account suspended</title><h1>This account has been suspended</h1> ${reason}`;

  it("calls another site off-topic, even if it has most captures, if the first captures name the seed", async () => {
    expect(await verdictsOn("http://saltmouthchess.org/", taken)).toEqual([
      ...NEWS.map(() => "on-topic"),
      ...STOCK.map(() => "off-topic"),
    ]);
  });

  it("trusts the first capture and not the majority if the URI has no meaningful words", async () => {
    expect(await verdictsOn("http://site-12.example/", taken)).toEqual([
      ...NEWS.map(() => "on-topic"),
      ...STOCK.map(() => "off-topic"),
    ]);
  });

  it("moves no trust to a later capture for its name alone", async () => {
    const [first, second, ...others] = STOCK.map(dealer);
    const own = club(NEWS[0]!);
    const verdicts = await verdictsOn("http://saltmouthchess.org/", [
      first!,
      second!,
      own,
      ...others,
    ]);
    expect(verdicts[2]).toBe("off-topic");
    // Nothing says that the first ones are the page, either.
    expect(verdicts[0]).toBe("unsure");
  });

  it("takes no verdict back because the strange page stayed, and calls no good capture off-topic by it", async () => {
    const good = NEWS.map(club);
    for (const seed of ["http://saltmouthchess.org/", "http://site-12.example/"]) {
      for (const number of [1, 3, 6, 10]) {
        const strange = Array.from({ length: number }, (_, at) => dealer(STOCK[at % 6]!));
        for (const before of [good.slice(0, 2), good.slice(0, 3), good]) {
          const verdicts = await verdictsOn(seed, [...before, ...strange]);
          expect(verdicts).toEqual([
            ...before.map(() => "on-topic"),
            ...strange.map(() => "off-topic"),
          ]);
        }
      }
    }
  });

  it("does not take a new owner for the page because the site is richer", async () => {
    const market = STOCK.map((stock) =>
      dealer(
        `${stock} <ul>${Array.from({ length: 60 }, (_, at) => `<li><a href="/lot/${at}">Lot ${at}: a van with low mileage and a new belt</a></li>`).join("")}</ul>`,
      ),
    );
    const verdicts = await verdictsOn("http://site-12.example/", [
      club("A."),
      club("B."),
      ...market,
    ]);
    expect(verdicts).toEqual(["on-topic", "on-topic", ...market.map(() => "off-topic")]);
  });

  it("never trusts a capture with a strong sign, even if many captures have it", async () => {
    expect(
      await verdictsOn("http://site-12.example/", [...STOCK.map(suspended), ...NEWS.map(club)]),
    ).toEqual([...STOCK.map(() => "off-topic"), ...NEWS.map(() => "on-topic")]);
  });

  it("trusts a richer group of at least twice as many captures instead of a poor first one", async () => {
    const verdicts = await verdictsOn("http://site-12.example/", [PLACEHOLDER, ...RICH]);
    expect(verdicts.slice(1)).toEqual(RICH.map(() => "on-topic"));
  });

  it("judges captures by their own signs if none can be compared", async () => {
    const forSale = "<title>saltmouth.example is for sale</title><h1>This domain is for sale</h1>";
    expect(await verdictsOn("http://site-12.example/", [suspended("Pay."), forSale])).toEqual([
      "off-topic",
      "off-topic",
    ]);
  });

  it("leaves captures without a text unsure until a page with a text shows that they were none", async () => {
    expect(await verdictsOn("http://site-12.example/", ["", ""])).toEqual(["unsure", "unsure"]);
    expect(await verdictsOn("http://site-12.example/", ["", "", club(NEWS[0]!)])).toEqual([
      "off-topic",
      "off-topic",
      "on-topic",
    ]);
  });

  it("calls captures on-topic that do not name a seed whose name has no meaning", async () => {
    expect(await verdictsOn("http://site-12.example/", STOCK.map(dealer))).toEqual(
      STOCK.map(() => "on-topic"),
    );
  });

  it("judges a page that forwards to another host, and a page with a frame beside its text", async () => {
    const elsewhere = '<meta http-equiv="refresh" content="0; url=http://casino.example/">';
    const framed = `${club(NEWS[1]!)}<iframe src="map.html"></iframe>`;
    expect(
      await verdictsOn("http://site-12.example/", [club(NEWS[0]!), elsewhere, framed]),
    ).toEqual(["on-topic", "off-topic", "on-topic"]);
  });
});

describe("the notice on a seed", () => {
  const noticesOn = async (seed: string, pages: readonly string[]) =>
    new Set((await resultsOn(seed, pages)).map(({ seedNotice }) => seedNotice));
  const unnamed = "no capture of this seed names it";

  it("reports that no capture names the seed", async () => {
    expect(await noticesOn("http://saltmouthchess.org/", STOCK.map(dealer))).toEqual(
      new Set([unnamed]),
    );
  });

  it("reports that every capture has a sign of an error page", async () => {
    const closed = "<title>Account suspended</title><h1>This account has been suspended</h1>";
    expect(await noticesOn("http://site-12.example/", [closed, closed])).toEqual(
      new Set(["every capture of this seed has a sign that it is not the page"]),
    );
  });

  it("says which later capture stands for the seed, and why", async () => {
    expect(await noticesOn("http://site-12.example/", ["<p>Welcome", ...NEWS.map(club)])).toEqual(
      new Set(["the first capture with a text of its own is that of 2002-05-01"]),
    );
    const twice = [PLACEHOLDER, ...RICH.slice(0, 2)];
    expect(await noticesOn("http://site-12.example/", twice)).toEqual(
      new Set(["most captures look like that of 2002-05-01"]),
    );
  });

  it("adds no notice if the first capture names the seed, has an error, or the URI has no meaning", async () => {
    const own = [club(NEWS[0]!), ...STOCK.map(dealer)];
    expect(await noticesOn("http://saltmouthchess.org/", own)).toEqual(new Set([undefined]));
    const closed = "<title>Account suspended</title><h1>This account has been suspended</h1>";
    expect(await noticesOn("http://site-12.example/", [closed, club(NEWS[0]!)])).toEqual(
      new Set([undefined]),
    );
    expect(await noticesOn("http://site-12.example/", STOCK.map(dealer))).toEqual(
      new Set([undefined]),
    );
  });
});
