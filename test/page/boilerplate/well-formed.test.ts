import { expect, it } from "vitest";
import { wellFormed } from "../../../src/page/boilerplate/readability.js";

it("closes all elements, quotes all attributes and escapes special characters in well-formed markup", () => {
  expect(wellFormed("<p a=1 b><img src=x>1 < 2 &amp; 3<p>4")).toBe(
    '<html><head></head><body><p a="1" b=""><img src="x"/>1 &lt; 2 &amp; 3</p><p>4</p></body></html>',
  );
});

it("omits scripts, styles, templates, bases, comments and invalid names from well-formed markup", () => {
  expect(
    wellFormed(`<!-- c --><base href=x><script>1<2</script><style>a{}</style><p x"y=1>t`),
  ).toBe("<html><head></head><body><p>t</p></body></html>");
  expect(wellFormed("<a<b>t")).toContain("<span>t</span>");
});
