import { counted, CUT_OFF, TEXT_ONLY } from "../../base/text.js";
import { isPageUri } from "../../base/uri.js";
import { mediaType } from "../../base/content-type.js";
import { damage } from "../../base/errors.js";
import type { Capture, InputItem, TextOf } from "../../base/types.js";
import type { RecordContext } from "../types.js";
import { sha1Digest } from "./digest.js";
import { recordCapture, truncation } from "./record-capture.js";
import { type Fields, targetOf, typeOf, withoutBrackets } from "./record-format.js";
import type { ArchiveRecord } from "./record-reader.js";

/*
 * Records with the text of a page and without its markup: conversion records, as in WET files, and the texts that a crawler's
 * browser showed. Each is a copy of a capture. It is judged only where the run has no capture of which it is the copy.
 */

/** Matches Browsertrix's URIs for the text in its browser, once after the page loaded and once after its scripts ran. */
const OF_BROWSER = /^urn:text(?:Final)?:(https?:.*)$/iu;

const NOTES: Readonly<Record<TextOf["kind"], string>> = {
  conversion: `${TEXT_ONLY}: a conversion record, as in WET files`,
  browser: `${TEXT_ONLY}: what the browser of the crawler showed`,
};

interface TextRecord {
  readonly uriR: string;
  readonly textOf: TextOf;
}

/** Returns the URI-R of which a browser showed the text in a record. Returns undefined for any other record. */
export const uriOfBrowserText = (fields: Fields): string | undefined =>
  OF_BROWSER.exec(targetOf(fields))?.[1];

/** Reasons by which such a record is counted where its text is not judged. */
export const NOT_JUDGED: Readonly<Record<TextOf["kind"], string>> = {
  conversion: "conversion record",
  browser: "text that a browser showed (--text rendered reads it)",
};

function textRecordOf(fields: Fields): TextRecord | undefined {
  const type = typeOf(fields);
  const shown = uriOfBrowserText(fields);
  // Browsertrix writes resource records, and programs with warcio conversion records.
  if (shown !== undefined && (type === "resource" || type === "conversion")) {
    return { uriR: shown, textOf: { kind: "browser" } };
  }
  if (type !== "conversion" || mediaType(fields.get("content-type")) !== "text/plain") {
    return undefined;
  }
  const uriR = targetOf(fields);
  const recordId = withoutBrackets(fields.get("warc-refers-to") ?? "");
  if (!isPageUri(uriR)) return undefined;
  return { uriR, textOf: { kind: "conversion", ...(recordId !== "" && { recordId }) } };
}

/** Returns the capture of which a record has the text. Returns undefined for any other record. */
export function textCaptureOf(record: ArchiveRecord): Capture | undefined {
  const found = textRecordOf(record.fields);
  const known = found && captureOf(record, found.uriR);
  return known === undefined || "lacks" in known ? undefined : known.capture;
}

const captureOf = (record: ArchiveRecord, uriR: string): ReturnType<typeof recordCapture> =>
  recordCapture({ ...record, fields: new Map(record.fields).set("warc-target-uri", uriR) });

/** Returns the item of a record with the text of a page. Returns undefined for any other record, without reading its block. */
export async function textItem(
  record: ArchiveRecord,
  { maxPageBytes }: RecordContext,
): Promise<InputItem | undefined> {
  const found = textRecordOf(record.fields);
  if (found === undefined) return undefined;
  const { uriR, textOf } = found;
  const known = captureOf(record, uriR);
  const what = `a text record (${textOf.kind})`;
  if ("lacks" in known) {
    await record.block.skip();
    return damage(record.source, `${what} with ${known.lacks}`);
  }
  const { data, trouble, length } = await record.block.take(maxPageBytes);
  const { notes = [] } = known.capture;
  const bytes = data === undefined ? new Uint8Array() : Uint8Array.from(data);
  const { file, offset } = record.source;
  const cutOff = `${CUT_OFF}: ${counted(length, "byte")} of its record are there (${file}, byte ${offset})`;
  const tooLong = `the text has ${counted(length, "byte")}, more than the ${maxPageBytes} that are read (--set max-page-size)`;
  return {
    kind: "memento",
    capture: {
      ...known.capture,
      contentType: record.fields.get("content-type"),
      digest: known.capture.digest ?? sha1Digest(bytes),
      notes: [...notes, NOTES[textOf.kind]],
    },
    textOf,
    body: {
      ...{
        bytes,
        format: "text",
        lines: textOf.kind === "conversion" ? "titled" : "untitled",
        ...truncation(record.fields),
      },
      ...(trouble === "cut" && { trouble: cutOff }),
      ...(data === undefined && trouble !== "cut" && { trouble: tooLong }),
    },
  };
}

const CAPTURES: ReadonlySet<string> = new Set(["response", "revisit", "resource", "continuation"]);

/** Tells whether a record is the text of a capture. Returns undefined for a record that is neither a capture nor a text. */
export function isTextOf(fields: Fields): boolean | undefined {
  if (textRecordOf(fields) !== undefined) return true;
  return CAPTURES.has(typeOf(fields)) && isPageUri(targetOf(fields)) ? false : undefined;
}
