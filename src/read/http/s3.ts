import aws4 from "aws4";
import { UsageError } from "../../base/errors.js";

/**
 * Environment with the standard variables: https://docs.aws.amazon.com/sdkref/latest/guide/environment-variables.html
 */
type Environment = Readonly<Record<string, string | undefined>>;

/** Addresses and signatures for files in S3. */
export class S3 {
  readonly #region: string;
  readonly #endpoint: string | undefined;
  readonly #key: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
  readonly #token: string | undefined;
  /** URIs of the objects and lists that the user named. Only these are signed, and nothing else on the same host. */
  readonly #named = new Set<string>();

  /** Throws `UsageError` for invalid variables. */
  constructor(environment: Environment) {
    const value = (...names: readonly string[]): string | undefined =>
      names
        .map((name) => environment[name]?.trim())
        .find((text) => text !== undefined && text !== "");
    this.#region = value("AWS_REGION", "AWS_DEFAULT_REGION") ?? "us-east-1";
    this.#endpoint = value("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL")?.replace(/\/+$/u, "");
    const accessKeyId = value("AWS_ACCESS_KEY_ID");
    const secretAccessKey = value("AWS_SECRET_ACCESS_KEY");
    this.#token = value("AWS_SESSION_TOKEN");
    if ((accessKeyId === undefined) !== (secretAccessKey === undefined)) {
      throw new UsageError(
        "only one of AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY is set. Set both, or neither for public files.",
      );
    }
    if (accessKeyId !== undefined && secretAccessKey !== undefined) {
      this.#key = { accessKeyId, secretAccessKey };
    }
    if (!/^[\w-]{1,63}$/u.test(this.#region)) {
      throw new UsageError("AWS_REGION is no region. Set it to one, such as us-east-1.");
    }
    if (this.#endpoint !== undefined && !/^https?:\/\/[^/?#@]+$/iu.test(this.#endpoint)) {
      throw new UsageError(
        "AWS_ENDPOINT_URL is not https://host. Set it to where the service is, or unset it.",
      );
    }
  }

  /** A key has no escapes, because every character is part of its name. */
  uriOf(uri: string): string {
    const [, bucket = "", key = ""] = /^s3:\/\/([^/]+)\/(.*)$/isu.exec(uri) ?? [];
    const path = key.split("/").map(encoded).join("/");
    const uriOf = `${this.#bucketUri(bucket)}/${path}`;
    this.#named.add(uriOf);
    return uriOf;
  }

  listUriOf(prefix: string, page?: string): string {
    const [, bucket = "", key = ""] = /^s3:\/\/([^/]+)\/(.*)$/isu.exec(prefix) ?? [];
    const query = [
      ...(page === undefined ? [] : [["continuation-token", page]]),
      ...[["list-type", "2"]],
      ...[["prefix", key]],
    ].map(([name = "", value = ""]) => `${name}=${encoded(value)}`);
    const uri = `${this.#bucketUri(bucket)}/?${query.join("&")}`;
    this.#named.add(uri);
    return uri;
  }

  /** Returns none without keys, and none for URIs other than files in S3. */
  headersFor(uri: string): Readonly<Record<string, string>> {
    if (this.#key === undefined || !this.#named.has(uri)) return {};
    const [, host = "", path = ""] = /^https?:\/\/([^/]+)(.*)$/isu.exec(uri) ?? [];
    const request = { host, path, service: "s3", region: this.#region, method: "GET" };
    const { headers = {} } = aws4.sign(request, { ...this.#key, sessionToken: this.#token });
    return Object.fromEntries(
      Object.entries(headers).flatMap(([name, value]) =>
        name.toLowerCase() === "host" ? [] : [[name.toLowerCase(), String(value)]],
      ),
    );
  }

  #bucketUri(bucket: string): string {
    if (this.#endpoint !== undefined) return `${this.#endpoint}/${encoded(bucket)}`;
    const host = `s3.${this.#region}.amazonaws.com${this.#region.startsWith("cn-") ? ".cn" : ""}`;
    // The certificate covers only one label below the host name of the service. A bucket name with dots must therefore
    // be part of the path.
    return /^[a-z\d][a-z\d-]{1,61}[a-z\d]$/u.test(bucket)
      ? `https://${bucket}.${host}`
      : `https://${host}/${encoded(bucket)}`;
  }
}

/** Percent-encodes a text by RFC 3986, as signatures require. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/gu,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
