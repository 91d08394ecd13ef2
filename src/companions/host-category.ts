/** How a kind of host is told: by a whole label of its name, by a part of a label, or by its name or what is above it. */
interface HostCategory {
  readonly score: number;
  readonly labels: readonly string[];
  readonly parts: readonly string[];
  readonly names: readonly string[];
}

/**
 * Hosts whose pages make better or worse stories (AlNoamany, Weigle and Nelson; SPEC section 10), the first that fits
 * counts. OTMT looks for these words anywhere in the host name, with `.` for any character, so that its `t.co` is
 * found in `microsoft.com`.
 */
const categories: readonly HostCategory[] = [
  {
    // Social media and wikis.
    score: 0.5,
    labels: ["twitter", "facebook", "reddit", "fbcdn", "globalvoicesonline", "globalvoices"],
    parts: ["wiki"],
    names: ["t.co", "x.com", "redd.it", "fb.me", "fb.com", "plus.google.com"],
  },
  {
    // News.
    score: 0.7,
    labels: [
      ...["cnn", "bbc", "abc", "rosaonline", "aljazeera", "guardian", "theguardian", "usatoday"],
      ...["nytimes", "allvoices", "huffingtonpost", "huffpost"],
    ],
    parts: ["news"],
    names: ["bbc.co.uk"],
  },
  // Video.
  { score: 0.7, labels: ["dailymotion", "youtube"], parts: [], names: ["youtu.be"] },
  { score: 0.4, labels: ["wordpress"], parts: ["blog"], names: [] },
  // Images.
  { score: 0.6, labels: ["flickr", "instagram", "twitpic"], parts: [], names: ["flic.kr"] },
];

/** The category of a host name, 0 to 1: 0 for hosts of no known kind. */
export function hostCategory(host: string): number {
  const name = host.toLowerCase();
  const labels = name.split(".");
  const found = categories.find(
    (category) =>
      category.labels.some((label) => labels.includes(label)) ||
      category.parts.some((part) => labels.some((label) => label.includes(part))) ||
      category.names.some((known) => name === known || name.endsWith(`.${known}`)),
  );
  return found?.score ?? 0;
}
