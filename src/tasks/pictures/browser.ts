import { existsSync, statSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo, Server } from "node:net";
import { delimiter, join } from "node:path";
import type { Browser, CDPSession, Page, Route } from "playwright-core";
import { messageOf, UsageError } from "../../base/errors.js";
import type { BrowserAnswer, PageRequest } from "./replay.js";

/** Names of Chromium in PATH. The first is the same engine without windows, which starts faster. */
const NAMES = [
  ...["chromium-headless-shell", "chromium", "chromium-browser"],
  ...["google-chrome", "google-chrome-stable", "microsoft-edge", "chrome.exe", "msedge.exe"],
];
/** Places of Chromium on systems that do not have it in PATH. */
const PLACES = [
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  String.raw`C:\Program Files\Google\Chrome\Application\chrome.exe`,
  String.raw`C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe`,
];
/** Packages with the library that controls the browser. Both have the same interface. */
const PACKAGES = ["playwright-core", "playwright"];

/** Size of the window in pixels. A picture shows what a reader sees before scrolling. */
export const VIEWPORT = { width: 1280, height: 960 } as const;
/** Width of a picture in pixels. */
const PICTURE_WIDTH = 480;
/** Quality of WebP: text can be read, and a picture has 10 to 30 KB. */
const QUALITY = 60;
/** Time in milliseconds after which a browser that does not answer is ended. */
const PATIENCE = 10_000;
/** Time in milliseconds in which scripts may go on after the page has been loaded. */
const SETTLING = 3_000;

/** Number of times that a picture is asked for. */
const MOST_ATTEMPTS = 5;

type Playwright = typeof import("playwright-core");

/** A page to draw. */
export interface PageToDraw {
  readonly url: string;
  readonly page: BrowserAnswer;
  /** Selector of the only element to show; by default the picture shows the whole window. */
  readonly element?: string;
  /** Returns the answer to a request of the page; `undefined` if it must fail. */
  readonly answer: (request: PageRequest) => Promise<BrowserAnswer | undefined>;
}

export interface DrawnPicture {
  readonly webp: Buffer;
  readonly width: number;
  readonly height: number;
}

/** The reason why a page has no picture. */
export class NotDrawn extends Error {
  override readonly name = "NotDrawn";
}

/** Returns the path of Chromium. Throws a `UsageError` if there is none. */
export function findBrowser(given: string | undefined): string {
  const inPath = (name: string): string[] =>
    (process.env["PATH"] ?? "").split(delimiter).map((folder) => join(folder, name));
  if (given !== undefined) {
    const found = [given, ...inPath(given)].find(isFile);
    if (found !== undefined) return found;
    throw new UsageError(`--browser ${given}: there is no such program. Give the path of Chromium.`);
  }
  const found = [...NAMES.flatMap(inPath), ...PLACES].find(isFile);
  if (found !== undefined) return found;
  throw new UsageError(
    "there is no Chromium in PATH. Install chromium or Google Chrome, or give its path with --browser.",
  );
}

const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile();

/** Loads the library that controls the browser. Throws a `UsageError` if it is not installed. */
async function loadPlaywright(): Promise<Playwright> {
  for (const name of PACKAGES) {
    try {
      return (await import(name)) as Playwright;
    } catch (cause) {
      const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
      if (code !== "ERR_MODULE_NOT_FOUND") throw cause;
    }
  }
  throw new UsageError(
    "pictures needs the package playwright-core, which is not installed. Write npm install playwright-core (with -g if detect_off_topic is installed with -g).",
  );
}

/** Starts browsers that reach nothing but the answers that they are given. */
export class Browsers {
  readonly #playwright: Playwright;
  readonly #path: string;
  readonly #scripts: boolean;
  readonly #closedPort: Server;
  readonly #onNotice: (notice: string) => void;
  #hasSandbox = true;

  private constructor(
    playwright: Playwright,
    closedPort: Server,
    { path, scripts, onNotice }: BrowserOptions,
  ) {
    this.#playwright = playwright;
    this.#closedPort = closedPort;
    this.#path = path;
    this.#scripts = scripts;
    this.#onNotice = onNotice;
  }

  /** Starts one browser, to see whether it can be started. Throws a `UsageError` if not. */
  static async open(options: BrowserOptions): Promise<{ browsers: Browsers; first: PageDrawer }> {
    const playwright = await loadPlaywright();
    const browsers = new Browsers(playwright, await closedPort(), options);
    try {
      return { browsers, first: await browsers.start() };
    } catch (cause) {
      browsers.close();
      throw cause;
    }
  }

  async start(): Promise<PageDrawer> {
    try {
      return new PageDrawer(await this.#launch(), this.#scripts);
    } catch (cause) {
      if (!this.#hasSandbox || !/sandbox/iu.test(messageOf(cause))) {
        const [first = ""] = messageOf(cause).split("\n");
        throw new UsageError(`${this.#path} cannot be started: ${first}`, { cause });
      }
    }
    this.#hasSandbox = false;
    const why =
      process.getuid?.() === 0
        ? "Chromium has none for root. Run the command as another user"
        : "this system does not allow it";
    this.#onNotice(`warning: the browser runs without its sandbox: ${why}.`);
    return this.start();
  }

  close(): void {
    this.#closedPort.close();
  }

  #launch(): Promise<Browser> {
    const { port } = this.#closedPort.address() as AddressInfo;
    return this.#playwright.chromium.launch({
      executablePath: this.#path,
      chromiumSandbox: this.#hasSandbox,
      // Signals are handled by the command, which closes the browser.
      ...{ handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false },
      args: [
        // Everything that is not answered from the files goes to a port that closes each connection. Chromium would
        // otherwise connect to loopback addresses without the proxy.
        `--proxy-server=http://127.0.0.1:${port}`,
        "--proxy-bypass-list=<-loopback>",
        // No name is looked up.
        "--host-resolver-rules=MAP * ~NOTFOUND",
        // WebRTC and QUIC use UDP, which does not go through the proxy.
        "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
        "--disable-quic",
        "--no-pings",
        "--mute-audio",
        "--hide-scrollbars",
      ],
    });
  }
}

interface BrowserOptions {
  readonly path: string;
  readonly scripts: boolean;
  readonly onNotice: (notice: string) => void;
}

/** Opens a loopback port that closes every connection. A port without a listener could be taken by another program. */
async function closedPort(): Promise<Server> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.destroy();
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  return server;
}

/** Draws pages with one browser. */
export class PageDrawer {
  readonly #browser: Browser;
  readonly #scripts: boolean;

  constructor(browser: Browser, scripts: boolean) {
    this.#browser = browser;
    this.#scripts = scripts;
  }

  /** False once the browser has ended or has been given up. */
  get isUsable(): boolean {
    return this.#browser.isConnected();
  }

  /** Draws a page in a context of its own. Throws {@link NotDrawn} if it is not loaded within `limit` milliseconds. */
  async draw(page: PageToDraw, limit: number): Promise<DrawnPicture> {
    const context = await this.#browser.newContext({
      viewport: VIEWPORT,
      javaScriptEnabled: this.#scripts,
      serviceWorkers: "block",
      acceptDownloads: false,
      reducedMotion: "reduce",
    });
    try {
      return await within(limit + PATIENCE, this.#drawIn(await context.newPage(), page, limit));
    } catch (cause) {
      if (cause instanceof NotDrawn) throw cause;
      throw new NotDrawn(reasonOf(cause, this.isUsable));
    } finally {
      await within(PATIENCE, context.close()).catch(() => this.close());
    }
  }

  /** Ends the browser. */
  async close(): Promise<void> {
    await this.#browser.close().catch(() => undefined);
  }

  async #drawIn(
    page: Page,
    { url, page: first, element, answer }: PageToDraw,
    limit: number,
  ): Promise<DrawnPicture> {
    let isFirst = true;
    await page.context().route(/.*/u, async (route) => {
      const request = route.request();
      const isMain = request.isNavigationRequest() && request.frame().parentFrame() === null;
      const isPage = isMain && isFirst && request.frame() === page.mainFrame();
      if (isPage) isFirst = false;
      // The page itself is to be seen, not the one to which it forwards, nor a window that it opens.
      if (isMain && !isPage) return route.abort("aborted");
      const found = isPage
        ? first
        : await answer({ url: request.url(), kind: request.resourceType() });
      return respond(route, found);
    });
    const crashed = new Promise<never>((_, reject) => {
      page.on("crash", () => reject(new NotDrawn("the browser ran out of memory")));
    });
    crashed.catch(() => undefined);
    const started = performance.now();
    const left = (): number => Math.max(1, limit - (performance.now() - started));
    await Promise.race([page.goto(url, { waitUntil: "commit", timeout: limit }), crashed]);
    await Promise.race([page.waitForLoadState("load", { timeout: left() }), crashed]);
    if (this.#scripts) {
      const timeout = Math.min(SETTLING, left());
      await page.waitForLoadState("networkidle", { timeout }).catch(() => undefined);
    }
    const session = await page.context().newCDPSession(page);
    const box = element === undefined ? undefined : await page.locator(element).boundingBox();
    const height = Math.min(VIEWPORT.height, Math.round(box?.height ?? VIEWPORT.height));
    if (height === 0) throw new NotDrawn("it cannot be decoded");
    return Promise.race([capture(session, height), crashed]);
  }
}

/** Answers a request. Only the type of the archived headers is used: others set cookies, refresh or connect. */
async function respond(route: Route, found: BrowserAnswer | undefined): Promise<void> {
  // The page may be gone when the answer is there.
  const ignore = (): undefined => undefined;
  if (found === undefined) return route.abort("failed").catch(ignore);
  const { status, contentType, body } = found;
  const hasBody = status >= 200 && status !== 204 && status !== 205 && status !== 304;
  await route
    .fulfill({
      status: hasBody ? status : 200,
      headers: {
        ...(contentType !== "" && { "content-type": contentType.replace(/[^ -~]/gu, "") }),
        "access-control-allow-origin": "*",
      },
      body: Buffer.from(body),
    })
    .catch(ignore);
}

/** Returns a picture of the upper part of the window. */
async function capture(session: CDPSession, height: number): Promise<DrawnPicture> {
  const { width } = VIEWPORT;
  const scale = PICTURE_WIDTH / width;
  const take = async (attempts: number): Promise<string> => {
    try {
      const { data } = await session.send("Page.captureScreenshot", {
        format: "webp",
        quality: QUALITY,
        captureBeyondViewport: false,
        clip: { x: 0, y: 0, width, height, scale },
      });
      return data;
    } catch (cause) {
      // One of a hundred pages has not been painted yet when it has been loaded.
      if (attempts <= 1 || !/Unable to capture/iu.test(messageOf(cause))) throw cause;
      return take(attempts - 1);
    }
  };
  const data = await take(MOST_ATTEMPTS);
  return {
    webp: Buffer.from(data, "base64"),
    width: PICTURE_WIDTH,
    height: Math.ceil(height * scale),
  };
}

/** Rejects if a promise is not settled in time. */
async function within<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NotDrawn("the browser did not answer")), milliseconds);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
    promise.catch(() => undefined);
  }
}

/** Returns why a page was not drawn, in words that do not depend on the library. */
function reasonOf(cause: unknown, isUsable: boolean): string {
  const [first = ""] = messageOf(cause).split("\n");
  if (!isUsable) return "the browser ended";
  if (cause instanceof Error && cause.name === "TimeoutError") return "it was not loaded in time";
  const [code] = /net::\w+/u.exec(first) ?? [];
  return code ?? first;
}
