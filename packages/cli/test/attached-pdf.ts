/** Creates a PDF with one empty page and attached text files, listed in the names tree (ISO 32000-2 7.11.4). */
export function pdfWithFiles(files: Readonly<Record<string, string>>): Buffer {
  const objects: string[] = [
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]>>',
  ];
  const names = Object.entries(files).map(([name, text]) => {
    const number = objects.length + 2;
    objects.push(
      `<</Type/EmbeddedFile/Subtype/text#2Fplain/Length ${Buffer.byteLength(text)}>>\nstream\n${text}\nendstream`,
    );
    objects.push(`<</Type/Filespec/F(${name})/UF(${name})/AFRelationship/Data/EF<</F ${number} 0 R>>>>`);
    return `(${name}) ${number + 1} 0 R`;
  });
  objects.unshift(`<</Type/Catalog/Pages 2 0 R/Names<</EmbeddedFiles<</Names[${names.join(' ')}]>>>>>>`);
  let file = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const offset = Buffer.byteLength(file);
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const start = Buffer.byteLength(file);
  const size = objects.length + 1;
  return Buffer.from(
    `${file}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`,
  );
}
