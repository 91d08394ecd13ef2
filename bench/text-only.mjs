/**
 * Writes a WET file beside each WARC file: `node bench/text-only.mjs OUT FILE...`. Each page becomes a conversion record with
 * the text of its body, a line for each block, and each revisit that of its original. Verdicts on the WET files against those
 * on the WARC files show what is lost without markup; `evaluate` compares both with labels.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import { readWarc } from "../dist/lib/index.js";
import { outlineOf } from "../build/page/html/outline.js";
import { readBodyText } from "../build/page/text.js";
import { decodeText } from "../build/read/coding/charset.js";
import { decodeBody } from "../build/read/coding/content-coding.js";

const LARGEST = 64 << 20;
const [folder, ...files] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
for (const file of files) {
  const members = [];
  const texts = new Map();
  let number = 0;
  const write = ({ uriR, mementoDatetime }, text) => {
    number += 1;
    const block = Buffer.from(text);
    const head = [
      "WARC/1.0",
      "WARC-Type: conversion",
      `WARC-Target-URI: ${uriR}`,
      `WARC-Date: ${mementoDatetime}`,
      `WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-${String(number).padStart(12, "0")}>`,
      "Content-Type: text/plain",
      `Content-Length: ${block.length}`,
    ];
    members.push(
      gzipSync(
        Buffer.concat([
          Buffer.from(`${head.join("\r\n")}\r\n\r\n`),
          block,
          Buffer.from("\r\n\r\n"),
        ]),
      ),
    );
  };
  for await (const item of readWarc(file)) {
    if (item.kind === "memento") {
      const { capture, body } = item;
      const { bytes } = decodeBody(body, LARGEST);
      const { html } = decodeText(bytes, capture.contentType, capture.guessedCharset);
      // As in WET files of Common Crawl, the first line is the title.
      const title = outlineOf(html).title.replaceAll(/\s+/g, " ").trim();
      const text = title === "" ? readBodyText(html) : `${title}\n${readBodyText(html)}`;
      texts.set(capture.digest, text);
      write(capture, text);
    } else if (item.kind === "revisit") {
      const text = texts.get(item.target.digest);
      if (text !== undefined) write(item.capture, text);
    }
  }
  const out = join(folder, `${basename(file).replace(/\.warc(?:\.gz)?$/, "")}.warc.wet.gz`);
  writeFileSync(out, Buffer.concat(members));
  console.log(`${out}: ${number} texts`);
}
