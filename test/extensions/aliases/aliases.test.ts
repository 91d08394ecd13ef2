import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cdxj, indexed } from "../../support/cdx-builder.js";
import { runInside } from "../../support/run-inside.js";
import { type Captured, crawl, made, prose } from "./made-moves.js";

let folder = "";
const at = (name: string): string => join(folder, name);
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "dot-aliases-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const OLD = "http://old.example/";
const NEW = "https://new.example/";
const PAGE = made("The mill", prose(10));
const OTHER = made("Casino", prose(33));

interface Row {
  readonly "URI-T": string;
  readonly "URI-R": string;
  readonly "URI-M": string;
  readonly "continues as"?: string;
  readonly "continues from"?: string;
  readonly "compared with"?: string;
  readonly notes?: readonly string[];
}

interface Ran {
  readonly rows: readonly Row[];
  readonly stdout: string;
  readonly stderr: string;
  readonly status: number;
}

let files = 0;

/** Runs with the captures of a WARC file, and further arguments. */
async function judge(captures: readonly Captured[], ...args: readonly string[]): Promise<Ran> {
  const file = at(`crawl-${(files += 1)}.warc`);
  writeFileSync(file, crawl(...captures));
  return judgeFile(file, ...args);
}

async function judgeFile(file: string, ...args: readonly string[]): Promise<Ran> {
  const form = args.includes("-ot") ? [] : ["-ot", "jsonl"];
  const ran = await runInside(["-i", `warc=${file}`, ...form, "--workers", "0", ...args]);
  const rows = args.includes("-ot")
    ? []
    : ran.stdout
        .split("\n")
        .filter((line) => line.includes('"URI-M"'))
        .map((line) => JSON.parse(line) as Row);
  return { ...ran, rows };
}

/** Returns the names that continue, with the name as which they do. */
const joined = ({ rows }: Ran): Readonly<Record<string, string>> =>
  Object.fromEntries(
    rows.flatMap((row) =>
      row["continues as"] === undefined ? [] : [[row["URI-R"], row["continues as"]]],
    ),
  );

const remarks = ({ rows }: Ran): string =>
  rows.flatMap(({ notes = [] }) => notes.filter((note) => note.includes("--aliases"))).join("\n");

const pairs = (...lines: readonly string[]): string => {
  const file = at(`pairs-${(files += 1)}.tsv`);
  writeFileSync(file, lines.map((line) => `${line}\n`).join(""));
  return file;
};

/** A page that moved to another host, where it is captured too. */
const MOVE: readonly Captured[] = [
  [OLD, "2010-05-01", PAGE],
  [OLD, "2011-05-01", PAGE],
  [OLD, "2013-05-01", { to: NEW }],
  [NEW, "2013-05-01", PAGE],
  [OLD, "2015-05-01", { to: NEW }],
  [NEW, "2015-05-01", PAGE.replace("The mill", "The old mill")],
];

describe("--aliases auto", () => {
  it("joins the captures of a page that archived permanent redirects lead to another address", async () => {
    for (const status of [301, 308]) {
      const moved = MOVE.map(([uri, day, answer]): Captured => {
        return [uri, day, typeof answer === "string" ? answer : { to: NEW, status }];
      });
      const ran = await judge(moved, "--aliases", "auto");
      expect(joined(ran)).toEqual({ [OLD]: NEW });
      expect(new Set(ran.rows.map((row) => row["URI-T"]))).toEqual(
        new Set([`from-warc::timemap::${NEW}`]),
      );
      expect(ran.rows.map((row) => row["URI-R"])).toEqual([OLD, OLD, OLD, NEW, OLD, NEW]);
      expect(ran.rows.map((row) => row["URI-M"])).toContain(`from-warc::20100501102030::${OLD}`);
      expect(ran.rows.at(-1)?.["compared with"]).toBe(`from-warc::20100501102030::${OLD}`);
      expect(ran.rows[0]?.["continues from"]).toBe("2013/05/01 10:20:30 GMT");
      expect(ran.stderr).toContain(`--aliases: ${OLD} continues as ${NEW} from 2013-05-01`);
    }
  });

  it("a run without the option judges both TimeMaps as before", async () => {
    const { rows } = await judge(MOVE);
    expect(new Set(rows.map((row) => row["URI-T"])).size).toBe(2);
    expect(rows.some((row) => "continues as" in row || "notes" in row)).toBe(false);
  });

  it("does not join a temporary redirect", async () => {
    const moved = MOVE.map(([uri, day, answer]): Captured => {
      return [uri, day, typeof answer === "string" ? answer : { to: NEW, status: 302 }];
    });
    expect(joined(await judge(moved, "--aliases", "auto"))).toEqual({});
  });

  it("does not join a domain that was sold and forwards to its new owner, and says why", async () => {
    const captures: Captured[] = [
      [OLD, "2010-05-01", PAGE],
      [OLD, "2013-05-01", { to: NEW }],
      [NEW, "2013-05-01", OTHER],
    ];
    const ran = await judge(captures, "--aliases", "auto");
    expect(joined(ran)).toEqual({});
    expect(remarks(ran)).toMatch(/is not joined with https:\/\/new\.example\/.*0% of their words/u);
    expect(ran.stderr).toContain(`--aliases: ${OLD} is not joined with ${NEW}`);
  });

  it("joins an index file, a name without its extension, and a page with a slash if SURTs are not compared", async () => {
    const cases = [
      ["http://a.example/", "http://a.example/index.html"],
      ["http://a.example/mill.html", "http://a.example/mill"],
      ["http://a.example/mill", "http://a.example/mill/", "--set", "group-by=uri"],
    ] as const;
    for (const [old, renamed, ...more] of cases) {
      const captures: Captured[] = [
        [old, "2010-05-01", PAGE],
        [renamed, "2012-05-01", PAGE],
      ];
      expect(joined(await judge(captures, "--aliases", "auto", ...more))).toEqual({
        [old]: renamed,
      });
      const different: Captured[] = [
        [old, "2010-05-01", PAGE],
        [renamed, "2012-05-01", OTHER],
      ];
      expect(joined(await judge(different, "--aliases", "auto", ...more))).toEqual({});
    }
  });

  it("joins pages that name one canonical address, if the page at this address names it too", async () => {
    const link = '<link rel="canonical" href="/mill">';
    const page = made("The mill", prose(10), link);
    const old = "http://a.example/?id=7";
    const both: Captured[] = [
      [old, "2010-05-01", page],
      ["http://a.example/mill", "2012-05-01", page],
    ];
    expect(joined(await judge(both, "--aliases", "auto"))).toEqual({
      [old]: "http://a.example/mill",
    });
    const one: Captured[] = [both[0]!, ["http://a.example/mill", "2012-05-01", PAGE]];
    expect(joined(await judge(one, "--aliases", "auto"))).toEqual({});
  });

  it("joins a page that moved twice, and shows all its names", async () => {
    const [a, b, c] = ["http://a.example/", "http://b.example/", "http://c.example/"];
    const captures: Captured[] = [
      [a, "2010-05-01", PAGE],
      [a, "2012-05-01", { to: b }],
      [b, "2012-05-01", PAGE],
      [b, "2014-05-01", { to: c }],
      [c, "2014-05-01", PAGE],
    ];
    expect(joined(await judge(captures, "--aliases", "auto"))).toEqual({ [a]: c, [b]: c });
    const { stdout } = await judge(captures, "--aliases", "auto", "-ot", "seeds");
    const [, ...rows] = stdout.trimEnd().split("\n");
    expect(rows).toHaveLength(1);
    expect(rows[0]).toContain(`${a} | ${b} | ${c},2012-05-01T10:20:30Z | 2014-05-01`);
    const { stdout: text } = await judge(captures, "--aliases", "auto", "-ot", "text");
    expect(text).toContain(
      `one page: ${a} until 2012-05-01, then ${b} until 2014-05-01, then ${c}`,
    );
    const { stdout: html } = await judge(captures, "--aliases", "auto", "-ot", "html");
    expect(html).toContain(`one page: ${a} until 2012-05-01`);
  });

  it("gives a page that came back its first address as the newest", async () => {
    const [a, b] = ["http://a.example/", "http://b.example/"];
    const captures: Captured[] = [
      [a, "2010-05-01", PAGE],
      [a, "2012-05-01", { to: b }],
      [b, "2012-05-01", PAGE],
      [a, "2014-05-01", PAGE],
      [b, "2014-05-01", { to: a }],
    ];
    expect(joined(await judge(captures, "--aliases", "auto"))).toEqual({ [b]: a });
  });

  it("does not join a page whose old address has another page later", async () => {
    const ran = await judge([...MOVE.slice(0, 4), [OLD, "2016-05-01", OTHER]], "--aliases", "auto");
    expect(joined(ran)).toEqual({});
    expect(remarks(ran)).toContain("its address has another page since 2016-05-01");
  });

  it("does not join many pages that forward to one page, except the one with its path", async () => {
    const captures: Captured[] = [];
    for (const name of ["a", "b", "c", ""]) {
      const text = name === "" ? PAGE : made(name, prose(10).replaceAll("mill", name));
      captures.push(
        [`${OLD}${name}`, "2010-05-01", text],
        [`${OLD}${name}`, "2012-05-01", { to: NEW }],
      );
    }
    captures.push([NEW, "2012-05-01", PAGE]);
    const ran = await judge(captures, "--aliases", "auto");
    expect(joined(ran)).toEqual({ [OLD]: NEW });
    expect(remarks(ran)).toContain("3 pages with other paths lead there");
  });

  it("does not join a page with one that shares the template of its site", async () => {
    const template = prose(20, 50);
    const page = (number: number): string =>
      made(`Page ${number}`, `${template} ${prose(number, 25)}`);
    const captures: Captured[] = [
      ["http://a.example/1", "2010-05-01", page(1)],
      ["http://a.example/2", "2010-05-01", page(2)],
      ["http://a.example/3", "2010-05-01", page(3)],
      ["http://a.example/1", "2012-05-01", { to: "http://a.example/4" }],
      ["http://a.example/4", "2012-05-01", page(4)],
    ];
    expect(joined(await judge(captures, "--aliases", "auto"))).toEqual({});
  });

  it("does not compare walls, pages of registrars and other pages that say what they are", async () => {
    const parked = made(
      "old.example",
      "This domain is for sale. Buy this domain. Related searches: flights, loans, casino, insurance, credit cards, hosting.",
    );
    const captures: Captured[] = [
      [OLD, "2010-05-01", PAGE],
      [OLD, "2012-05-01", parked],
      [OLD, "2013-05-01", { to: NEW }],
      [NEW, "2013-05-01", parked],
    ];
    expect(joined(await judge(captures, "--aliases", "auto"))).toEqual({});
  });

  it("does not join an address that never had a page of its own, or whose redirects lead here and there", async () => {
    const never: Captured[] = [
      [OLD, "2010-05-01", { to: NEW }],
      [NEW, "2010-05-01", PAGE],
    ];
    expect(remarks(await judge(never, "--aliases", "auto"))).toContain("no page of its own before");
    const [en, de] = ["http://old.example/en", "http://old.example/de"];
    const turns: Captured[] = [[OLD, "2010-05-01", PAGE]];
    for (const [day, to] of [
      ["2011-05-01", en],
      ["2012-05-01", de],
      ["2013-05-01", en],
    ] as const) {
      turns.push([OLD, day, { to }], [to, day, PAGE]);
    }
    const ran = await judge(turns, "--aliases", "auto");
    expect(joined(ran)).toEqual({});
    expect(remarks(ran)).toContain("several addresses by turns");
  });

  it("takes the addresses of http, https, www and another case of a host for one name", async () => {
    const captures: Captured[] = [
      ["http://OLD.example/", "2010-05-01", PAGE],
      ["https://www.old.example/", "2011-05-01", PAGE],
      [OLD, "2013-05-01", { to: "http://WWW.New.example/" }],
      ["http://www.new.example/", "2013-05-01", PAGE],
    ];
    const ran = await judge(captures, "--aliases", "auto");
    expect(Object.values(joined(ran))).toEqual(Array(3).fill("http://www.new.example/"));
    expect(new Set(ran.rows.map((row) => row["URI-T"])).size).toBe(1);
  });

  it("gives the same bytes with any number of threads, little memory, and in shards", async () => {
    const file = at("same.warc");
    const others = Array.from({ length: 30 }, (_, number): Captured => {
      return [`http://a.example/${number}`, "2010-05-01", made(`Page ${number}`, prose(number))];
    });
    writeFileSync(file, crawl(...MOVE, ...others));
    const { stdout: plain } = await judgeFile(file, "--aliases", "auto");
    const run = async (...args: readonly string[]): Promise<string> =>
      (await runInside(["-q", "-i", `warc=${file}`, "-ot", "jsonl", "--aliases", "auto", ...args]))
        .stdout;
    expect(await run("--workers", "2")).toBe(plain);
    expect(await run("--workers", "0", "--set", "memory=1M")).toBe(plain);
    for (const k of [1, 2, 3]) {
      writeFileSync(at(`shard-${k}.jsonl`), await run("--workers", "0", "--shard", `${k}/3`));
    }
    const parts = [1, 2, 3].map((k) => at(`shard-${k}.jsonl`));
    expect((await runInside(["merge", ...parts])).stdout).toBe(plain);
  });

  it("is refused where a part of the TimeMaps is read", async () => {
    const file = at("refused.warc");
    writeFileSync(file, crawl(...MOVE));
    const cases = [
      [
        ["-i", `warc=${file}`, "--history", at("history")],
        "--history reads those with new captures",
      ],
      [["map", `warc=${file}`], "map and reduce see a part of it"],
      [["map", `warc=${file}`, "--shard", "1/2"], "Leave out --shard"],
      [["reduce", file], "map and reduce see a part of it"],
    ] as const;
    for (const [args, message] of cases) {
      const { status, stderr } = await runInside([...args, "--aliases", "auto"]);
      expect(status).toBe(2);
      expect(stderr).toContain(message);
      expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    }
  });
});

describe("--aliases FILE", () => {
  const captures: readonly Captured[] = [
    [OLD, "2010-05-01", PAGE],
    [OLD, "2014-05-01", PAGE],
    [NEW, "2013-05-01", OTHER],
  ];

  it("joins the pairs of the curator without a comparison, with the given date", async () => {
    const ran = await judge(
      captures,
      "--aliases",
      pairs("# moves", `${OLD}\thttp://new.example\t2013`),
    );
    expect(joined(ran)).toEqual({ [OLD]: NEW });
    expect(ran.rows[0]?.["continues from"]).toBe("2013/01/01 00:00:00 GMT");
    expect(ran.rows.map((row) => row["URI-R"])).toEqual([OLD, NEW, OLD]);
  });

  it("takes the date from the captures if the file has none, and shows one that lies before or after all of them", async () => {
    const without = await judge(captures, "--aliases", pairs(`${OLD}\t${NEW}`));
    expect(without.rows[0]?.["continues from"]).toBe("2013/05/01 10:20:30 GMT");
    const moved = await judge(MOVE, "--aliases", pairs(`${OLD}\t${NEW}`));
    expect(moved.rows[0]?.["continues from"]).toBe("2013/05/01 10:20:30 GMT");
    for (const year of ["1999", "2030"]) {
      const ran = await judge(captures, "--aliases", pairs(`${OLD}\t${NEW}\t${year}`));
      expect(ran.rows).toHaveLength(3);
      expect(ran.rows[0]?.["continues from"]).toBe(`${year}/01/01 00:00:00 GMT`);
    }
  });

  it("follows chains, takes a circle by its dates, and gives a page with two moves the later one", async () => {
    const [a, b, c] = ["http://a.example/", "http://b.example/", "http://c.example/"];
    const all: Captured[] = [a, b, c].map((uri, number) => [uri, `201${number}-05-01`, PAGE]);
    const chain = await judge(all, "--aliases", pairs(`${b}\t${c}`, `${a}\t${b}`));
    expect(joined(chain)).toEqual({ [a]: c, [b]: c });
    const circle = await judge(all, "--aliases", pairs(`${a}\t${b}\t2010`, `${b}\t${a}\t2014`));
    expect(joined(circle)).toEqual({ [b]: a });
    const twice = await judge(all, "--aliases", pairs(`${a}\t${b}\t2010`, `${a}\t${c}\t2014`));
    expect(joined(twice)).toEqual({ [a]: c, [b]: c });
  });

  it("names the addresses that have no capture, and joins nothing for one name alone", async () => {
    const ran = await judge(captures, "--aliases", pairs(`${OLD}\thttp://x.example/`));
    expect(joined(ran)).toEqual({});
    expect(ran.stderr).toContain("--aliases: there is no capture of http://x.example/.");
  });

  it("joins the other names of a seed, and takes a pair of one name for nothing", async () => {
    writeFileSync(at("seeds.txt"), `${NEW}\n`);
    const file = pairs(`${OLD}\t${NEW}`, `${OLD}\thttps://www.old.example/`);
    const { rows } = await judge(captures, "--aliases", file, "--seeds", at("seeds.txt"));
    expect(rows.map((row) => row["URI-R"])).toEqual([OLD, NEW, OLD]);
    const warc = at("indexed.warc");
    writeFileSync(warc, crawl(...captures));
    writeFileSync(at("indexed.cdxj"), cdxj(await indexed([warc])));
    const index = ["-i", `cdx=${at("indexed.cdxj")}`, "--seeds", at("seeds.txt"), "-ot", "jsonl"];
    const ran = await runInside([...index, "--aliases", file, "--workers", "0"]);
    expect(ran.stdout.split(`"continues as":"${NEW}"`)).toHaveLength(3);
  });

  it("map | reduce writes the bytes of the plain run, also in shards", async () => {
    const file = at("mapped.warc");
    writeFileSync(file, crawl(...MOVE, ["http://a.example/", "2010-05-01", OTHER]));
    const aliases = ["--aliases", pairs(`${OLD}\t${NEW}`)];
    const { stdout: plain } = await judgeFile(file, ...aliases);
    const map = await runInside(["map", `warc=${file}`, ...aliases, "--workers", "0"]);
    const lines = map.stdout.trimEnd().split("\n").sort();
    writeFileSync(at("records"), `${lines.join("\n")}\n`);
    const reduce = ["reduce", at("records"), ...aliases, "--workers", "0"];
    expect((await runInside(reduce)).stdout).toBe(plain);
    for (const k of [1, 2]) {
      const { stdout } = await runInside([...reduce, "--shard", `${k}/2`]);
      writeFileSync(at(`reduced-${k}.jsonl`), stdout);
    }
    const { stdout } = await runInside(["merge", at("reduced-1.jsonl"), at("reduced-2.jsonl")]);
    expect(stdout).toBe(plain);
  });

  it("refuses a file with wrong lines in one line that names them", async () => {
    const A = "http://a.example/";
    const cases = [
      [["nothing"], "line 1 has 1 field, not old TAB new TAB date."],
      [[`${A}\t${NEW}\t2010\tx`], "line 1 has 4 fields"],
      [["", `${A}\tfile:///x`], 'line 2 has "file:///x", which is not a URI.'],
      [[`${A}\t`], 'line 1 has "", which is not a URI.'],
      [[`${A}\t${NEW}\t2013-02-30`], 'line 1 has "2013-02-30", which is not a date'],
      [[`${A}\t${NEW}`, `${A}\t${OLD}`], "line 2 moves http://a.example/, and line 1 moves it"],
      [[`${A}\t${NEW}`, `${NEW}\t${A}\t2010`], "lead in a circle: give each of them a date"],
      [["# only a comment"], "names no page that has moved"],
      [
        Array.from({ length: 9 }, () => "x"),
        "line 5 has 1 field, not old TAB new TAB date; and 4 more lines.",
      ],
    ] as const;
    for (const [lines, message] of cases) {
      const { status, stderr } = await judge(captures, "--aliases", pairs(...lines));
      expect(status).toBe(2);
      expect(stderr).toContain(message);
      expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    }
    expect((await judge(captures, "--aliases", at("missing.tsv"))).status).toBe(2);
  });
});

it("saved rows keep the newest name", async () => {
  const file = at("saved.warc");
  writeFileSync(file, crawl(...MOVE));
  const { stdout } = await judgeFile(file, "--aliases", "auto");
  writeFileSync(at("saved.jsonl"), stdout);
  const { stdout: seeds } = await runInside(["convert", at("saved.jsonl"), "-ot", "seeds"]);
  expect(seeds).toContain(`${OLD} | ${NEW},2013-05-01T10:20:30Z`);
  expect(readFileSync(at("saved.jsonl"), "utf8")).toContain(`"continues as":"${NEW}"`);
});
