import { createHash } from "node:crypto";

/** Random choices and random damage that follow from a seed. */
export class Random {
  #state;

  constructor(seed) {
    this.#state = createHash("sha256").update(seed).digest().readUInt32LE(0);
  }

  /** Returns a number from 0 up to 1 (mulberry32). */
  unit() {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Returns a whole number from 0 up to `end`. */
  below(end) {
    return Math.floor(this.unit() * end);
  }

  /** Returns true in one of `of` cases. */
  rarely(of) {
    return this.below(of) === 0;
  }

  pick(list) {
    return list[this.below(list.length)];
  }

  /** Returns `least` to `most` values. */
  list(least, most, make) {
    return Array.from({ length: least + this.below(most - least + 1) }, (_, at) => make(at));
  }

  bytes(length) {
    return Buffer.from(Array.from({ length }, () => this.below(256)));
  }

  /** Returns a text of up to `most` pieces of ODD. */
  text(most = 6) {
    return this.list(0, most, () => this.pick(ODD)).join("");
  }

  /**
   * Returns the bytes with some damage. `onChange` is called for each change with its position and the number of bytes
   * that it replaces.
   */
  damaged(bytes, tokens = ODD, onChange = () => undefined) {
    let result = bytes;
    for (let left = 1 + this.below(3); left > 0; left -= 1) {
      const at = this.below(result.length + 1);
      const count = Math.min(1 + this.below(this.rarely(3) ? 400 : 8), result.length - at);
      const [before, after] = [result.subarray(0, at), result.subarray(at)];
      const piece = (put, taken) => {
        onChange(at, taken, put.length);
        return Buffer.concat([before, put, after.subarray(taken)]);
      };
      switch (this.below(6)) {
        case 0:
          result = piece(Buffer.alloc(0), after.length);
          break;
        case 1:
          result = piece(this.bytes(count), count);
          break;
        case 2:
          result = piece(Buffer.from(this.pick(tokens)), 0);
          break;
        case 3:
          result = piece(Buffer.alloc(0), count);
          break;
        case 4:
          result = piece(Buffer.from(this.pick(tokens)), count);
          break;
        default: {
          const from = this.below(result.length + 1);
          result = piece(result.subarray(from, from + count), 0);
        }
      }
    }
    return result;
  }

  /** Returns a JSON value with random changes at any depth. */
  changedJson(value, chance = 12) {
    if (this.rarely(chance)) return this.json();
    if (Array.isArray(value)) {
      const list = value.map((each) => this.changedJson(each, chance));
      if (this.rarely(chance)) list.splice(this.below(list.length + 1), 1);
      if (this.rarely(chance)) list.push(this.json());
      return list;
    }
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value)
      .filter(() => !this.rarely(chance * 2))
      .map(([name, each]) => [
        this.rarely(chance * 3) ? this.pick(ODD) : name,
        this.changedJson(each, chance),
      ]);
    return Object.fromEntries(entries);
  }

  /** Returns a random JSON value. */
  json(depth = 0) {
    switch (this.below(depth > 3 ? 5 : 8)) {
      case 0:
        return this.pick([null, true, false]);
      case 1:
        return this.pick([0, -1, 0.5, 1e308, -1e308, 2 ** 53, 4294967296, 5e-324]);
      case 2:
      case 3:
        return this.pick(ODD);
      case 4:
        return this.text();
      case 5:
        return this.list(0, 3, () => this.json(depth + 1));
      case 6:
        return Object.fromEntries(this.list(0, 3, () => [this.pick(ODD), this.json(depth + 1)]));
      default:
        return {};
    }
  }

  /** Returns the JSON text of a value. Some are damaged, or contain an array nested deeper than the call stack. */
  jsonText(value) {
    const text = JSON.stringify(value) ?? "";
    if (this.rarely(40)) {
      const deep = "[".repeat(20_000) + "]".repeat(20_000);
      return text.replace(/"[^"]*"(?=[,}\]])|\d+(?=[,}\]])/u, deep);
    }
    return this.rarely(4) ? this.damaged(Buffer.from(text)).toString() : text;
  }
}

/** Values that have caused failures before. */
export const ODD = [
  ...[
    "",
    " ",
    "\n",
    "\r\n",
    "\t",
    "\0",
    "\u001b[2J",
    "\u0085",
    "\u2028",
    "\u202e",
    "\ud800",
    "\ufeff",
    "\u{1f9ed}",
  ],
  ...[
    "0",
    "-1",
    "-0",
    "1e999",
    "NaN",
    "Infinity",
    "9007199254740993",
    "0x10",
    "0,15",
    "٣",
    "1_000",
    "99999999999999",
  ],
  ...[
    "=",
    ",",
    ";",
    ":",
    "@",
    "|",
    '"',
    "'",
    "\\",
    "<",
    ">",
    "{",
    "}",
    "[",
    "]",
    "%",
    "%00",
    "%zz",
    "%E0%A4",
    "#",
    "?",
    "*",
    "../",
  ],
  ...[
    "__proto__",
    "constructor",
    "toString",
    "length",
    "null",
    "undefined",
    "true",
    "[object Object]",
  ],
  ...[
    "http://a.example/",
    "http://[bad/",
    "http://h:99999/",
    "https://user:pw@h/",
    "//h/",
    "http://",
    "http:///x",
    "data:,x",
  ],
  ...[
    "javascript:0",
    "urn:x:y",
    "http://ü.example/",
    "http://127.0.0.1:1/20100101000000/http://a.example/",
  ],
  ...[
    "http://[bad/20100101000000/http://a.example/",
    "http://h:99999/20100101000000id_/x",
    "from-warc::2010::x",
  ],
  ...[
    "20100101000000",
    "00000000000000",
    "20101332256161",
    "99991231235959",
    "2010",
    "Thu, 01 Jan 1970 00:00:00 GMT",
  ],
  ...["1991-02-30T99:00:00Z", "0000-00-00T00:00:00Z", "+275760-09-13T00:00:00.001Z"],
];
