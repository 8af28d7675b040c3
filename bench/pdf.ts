/** Creates test documents with a given size, number of pages or number of objects. */
import { randomBytes } from 'node:crypto';

/** Writes objects one after another, numbered from 1, followed by the table. The first object is the catalog. */
class Writer {
  private readonly chunks: Buffer[] = [];
  private readonly offsets: number[] = [];
  private length = 0;

  constructor() {
    this.append('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n');
  }

  add(...parts: (string | Buffer)[]): void {
    this.offsets.push(this.length);
    for (const part of [`${this.offsets.length} 0 obj\n`, ...parts, '\nendobj\n']) this.append(part);
  }

  finish(): Buffer {
    const size = this.offsets.length + 1;
    const at = this.length;
    const rows = this.offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
    this.append(
      `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${at}\n%%EOF\n`,
    );
    return Buffer.concat(this.chunks);
  }

  private append(part: string | Buffer): void {
    const chunk = typeof part === 'string' ? Buffer.from(part, 'latin1') : part;
    this.chunks.push(chunk);
    this.length += chunk.length;
  }
}

const stream = (operators: string): string => `<</Length ${operators.length}>>\nstream\n${operators}\nendstream`;

/** Returns a PDF in which each page contains an image of noise, which cannot be compressed. */
export function largePdf(bytes: number): Buffer {
  const perPage = 1024 * 1024;
  const pages = Math.max(1, Math.floor(bytes / (perPage + 700)));
  const writer = new Writer();
  writer.add('<</Type/Catalog/Pages 2 0 R>>');
  writer.add(
    `<</Type/Pages/Count ${pages}/Kids[${Array.from({ length: pages }, (_, i) => `${3 + i * 3} 0 R`).join(' ')}]>>`,
  );
  for (let page = 3; page < 3 + 3 * pages; page += 3) {
    writer.add(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents ${page + 1} 0 R/Resources<</XObject<</I ${page + 2} 0 R>>>>>>`,
    );
    writer.add(stream('q 451 0 0 451 72 200 cm /I Do Q'));
    writer.add(
      `<</Type/XObject/Subtype/Image/Width 1024/Height 1024/ColorSpace/DeviceGray/BitsPerComponent 8/Length ${perPage}>>\nstream\n`,
      randomBytes(perPage),
      '\nendstream',
    );
  }
  return writer.finish();
}

/**
 * Returns a PDF with pages of text. The page tree has a node for every 50 pages, as most programs write it. There are
 * three objects per page, plus `extra` objects.
 */
export function pagesPdf(pages: number, extra = 0): Buffer {
  const perNode = 50;
  const nodes = Math.ceil(pages / perNode);
  const writer = new Writer();
  const node = (index: number) => 4 + index * (1 + 3 * perNode);
  const page = (index: number) => node(Math.floor(index / perNode)) + 1 + 3 * (index % perNode);
  const list = (count: number, number: (index: number) => number) =>
    Array.from({ length: count }, (_, index) => `${number(index)} 0 R`).join(' ');
  writer.add('<</Type/Catalog/Pages 2 0 R>>');
  writer.add(`<</Type/Pages/Count ${pages}/MediaBox[0 0 595 842]/Kids[${list(nodes, node)}]>>`);
  writer.add('<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>');
  for (let first = 0; first < pages; first += perNode) {
    const count = Math.min(perNode, pages - first);
    writer.add(`<</Type/Pages/Parent 2 0 R/Count ${count}/Kids[${list(count, (index) => page(first + index))}]>>`);
    for (let index = first; index < first + count; index++) {
      const at = page(index);
      writer.add(`<</Type/Page/Parent ${node(first / perNode)} 0 R/Contents ${at + 1} 0 R/Resources ${at + 2} 0 R>>`);
      writer.add(stream(`BT /F 12 Tf 72 720 Td (Page ${index + 1}) Tj ET`));
      writer.add('<</Font<</F 3 0 R>>>>');
    }
  }
  for (let index = 0; index < extra; index++) writer.add(`<</Kind/Note/Number ${index}/Text(An object of its own)>>`);
  return writer.finish();
}
