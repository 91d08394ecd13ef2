import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";

/** Returns the folder of pywb; `undefined` if Python, PyPI or a wheel for this machine is missing. */
export function installedPywb(): string | undefined {
  const script = fileURLToPath(new URL("install.sh", import.meta.url));
  const folder = execFileSync("sh", [script], { encoding: "utf8" }).trim();
  return folder === "" ? undefined : folder;
}

/** A pywb server with one collection. */
export interface PywbServer {
  /** Address `http://127.0.0.1:PORT/COLLECTION` without a trailing slash. */
  readonly collection: string;
  stop(): Promise<void>;
}

/** Makes a collection of WARC files below `folder` and serves it. Resolves once it answers. */
export async function startPywb(
  pywb: string,
  folder: string,
  warcs: readonly string[],
): Promise<PywbServer> {
  const inFolder = { cwd: folder, stdio: "ignore" } as const;
  execFileSync(join(pywb, "bin/wb-manager"), ["init", "fixtures"], inFolder);
  execFileSync(join(pywb, "bin/wb-manager"), ["add", "fixtures", ...warcs], inFolder);
  return servePywb(pywb, folder, "fixtures");
}

/** Serves a collection of `folder/collections`. Resolves once it answers. `command` starts pywb. */
export async function servePywb(
  pywb: string,
  folder: string,
  name: string,
  [command = "", ...args]: readonly string[] = [join(pywb, "bin/wayback")],
): Promise<PywbServer> {
  const inFolder = { cwd: folder, stdio: "ignore" } as const;
  const port = await freePort();
  const server = spawn(command, [...args, "--bind", "127.0.0.1", "--port", String(port)], inFolder);
  const ended = once(server, "exit");
  const collection = `http://127.0.0.1:${port}/${name}`;
  let isUp = false;
  while (!isUp && server.exitCode === null) {
    isUp = await fetch(`${collection}/timemap/link/http://none.example/`).then(
      () => true,
      // Without a pause, these requests would take CPU time from the server on the same core.
      () => wait(100, false),
    );
  }
  if (!isUp) throw new Error("pywb ended before it answered");
  return {
    collection,
    async stop() {
      server.kill();
      await ended;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}
