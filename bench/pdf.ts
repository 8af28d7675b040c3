/** Test documents by size: pages with a picture of noise each, which no compression makes smaller. */
import { randomBytes } from 'node:crypto';

export function largePdf(bytes: number): Buffer {
  const perPage = 1024 * 1024;
  const pages = Math.max(1, Math.floor(bytes / (perPage + 700)));
  const chunks: Buffer[] = [Buffer.from('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n', 'latin1')];
  const offsets: number[] = [];
  let at = chunks[0]?.length ?? 0;
  const add = (...parts: (string | Buffer)[]) => {
    offsets.push(at);
    for (const part of [`${offsets.length} 0 obj\n`, ...parts, '\nendobj\n']) {
      const chunk = typeof part === 'string' ? Buffer.from(part, 'latin1') : part;
      chunks.push(chunk);
      at += chunk.length;
    }
  };
  add('<</Type/Catalog/Pages 2 0 R>>');
  add(`<</Type/Pages/Count ${pages}/Kids[${Array.from({ length: pages }, (_, i) => `${3 + i * 3} 0 R`).join(' ')}]>>`);
  for (let i = 0; i < pages; i += 1) {
    const [page, content, image] = [3 + i * 3, 4 + i * 3, 5 + i * 3];
    add(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents ${content} 0 R/Resources<</XObject<</I ${image} 0 R>>>>>>`,
    );
    if (page !== offsets.length) throw new Error('object numbers are out of step');
    const operators = 'q 451 0 0 451 72 200 cm /I Do Q';
    add(`<</Length ${operators.length}>>\nstream\n${operators}\nendstream`);
    add(
      `<</Type/XObject/Subtype/Image/Width 1024/Height 1024/ColorSpace/DeviceGray/BitsPerComponent 8/Length ${perPage}>>\nstream\n`,
      randomBytes(perPage),
      '\nendstream',
    );
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  chunks.push(
    Buffer.from(
      `xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${rows}trailer\n<</Size ${offsets.length + 1}/Root 1 0 R>>\nstartxref\n${at}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(chunks);
}
