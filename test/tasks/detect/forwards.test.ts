import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../support/run-bin.js";
import { runInside } from "../../support/run-inside.js";
import { type FieldList, http, type HttpParts, warcRecord } from "../../support/warc-builder.js";

const TOPIC = [
  "The tide mill museum shows wheels, sluices and the ledgers of nine millers of the harbour.",
  "Visitors may grind corn on Sundays, and children build small wheels of their own.",
  "The library keeps letters to the harbour board and drawings of every gear in the building.",
];
const pageOf = (sentences: readonly string[]): string =>
  `<!DOCTYPE html><html lang="en"><head><title>Tide mill</title></head><body><h1>Tide mill</h1>${sentences
    .map((each) => `<p>${each} ${each}</p>`)
    .join("")}<a href="/wheel">Wheel</a></body></html>`;
const GOOD = pageOf(TOPIC);

interface Answer extends HttpParts {
  readonly uri?: string;
  readonly date: string;
  readonly body?: string;
  readonly type?: "revisit";
  /** Additional fields of the WARC record. */
  readonly record?: FieldList;
}

const SEED = "http://mill-12.example/";
const good = (date: string, uri = SEED): Answer => ({ uri, date, body: GOOD });
/** Three captures of the museum, one for each year. */
const BEFORE = ["2012", "2013", "2014"].map((year) => good(`${year}-05-01T10:00:00Z`));

const refresh = (date: string, value: string, more: Partial<Answer> = {}): Answer => ({
  ...{ date, body: "", fields: [["Refresh", value]] },
  ...more,
});
const redirect = (date: string, location: string | Buffer, uri = SEED): Answer => ({
  ...{ uri, date, body: "", statusLine: "HTTP/1.1 302 Found" },
  fields: [["Location", String(location)]],
});

function warcOf(answers: readonly Answer[]): string {
  const file = join(temporaryFolder(), "crawl.warc");
  const records = answers.map(({ uri = SEED, date, body = GOOD, type, record, ...parts }) =>
    warcRecord({ uri, date, type, fields: record }, http(body, parts)),
  );
  writeFileSync(file, Buffer.concat(records));
  return file;
}

type Row = Readonly<Record<string, unknown>>;

async function run(
  answers: readonly Answer[],
  args: readonly string[] = [],
): Promise<{ rows: readonly Row[]; said: string }> {
  const { stdout, stderr } = await runInside([
    ...["-i", `warc=${warcOf(answers)}`, "-ot", "jsonl", "--explain", "--workers", "0"],
    ...args,
  ]);
  const lines = stdout.trimEnd().split("\n").slice(1);
  return { rows: lines.map((line) => JSON.parse(line) as Row), said: stderr };
}

/** Returns the facts of a row in one line: URI-R, year, verdict or error, kind. */
const said = (row: Row): string =>
  [
    ...[row["URI-R"], String(row["memento-datetime"]).slice(0, 4)],
    ...[row["overall topic status"] ?? row["access error"], row["page kind"]],
  ].join(" ");

/** Returns the rows after those of the museum's own captures. */
const after = async (answers: readonly Answer[], args: readonly string[] = []): Promise<string[]> =>
  (await run([...BEFORE, ...answers], args)).rows.map(said).slice(BEFORE.length);

const AT = "2021-05-01T10:00:00Z";
const SOON = "2021-05-01T10:00:05Z";
const OTHER = "http://other.example/x";
const script = (code: string): string => `<html><script>${code}</script></html>`;

describe("pages that only forward to an address which says what they are", () => {
  it.each([
    ["/lander", "for-sale", "owner changed"],
    ["http://ww1.mill-12.example/?usid=18&utid=27", "for-sale", "owner changed"],
    ["/cgi-sys/suspendedpage.cgi", "suspended", "server fault"],
    ["/cgi-sys/defaultwebpage.cgi", "default-page", "server fault"],
    ["/wp-admin/install.php", "starter", "page gone"],
    ["/404.html", "soft-404", "page gone"],
    ["/maintenance.html", "maintenance", "server fault"],
    ["/.well-known/sgcaptcha/?r=%2F", "bot-check", "crawler blocked"],
  ])(
    "are off-topic with the kind, and tell it, however they forward: to %s",
    async (target, kind, fault) => {
      const { rows } = await run([
        ...BEFORE,
        { date: "2021-01-01T10:00:00Z", body: script(`location.href='${target}'`) },
        {
          date: "2021-02-01T10:00:00Z",
          body: `<meta http-equiv="refresh" content="0; url='${target}'">`,
        },
        refresh("2021-03-01T10:00:00Z", `0; url=${target}`),
        redirect("2021-04-01T10:00:00Z", target),
      ]);
      const found = rows.slice(3);
      expect(found).toHaveLength(4);
      for (const row of found) {
        expect([said(row), row["fault"]]).toEqual([`${SEED} 2021 off-topic ${kind}`, fault]);
        const { marks } = (row["evidence"] as { "page kind": { marks: string[] } })["page kind"];
        expect(marks.join()).toContain(target);
      }
    },
  );

  it("are off-topic without a page to compare with, and the run says so of the seed", async () => {
    const { rows } = await run([
      { date: AT, body: script("location='/lander'") },
      redirect(SOON, "/lander"),
    ]);
    expect(rows.map(said)).toEqual([
      `${SEED} 2021 off-topic for-sale`,
      `${SEED} 2021 off-topic for-sale`,
    ]);
    expect(rows[0]?.["seed notice"]).toBe(
      "every capture of this seed has a sign that it is not the page",
    );
  });

  it("leave a page behind a redirect to its text if sites have pages with such an address", async () => {
    expect(await after([redirect(AT, "/install"), good(SOON, `${SEED}install`)])).toEqual([
      `${SEED} 2021 on-topic page`,
      `${SEED}install 2021 on-topic page`,
    ]);
    const other = pageOf([
      "Compare tickets of many airlines and hotels.",
      "Call us from nine to five.",
      "Cars for rent.",
    ]).replaceAll("Tide mill", "Flights");
    const [first] = await after([
      redirect(AT, "/coming-soon"),
      { date: SOON, uri: `${SEED}coming-soon`, body: other },
    ]);
    expect(first).toBe(`${SEED} 2021 off-topic maintenance`);
  });

  it("are those of other sites, and leave redirects within the site whose target is not in the input errors", async () => {
    expect(await after([redirect(AT, OTHER)])).toEqual([`${SEED} 2021 off-topic other-site`]);
    expect(await after([redirect(AT, "/next")])).toEqual([
      `${SEED} 2021 redirects to ${SEED}next, which is not in the input `,
    ]);
  });
});

describe("the header Refresh of an answer without text", () => {
  it.each([
    "0;url=https://mill-12.example/",
    "0; URL='https://www.mill-12.example'",
    "5,//www.mill-12.example/",
  ])("%s leads to the same seed, so that only the page there is judged", async (value) => {
    const { rows, said: log } = await run([
      ...BEFORE,
      refresh(AT, value),
      good(SOON, "https://mill-12.example/"),
    ]);
    expect(rows.map(said).slice(3)).toEqual(["https://mill-12.example/ 2021 on-topic page"]);
    expect(log).toContain("not mementos: 1 redirect within its own TimeMap");
  });

  it("is a redirect to another site", async () => {
    const answers = [...BEFORE, refresh(AT, `0;url=${OTHER}`)];
    const { rows } = await run(answers);
    expect(said(rows.at(-1)!)).toBe(`${SEED} 2021 off-topic other-site`);
    const { stdout } = await runInside([
      "-q",
      "-i",
      `warc=${warcOf(answers)}`,
      "-ot",
      "text",
      "--explain",
      ...["--workers", "0"],
    ]);
    expect(stdout).toContain(`redirect to another site (forwards to: ${OTHER})`);
  });

  it("gives the capture the content of its target, which may be relative", async () => {
    for (const value of [
      "0;url=home.html",
      "3; URL=/home.html",
      "0;http://mill-12.example/home.html",
    ]) {
      const { rows } = await run([...BEFORE, refresh(AT, value), good(SOON, `${SEED}home.html`)]);
      expect(said(rows[3]!)).toBe(`${SEED} 2021 on-topic page`);
      expect(rows[3]?.["evidence"]).toMatchObject({ redirect: { "URI-R": `${SEED}home.html` } });
    }
  });

  it.each<[string, Answer, string]>([
    ["that is only loaded again", refresh(AT, "5"), "off-topic bot-check"],
    ["that leads to itself", refresh(AT, `5;url=${SEED}`), "off-topic bot-check"],
    ["with a text", refresh(AT, "300;url=/next", { body: GOOD }), "on-topic page"],
    ["after a long time", refresh(AT, "600;url=/next"), "off-topic blank"],
  ])("does not count for a page %s", async (_, answer, result) => {
    expect(await after([answer])).toEqual([`${SEED} 2021 ${result}`]);
  });

  it("is followed by revisits of the answer", async () => {
    const payload: FieldList = [["WARC-Payload-Digest", "sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ"]];
    const profile = "http://netpreserve.org/warc/1.0/revisit/identical-payload-digest";
    const revisitOf = (date: string): FieldList => [
      ...payload,
      ["WARC-Profile", profile],
      ["WARC-Refers-To-Target-URI", SEED],
      ["WARC-Refers-To-Date", date],
    ];
    const again = (value: string): Answer[] => [
      refresh(AT, value, { record: payload }),
      refresh("2022-05-01T10:00:00Z", value, { type: "revisit", record: revisitOf(AT) }),
    ];
    expect(await after(again(`0;url=${OTHER}`))).toEqual([
      `${SEED} 2021 off-topic other-site`,
      `${SEED} 2022 off-topic other-site`,
    ]);
    const { rows, said: log } = await run([
      ...BEFORE,
      ...again("0;url=https://mill-12.example/"),
      good(SOON, "https://mill-12.example/"),
    ]);
    expect(rows).toHaveLength(4);
    expect(log).toContain("not mementos: 2 redirect within its own TimeMap");
  });
});

describe("odd hosts and Locations", () => {
  it("takes a host that ends in a dot as the host without it", async () => {
    const dotted = "http://mill-12.example./";
    const page = good("2021-05-01T10:00:07Z", `${SEED}x`);
    expect(await after([good(AT, dotted), redirect(SOON, `${dotted}x`), page])).toEqual([
      `${dotted} 2021 on-topic page`,
      `${SEED} 2021 on-topic page`,
      `${SEED}x 2021 on-topic page`,
    ]);
    const forward = script(`location.href='${dotted}new'`);
    expect(await after([{ date: AT, body: forward }])).toEqual([`${SEED} 2021 off-topic shell`]);
  });

  const bytes = { "Latin-1": "latin1", "UTF-8": "utf8" } as const;
  it.each([
    ["Latin-1", "/caf%E9"],
    ["Latin-1", "/caf%C3%A9"],
    ["Latin-1", "/café"],
    ["UTF-8", "/caf%C3%A9"],
    ["UTF-8", "/café"],
    ["UTF-8", "/caf%E9"],
  ] as const)(
    "finds the target of a Location in %s that was captured as %s",
    async (encoding, path) => {
      const file = join(temporaryFolder(), "crawl.warc");
      const head = Buffer.from("HTTP/1.1 302 Found\r\nLocation: /café\r\n\r\n", bytes[encoding]);
      const target = `http://mill-12.example${path}`;
      const records = [
        warcRecord({ uri: SEED, date: AT }, head),
        warcRecord({ uri: target, date: SOON }, http(GOOD)),
      ];
      writeFileSync(file, Buffer.concat(records));
      const { stdout } = await runInside([
        "-q",
        "-i",
        `warc=${file}`,
        "-ot",
        "jsonl",
        "--workers",
        "0",
      ]);
      const rows = stdout.trimEnd().split("\n").slice(1);
      expect(rows.map((line) => said(JSON.parse(line) as Row))).toContain(
        `${SEED} 2021 on-topic page`,
      );
    },
  );
});

describe("redirects that lead back", () => {
  const INDEX = `${SEED}index.php`;
  const SECURE = "https://mill-12.example/";

  it("are no circle if the page is captured soon after, under another form of the URI", async () => {
    const chain = [
      redirect("2021-05-01T10:00:00Z", INDEX, "http://www.mill-12.example/"),
      redirect("2021-05-01T10:00:01Z", SECURE, INDEX),
      good("2021-05-01T10:00:05Z", SECURE),
    ];
    for (const answers of [chain, chain.toReversed()]) {
      const { rows, said: log } = await run([...BEFORE, ...answers]);
      expect(rows.slice(3).map(said)).toEqual([
        `${SECURE} 2021 on-topic page`,
        `${INDEX} 2021 on-topic page`,
      ]);
      expect(log).toContain("not mementos: 1 redirect within its own TimeMap");
    }
  });

  it("are a circle if no capture of the same crawl is behind them", async () => {
    const circle = [
      redirect("2021-05-01T10:00:00Z", INDEX),
      redirect("2021-05-01T10:00:01Z", SEED, INDEX),
      good("2022-05-01T10:00:00Z"),
    ];
    expect(await after(circle)).toEqual([
      `${SEED} 2021 its redirects lead in a circle `,
      `${SEED} 2022 on-topic page`,
      `${INDEX} 2021 its redirects lead in a circle `,
    ]);
  });
});
