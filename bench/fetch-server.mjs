/**
 * A web archive of one TimeMap. Its first argument is the number of mementos. They are small and prepared, so that a
 * benchmark measures the client and not this server.
 */
import { createServer } from "node:http";

const count = Number(process.argv[2]);
const seed = "http://seed.example/";
const start = Date.UTC(2010, 0, 1);
const page = Buffer.from(
  `<!DOCTYPE html><title>Festival</title><p>${"The river festival takes place every summer. ".repeat(20)}</p>`,
);
const dateOf = (number) => new Date(start + number * 3_600_000);
const stampOf = (date) => date.toISOString().replace(/\D/g, "").slice(0, 14);

let first;
let last;
const server = createServer((request, response) => {
  const origin = `http://${request.headers.host}`;
  if (request.url === "/times") return response.end(JSON.stringify({ first, last }));
  const ts = /^\/web\/(\d{14})id_\//.exec(request.url)?.[1];
  if (ts === undefined) return response.end(timeMap(origin));
  first ??= performance.now();
  last = performance.now();
  const [year, month, day, hour] = [0, 4, 6, 8].map((at) =>
    Number(ts.slice(at, at === 0 ? 4 : at + 2)),
  );
  return response
    .writeHead(200, {
      "content-type": "text/html; charset=utf-8",
      "memento-datetime": new Date(Date.UTC(year, month - 1, day, hour)).toUTCString(),
    })
    .end(page);
});

function timeMap(origin) {
  const lines = [`<${seed}>; rel="original"`];
  for (let number = 0; number < count; number += 1) {
    const date = dateOf(number);
    lines.push(
      `<${origin}/web/${stampOf(date)}/${seed}>; rel="memento"; datetime="${date.toUTCString()}"`,
    );
  }
  return lines.join(",\n");
}

server.listen(0, "127.0.0.1", () => process.stdout.write(`${server.address().port}\n`));
process.stdin.on("end", () => process.exit(0)).resume();
