/** A PDF of these paragraphs in Helvetica, in lines of at most 80 characters and pages of 50 lines. */
export function buildPdf(paragraphs: readonly string[]): Buffer {
  const lines = paragraphs.flatMap((paragraph) => [...wrapped(paragraph), ""]);
  const pages = Math.ceil(lines.length / 50);
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Count ${pages} /Kids [${Array.from({ length: pages }, (_, at) => `${4 + 2 * at} 0 R`).join(" ")}] >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
  ];
  for (let page = 0; page < pages; page += 1) {
    const shown = lines
      .slice(50 * page, 50 * page + 50)
      .map((line) => `(${line.replace(/[\\()]/gu, "\\$&")}) Tj T*`);
    const content = `BT /F1 10 Tf 14 TL 50 780 Td\n${shown.join("\n")}\nET`;
    const resources = "/MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >>";
    objects.push(
      `<< /Type /Page /Parent 2 0 R ${resources} /Contents ${objects.length + 2} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    );
  }
  return assembled(objects);
}

/** A PostScript file of these paragraphs, in the lines of `buildPdf`. */
export function buildPostScript(paragraphs: readonly string[]): Buffer {
  const shown = paragraphs
    .flatMap((paragraph) => [...wrapped(paragraph), ""])
    .map((line, at) => `50 ${780 - 14 * at} moveto (${line.replace(/[\\()]/gu, "\\$&")}) show\n`);
  const head = "%!PS-Adobe-3.0\n/Helvetica findfont 10 scalefont setfont\n";
  return Buffer.from(`${head}${shown.join("")}showpage\n%%EOF\n`, "latin1");
}

/**
 * A PDF of one page with lines in an East Asian font that is not in it and has no Unicode table: its codes, in
 * hexadecimal digits, mean what Adobe's table `encoding` says.
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

/** A file of these objects, numbered from 1 on; the first one is its catalogue. */
function assembled(objects: readonly string[]): Buffer {
  let file = "%PDF-1.4\n";
  const places = objects.map((object, at) => {
    const place = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, "0")} 00000 n \n`;
  });
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join("")}`;
  file += `trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, "latin1");
}

function wrapped(paragraph: string): string[] {
  const lines = [""];
  for (const word of paragraph.split(" ")) {
    const last = lines.at(-1) ?? "";
    if (last !== "" && last.length + 1 + word.length > 80) lines.push(word);
    else lines[lines.length - 1] = last === "" ? word : `${last} ${word}`;
  }
  return lines;
}
