import { once } from "node:events";
import { createServer, type Socket } from "node:net";

/** A request as it was received. */
export interface SeenRequest {
  readonly method: string;
  readonly target: string;
  /** The complete head. */
  readonly head: string;
}

/** A server that answers with any bytes. */
export interface RawServer {
  readonly origin: string;
  readonly port: number;
  readonly seen: readonly SeenRequest[];
  close(): Promise<void>;
}

/**
 * Starts a server. `answer` is called for every request with its number among those for the same target, from 1. Its
 * result is sent and the connection ended; without a result, nothing is sent.
 */
export async function startRawServer(
  answer: (target: string, nth: number, socket: Socket) => string | Buffer | undefined,
): Promise<RawServer> {
  const seen: SeenRequest[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sockets.delete(socket));
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      if (!text.includes("\r\n\r\n")) return;
      const [method = "", target = ""] = text.split(" ", 2);
      seen.push({ method, target, head: text });
      text = "";
      const bytes = answer(target, seen.filter((one) => one.target === target).length, socket);
      if (bytes !== undefined) socket.end(bytes);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    seen,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** Returns an HTTP answer with its correct length. */
export function answerOf(status: string, body = "", headers: readonly string[] = []): string {
  return [
    `HTTP/1.1 ${status}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
    ...headers,
    "",
    body,
  ].join("\r\n");
}

/** Header that makes an answer a memento. */
export const MEMENTO = "Memento-Datetime: Fri, 24 Nov 2017 15:13:15 GMT";
