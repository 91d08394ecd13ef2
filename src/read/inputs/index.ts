import type { Input } from "../types.js";
import { archiveit } from "./archiveit.js";
import { cdx } from "./cdx.js";
import { dir } from "./dir.js";
import { timemap } from "./timemap.js";
import { uriM } from "./uri-m.js";
import { uriR } from "./uri-r.js";
import { wacz } from "./wacz.js";
import { warc } from "./warc.js";
import { wasapi } from "./wasapi.js";

/** Inputs, by the keyword after `-i`. Plug-ins add theirs. */
export const inputs: Input[] = [
  archiveit,
  cdx,
  dir,
  timemap,
  uriM,
  uriR,
  wacz,
  warc,
  wasapi,
];
