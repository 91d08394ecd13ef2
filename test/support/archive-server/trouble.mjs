/** Faults that the fixture archive produces on request. */

/** A proof-of-work page with status 200, as bot checks send it. */
export const botWall = `<!DOCTYPE html><html><head><title>Session Verification</title></head>
<body><h1>Verifying your session</h1><script>/* sha256 proof of work */</script></body></html>`;

const htmlError = `<!DOCTYPE html><html><head><title>Service trouble</title></head><body><h1>We are sorry</h1></body></html>`;

/**
 * Answers a request with a fault. Returns false if the caller must answer the request, because the fault only delays or
 * changes the normal answer. The fault `reset` closes the socket without an answer.
 */
export function play(trouble, request, response) {
  switch (trouble.do) {
    case "status":
      response.writeHead(Number(trouble.status), {
        "content-type": "text/html",
        ...(trouble.retryAfter === undefined ? {} : { "retry-after": trouble.retryAfter }),
      });
      response.end(htmlError);
      return true;
    case "html":
      response.writeHead(200, { "content-type": "text/html" }).end(htmlError);
      return true;
    case "pow":
      response.writeHead(200, { "content-type": "text/html" }).end(botWall);
      return true;
    case "body":
      response
        .writeHead(Number(trouble.status ?? 200), { "content-type": trouble.type ?? "text/html" })
        .end(trouble.body ?? "");
      return true;
    case "redirect":
      response.writeHead(Number(trouble.status ?? 302), { location: trouble.to }).end();
      return true;
    case "reset":
      request.socket.resetAndDestroy();
      return true;
    case "stall":
      // The connection stays open without an answer until the client closes it.
      return true;
    case "stall-body":
      response.writeHead(200, { "content-type": "text/html", "content-length": "1000" });
      response.write("<html>");
      return true;
    default:
      return false;
  }
}

/** Sends a normal answer with a fault: truncated, with a wrong length, or in slow pieces. */
export function sendBadly(trouble, response, status, headers, body) {
  switch (trouble.do) {
    case "truncate":
      response.writeHead(status, { ...headers, "content-length": String(body.length) });
      response.write(body.subarray(0, Math.floor(body.length / 2)), () => response.destroy());
      return;
    case "short-length":
      response.writeHead(status, { ...headers, "content-length": String(body.length - 10) });
      response.socket.end(body);
      return;
    case "slow": {
      response.writeHead(status, { ...headers, "content-length": String(body.length) });
      const pieces = Number(trouble.pieces ?? 5);
      const size = Math.ceil(body.length / pieces);
      const send = (at) => {
        if (at >= body.length) return response.end();
        response.write(body.subarray(at, at + size));
        return setTimeout(send, Number(trouble.every ?? 20), at + size);
      };
      send(0);
      return;
    }
    default:
      response.writeHead(status, headers).end(body);
  }
}
