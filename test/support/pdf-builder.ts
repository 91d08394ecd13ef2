import { assembled } from "../../fixtures/building/pdf.mjs";

export { buildPdf } from "../../fixtures/building/pdf.mjs";

/**
 * Returns a PDF of one page. The lines of the page use an East Asian font that is not embedded and has no Unicode
 * table. The codes of the lines (hexadecimal digits) therefore get their meaning from Adobe's table `encoding`.
 */
export function buildEastAsianPdf(
  encoding: string,
  ordering: "GB1" | "CNS1" | "Japan1" | "Korea1",
  lines: readonly string[],
): Buffer {
  const content = `BT /F1 12 Tf 14 TL 50 780 Td\n${lines.map((line) => `<${line}> Tj T*`).join("\n")}\nET`;
  const system = `<< /Registry (Adobe) /Ordering (${ordering}) /Supplement 2 >>`;
  const metrics = "/Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 /ItalicAngle 0";
  return assembled([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Count 1 /Kids [6 0 R] >>",
    `<< /Type /Font /Subtype /Type0 /BaseFont /Some /Encoding /${encoding} /DescendantFonts [4 0 R] >>`,
    `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Some /CIDSystemInfo ${system} /FontDescriptor 5 0 R /DW 1000 >>`,
    `<< /Type /FontDescriptor /FontName /Some /Flags 4 /FontBBox [0 -200 1000 900] ${metrics} >>`,
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents 7 0 R >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ]);
}
