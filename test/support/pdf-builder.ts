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
