import { describe, expect, it } from "vitest";
import {
  A_DATE,
  arcFile,
  arcRecord,
  gzip,
  http,
  ofKind,
  outline,
  PACKING_NAMES,
  PACKINGS,
  page,
  pageRecord,
  pagesOf,
  readBytes,
  warcinfo,
  warcRecord,
  type HttpParts,
} from "../../support/warc-builder.js";
import { apart } from "../../support/thorough.js";

const three = ["one", "two", "three"].map((name) => pageRecord(name));
const [one, two, third] = ["one", "two", "three"].map((name) => [name, page(name)]);

/** Returns text that does not compress well, so that damage affects data and not a table. */
function noise(length: number, seed = 1): string {
  let state = seed;
  let text = "";
  while (text.length < length) {
    state = (state * 48271) % 2147483647;
    text += state.toString(36) + " ";
  }
  return text.slice(0, length);
}

const flipped = (bytes: Buffer, at: number, mask = 0xff): Buffer => {
  const copy = Buffer.from(bytes);
  copy[at]! ^= mask;
  return copy;
};

describe("damage", () => {
  it("loses only the damaged gzip member, wherever it is", async () => {
    const members = [pageRecord("one"), pageRecord("two", {}, page("two", noise(600))), third];
    const [first, second, last] = [gzip(three[0]!), gzip(members[1] as Buffer), gzip(three[2]!)];
    for (let at = 0; at < second.length; at += 1) {
      const isInside = at >= 40 && at < second.length - 20;
      if (isInside && at % apart(3) !== 0) continue;
      const items = await readBytes(Buffer.concat([first, flipped(second, at), last]));
      const said = `byte ${at} of ${second.length}: ${outline(items).join(" | ")}`;
      const names = pagesOf(items).map(([name]) => name);
      expect(names[0], said).toBe("one");
      expect(names.at(-1), said).toBe("three");
      // Flags, time, level and system of the gzip header have no effect. All other changes are noticed.
      if (at < 3 || at >= 10) {
        expect(
          ofKind(items, "damage").length + ofKind(items, "missed").length,
          said,
        ).toBeGreaterThan(0);
      }
    }
  });

  it("reports a wrong gzip checksum, and keeps the page", async () => {
    const [a, b, c] = three.map(gzip);
    const items = await readBytes(Buffer.concat([a!, flipped(b!, b!.length - 6), c!]));
    expect(pagesOf(items)).toEqual([one, two, third]);
    expect(ofKind(items, "memento").map(({ capture }) => capture.notes?.length ?? 0)).toEqual([
      0, 1, 0,
    ]);
    expect(outline(items)[2]).toMatch(/^damage at \d+: the gzip checksum does not agree/u);
    expect(ofKind(items, "damage")[0]?.source.offset).toBe(a!.length);
  });

  it.each([
    ["plain records", three],
    ["gzip members", three.map(gzip)],
  ])("reports zeros that begin in a record and hide those behind it: %s", async (_, pieces) => {
    const [first, second] = pieces.map(({ length }) => length);
    const file = Buffer.concat(pieces);
    for (const end of [first! + second!, first! + second! + 9, file.length]) {
      // From the end of a record, and from its header.
      for (const from of [first! - 6, 60]) {
        const items = await readBytes(Buffer.from(file).fill(0, from, end));
        expect(pagesOf(items).map(([name]) => name)).not.toContain("two");
        expect(ofKind(items, "damage").length, `${from} to ${end}`).toBeGreaterThan(0);
      }
    }
  });

  it("keeps every page before the damage in a file that is a single gzip member", async () => {
    const records = Array.from({ length: 30 }, (_, i) =>
      pageRecord(`n${i}`, {}, page(`n${i}`, noise(3000, i + 1))),
    );
    const file = gzip(Buffer.concat(records));
    // The bytes of deflate data within which each record certainly is.
    for (const share of [0.3, 0.6, 0.9]) {
      const at = Math.floor(file.length * share);
      const damaged = flipped(file, at);
      damaged.fill(0xff, at, at + 40);
      const items = await readBytes(damaged);
      const surely = Math.floor(30 * share) - 2;
      const names = pagesOf(items).map(([name]) => name);
      expect(names.slice(0, surely)).toEqual(Array.from({ length: surely }, (_, i) => `n${i}`));
      expect(ofKind(items, "damage").length).toBeGreaterThan(0);
    }
  });

  it("skips damage between records without adding it to the page before", async () => {
    const junk = Buffer.from("garbage that belongs to nobody\r\n");
    const items = await readBytes(Buffer.concat([three[0]!, junk, three[1]!, junk, three[2]!]));
    expect(pagesOf(items)).toEqual([one, two, third]);
    expect(outline(items).filter((line) => line.startsWith("damage"))).toEqual([
      `damage at ${three[0]!.length}: 32 bytes that are not a record`,
      `damage at ${three[0]!.length + 32 + three[1]!.length}: 32 bytes that are not a record`,
    ]);
  });

  it.each(["WARC/1.0", "WARC-Type", "WARC-Target-URI", "WARC-Date"])(
    "loses and reports one record after damage of %s",
    async (field) => {
      const bad = Buffer.from(
        three[1]!.toString("latin1").replace(field, "X".repeat(field.length)),
        "latin1",
      );
      for (const packing of PACKING_NAMES) {
        const items = await readBytes(PACKINGS[packing]([three[0]!, bad, three[2]!]));
        expect(pagesOf(items)).toEqual([one, third]);
        expect(ofKind(items, "damage")).toHaveLength(1);
      }
    },
  );

  it("reads a record although the line that ends its header is damaged", async () => {
    const header = three[1]!.indexOf("\r\n\r\n");
    const bad = Buffer.from(three[1]!);
    bad.write("xx", header + 2);
    const items = await readBytes(Buffer.concat([three[0]!, bad, three[2]!]));
    expect(pagesOf(items)[0]).toEqual(one);
    expect(pagesOf(items).at(-1)).toEqual(third);
  });

  it("loses and reports only the first record if the end of a header and the start of the next record are damaged", async () => {
    const at = three[1]!.indexOf("Content-Length");
    const items = await readBytes(Buffer.concat([three[0]!, three[1]!.subarray(0, at), three[2]!]));
    expect(pagesOf(items)).toEqual([one, third]);
    expect(outline(items)[1]).toMatch(/^missed http:\/\/two\.example\/: cut off: 0 bytes/u);
  });

  it("reports both records if damage has joined their headers, of which the second has its length", async () => {
    const [first, second] = [three[0]!, three[1]!];
    const end = first.indexOf("Content-Length");
    for (const field of ["WARC-Record-ID", "WARC-Date"]) {
      const joined = [first.subarray(0, end), second.subarray(second.indexOf(field))];
      const items = await readBytes(Buffer.concat([...joined, three[2]!]));
      expect(pagesOf(items)).toEqual([third]);
      const [row, loss, ...rest] = outline(items);
      expect(row).toMatch(/^missed http:\/\/one\.example\/: cut off: 0 bytes/u);
      expect(loss).toMatch(/^damage at \d+: \d+ bytes that are not a record$/u);
      expect(rest).toHaveLength(1);
    }
  });

  it("reports a header in which there is a part of a page, as after blocks of a disk were exchanged", async () => {
    const second = three[1]!.toString("latin1");
    const request = second.replace("response", "request").replace(/WARC-Date: /u, "$&2<h2>\r\n<p>");
    const items = await readBytes(Buffer.concat([three[0]!, Buffer.from(request), three[2]!]));
    expect(pagesOf(items)).toEqual([one, third]);
    expect(ofKind(items, "damage").length).toBeGreaterThan(0);
  });

  it("reports a line of an ARC file that damage has joined with the next one, and reads on at the next record", async () => {
    const [one, two, third] = ["one", "two", "third"].map((name) =>
      arcRecord(`http://${name}.example/`, http(page(name))),
    );
    const lineOfOne = one!.toString("latin1", 0, one!.indexOf(" 2005") + 7);
    for (const start of ["filedesc://a.arc 0.0.0.0 2005", "filedesc://a.ar", lineOfOne]) {
      const items = await readBytes(Buffer.concat([Buffer.from(start), two!, third!]));
      expect(outline(items)[0]).toMatch(/^damage at 0: \d+ bytes that are not a record$/u);
      expect(pagesOf(items)).toEqual([["third", page("third")]]);
    }
  });

  it("skips a header without an end instead of reading the rest of the file as a header", async () => {
    const endless = Buffer.from(
      `WARC/1.0\r\nWARC-Type: response\r\n${"X-Fill: 1234567890\r\n".repeat(60_000)}`,
    );
    const items = await readBytes(Buffer.concat([three[0]!, endless, three[2]!]));
    expect(pagesOf(items)).toEqual([one, third]);
    expect(outline(items)[1]).toMatch(/^damage at \d+: the header of a record has no end/u);
  });
});

describe("a wrong length that ends exactly at the end of another record", () => {
  const PLAIN = { contentType: "text/plain" };
  const PNG = { contentType: "image/png" };
  const swallowing = (body: string | Buffer, parts: HttpParts, more: readonly Buffer[]): Buffer => {
    const block = http(body, parts);
    const length = block.length + Buffer.concat(more).length;
    return warcRecord({ uri: "http://long.example/", date: A_DATE, length }, block);
  };

  it.each([
    ["a page", page("long"), {}, "memento http://long.example/"],
    ["an image", "\u{1}PNG ", PNG, "other http://long.example/: not HTML: image/*"],
    ["a large image", noise(3_000_000), PNG, "other http://long.example/: not HTML: image/*"],
    ["plain text", "text", PLAIN, "other http://long.example/: not HTML: text/plain"],
  ] as const)(
    "hides no page after %s if its length ends at the end of another record",
    async (_, body, parts, reported) => {
      for (const hidden of [three.slice(1, 2), three.slice(1)]) {
        const records = [three[0]!, swallowing(body, parts, hidden), ...hidden];
        for (const packing of ["plain", "one gzip for all"] as const) {
          const items = await readBytes(PACKINGS[packing](records));
          const rest = pagesOf(items).filter(([name]) => name !== "long");
          // Text may quote records, so that the last one, whose end matches, decides.
          const lost = reported.endsWith("text/plain") ? hidden.slice(0, -1) : [];
          expect(rest).toEqual([one, ...[two, third].slice(lost.length, hidden.length)]);
          expect(outline(items)[1]).toBe(reported);
          expect(outline(items)[2]).toMatch(
            /^damage at \d+: a response record declares \d+ bytes: the \d+ bytes up to the next record/u,
          );
          expect(pagesOf(items).find(([name]) => name === "long")?.[1] ?? body).toBe(body);
        }
      }
    },
  );

  it.each(["application/warc", "application/octet-stream", "text/html"])(
    "accepts the length of a captured WARC file although another record ends there (%s)",
    async (contentType) => {
      const block = http(Buffer.concat([warcinfo(), ...three.slice(1)]), { contentType });
      const record = warcRecord({ uri: "http://files.example/a.warc", date: A_DATE }, block);
      const items = await readBytes(Buffer.concat([record, three[0]!]));
      expect(items).toHaveLength(2);
      expect(pagesOf(items).at(-1)).toEqual(one);
    },
  );

  it.each([
    ["in a text", `Records:\r\n\r\n${three[1]!.toString()}end`, PLAIN],
    [
      "without an id",
      `${page("q")}\r\n\r\n${three[1]!.toString().replace(/^WARC-Record-ID.*\r\n/mu, "")}<p>`,
      {},
    ],
    ["as HTML does", `${page("q")}\r\n\r\n${three[1]!.toString().replaceAll("<", "&lt;")}<p>`, {}],
  ] as const)(
    "accepts the length of a page that quotes a WARC record to its end %s",
    async (_, body, parts) => {
      const record = warcRecord({ uri: "http://q.example/", date: A_DATE }, http(body, parts));
      const items = await readBytes(Buffer.concat([record, three[0]!]));
      expect(items).toHaveLength(2);
      expect(pagesOf(items).find(([name]) => name === "q")?.[1] ?? body).toBe(body);
    },
  );
});

describe("a wrong length of an ARC record that ends exactly at another record", () => {
  const arcPage = (name: string): Buffer => arcRecord(`http://${name}.example/`, http(page(name)));
  const swallowing = (name: string, behind: Buffer): Buffer => {
    const block = http(page(name));
    return arcRecord(`http://${name}.example/`, block, {
      length: block.length + 1 + behind.length,
    });
  };
  const names = (items: Awaited<ReturnType<typeof readBytes>>): string[] =>
    pagesOf(items).map(([name]) => name);

  it.each([
    ["ends", arcPage("two").subarray(0, -1)],
    ["begins", Buffer.concat([arcPage("two"), Buffer.from("a line of no record")])],
  ])(
    "hides no page after an ARC record whose length ends exactly where another record %s",
    async (_, behind) => {
      const records = [arcFile(1), swallowing("one", behind), behind, Buffer.from("\n")];
      const items = await readBytes(Buffer.concat([...records, arcPage("three")]));
      expect(names(items)).toEqual(["one", "two", "three"]);
      expect(pagesOf(items)[0]).toEqual(one);
      expect(ofKind(items, "damage")).not.toEqual([]);
    },
  );

  it("accepts the length of a captured ARC file", async () => {
    const captured = Buffer.concat([arcFile(1), arcPage("two"), arcPage("three")]);
    const records = [arcRecord("http://files.example/", http(captured)), arcPage("one")];
    const items = await readBytes(Buffer.concat([arcFile(1), ...records]));
    expect(names(items)).toEqual(["files", "one"]);
    expect(ofKind(items, "damage")).toEqual([]);
  });
});

describe("bytes that only look like compressed data", () => {
  it.each(["\x28\xb5\x2f\xfd", "\x1f\x8b\x08\x00"])(
    "loses no record because of %j between records, which only looks like compressed data",
    async (magic) => {
      const junk = Buffer.from(`${magic} and more`, "latin1");
      const items = await readBytes(Buffer.concat([three[0]!, junk, three[1]!]));
      expect(pagesOf(items)).toEqual([one, two]);
      expect(ofKind(items, "damage").length).toBeGreaterThan(0);
    },
  );
});

describe("a page that quotes a WARC file", () => {
  const quoted = pageRecord("quoted").toString();
  const asText = page("quoting", `<pre>\r\n${quoted.replaceAll("<", "&lt;")}</pre>`);
  const raw = page("quoting", `<pre>\r\n${quoted}</pre>`);

  it.each(PACKING_NAMES)(
    "does not split a page that quotes a WARC file if the page's length is right (%s)",
    async (packing) => {
      const items = await readBytes(PACKINGS[packing]([pageRecord("quoting", {}, raw), three[1]!]));
      expect(pagesOf(items)).toEqual([["quoting", raw], two]);
      expect(items).toHaveLength(2);
    },
  );

  it("does not split a page that quotes a WARC file as HTML even if the page's length is wrong", async () => {
    for (const length of [50, 100_000]) {
      const record = pageRecord("quoting", { length }, asText);
      const items = await readBytes(Buffer.concat([record, three[1]!]));
      expect(pagesOf(items)).toEqual([["quoting", asText], two]);
    }
  });

  it.each(["WARC/1.0\nX:\n", "WARC-Date: x\n"])(
    "is read in linear time if it repeats %j and its length is not known",
    async (lines) => {
      const repeated = page("quoting", `\n${lines.repeat(100_000)}`);
      const record = pageRecord("quoting", { length: null }, repeated);
      const items = await readBytes(Buffer.concat([record, three[1]!]));
      expect(pagesOf(items)).toEqual([["quoting", repeated], two]);
    },
  );
});

describe("reading a file in windows", () => {
  it("notices wrong lengths of large records across the windows of a file", async () => {
    const body = page("big", noise(1_500_000));
    const right = http(body).length;
    for (const length of [right - 1_200_000, right + 3000, right + 1_200_000, null]) {
      const records = [three[0]!, pageRecord("big", { length }, body), three[1]!, three[2]!];
      for (const packing of PACKING_NAMES) {
        const items = await readBytes(PACKINGS[packing](records));
        expect(pagesOf(items)).toEqual([one, ["big", body], two, third]);
      }
    }
  });
});
