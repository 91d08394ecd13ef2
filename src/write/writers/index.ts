import type { Writer } from "../types.js";
import { captures } from "./captures.js";
import { cdxj } from "./cdxj.js";
import { csv } from "./csv.js";
import { json } from "./json.js";
import { jsonl } from "./jsonl.js";
import { seeds } from "./seeds.js";
import { text } from "./text.js";

/** Output formats, except the HTML report. Plug-ins add theirs. */
export const plainWriters: Writer[] = [
  captures,
  cdxj,
  csv,
  json,
  jsonl,
  seeds,
  text,
];
