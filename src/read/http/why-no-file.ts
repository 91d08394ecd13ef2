import type { FetchedResponse } from "../types.js";

export function whyNoFile(answer: FetchedResponse): string {
  const { status, body } = answer;
  const start = Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, LOOKED_AT));
  const more = whatS3Says(start.toString("latin1"));
  const answers = `it answers ${status}${more === undefined ? "" : ` (${more})`}`;
  if (status === 404 || status === 410) return `the server has no such file: ${answers}`;
  if (status === 401 || status === 403) {
    const advice = `. Give a login for ${new URL(answer.uri).host}: --netrc, --header or --cookies`;
    return `the server does not let it be read: ${answers}${more === undefined ? advice : ""}`;
  }
  return `the server does not send it: ${answers}`;
}

/** Number of bytes of an error page in which the reason is searched. */
const LOOKED_AT = 1 << 13;

/** Returns the error code in an answer of S3 to a signed address; `undefined` if the answer has none. */
const whatS3Says = (text: string): string | undefined =>
  /<Code>(\w{1,64})<\/Code>/u.exec(text)?.[1];
