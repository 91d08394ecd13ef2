import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { prepareRun } from "../../../src/index.js";
import { http, warcRecord } from "../../support/warc-builder.js";

/** Page of a site with navigation, class names and a title. */
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
const forSale =
  "<html><head><title>This website is for sale!</title></head><body><h1>saltmouth.example is for sale</h1>" +
  "<p>This website is for sale: the best source of all information on tides. Domain parking.</p></body></html>";
const parked =
  "<html><head><title>saltmouth.example - parked domain</title></head><body><h1>This domain is parked</h1>" +
  "<p>This domain has been registered and parked by its owner.</p></body></html>";
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

const offices =
  "Airport, Animal health, Archives, Births, Building control, Cemeteries, Coastguard, Courts, Customs, Education, Elections, " +
  "Fisheries, Foster care, Harbour master, Housing, Income tax, Land registry, Libraries, Licences, Lighthouses, Museums, " +
  "Passports, Pensions, Pilots, Planning, Police, Post, Prison, Public health, Refuse, Roads, Schools, Statistics, Tide gauge, " +
  "Trading standards, Traffic, Water, Weather";
const row = (name: string, kind: string, address = ""): string =>
  `<p class="${kind}"><a href="/${kind}/${name}">${name}</a>${address}</p>`;
/**
 * A long list of addresses, and the same page after a redesign: half of the names, other links, and sentences in
 * between.
 */
const addresses = (year: number): string =>
  `<html><head><title>Contact us - States of Saltmouth</title></head><body class="page"><ul class="menu"><li><a href="/a-z">A to Z</a>` +
  `<li><a href="/tides">Tides</a><li><a href="/news">News</a></ul><h1 class="head">Contact us</h1>` +
  `<p>Every office of the island, from A to Z, ${year}.</p>` +
  offices
    .split(", ")
    .map((name) => row(name, "row", " Sir Charles House, Saltmouth"))
    .join("") +
  "</body></html>";
const redesigned = (year: number): string =>
  `<html><head><title>Contact us - States of Saltmouth</title></head><body class="page wide"><nav class="bar menu"><a href="/tides">Tides</a>` +
  `<a href="/benefits">Benefits</a><a href="/moving">Moving here</a></nav><h1 class="head">Contact us</h1><p class="lead">The official ` +
  `website for the States of Saltmouth. Tell us when you move home, or give us your views, ${year}.</p>` +
  offices
    .split(", ")
    .filter((_, at) => at % 2 === 0)
    .map((name) => row(name, "lead"))
    .join("") +
  `<p class="lead">Leave feedback or a complaint at Sir Charles House.</p></body></html>`;
const sixYears = [2001, 2002, 2003, 2004, 2005, 2006].map(addresses);

/** The new owner's shop after it has grown. */
const shop = newOwner.replace(
  "</body>",
  Array.from(
    { length: 12 },
    (_, at) =>
      `<p class=ware><a href=/wares/${at}>Worktop number ${at}</a> of solid granite, polished on every edge, sawn to your ` +
      "measure, with a hole for the sink and another for the tap, and thirty years of guarantee against heat and knives.",
  ).join("") + "</body>",
);

/** Verdicts on a TimeMap of these pages, captured a year apart: N for on-topic, F for off-topic. */
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

describe("profile default on short TimeMaps", () => {
  it.each([
    ["a single page", [first], "N"],
    ["a single page with a notice that the account is suspended", [suspended], "F"],
    ["a single page with a notice that the domain is for sale", [forSale], "F"],
    ["a single page with a notice that the domain is parked", [parked], "F"],
    [
      "a single page that mentions a sale",
      [page(title, `${tides} An old gauge is for sale.`)],
      "N",
    ],
    ["a page before and after it has grown", [first, later], "NN"],
    ["a page, then a suspended account", [first, suspended], "NF"],
    ["a suspended account, then the page", [suspended, first], "FN"],
    ["a page, then another site", [first, newOwner], "NF"],
    ["a page of another site between two of the site's own pages", [first, newOwner, later], "NFN"],
    ["a suspended account between two pages", [first, suspended, later], "NFN"],
    ["two suspended accounts, then the page", [suspended, suspended, first], "FFN"],
  ])("profile default judges %s", async (_, pages, said) => {
    expect(await verdicts(...pages)).toBe(said);
  });
});

describe("profile default on TimeMaps that change", () => {
  it.each([
    [
      "a new template for the same subject",
      [first, later, page(title, tides, "new"), page(title, `${more} ${tides}`, "new")],
      "NNNN",
    ],
    ["pages whose words are all new in each capture", news, "NNNNN"],
    [
      "a site that is suspended from time to time",
      [first, suspended, later, suspended, first],
      "NFNFN",
    ],
    [
      "a site that was suspended in all captures",
      [suspended, suspended, suspended, suspended],
      "FFFF",
    ],
    [
      "a site that came after a page of another site",
      [newOwner, first, later, first, later],
      "FNNNN",
    ],
    [
      "a new design after a long time without change, with other links and half of the words",
      [...sixYears, ...[2007, 2008, 2009].map(redesigned)],
      "NNNNNNNNN",
    ],
    [
      "another site that replaces the page in most of the captures",
      [first, later, ...Array<string>(5).fill(shop)],
      "NNFFFFF",
    ],
    [
      "another site that replaces the page after an equally long time",
      [...sixYears, newOwner, newOwner, newOwner],
      "NNNNNNFFF",
    ],
    ["a site that another site took over", [first, later, first, newOwner, newOwner], "NNNFF"],
  ])("profile default judges the changing TimeMap of %s", async (_, pages, said) => {
    expect(await verdicts(...pages)).toBe(said);
  });

  it("profile default calls a page off-topic more readily if the page says more clearly that it is an error page", async () => {
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
