/** Targets for records that are written oddly: first lines of files, folded fields, HTTP heads and dates. */
import { gzipSync } from "node:zlib";
import { compareDatetimes, parseDatetime } from "../../build/base/datetime.js";
import { hasImpossibleDate, withPossibleDate } from "../../build/base/possible-date.js";
import { wholeBytes } from "../../build/read/warc/bytes.js";
import { parseHttpHead } from "../../build/read/warc/http-message.js";
import { recordItem } from "../../build/read/warc/items.js";
import { recordsFrom } from "../../build/read/warc/record-reader.js";
import { ZstdFrames } from "../../build/read/warc/zstd.js";
import { must } from "./checks.mjs";

const HTML = (name) => `<html><title>${name}</title><p>The page of ${name}.</p></html>`;
const PAGE_HEAD = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";

/** Returns the items of all records in these bytes. */
async function itemsOf(bytes) {
  const items = [];
  for await (const found of recordsFrom(wholeBytes(bytes), "a.warc", new ZstdFrames())) {
    items.push(
      found.kind === "record"
        ? await recordItem(found, { maxPageBytes: 1 << 20, redirects: "follow" })
        : found,
    );
  }
  return items;
}

const FIELDS = (name, length) => [
  ["WARC-Type", "response"],
  ["WARC-Target-URI", `http://${name}.example/`],
  ["WARC-Date", "2012-06-01T10:20:30Z"],
  ["WARC-Record-ID", "<urn:uuid:00000000-0000-4000-8000-000000000001>"],
  ["Content-Length", String(length)],
];

function warcRecord(
  name,
  { version = "WARC/1.0", end = "\r\n", fold = (value) => ` ${value}` } = {},
) {
  const block = `${PAGE_HEAD}${HTML(name)}`;
  const fields = FIELDS(name, block.length).map(([field, value]) => `${field}:${fold(value)}`);
  return Buffer.from(`${[version, ...fields, "", ""].join(end)}${block}\r\n\r\n`);
}

const arcRecord = (name) => {
  const block = `${PAGE_HEAD}${HTML(name)}`;
  return Buffer.from(
    `http://${name}.example/ 192.0.2.1 20120601102030 text/html ${block.length}\n${block}\n`,
  );
};

const FIRST_LINES = [
  ...["\u{feff}", "\r\n", "\n\n\n", " ", "garbage\n", "WARC/\n", "W\0RC/1.0\r\n", "\0\0", "{}\n"],
  ...["filedesc://a.arc - - - -\n", "filedesc://a 0.0.0.0 - text/plain 5\n1 0 x\n\n", "\x1f\x8b"],
  ...["WARC/1.0\r\n", "<html>\n", "http://x/ \n", "HTTP/1.1 200 OK\r\n\r\n"],
];

/** All pages after odd bytes have an item, and the odd bytes are damage or blank. */
async function firstLines(random) {
  const names = random.list(1, 4, (at) => `p${at}`);
  const version = random.pick(["WARC/0.17", "WARC/0.18", "WARC/1.1", "WARC/2.0", "warc/1.0"]);
  const end = random.pick(["\r\n", "\n", "\r\r\n"]);
  const records = random.rarely(2)
    ? names.map(arcRecord)
    : names.map((name) => warcRecord(name, { version, end }));
  const odd = random.list(0, 3, () => random.pick(FIRST_LINES)).join("");
  const before = Buffer.from(odd + (odd === "" || random.rarely(2) ? "" : "\n"), "latin1");
  const packing = random.below(3);
  const bytes =
    packing === 0
      ? Buffer.concat([before, ...records])
      : packing === 1
        ? gzipSync(Buffer.concat([before, ...records]), { level: 1 })
        : Buffer.concat([before, ...records].map((piece) => gzipSync(piece, { level: 1 })));
  const items = await itemsOf(bytes);
  const found = new Set(items.map(({ capture }) => capture?.uriR));
  const lost = names.filter((name) => !found.has(`http://${name}.example/`));
  const isDamaged = items.some(({ kind }) => kind === "damage");
  // Odd bytes that join the first line, or begin a record of their own, may take the first page with them.
  must(
    lost.length === 0 ||
      (isDamaged && lost.length === 1 && lost[0] === names[0]) ||
      /WARC\//u.test(odd),
    `pages ${lost.join(", ")} are lost after ${JSON.stringify(odd)}`,
  );
}

/** A record with folded fields is the same record. */
async function foldedFields(random) {
  const white = () => random.pick([" ", "\t", "  ", " \t", "    "]);
  const end = random.pick(["\r\n", "\n"]);
  const fold = (value) => {
    const cuts = random.list(0, 3, () => random.below(value.length)).sort((a, b) => a - b);
    const pieces = [0, ...cuts].map((from, at) => value.slice(from, cuts[at] ?? value.length));
    return `${random.pick(["", " "])}${pieces.join(`${end}${white()}`)}${random.rarely(4) ? `${end}${white()}` : ""}`;
  };
  const records = [warcRecord("p0"), warcRecord("p1", { end, fold }), warcRecord("p2")];
  const items = await itemsOf(Buffer.concat(records));
  must(
    items.map(({ capture }) => capture?.uriR).join() ===
      "http://p0.example/,http://p1.example/,http://p2.example/",
    `read as ${JSON.stringify(items.map(({ kind, message }) => message ?? kind))}`,
  );
  must(items[1].capture.mementoDatetime === "2012-06-01T10:20:30Z", "another date");
}

const SKIPPED = [
  ...["\r\n", "\n", " \t\r\n", "\xef\xbb\xbf", "\0", "HTTP/1.1 100 Continue\r\n\r\n"],
  ...["HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n", "HTTP/1.1 101 x\r\n\r\n"],
  ...["HTTP/1.0 200 Connection established\r\n\r\n", "HTTP/1.1 200 OK\nProxy-Agent: x\n\n"],
];
const HEAD_PIECES = [
  ...SKIPPED,
  ...[
    "HTTP/1.1 ",
    "200",
    "999",
    "0",
    "-1",
    "OK",
    "\r",
    "\n",
    "\r\n",
    ":",
    "Content-Type: text/html",
  ],
  ...[
    "<p>x",
    "ICY 200",
    "SHTTP/1.1 200 OK\r\n",
    "a",
    "\t",
    "\r\r",
    "Location :/x",
    "Content-Length: 5",
  ],
];

/** A head is within its block, and that of a page is found behind all that is no answer. */
async function httpHeads(random) {
  const odd = random.list(0, 12, () => random.pick(HEAD_PIECES)).join("");
  const repeated = random.rarely(50) ? odd.repeat(2000) : odd;
  const block = Buffer.from(repeated, "latin1");
  const { status, headOffset, bodyOffset } = parseHttpHead(block);
  must(
    headOffset >= 0 && headOffset <= bodyOffset && bodyOffset <= block.length,
    `a head from ${headOffset} to ${bodyOffset} of ${block.length}`,
  );
  must(status === undefined || (status >= 100 && status <= 999), `status ${status}`);
  const before = random.list(0, 6, () => random.pick(SKIPPED)).join("");
  const body = random.rarely(2) ? HTML("p") : `HTTP/1.1 404 No\r\nX: y\r\n\r\n${odd}`;
  const page = Buffer.from(`${before}${PAGE_HEAD}${body}`, "latin1");
  const head = parseHttpHead(page);
  must(head.status === 200, `status ${head.status} after ${JSON.stringify(before)}`);
  must(
    page.toString("latin1", head.bodyOffset) === body,
    `another body after ${JSON.stringify(before)}`,
  );
}

const DATE_PIECES = [
  ...[
    "0001",
    "1114",
    "1970",
    "1990",
    "2009",
    "2106",
    "9999",
    "0000",
    "10000",
    "-",
    "01",
    "12",
    "13",
  ],
  ...[
    "31",
    "T",
    " ",
    ":",
    "00",
    "59",
    "60",
    "24",
    ".5",
    ".123456789",
    "Z",
    "z",
    "+02:00",
    "-08:00",
  ],
];

/** A date is canonical, and that of a capture has at most one note. */
async function dates(random) {
  const two = (most) => String(random.below(most)).padStart(2, "0");
  const date = random.rarely(2)
    ? random.list(0, 9, () => random.pick(DATE_PIECES)).join("")
    : `${random.pick(DATE_PIECES.slice(0, 9))}-${two(14)}-${two(33)}T${two(25)}:${two(62)}:${two(62)}${random.pick(["Z", ".5Z", "+02:00", "-11:30", ""])}`;
  const read = parseDatetime(date);
  if (read === undefined) return;
  must(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/u.test(read), `${date} is read as ${read}`);
  must(parseDatetime(read) === read, `${read} is read as ${parseDatetime(read)}`);
  must(!/^(?:0001|1114)/u.test(date) || read < "1200", `${date} is read as ${read}`);
  const capture = withPossibleDate({ uriR: "http://x/", mementoDatetime: read });
  const isOdd = compareDatetimes(read, "1990-12-01T00:00:00Z") < 0 || read > "2100";
  must(!isOdd || hasImpossibleDate(capture), `${read} is not told`);
  must(!hasImpossibleDate(capture) || isOdd || read > "2026", `${read} is told`);
  must(withPossibleDate(capture, "2000-01-01T00:00:00Z") === capture, "told twice");
}

export const ODD_RECORDS = [
  ["first-lines", firstLines],
  ["folded-fields", foldedFields],
  ["http-heads", httpHeads],
  ["dates", dates],
];
