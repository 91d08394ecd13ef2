import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** A request that the server received. */
export interface LoggedRequest {
  readonly method: string;
  readonly path: string;
  readonly userAgent?: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** The fixture archive, which runs in a process of its own. server.mjs lists its paths. */
export interface ArchiveServer {
  /** Origin such as `http://127.0.0.1:PORT`, without a trailing slash. */
  readonly origin: string;
  /**
   * Adds a fault for requests whose path contains `match`. The fault applies to the first `times` requests. By default
   * it applies to all requests.
   */
  trouble(rule: Readonly<Record<string, unknown>> & { readonly match: string }): Promise<void>;
  /** Returns every request since the start or the last reset. */
  log(): Promise<readonly LoggedRequest[]>;
  /** Removes the log and all faults. */
  reset(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the fixture archive. Resolves after the server has begun to listen. */
export async function startArchiveServer(): Promise<ArchiveServer> {
  const script = fileURLToPath(new URL("server.mjs", import.meta.url));
  const server = spawn(process.execPath, [script], { stdio: ["pipe", "pipe", "inherit"] });
  const [line] = (await once(createInterface({ input: server.stdout }), "line")) as [string];
  const { port } = JSON.parse(line) as { port: number };
  const origin = `http://127.0.0.1:${String(port)}`;
  return {
    origin,
    async trouble(rule) {
      const times = rule["times"] ?? Number.MAX_SAFE_INTEGER;
      await fetch(`${origin}/__control`, {
        method: "POST",
        body: JSON.stringify({ ...rule, times }),
      });
    },
    async log() {
      return (await (await fetch(`${origin}/__log`)).json()) as LoggedRequest[];
    },
    async reset() {
      await fetch(`${origin}/__reset`);
    },
    async stop() {
      const ended = once(server, "exit");
      server.kill();
      await ended;
    },
  };
}
