/**
 * The fixture archive behind a proxy on loopback, so that it answers under any host name, such as archive.example, and
 * outputs have no port in them. For scripts that compare outputs.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import { join } from "node:path";
import { createInterface } from "node:readline";

const root = join(import.meta.dirname, "../..");

/** Starts both. The proxy sends files of the folder for files.example, if there is one, and asks the archive for all others. */
export async function startArchiveProxy(folder) {
  const script = join(import.meta.dirname, "archive-server/server.mjs");
  const archive = spawn(process.execPath, [script], { stdio: ["pipe", "pipe", "inherit"] });
  const [line] = await once(createInterface({ input: archive.stdout }), "line");
  const { port } = JSON.parse(line);
  const proxy = createServer((asked, answer) => {
    const { host, pathname } = new URL(asked.url);
    if (folder !== undefined && host === "files.example") {
      sendFile(join(folder, pathname), asked.headers.range, answer);
      return;
    }
    const path = asked.url.replace(/^http:\/\/[^/]*/u, "");
    const { method, headers } = asked;
    request({ host: "127.0.0.1", port, path, method, headers }, (answered) => {
      answer.writeHead(answered.statusCode, answered.headers);
      answered.pipe(answer);
    }).end();
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  return {
    env: { http_proxy: `http://127.0.0.1:${proxy.address().port}`, no_proxy: "" },
    stop() {
      proxy.close();
      proxy.closeAllConnections();
      archive.kill();
    },
  };
}

function sendFile(path, range = "bytes=0-", answer) {
  const bytes = readFileSync(path);
  const [, from, to = bytes.length - 1] = /^bytes=(\d+)-(\d+)?$/u.exec(range);
  const part = bytes.subarray(Number(from), Number(to) + 1);
  const place = `bytes ${from}-${Number(from) + part.length - 1}/${bytes.length}`;
  answer.writeHead(206, { etag: '"1"', "content-length": part.length, "content-range": place });
  answer.end(part);
}

/**
 * Writes the TimeMap fixtures into a new folder without their expectations, and with http: for https:, so that the proxy
 * can answer. Returns their names.
 */
export function writeTimeMaps(folder) {
  const from = join(root, "fixtures/timemap");
  const names = readdirSync(from).toSorted();
  mkdirSync(folder);
  for (const name of names) {
    const [text] = readFileSync(join(from, name), "latin1").split("\n@@@\n");
    writeFileSync(join(folder, name), text.replaceAll("https://", "http://"), "latin1");
  }
  return names;
}
