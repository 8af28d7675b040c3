/** Forms with stale, missing and correct appearances. */

export interface TestField {
  /** The entries of the field as source text. The field is its own widget annotation. */
  readonly entries: string;
  /** The width in points. The default size is 150 x 20. */
  readonly width?: number;
  readonly height?: number;
}

/** Returns the box of a field, measured from the top left corner of the page. */
export const fieldBox = (fields: readonly TestField[], index: number) => {
  const { width = 150, height = 20 } = fields[index] ?? {};
  return { x: 30, y: 20 + 40 * index, width, height };
};

const PAGE_WIDTH = 240;

const HELVETICA = '5 0 R';
/** An appearance of 150 x 20 that shows 800.00, and an empty one. */
export const STALE = '7 0 R';
export const BLANK = '8 0 R';

interface FormOptions {
  readonly needAppearances?: boolean;
}

const streamSource = (entries: string, data: string): string =>
  `<<${entries}/Length ${data.length}>>\nstream\n${data}\nendstream`;

/** One page with a column of fields, called `field0`, `field1` and so on unless their entries say otherwise. */
export function makeForm(fields: readonly TestField[], options: FormOptions = {}): Buffer {
  const height = 40 * fields.length + 40;
  const objects = new Map<number, string>([
    [2, '<</Type/Pages/Kids[3 0 R]/Count 1>>'],
    [5, '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>'],
    [6, '<</Type/Font/Subtype/Type1/BaseFont/ZapfDingbats>>'],
    [
      7,
      streamSource(
        `/Type/XObject/Subtype/Form/BBox[0 0 150 20]/Resources<</Font<</Helv ${HELVETICA}>>>>`,
        '/Tx BMC q BT /Helv 12 Tf 0 g 2 5 Td (800.00) Tj ET Q EMC',
      ),
    ],
    [8, streamSource('/Type/XObject/Subtype/Form/BBox[0 0 150 20]', '')],
  ]);
  const refs = fields.map((field, index) => {
    const box = fieldBox(fields, index);
    const bottom = height - box.y - box.height;
    const name = /\/T\s*[(<]/.test(field.entries) ? '' : `/T(field${index})`;
    objects.set(
      20 + index,
      `<</Type/Annot/Subtype/Widget/F 4/P 3 0 R${name}/Rect[30 ${bottom} ${30 + box.width} ${bottom + box.height}]${field.entries}>>`,
    );
    return `${20 + index} 0 R`;
  });
  const defaults = `/DA(/Helv 0 Tf 0 g)/DR<</Font<</Helv ${HELVETICA}/ZaDb 6 0 R>>>>`;
  const flag = options.needAppearances === true ? '/NeedAppearances true' : '';
  const form = `/AcroForm<</Fields[${refs.join(' ')}]${defaults}${flag}>>`;
  objects.set(1, `<</Type/Catalog/Pages 2 0 R${form}>>`);
  objects.set(3, `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${PAGE_WIDTH} ${height}]/Annots[${refs.join(' ')}]>>`);
  return assemble(objects);
}

function assemble(objects: ReadonlyMap<number, string>): Buffer {
  let body = '%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n';
  let rows = 'xref\n0 1\n0000000000 65535 f\r\n';
  for (const [number, source] of [...objects].toSorted(([a], [b]) => a - b)) {
    rows += `${number} 1\n${String(body.length).padStart(10, '0')} 00000 n\r\n`;
    body += `${number} 0 obj\n${source}\nendobj\n`;
  }
  const size = Math.max(...objects.keys()) + 1;
  return Buffer.from(
    `${body}${rows}trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF\n`,
    'latin1',
  );
}

/** Converts text in any script to a PDF string object. */
export const text = (value: string): string =>
  `<FEFF${Buffer.from(value, 'utf16le').swap16().toString('hex').toUpperCase()}>`;
