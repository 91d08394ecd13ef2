import { describe, expect, it } from "vitest";
import { S3 } from "../../../src/read/http/s3.js";

const KEYS = { AWS_ACCESS_KEY_ID: "AKID", AWS_SECRET_ACCESS_KEY: "s3cret" };

describe("requests for a file of S3", () => {
  it.each<[string, Record<string, string>, string]>([
    ["s3://bucket/a/b.warc.gz", {}, "https://bucket.s3.us-east-1.amazonaws.com/a/b.warc.gz"],
    ["s3://bucket/a", { AWS_REGION: "eu-west-1" }, "https://bucket.s3.eu-west-1.amazonaws.com/a"],
    [
      "s3://bucket/a",
      { AWS_DEFAULT_REGION: "cn-north-1" },
      "https://bucket.s3.cn-north-1.amazonaws.com.cn/a",
    ],
    ["s3://my.bucket/a", {}, "https://s3.us-east-1.amazonaws.com/my.bucket/a"],
    ["s3://bucket/a", { AWS_ENDPOINT_URL: "http://[::1]:9000/" }, "http://[::1]:9000/bucket/a"],
    [
      "s3://bucket/a",
      { AWS_ENDPOINT_URL: "http://a", AWS_ENDPOINT_URL_S3: "http://b" },
      "http://b/bucket/a",
    ],
    [
      "s3://bucket/a b%2C,c+d?e#f'(g)/é",
      {},
      "https://bucket.s3.us-east-1.amazonaws.com/a%20b%252C%2Cc%2Bd%3Fe%23f%27%28g%29/%C3%A9",
    ],
  ])("requests %s with the variables %j at the right address", (uri, environment, expected) => {
    expect(new S3(environment).uriOf(uri)).toBe(expected);
  });

  it("asks for the page of a list that a prefix and a token name, and signs it", () => {
    const s3 = new S3({ ...KEYS, AWS_ENDPOINT_URL: "http://a" });
    expect(s3.listUriOf("s3://bucket/")).toBe("http://a/bucket/?list-type=2&prefix=");
    const uri = s3.listUriOf("s3://bucket/a b/é(", "a+b=");
    expect(uri).toBe(
      "http://a/bucket/?continuation-token=a%2Bb%3D&list-type=2&prefix=a%20b%2F%C3%A9%28",
    );
    expect(s3.headersFor(uri)["authorization"]).toContain("Credential=AKID/");
    expect(s3.headersFor(uri.replace("bucket", "other"))).toEqual({});
  });

  it("signs a request to S3 for the current moment, with the token of a session", () => {
    const s3 = new S3({ ...KEYS, AWS_SESSION_TOKEN: "t0ken", AWS_REGION: "eu-west-1" });
    const headers = s3.headersFor(s3.uriOf("s3://bucket/a b"));
    expect(headers["authorization"]).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKID\/\d{8}\/eu-west-1\/s3\/aws4_request, SignedHeaders=[\w;-]+, Signature=[0-9a-f]{64}$/u,
    );
    expect(headers["x-amz-security-token"]).toBe("t0ken");
    expect(headers["x-amz-date"]).toMatch(/^\d{8}T\d{6}Z$/u);
    expect(JSON.stringify(headers)).not.toContain("s3cret");
  });

  it("does not sign a request to S3 without keys", () => {
    const s3 = new S3({});
    expect(s3.headersFor(s3.uriOf("s3://bucket/a"))).toEqual({});
  });

  it("signs no other request to the host of a file in S3", () => {
    const s3 = new S3({ ...KEYS, AWS_ENDPOINT_URL: "https://a.example" });
    s3.uriOf("s3://bucket/a");
    expect(s3.headersFor("https://a.example/bucket/b")).toEqual({});
  });
});

describe("invalid variables for S3", () => {
  it.each([
    [
      { AWS_ACCESS_KEY_ID: "s3cret" },
      "only one of AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY is set",
    ],
    [
      { AWS_SECRET_ACCESS_KEY: "s3cret" },
      "only one of AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY is set",
    ],
    [{ AWS_REGION: "s3cret/x" }, "AWS_REGION"],
    [{ AWS_ENDPOINT_URL: "https://me:s3cret@a.example" }, "AWS_ENDPOINT_URL"],
    [{ AWS_ENDPOINT_URL: "s3cret" }, "AWS_ENDPOINT_URL"],
  ])("rejects the variables %j without showing their values", (environment, message) => {
    const refused = (): S3 => new S3(environment);
    expect(refused).toThrow(message);
    expect(refused).not.toThrow("s3cret");
  });
});
