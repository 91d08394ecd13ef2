import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { defaultModel } from "../../../src/score/settings/default-model.js";
import type { LearnedModel } from "../../../src/score/settings/types.js";
import { readCsv } from "../../support/read-csv.js";
import { temporaryFolder } from "../../support/run-bin.js";
import { runInside } from "../../support/run-inside.js";
import { http, warcRecord } from "../../support/warc-builder.js";

/** A capture: its page, or its page with the status line of its answer. */
type Captured = string | readonly [html: string, statusLine: string];

/** One row of JSON Lines, as far as these tests read it. */
interface Row {
  readonly "overall topic status": "on-topic" | "off-topic" | "unsure";
  readonly "page kind": string;
  readonly "identity lost"?: true;
  readonly "changed since"?: string;
  readonly remark?: string;
  readonly "URI-R": string;
  readonly "timemap measures": { readonly combined: { readonly "comparison score": number } };
  readonly evidence: { readonly doubt?: string; readonly reason?: string };
}

const LETTERS = { "on-topic": "N", "off-topic": "F", unsure: "?" } as const;

/** The host gives no hint of the name. */
const SITE = "http://site-12.example/";

/** Writes the TimeMap of these captures, a year apart. */
function crawlOf(captures: readonly Captured[], uri = SITE): string {
  const file = join(temporaryFolder(), "crawl.warc");
  const records = captures.map((captured, at) => {
    const [html, statusLine] = typeof captured === "string" ? [captured] : captured;
    return warcRecord(
      { uri, date: `${2001 + at}-05-01T00:00:00Z` },
      http(`<html>${html}</html>`, statusLine === undefined ? {} : { statusLine }),
    );
  });
  writeFileSync(file, Buffer.concat(records));
  return file;
}

async function rowsOf(file: string, ...options: readonly string[]): Promise<readonly Row[]> {
  const args = ["-q", "-i", `warc=${file}`, "-ot", "jsonl", "--explain", "--workers", "0"];
  const { stdout } = await runInside([...args, ...options]);
  const lines = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Row);
  return lines.filter((row) => "URI-R" in row);
}

/** Returns the options of a run with a model that differs in these members from that of the default. */
function withModel(changed: Partial<LearnedModel>): readonly string[] {
  const model = join(temporaryFolder(), "model.json");
  writeFileSync(model, JSON.stringify({ ...defaultModel, ...changed }));
  return ["--profile", "default", "--combine", `learned=${model}`];
}

const verdictsOf = (rows: readonly Row[]): string =>
  rows.map((row) => LETTERS[row["overall topic status"]]).join("");

/** The sentence on the last capture that is not on-topic. */
const toldOf = (rows: readonly Row[]): string | undefined => {
  const { evidence } = rows.findLast((row) => row["overall topic status"] !== "on-topic") ?? {};
  return evidence?.doubt ?? evidence?.reason;
};

const probabilityOf = (row: Row): number => row["timemap measures"].combined["comparison score"];

const NOTES = [
  "The tide gauge in the well was read twice a day, and the keeper wrote each height into a book.",
  "Herring were landed on Monday in great number and sold before noon on the northern quay.",
  "Storm warnings kept every trawler moored while slates flew from the roofs of the old town.",
  "Choir practice moves into our lecture room until the plaster of the chapel has dried.",
];
const club = (news: string): string =>
  `<title>Saltmouth Chess Club</title><body class="club"><h1 class="head">Saltmouth Chess Club</h1><p class="text">We meet each
   Tuesday in the old lifeboat house and play until ten. Beginners are welcome, boards and clocks are there. ${news}</p></body>`;
const closed = `<title>Saltmouth Chess Club</title><body class="club"><h1 class="head">Saltmouth Chess Club</h1><p class="text">Nothing can be
  shown at this place today. Use the menu above, or begin with the first page of the club once more.</p></body>`;
const NOT_FOUND = "HTTP/1.1 404 Not Found";
const notFound = `<title>Page not found</title><h1>404 Page not found</h1><p>The page you were looking for was not found.</p>`;
const good = NOTES.map(club);

const frames =
  '<title>Saltmouth Chess Club</title><frameset cols="20%,80%"><frame src="menu.html"></frameset>';
const away =
  '<title>Best offers</title><frameset cols="20%,80%"><frame src="/shop.html"></frameset>';
const framed = club("").replace(/ Beginners.*(?=<)/su, '<iframe src="/menu.html"></iframe>');

const museum = (text: string): string =>
  `<title>Tides - Harbour Lantern Museum</title><body class="m"><img src="/lantern-logo.png"><p class="t">${text} The museum of the harbour
   keeps lamps, gauges and tables of tides.</p><p class="f">© 2001 Saltmouth Trust, info@lantern.example</p>
   <script>ga('create','UA-1234567-1')</script></body>`;
/** A page that looks like the museum's and has most of its words, so that the model calls it on-topic. */
const taken = (text: string, foot = ""): string =>
  `<title>Cheap loans</title><body class="m"><p class="t">${text} The museum of the harbour keeps lamps, gauges and tables of
   tides.</p><p class="f">${foot}</p></body>`;
const MUSEUM = NOTES.map(museum);
const plain = NOTES.map((note) => taken(note).replace("Cheap loans", "Lantern"));
const titled = "The tides, a harbour with a lantern and museum";
const redesign = `<title>Harbour home</title><body class="new"><nav class="bar"><a class="go" href="/visit">Plan</a></nav><p class="lead">Exhibitions,
  opening hours, tickets, shop, school classes, donate, newsletter. info@lantern.example</p></body>`;

/** Captures that are alike for years. */
const alike = [1, 2, 3, 4].map((round) => club(`${NOTES.join(" ")} Round ${round}.`));
const WARES =
  "Granite, quartz and oak cut to size, delivered within days. Order samples of every colour, ask our fitters about prices.";
const shop = `<title>Cheap worktops</title><body class="shop"><a class="cart" href="/basket">Basket</a><p class="ware">${WARES}</p></body>`;
const sameLook = `<title>Saltmouth Chess Club</title><body class="club"><h1 class="head">Worktops</h1><p class="text">${WARES}</p></body>`;
const canonical = sameLook.replace(
  "<body",
  '<link rel="canonical" href="http://site-12.example/"><body',
);
const spammed = MUSEUM[0]!.replace(
  "</body>",
  "<p style='display:none'>casino online slot gacor viagra cialis poker betting</body>",
);
const LOST = "nothing of the seed's identity is left";
const GONE = "hardly anything of the page is left";
const hardlyEver = { threshold: 0.9999 };

interface Case {
  readonly captures: readonly Captured[];
  /** A letter for each capture, see {@link LETTERS}. */
  readonly verdicts: string;
  /** The sentence on the last capture that is not on-topic. */
  readonly told?: string;
  /** Kind of the last capture. */
  readonly kind?: string;
  readonly model?: Partial<LearnedModel>;
  readonly options?: readonly string[];
  readonly uri?: string;
}

const CASES: Readonly<Record<string, Case>> = {
  "an error with another text": {
    captures: [...good, [closed, NOT_FOUND]],
    verdicts: "NNNNF",
  },
  "an error with the text of the page": {
    captures: [...good, [good[0]!, NOT_FOUND]],
    verdicts: "NNNN?",
    told: "its HTTP status is an error, and its text is that of the page",
  },
  "an error that a strong sign confirms, where even good captures differ": {
    captures: [...NOTES.map((note) => `<title>Notes</title><p>${note}</p>`), [notFound, NOT_FOUND]],
    verdicts: "NNNNF",
  },
  "nothing but errors": { captures: good.map((page) => [page, NOT_FOUND]), verdicts: "FFFF" },
  "a frame of another site after a page": { captures: [...good, away], verdicts: "NNNNF" },
  "a frame beside the text of the page": { captures: [...good, framed], verdicts: "NNNNN" },
  "frames before the first page with a text": {
    captures: [frames, ...good],
    verdicts: "?NNNN",
    told: "in a frame",
  },
  "nothing but frames": {
    captures: [frames, frames],
    verdicts: "??",
    told: "no capture of the seed can be compared with",
  },
  "a page with no name, address or account of its seed": {
    captures: [...MUSEUM, taken(NOTES[0]!)],
    verdicts: "NNNN?",
    told: `${LOST}; no longer: Tides, Harbour Lantern Museum, Saltmouth Trust, @lantern.example, ...`,
  },
  "such a page that a model without the rule calls on-topic": {
    captures: [...MUSEUM, taken(NOTES[0]!)],
    verdicts: "NNNNN",
    model: { rules: { timeOrder: true } },
  },
  "a page with one of them": {
    captures: [...MUSEUM, taken(NOTES[0]!, "INFO@lantern.example")],
    verdicts: "NNNNN",
  },
  "a page without them that has the title of the page": {
    captures: [...MUSEUM, taken(NOTES[1]!).replace("Cheap loans", titled)],
    verdicts: "NNNNN",
  },
  "a page of a seed with a single name": {
    captures: [...plain, taken(NOTES[0]!)],
    verdicts: "NNNNN",
  },
  "a page without what most of the first captures have": {
    captures: [plain[0]!, ...MUSEUM.slice(1), taken(NOTES[1]!)],
    verdicts: "NNNN?",
    told: LOST,
  },
  "a new home page that keeps an address": {
    captures: [...MUSEUM, redesign],
    verdicts: "NNNN?",
    told: "what the seed is known by is still there: @lantern.example",
  },
  "a page below the home page that keeps no more than an address": {
    captures: [...MUSEUM, redesign],
    verdicts: "NNNNF",
    uri: `${SITE}tides`,
  },
  "a page that replaces the page for good": {
    captures: [...alike, shop, shop],
    verdicts: "NNNNFF",
    told: "all words, title, class names and hosts of the page are lost, and none of them comes back",
    model: hardlyEver,
  },
  "a page that goes away again": {
    captures: [...alike, shop, alike[0]!],
    verdicts: "NNNN?N",
    told: `${GONE}; lost: words, title, class names; kept: nothing`,
    model: hardlyEver,
  },
  "such a page by a model without the order of time": {
    captures: [...alike, shop, shop],
    verdicts: "NNNNNN",
    model: { ...hardlyEver, rules: {} },
  },
  "the look of the page around other words": {
    captures: [...alike, sameLook],
    verdicts: "NNNN?",
    told: `${GONE}; lost: words; kept: title, class names`,
  },
  "the same, if it names the home page as its address": {
    captures: [...alike, canonical],
    verdicts: "NNNN?",
    told: "the site answers with its home page",
    kind: "home-page",
    uri: `${SITE}club`,
  },
  "a page that only forwards within its host": {
    captures: ['<meta http-equiv="refresh" content="0; url=/2012/">', good[0]!],
    verdicts: "?N",
    told: "its content is on another page of its host",
  },
  "a page that only forwards to another site": {
    captures: ['<meta http-equiv="refresh" content="0; url=http://b.example/">', good[0]!],
    verdicts: "?N",
    told: "it forwards to http://b.example/",
  },
  "a probability in the range of doubt": {
    captures: good,
    verdicts: "????",
    told: "its probability is in the range of doubt, 0 to 0.9",
    options: ["--abstain", "0-.9"],
  },
  "captures of which none can be compared with": {
    captures: ['<title>x</title><img src="a.png">', '<title>x</title><img src="b.png">'],
    verdicts: "??",
    told: "no capture of the seed can be compared with",
  },
  "captures of which none names the seed": {
    captures: [shop, shop],
    verdicts: "??",
    told: "names the seed, and neither does this one",
    uri: "http://saltmouthchess.org/",
  },
  "the same, if the host ends in a dot": {
    captures: [shop, shop],
    verdicts: "??",
    told: "names the seed, and neither does this one",
    uri: "http://saltmouthchess.org./",
  },
};

describe("the rules beside the probability", () => {
  it.each(Object.entries(CASES))("judge %s", async (_, one) => {
    const { captures, verdicts, told, kind, model, uri } = one;
    const { options = model && withModel(model) } = one;
    const rows = await rowsOf(crawlOf(captures, uri), ...(options ?? []));
    expect(verdictsOf(rows)).toBe(verdicts);
    if (kind !== undefined) expect(rows.at(-1)!["page kind"]).toBe(kind);
    if (told === undefined) expect(toldOf(rows)).toBeUndefined();
    else expect(toldOf(rows)).toContain(told);
  });

  it("leave the probability as it is, but raise that of an error, which the timeline says", async () => {
    const file = crawlOf([...good, [closed, NOT_FOUND], [good[0]!, NOT_FOUND]]);
    const [error, page] = (await rowsOf(file)).slice(-2).map(probabilityOf);
    expect(error).toBeGreaterThanOrEqual(0.95);
    expect(page).toBeLessThan(0.5);
    const args = ["-q", "-i", `warc=${file}`, "-ot", "text", "--explain", "--workers", "0"];
    expect((await runInside(args)).stdout).toContain("its HTTP error decides");
    const errors = await rowsOf(crawlOf(good.map((each) => [each, NOT_FOUND])));
    expect(errors.map(probabilityOf)).toEqual([0.75, 0.75, 0.75, 0.75]);
  });

  it("say of a lasting change since when it lasts, beside an error that has no part in it", async () => {
    const rows = await rowsOf(crawlOf([...alike, [notFound, NOT_FOUND], shop, shop]));
    const since = "20060501000000";
    expect(rows.map((row) => row["changed since"])).toEqual([
      ...[undefined, undefined, undefined, undefined, undefined, since, since],
    ]);
  });

  it("say that the identity is lost, and that spam was put into a page that is whole", async () => {
    const [lost, spam] = (await rowsOf(crawlOf([...MUSEUM, taken(NOTES[0]!), spammed]))).slice(-2);
    expect(lost!["identity lost"]).toBe(true);
    expect(spam!.remark).toMatch(/^spam was put into the page: text: casino/u);
    expect(spam!["page kind"]).toBe("page");
  });
});

describe("the reason of an unsure capture (--explain)", () => {
  it("is in each form of output, and captures with a verdict have none", async () => {
    const file = crawlOf([frames, good[0]!, good[1]!]);
    const doubt = "its content is on another page of its host, in a frame or behind a forward";
    const run = async (type: string): Promise<string> => {
      const args = ["-q", "-i", `warc=${file}`, "-ot", type, "--explain", "--workers", "0"];
      return (await runInside(args)).stdout;
    };
    const rows = await rowsOf(file);
    expect(rows.map(({ evidence }) => evidence.doubt)).toEqual([doubt, undefined, undefined]);
    expect(await run("json")).toContain(`"doubt": ${JSON.stringify(doubt)}`);
    expect(await run("text")).toContain(`unsure: ${doubt}`);
    const [names, ...table] = readCsv(await run("csv"));
    const column = table.map((row) => row[names!.indexOf("Doubt")]);
    expect(new Set(column)).toEqual(new Set([doubt, ""]));
  });
});

describe("--seeds-from web", () => {
  it("calls a capture with a lost identity off-topic, with the reason, and keeps its probability", async () => {
    const file = crawlOf([...MUSEUM, taken("We lend to everybody, and pay within a day.")]);
    const [byCurator, ofWeb] = [await rowsOf(file), await rowsOf(file, "--seeds-from", "web")];
    expect(verdictsOf(byCurator)).toBe("NNNN?");
    expect(verdictsOf(ofWeb)).toBe("NNNNF");
    expect(ofWeb.map(probabilityOf)).toEqual(byCurator.map(probabilityOf));
    expect(ofWeb.at(-1)!.evidence.reason).toMatch(/^nothing of the seed's identity is left/u);
  });

  it("leaves a capture with a lost identity unsure if its probability speaks for the page more than the model allows", async () => {
    const file = crawlOf([...MUSEUM, taken(NOTES[0]!)]);
    const lost = probabilityOf((await rowsOf(file)).at(-1)!);
    const rowsAbove = (lostIdentityAbove: number): Promise<readonly Row[]> => {
      const rules = { ...defaultModel.rules, lostIdentityAbove };
      const options = withModel({ rules, cuts: { web: 0.9 } });
      return rowsOf(file, ...options, "--seeds-from", "web");
    };
    expect(verdictsOf(await rowsAbove(lost - 0.01))).toBe("NNNNF");
    const unsure = await rowsAbove(lost);
    expect(verdictsOf(unsure)).toBe("NNNN?");
    expect(unsure.at(-1)!.evidence.reason).toBeUndefined();
    expect(unsure.at(-1)!.evidence.doubt).toMatch(/^nothing of the seed's identity is left/u);
  });

  it("takes the lower cut of the model for verdicts, and its threshold for belief", async () => {
    const options = withModel({ cuts: { web: 0 } });
    const rows = await rowsOf(crawlOf(good), ...options, "--seeds-from", "web");
    expect(verdictsOf(rows)).toBe("FFFF");
    expect(rows.map(probabilityOf)).toEqual((await rowsOf(crawlOf(good))).map(probabilityOf));
  });

  it("stands in the settings of the results", async () => {
    const args = ["-q", "-i", `warc=${crawlOf(good)}`, "-ot", "jsonl", "--workers", "0"];
    const { stdout } = await runInside([...args, "--seeds-from", "web"]);
    expect(JSON.parse(stdout.split("\n", 1)[0]!)).toMatchObject({ settings: { seedsFrom: "web" } });
  });

  it.each([
    [
      "votes without a probability",
      ["-tm", "cosine", "--seeds-from", "web"],
      "needs the learned combination",
    ],
    ["another word", ["--seeds-from", "me"], "curator"],
  ])("is refused for %s", async (_, options, why) => {
    const { status, stderr } = await runInside([
      ...["-i", `warc=${crawlOf(good)}`, "--workers", "0", ...options],
    ]);
    expect(status).toBe(2);
    expect(stderr).toContain(why);
  });
});
