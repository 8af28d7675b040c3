/** The object numbers of the uploaded document. */
export const ID = {
  catalog: 1,
  pages: 2,
  font: 3,
  page: 4,
  content: 5,
  logo: 6,
  stamp: 7,
  stampLook: 8,
  total: 9,
  totalLook: 10,
  form: 11,
  information: 12,
  metadata: 13,
} as const;

/** Object numbers from this number upward are unused in all of our files. */
export const NEW = 900;

export const SCRIPT = '<</S/JavaScript/JS(app.alert\\(1\\))>>';

export function stream(entries: string, data: string): string {
  return `<<${entries}/Length ${Buffer.byteLength(data, 'latin1')}>>\nstream\n${data}\nendstream`;
}

export const pageContent = (text: string): string =>
  stream('', `BT /F 24 Tf 60 700 Td (${text}) Tj ET q 1 0 0 1 60 600 cm /Logo Do Q`);

export const drawing = (content: string): string => stream('/Type/XObject/Subtype/Form/BBox[0 0 100 50]', content);

const HONEST: Readonly<Record<number, string>> = {
  [ID.catalog]: `<</Type/Catalog/Pages ${ID.pages} 0 R/AcroForm ${ID.form} 0 R/Metadata ${ID.metadata} 0 R>>`,
  [ID.pages]: `<</Type/Pages/Kids[${ID.page} 0 R]/Count 1/MediaBox[0 0 595 842]>>`,
  [ID.font]: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  [ID.page]: `<</Type/Page/Parent ${ID.pages} 0 R/Contents ${ID.content} 0 R/Resources<</Font<</F ${ID.font} 0 R>>/XObject<</Logo ${ID.logo} 0 R>>>>/Annots[${ID.stamp} 0 R ${ID.total} 0 R]>>`,
  [ID.content]: pageContent('Pay 100 EUR'),
  [ID.logo]: drawing('0 0 100 50 re S'),
  [ID.stamp]: `<</Type/Annot/Subtype/Stamp/F 4/Rect[300 600 400 650]/AP<</N ${ID.stampLook} 0 R>>>>`,
  [ID.stampLook]: drawing('1 0 0 RG 0 0 100 50 re S'),
  [ID.total]: `<</Type/Annot/Subtype/Widget/FT/Tx/T(Total)/V(100)/DA(/F 12 Tf)/F 4/Rect[60 500 160 520]/AP<</N ${ID.totalLook} 0 R>>>>`,
  [ID.totalLook]: drawing('0 0 100 20 re S'),
  [ID.form]: `<</Fields[${ID.total} 0 R]>>`,
  [ID.information]: '<</Producer(Office)>>',
  [ID.metadata]: stream('/Type/Metadata/Subtype/XML', '<x/>'),
};

/** Resources shared by the page and the form, as some form software writes them. */
export const SHARED = { resources: 20, fonts: 21 } as const;

export const sharedPage = (contents = `${ID.content} 0 R`): string =>
  `<</Type/Page/Parent ${ID.pages} 0 R/Contents ${contents}/Resources ${SHARED.resources} 0 R/Annots[${ID.stamp} 0 R ${ID.total} 0 R]>>`;

/** Makes the page and the form of an upload share their resources. */
export const sharedResources = (content: string): Readonly<Record<number, string>> => ({
  [ID.page]: sharedPage(),
  [ID.content]: stream('', content),
  [ID.form]: `<</Fields[${ID.total} 0 R]/DR ${SHARED.resources} 0 R>>`,
  [SHARED.resources]: `<</Font ${SHARED.fonts} 0 R/XObject<</Logo ${ID.logo} 0 R>>>>`,
  [SHARED.fonts]: `<</F ${ID.font} 0 R/Helv ${ID.font} 0 R>>`,
});

/**
 * Creates a file with one page that contains text, a form XObject, a stamp annotation and a form field, which are the
 * targets of the attacks. Every byte is known. `changes` contains objects (source text) that differ or are added.
 */
export function makeUpload(changes: Readonly<Record<number, string>> = {}): Buffer {
  const objects = Object.entries({ ...HONEST, ...changes });
  const offsets = new Map<number, number>();
  let body = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n';
  for (const [number, source] of objects) {
    offsets.set(Number(number), body.length);
    body += `${number} 0 obj\n${source}\nendobj\n`;
  }
  const size = Math.max(...offsets.keys()) + 1;
  let table = `xref\n0 ${size}\n0000000000 65535 f\r\n`;
  for (let number = 1; number < size; number++) {
    const offset = offsets.get(number);
    table += offset === undefined ? '0000000000 00000 f\r\n' : `${String(offset).padStart(10, '0')} 00000 n\r\n`;
  }
  const trailer = `<</Size ${size}/Root ${ID.catalog} 0 R/Info ${ID.information} 0 R/ID[<00112233445566778899aabbccddeeff><00112233445566778899aabbccddeeff>]>>`;
  return Buffer.from(`${body}${table}trailer\n${trailer}\nstartxref\n${body.length}\n%%EOF\n`, 'latin1');
}
