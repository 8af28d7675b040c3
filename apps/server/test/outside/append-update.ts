/** Writes an attacker's incremental update (ISO 32000-2 7.5.6) to a file with a cross-reference table. */

/**
 * Appends an update. `objects` contains everything between "n 0 obj" and "endobj", by number. Without objects, the
 * update is empty.
 */
export function appendUpdate(pdf: Buffer, objects: ReadonlyMap<number, string>): Buffer {
  const tail = pdf.toString('latin1', pdf.lastIndexOf('trailer'));
  const entry = (pattern: RegExp): string => pattern.exec(tail)?.[1] ?? '';
  const size = Math.max(Number(entry(/\/Size\s+(\d+)/)), ...[...objects.keys()].map((number) => number + 1));
  let at = pdf.length;
  let update = '';
  let table = 'xref\n';
  for (const [number, body] of objects) {
    table += `${number} 1\n${String(at).padStart(10, '0')} 00000 n \n`;
    const object = `${number} 0 obj\n${body}\nendobj\n`;
    update += object;
    at += object.length;
  }
  if (objects.size === 0) table += '0 0\n';
  const trailer = `trailer\n<</Size ${size}/Root ${entry(/\/Root\s+(\d+ \d+ R)/)}/Prev ${entry(/startxref\s+(\d+)/)}>>\nstartxref\n${at}\n%%EOF\n`;
  return Buffer.concat([pdf, Buffer.from(update + table + trailer, 'latin1')]);
}

/** Returns the newest version of an uncompressed object in the file, in the format that `appendUpdate` accepts. */
export function newestObject(pdf: Buffer, number: number): string {
  const head = `\n${number} 0 obj\n`;
  const at = pdf.lastIndexOf(head);
  if (at < 0) throw new Error(`The file has no object ${number}.`);
  return pdf.toString('latin1', at + head.length, pdf.indexOf('endobj', at)).trimEnd();
}
