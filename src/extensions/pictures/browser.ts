import { existsSync, statSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo, Server } from "node:net";
import { delimiter, join } from "node:path";
import type * as playwrightCore from "playwright-core";
import type { Browser, CDPSession, Frame, Page, Request, Route } from "playwright-core";
import { messageOf, UsageError } from "../../base/errors.js";
import type { BrowserAnswer, PageRequest } from "../../read/replay/replay.js";

/** Programs to search in PATH. The first program is the same engine without windows, and it starts faster. */
const BROWSER_NAMES = [
  ...["chromium-headless-shell", "chromium", "chromium-browser"],
  ...["google-chrome", "google-chrome-stable", "microsoft-edge", "chrome.exe", "msedge.exe"],
];
/** Places of Chromium on systems without Chromium in PATH. */
const PLACES = [
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  String.raw`C:\Program Files\Google\Chrome\Application\chrome.exe`,
  String.raw`C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe`,
];
/** Packages with the library that controls the browser. Both have the same interface. */
const PACKAGES = ["playwright-core", "playwright"];

/** Size of the window in pixels. A picture shows the part of the page that a reader sees before scrolling. */
const VIEWPORT = { width: 1280, height: 960 } as const;
/** Width of a picture in pixels. */
const PICTURE_WIDTH = 480;
/** Quality of WebP. At this quality text is readable, and a picture has 10 to 30 KB. */
const QUALITY = 0.6;
/** Time in milliseconds after which a browser without an answer is ended. */
const BROWSER_PATIENCE = 10_000;
/** Time in milliseconds for which scripts may continue after the page has loaded. */
const SETTLING = 3_000;

const MOST_ATTEMPTS = 5;

type Playwright = typeof playwrightCore;

export interface PageToDraw {
  readonly url: string;
  readonly page: BrowserAnswer;
  /** Returns the answer to a request of the page; `undefined` if the request must fail. */
  readonly answer: (request: PageRequest) => Promise<BrowserAnswer | undefined>;
}

export interface ReducedPicture {
  readonly webp: Buffer;
  readonly width: number;
  readonly height: number;
}

/** The reason why a page has no picture. */
export class NotDrawn extends Error {
  override readonly name = "NotDrawn";
}

interface Driver {
  readonly playwright: Playwright;
  readonly path: string;
}

/** Throws a `UsageError` that names the missing software to install. */
export async function findDriver(given: string | undefined): Promise<Driver> {
  return { playwright: await loadPlaywright(), path: findBrowser(given) };
}

function findBrowser(given: string | undefined): string {
  const inPath = (name: string): string[] =>
    (process.env["PATH"] ?? "").split(delimiter).map((folder) => join(folder, name));
  if (given !== undefined) {
    const found = [given, ...inPath(given)].find(isProgram);
    if (found !== undefined) return found;
    throw new UsageError(
      `--set browser=${given}: there is no such program. Give the path of Chromium.`,
    );
  }
  const found = [...BROWSER_NAMES.flatMap(inPath), ...PLACES].find(isProgram);
  if (found !== undefined) return found;
  throw new UsageError(
    "there is no Chromium in PATH. Install chromium or Google Chrome, or give its path with --set browser=PATH.",
  );
}

const isProgram = (path: string): boolean => existsSync(path) && statSync(path).isFile();

/** Throws a `UsageError` if it is not installed. */
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

/** Starts browsers that have no network. They receive only the answers that the caller provides. */
export class Browsers {
  readonly #driver: Driver;
  readonly #scripts: boolean;
  readonly #closedPort: Server;
  readonly #onNotice: (notice: string) => void;
  #hasSandbox = true;

  private constructor(closedPort: Server, { driver, scripts, onNotice }: BrowserOptions) {
    this.#driver = driver;
    this.#closedPort = closedPort;
    this.#scripts = scripts;
    this.#onNotice = onNotice;
  }

  /** Throws a `UsageError` if the browser does not start. */
  static async open(options: BrowserOptions): Promise<{ browsers: Browsers; first: PageDrawer }> {
    const browsers = new Browsers(await closedPort(), options);
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
        throw new UsageError(`${this.#driver.path} cannot be started: ${first}`, { cause });
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
    const { playwright, path } = this.#driver;
    return playwright.chromium.launch({
      executablePath: path,
      chromiumSandbox: this.#hasSandbox,
      // The command handles signals and closes the browser.
      ...{ handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false },
      args: [
        // Every request without an answer from the files goes to a port that closes each connection. Without
        // `<-loopback>`, Chromium would connect to loopback addresses directly.
        `--proxy-server=http://127.0.0.1:${port}`,
        "--proxy-bypass-list=<-loopback>",
        // Prevents all name lookups.
        "--host-resolver-rules=MAP * ~NOTFOUND",
        // WebRTC and QUIC use UDP, which bypasses the proxy. The headless shell knows the first name of the flag.
        "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
        "--webrtc-ip-handling-policy=disable_non_proxied_udp",
        "--disable-quic",
        "--no-pings",
        "--mute-audio",
        "--hide-scrollbars",
      ],
    });
  }
}

interface BrowserOptions {
  readonly driver: Driver;
  readonly scripts: boolean;
  readonly onNotice: (notice: string) => void;
}

/** A port without a listener would not be safe, because another program could open it. */
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

export class PageDrawer {
  readonly #browser: Browser;
  readonly #scripts: boolean;
  /** The page shows nothing of the archive. */
  #reducing: Promise<Page> | undefined;

  constructor(browser: Browser, scripts: boolean) {
    this.#browser = browser;
    this.#scripts = scripts;
  }

  /** False after the browser has ended or the caller has given it up. */
  get isUsable(): boolean {
    return this.#browser.isConnected();
  }

  /** Throws {@link NotDrawn} if the page does not load within `limit` milliseconds. */
  async draw(page: PageToDraw, limit: number): Promise<ReducedPicture> {
    const png = await this.#guarded(async () => {
      const context = await this.#browser.newContext({
        viewport: VIEWPORT,
        javaScriptEnabled: this.#scripts,
        serviceWorkers: "block",
        acceptDownloads: false,
        reducedMotion: "reduce",
      });
      try {
        return await withinTime(
          limit + BROWSER_PATIENCE,
          this.#drawIn(await context.newPage(), page, limit),
        );
      } finally {
        await withinTime(BROWSER_PATIENCE, context.close()).catch(() => this.close());
      }
    });
    return this.reduce(png, "image/png");
  }

  /** Returns the upper part of a picture in reduced size. Throws {@link NotDrawn} if the picture cannot be decoded. */
  reduce(picture: Uint8Array, type: string): Promise<ReducedPicture> {
    return this.#guarded(async () => {
      this.#reducing ??= this.#browser.newPage();
      const options = {
        data: Buffer.from(picture).toString("base64"),
        type,
        ...{ width: PICTURE_WIDTH, most: VIEWPORT.height / VIEWPORT.width, quality: QUALITY },
      };
      const reduced = (await withinTime(
        BROWSER_PATIENCE,
        // The page crashes if a picture needs more memory than the page may use.
        (await this.#reducing).evaluate<unknown>(`(${REDUCE})(${JSON.stringify(options)})`),
      ).catch((cause: unknown) => {
        this.#reducing = undefined;
        throw cause;
      })) as { readonly data: string; readonly height: number } | undefined;
      if (reduced === undefined) throw new NotDrawn("it cannot be decoded");
      const { data, height } = reduced;
      return { webp: Buffer.from(data, "base64"), width: PICTURE_WIDTH, height };
    });
  }

  async close(): Promise<void> {
    await this.#browser.close().catch(() => undefined);
  }

  /** Turns errors of the browser into {@link NotDrawn}. */
  async #guarded<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (cause) {
      if (!this.isUsable) throw new NotDrawn("the browser ended");
      if (cause instanceof NotDrawn || !isOfBrowser(cause)) throw cause;
      throw new NotDrawn(whyNotDrawn(cause));
    }
  }

  /** Returns the content of the window as PNG after a page has loaded. */
  async #drawIn(
    page: Page,
    { url, page: first, answer }: PageToDraw,
    limit: number,
  ): Promise<Buffer> {
    // Pages must have no WebRTC, even in a browser that knows neither flag.
    await page.addInitScript(
      "delete globalThis.RTCPeerConnection; delete globalThis.webkitRTCPeerConnection;",
    );
    let fail = (_cause: unknown): void => undefined;
    const failed = new Promise<never>((_, reject) => {
      fail = reject;
      page.on("crash", () => reject(new NotDrawn("the browser ran out of memory")));
    });
    failed.catch(() => undefined);
    let leave = (): void => undefined;
    const leaving = new Promise<void>((resolve) => {
      leave = resolve;
    });
    let isFirst = true;
    await page.context().route(/.*/u, async (route) => {
      const request = route.request();
      const frame = request.isNavigationRequest() ? frameOf(request) : undefined;
      const isPage = isFirst && frame === page.mainFrame();
      if (isPage) isFirst = false;
      // The picture must show the page itself. It must not show a page to which the page forwards, or a window that the
      // page opens.
      const isOther = request.isNavigationRequest() && (frame?.parentFrame() ?? null) === null;
      if (isOther && !isPage) {
        if (frame === page.mainFrame()) leave();
        return route.abort("aborted").catch(ignoreClosed);
      }
      try {
        const asked = { url: request.url(), kind: request.resourceType() };
        await respond(route, isPage ? first : await answer(asked));
      } catch (cause) {
        fail(cause);
      }
    });
    const started = performance.now();
    const left = (): number => Math.max(1, limit - (performance.now() - started));
    await Promise.race([page.goto(url, { waitUntil: "commit", timeout: limit }), failed]);
    const load = page.waitForLoadState("load", { timeout: left() });
    // A page has no load event if one of its scripts leaves the page during loading.
    await Promise.race([load, leaving, failed]);
    if (this.#scripts) {
      const timeout = Math.min(SETTLING, left());
      await page.waitForLoadState("networkidle", { timeout }).catch(ignoreClosed);
    }
    const session = await page.context().newCDPSession(page);
    return Promise.race([capture(session), failed]);
  }
}

/** Returns the content of the window as PNG. */
async function capture(session: CDPSession): Promise<Buffer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      // Backgrounds of one pixel would be missing at a smaller scale.
      const { data } = await session.send("Page.captureScreenshot", {
        ...{ format: "png", optimizeForSpeed: true, captureBeyondViewport: false },
      });
      return Buffer.from(data, "base64");
    } catch (cause) {
      // About one page in a hundred is not yet painted when it has loaded.
      if (attempt === MOST_ATTEMPTS || !/Unable to capture/iu.test(messageOf(cause))) throw cause;
    }
  }
}

/** Function that runs in the browser. It returns the reduced picture, or undefined if the picture cannot be decoded. */
const REDUCE = `async ({ data, type, width, most, quality }) => {
  const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
  const blob = new Blob([bytes], { type });
  const whole = await createImageBitmap(blob).catch(() => undefined);
  if (whole === undefined) return undefined;
  const shown = Math.max(1, Math.min(whole.height, Math.round(most * whole.width)));
  const height = Math.max(1, Math.round((shown * width) / whole.width));
  const part = await createImageBitmap(whole, 0, 0, whole.width, shown, {
    resizeWidth: width, resizeHeight: height, resizeQuality: "high",
  });
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext("2d").drawImage(part, 0, 0);
  const reduced = await canvas.convertToBlob({ type: "image/webp", quality });
  const text = Array.from(new Uint8Array(await reduced.arrayBuffer()), (byte) => String.fromCharCode(byte));
  return { data: btoa(text.join("")), height };
}`;

/** Ignores errors of a request whose page has been closed. */
const ignoreClosed = (): undefined => undefined;

/** Returns the frame of a request; `undefined` for the first request of a window, which precedes the frame. */
function frameOf(request: Request): Frame | undefined {
  try {
    return request.frame();
  } catch {
    return undefined;
  }
}

/** Only the archived type is sent: other headers could set cookies, refresh the page or open connections. */
async function respond(route: Route, found: BrowserAnswer | undefined): Promise<void> {
  if (found === undefined) return route.abort("failed").catch(ignoreClosed);
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
    .catch(ignoreClosed);
}

/** Rejects if the promise takes longer than the limit. */
async function withinTime<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
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

/** The library begins its messages with the name of a method. */
const isOfBrowser = (cause: unknown): cause is Error =>
  cause instanceof Error &&
  /^(?:page|browser|browserContext|cdpSession|locator)\.\w+: /u.test(cause.message);

/** Returns why a page was not drawn. The text does not depend on the library. */
function whyNotDrawn({ name, message }: Error): string {
  if (name === "TimeoutError") return "it was not loaded in time";
  const [first = ""] = message.split("\n");
  return /net::\w+/u.exec(first)?.[0] ?? first;
}
