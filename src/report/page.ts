import { createHash } from "node:crypto";
import type { PageAssets } from "./page-assets.js";

/**
 * The page up to its data. Nothing that comes from results stands in it: all of that is in data blocks, which the page's
 * one script shows as text.
 */
export function pageStart({ script, style }: PageAssets): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy({ script, style })}">
<meta http-equiv="x-dns-prefetch-control" content="off">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Off-topic mementos</title>
<style>${style}</style>
</head>
<body>
<main id="report"><h1>Off-topic mementos</h1><p id="loading">Reading the results…</p></main>
<noscript><p>This report needs JavaScript. Its one script is part of this file and fetches nothing.</p></noscript>
`;
}

/** The page after its data. */
export function pageEnd({ script }: PageAssets): string {
  return `<script>${script}</script>
</body>
</html>
`;
}

/**
 * Nothing may be fetched, framed, submitted or run but the script and the style that stand in the page; and the script
 * itself cannot turn text into markup.
 */
export function contentSecurityPolicy({ script, style }: PageAssets): string {
  return [
    "default-src 'none'",
    `script-src '${hash(script)}'`,
    `style-src '${hash(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
}

const hash = (text: string): string =>
  `sha256-${createHash("sha256").update(text).digest("base64")}`;
