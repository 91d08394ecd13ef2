import { existsSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "../support/run-bin.js";
import { long } from "../support/thorough.js";

/** The same engine without a window: a page takes a quarter of the work. */
const SHELL = "chromium-headless-shell";
const WHOLE = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const NAMES = long([SHELL, ...WHOLE], WHOLE);

/** Returns the path of Chromium on this machine; `undefined` if there is none, because tests never download it. */
export function installedChromium(): string | undefined {
  return (process.env["PATH"] ?? "")
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .find((path) => existsSync(path));
}

/** Starts the browser, which all test files of a process share. It ends with the process. */
let running: Promise<Browser> | undefined;

function launch(): Promise<Browser> {
  const executablePath = installedChromium();
  if (executablePath === undefined) throw new Error("there is no Chromium");
  return chromium.launch({ executablePath });
}

/** A report in a browser, with everything that should not have happened. */
export interface OpenReport {
  readonly page: Page;
  /** Errors and warnings of the console, errors of scripts, and dialogs. */
  readonly troubles: readonly string[];
  /** Requested addresses, except that of the report itself. */
  readonly requests: readonly string[];
  /** Number of times that the page asked for confirmation before leaving; the answer is always yes. */
  readonly asked: readonly string[];
}

type OpenOptions = BrowserContextOptions & { readonly fragment?: string };

/** Opens the report from disk, as a reader does. */
export function openReport(html: string, options?: OpenOptions): Promise<OpenReport> {
  const file = join(temporaryFolder(), "report.html");
  writeFileSync(file, html);
  return openFile(file, options);
}

/** Opens a file from disk, at a fragment of its address. Every request to the network is answered with an empty page. */
export async function openFile(
  file: string,
  { fragment = "", ...options }: OpenOptions = {},
): Promise<OpenReport> {
  const browser = await (running ??= launch());
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  onTestFinished(() => context.close());
  const troubles: string[] = [];
  const requests: string[] = [];
  await context.route(/^(?!file:)/u, async (route) => {
    requests.push(route.request().url());
    await route.fulfill({ contentType: "text/html", body: "<title>a memento</title>" });
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") troubles.push(message.text());
  });
  page.on("pageerror", ({ message }) => troubles.push(message));
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    if (dialog.type() === "beforeunload") {
      asked.push(dialog.type());
      void dialog.accept();
      return;
    }
    troubles.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.goto(`${pathToFileURL(file).href}${fragment}`);
  return { page, troubles, requests, asked };
}

/** Opens a page of a server on this machine. */
export async function openServed(url: string): Promise<Pick<OpenReport, "page" | "troubles">> {
  const browser = await (running ??= launch());
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const troubles: string[] = [];
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") troubles.push(message.text());
  });
  page.on("pageerror", ({ message }) => troubles.push(message));
  await page.goto(url);
  return { page, troubles };
}
