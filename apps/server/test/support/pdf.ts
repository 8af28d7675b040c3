const HEAD = '%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n';

export interface PdfOptions {
  pages?: number;
  /** The text on every page, in Helvetica. It may contain only Latin-1 characters. */
  text?: string;
  /** The content stream of every page, in place of the line of text. `/F1` is Helvetica. */
  content?: string;
  /** Extra entries of the catalog, such as `/OpenAction<<...>>`. */
  catalog?: string;
}

/** Creates a small valid PDF with A4 pages, a line of text on each page, and a plain cross-reference table. */
export function makePdf({ pages = 1, text = 'Page', content: own, catalog = '' }: PdfOptions = {}): Buffer {
  const kids = Array.from({ length: pages }, (_, index) => `${4 + index * 2} 0 R`);
  const objects = [
    `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    `<</Type/Pages/Kids[${kids.join(' ')}]/Count ${pages}>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
  ];
  for (let page = 1; page <= pages; page += 1) {
    const content = own ?? `BT /F1 14 Tf 72 760 Td (${text} ${page}) Tj ET`;
    objects.push(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents ${4 + page * 2 - 1} 0 R/Resources<</Font<</F1 3 0 R>>>>>>`,
      `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
    );
  }
  return Buffer.concat([...pdfFile(objects)]);
}

/**
 * Creates a file of about 1.5 kB whose second page no worker can draw. The page has nine nested form XObjects. Each
 * draws the next one twelve times, so the page consists of billions of squares. The first page can be drawn.
 */
export function makeBomb(): Buffer {
  const form = (next: number | undefined): string => {
    const content = next === undefined ? '0 0 9 9 re f' : '/F Do '.repeat(12);
    const resources = next === undefined ? '' : `/Resources<</XObject<</F ${next} 0 R>>>>`;
    return `<</Subtype/Form/BBox[0 0 9 9]${resources}/Length ${content.length}>>\nstream\n${content}\nendstream`;
  };
  const page = (contents: string): string => `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]${contents}>>`;
  return Buffer.concat([
    ...pdfFile([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>',
      page(''),
      page('/Contents 5 0 R/Resources<</XObject<</F 6 0 R>>>>'),
      '<</Length 5>>\nstream\n/F Do\nendstream',
      ...Array.from({ length: 9 }, (_, index) => form(index === 8 ? undefined : 7 + index)),
    ]),
  ]);
}

/**
 * Generates a valid PDF of exactly `size` bytes, most of which are in one stream. The bytes are created while the PDF
 * is read.
 */
export function* makePdfOfSize(size: number): Generator<Buffer> {
  const page = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>',
  ];
  const measure = (length: number): number => {
    let bytes = 0;
    for (const part of pdfFile(page, length)) bytes += part.length;
    return bytes;
  };
  const guess = size - measure(0);
  // The stream length and all later offsets are written as decimal digits, so their lengths affect the size of the
  // file.
  yield* pdfFile(page, guess - (measure(guess) - size));
}

const CHUNK = Buffer.alloc(64 * 1024, 'x');

function* pdfFile(objects: readonly string[], filler?: number): Generator<Buffer> {
  const offsets: number[] = [];
  let at = HEAD.length;
  yield Buffer.from(HEAD, 'latin1');
  for (const [index, object] of objects.entries()) {
    const bytes = Buffer.from(`${index + 1} 0 obj\n${object}\nendobj\n`, 'latin1');
    offsets.push(at);
    at += bytes.length;
    yield bytes;
  }
  if (filler !== undefined) {
    offsets.push(at);
    const head = Buffer.from(`${objects.length + 1} 0 obj\n<</Length ${filler}>>\nstream\n`);
    const tail = Buffer.from('\nendstream\nendobj\n');
    yield head;
    for (let left = filler; left > 0; left -= CHUNK.length) yield CHUNK.subarray(0, Math.min(left, CHUNK.length));
    yield tail;
    at += head.length + filler + tail.length;
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = offsets.length + 1;
  yield Buffer.from(
    `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${at}\n%%EOF\n`,
  );
}
