/** The text of a one-page agreement, which the demo signs if no file is given. */

const LINES: readonly [font: 'F1' | 'F2', size: number, gap: number, text: string][] = [
  ['F2', 22, 0, 'Mutual Non-Disclosure Agreement'],
  ['F1', 10, 20, 'Between Northwind Trading Ltd. and Contoso Research GmbH'],
  ['F2', 12, 36, '1. Purpose'],
  ['F1', 10.5, 18, 'The parties wish to explore a business opportunity of mutual interest and, in connection'],
  ['F1', 10.5, 15, 'with it, may disclose to each other technical and business information in confidence.'],
  ['F2', 12, 30, '2. Confidential information'],
  ['F1', 10.5, 18, 'Confidential information is whatever one party discloses to the other, directly or'],
  ['F1', 10.5, 15, 'indirectly, in writing, by word of mouth or by inspection of things, and marks as such.'],
  ['F2', 12, 30, '3. Term'],
  ['F1', 10.5, 18, 'The obligations of each party last for five years from the date of the last signature.'],
];

/** Creates the PDF: A4, two standard fonts, a plain cross-reference table. */
export function samplePdf(): Buffer {
  let y = 770;
  const operators = LINES.map(([font, size, gap, text]) => {
    y -= gap;
    return `BT /${font} ${size} Tf 72 ${y} Td (${text.replace(/[\\()]/g, '\\$&')}) Tj ET`;
  });
  const content = operators.join('\n');
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R/F2 6 0 R>>>>>>',
    `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold/Encoding/WinAnsiEncoding>>',
  ];
  let file = '%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const xref = file.length;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${xref}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}
