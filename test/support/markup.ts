import fc from "fast-check";

/** Pieces of markup. Joined pieces form a page that is seldom well-formed. */
export const markup: fc.Arbitrary<string[]> = fc.array(
  fc.constantFrom(
    ...["<", ">", "</", "/", '"', "'", "=", " ", "\n", "a", "b", "<p>", "<br/>", "<!--", "-->"],
    ...["&", "&amp", "&amp;", "&notit", "&#65", "&#x41;", "&#", "&NotEqualTilde;", "<!", "<?", "é"],
    ...[
      "<title>",
      "</title>",
      "<title",
      "<title/>",
      "<script>",
      "</script>",
      "<style>",
      "</style>",
    ],
    ...["<textarea>", "</textarea>", "<a href=", '<a href="', "<a class='", "<![CDATA[", "]]>"],
  ),
  { maxLength: 16 },
);
