// The rules of a made crawl in java.util.regex, as Heritrix compares them: matches() of the whole URI.
//   node test/world/soft404-rules.mjs FOLDER
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

const folder = process.argv[2];
const crawl = join(folder, "crawl.warc");
const uris = [
  ...Array.from({ length: 30 }, (_, n) => `http://a.example/gone/${n * 7}.html`),
  ...Array.from(
    { length: 30 },
    (_, n) => `http://a.example/(a|b)*+{2}'&&[x]/page?p[${n}]=1&sid=${n}`,
  ),
  ...Array.from({ length: 30 }, (_, n) => `http://[2001:db8::1]:8080/x/${n}$^?q=%22<>`),
  ...Array.from(
    { length: 30 },
    (_, n) => `http://a.example/shop;jsessionid=abc${n}.x?month=${2020 + n}-01`,
  ),
];
const page =
  "<title>Not found</title><p>Sorry, the page that you look for was not found on this server.</p>";
const block = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n${page}`;
const records = uris.map(
  (uri, n) =>
    `WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: ${uri}\r\nWARC-Date: 2018-01-27T22:18:45Z\r\n` +
    `WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-${String(n).padStart(12, "0")}>\r\n` +
    `Content-Length: ${Buffer.byteLength(block)}\r\n\r\n${block}\r\n\r\n`,
);
writeFileSync(crawl, records.join(""));
const run = (...args) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["bin/detect_off_topic.js", "soft404", "-q", "-i", `warc=${crawl}`, ...args],
    { encoding: "utf8" },
  );
  if (status !== 0) throw new Error(stderr);
  return stdout;
};
const { groups } = JSON.parse(run("-ot", "json"));
const bean = join(folder, "bean.xml");
writeFileSync(bean, run("-ot", "heritrix"));
const program = join(folder, "Rules.java");
writeFileSync(
  program,
  `import java.nio.file.*; import java.util.*; import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
public class Rules {
  public static void main(String[] args) throws Exception {
    var values = DocumentBuilderFactory.newInstance().newDocumentBuilder()
      .parse(Path.of(args[0]).toFile()).getElementsByTagName("value");
    List<Pattern> rules = new ArrayList<>();
    for (int i = 0; i < values.getLength(); i++) rules.add(Pattern.compile(values.item(i).getTextContent()));
    for (String uri : Files.readAllLines(Path.of(args[1])))
      System.out.println(rules.stream().anyMatch(rule -> rule.matcher(uri).matches()));
  }
}`,
);
const listed = [
  ...uris.map((uri) => new URL(uri).href),
  "http://a.example/",
  "http://b.example/gone/7.html",
];
writeFileSync(join(folder, "uris"), listed.join("\n"));
const java = spawnSync("java", [program, bean, join(folder, "uris")], { encoding: "utf8" });
if (java.status !== 0) throw new Error(java.stderr);
const inJava = java.stdout
  .trim()
  .split("\n")
  .map((line) => line === "true");
const rules = groups.flatMap((group) => group.rules.map((rule) => new RegExp(rule)));
const here = listed.map((uri) => rules.some((rule) => rule.test(uri)));
const wrong = listed.filter((uri, at) => inJava[at] !== here[at] || here[at] !== at < uris.length);
if (wrong.length > 0)
  throw new Error(`Java and JavaScript differ, or a rule is wrong:\n${wrong.join("\n")}`);
console.log(`${rules.length} rules, ${listed.length} URIs: the same in Java and JavaScript`);
