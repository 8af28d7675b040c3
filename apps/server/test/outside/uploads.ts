/** Sample PDFs of the kinds that people upload, each with the position of its first signature. */
import { readFile, writeFile } from 'node:fs/promises';
import { largePdf } from '../../../../bench/pdf.ts';
import { samplePdf } from '../../src/demo/sample-pdf.ts';
import { makePdf } from '../support/pdf.ts';
import { inFolder, runTool } from './folder.ts';
import type { Box } from './render.ts';

export interface Upload {
  name: string;
  pages: number;
  make: () => Buffer | Promise<Buffer>;
  /** For a damaged file: returns the same pages in an intact file. */
  shows?: () => Buffer;
  /** Whether the service stores a rewritten file in place of the upload. */
  isRewritten?: true;
  /** The position of the first signature. The second signer always signs on the page that is added at the end. */
  place: Box & { page: number };
}

export const UPLOADS: readonly Upload[] = [
  {
    name: 'one page, cross-reference table',
    pages: 1,
    make: samplePdf,
    place: { page: 1, x: 72, y: 560, width: 200, height: 60 },
  },
  {
    name: '100 pages, object streams',
    pages: 100,
    make: () => withObjectStreams(makePdf({ pages: 100 })),
    place: { page: 50, x: 300, y: 600, width: 180, height: 50 },
  },
  {
    name: 'a rotated and cropped page',
    pages: 2,
    make: rotatedPdf,
    // The displayed size of the page is 742 by 495 points.
    place: { page: 1, x: 500, y: 380, width: 200, height: 60 },
  },
  {
    name: 'a form of its own',
    pages: 1,
    make: formPdf,
    place: { page: 1, x: 72, y: 500, width: 220, height: 70 },
  },
  {
    name: 'a form whose scripts are taken out',
    pages: 1,
    make: () => withScripts(formPdf()),
    isRewritten: true,
    place: { page: 1, x: 72, y: 500, width: 220, height: 70 },
  },
  {
    name: 'damaged, and repaired',
    pages: 3,
    make: () => withoutEnd(makePdf({ pages: 3 })),
    shows: () => makePdf({ pages: 3 }),
    isRewritten: true,
    place: { page: 2, x: 72, y: 600, width: 200, height: 60 },
  },
  {
    name: '49 MB',
    pages: 48,
    make: () => largePdf(49 * 2 ** 20),
    place: { page: 2, x: 72, y: 700, width: 200, height: 60 },
  },
];

async function withObjectStreams(pdf: Buffer): Promise<Buffer> {
  return inFolder(async (file) => {
    await writeFile(file('table.pdf'), pdf);
    await runTool('qpdf', ['--object-streams=generate', file('table.pdf'), file('streams.pdf')]);
    return readFile(file('streams.pdf'));
  });
}

const FONT = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>';

/** Returns two pages, rotated clockwise and counterclockwise, each with a crop box. */
function rotatedPdf(): Buffer {
  const page = (rotation: number, content: number): string =>
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/CropBox[50 60 545 802]/Rotate ${rotation}/Contents ${content} 0 R/Resources<</Font<</F1 5 0 R>>>>>>`;
  return pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>',
    page(90, 6),
    page(270, 7),
    FONT,
    stream(
      'BT /F1 14 Tf 0 1 -1 0 120 100 Tm (Turned to the right, as a scanner does it) Tj ET 1 0 0 RG 51 61 493 740 re S',
    ),
    stream('BT /F1 14 Tf 0 -1 1 0 450 760 Tm (Turned to the left) Tj ET'),
  ]);
}

/** Returns one page with its own text field and check box, both filled in. */
function formPdf(): Buffer {
  return pdfOf([
    '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[6 0 R 7 0 R]/DA(/Helv 0 Tf 0 g)/DR<</Font<</Helv 5 0 R>>>>>>>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>/Annots[6 0 R 7 0 R]>>',
    stream(
      'BT /F1 14 Tf 72 760 Td (Application) Tj ET BT /F1 10 Tf 72 706 Td (Company) Tj ET BT /F1 10 Tf 96 668 Td (I agree to be called) Tj ET',
    ),
    FONT,
    '<</Type/Annot/Subtype/Widget/FT/Tx/T(company)/V(Contoso Research)/DA(/Helv 10 Tf 0 g)/F 4/P 3 0 R/Rect[130 700 330 718]/AP<</N 8 0 R>>>>',
    '<</Type/Annot/Subtype/Widget/FT/Btn/T(call)/V/Yes/AS/Yes/F 4/P 3 0 R/Rect[72 664 88 680]/AP<</N<</Yes 9 0 R/Off 10 0 R>>>>>>',
    stream(
      '/Tx BMC BT /Helv 10 Tf 2 5 Td (Contoso Research) Tj ET EMC',
      '/Type/XObject/Subtype/Form/BBox[0 0 200 18]/Resources<</Font<</Helv 5 0 R>>>>',
    ),
    stream('2 2 12 12 re f', '/Type/XObject/Subtype/Form/BBox[0 0 16 16]'),
    stream('', '/Type/XObject/Subtype/Form/BBox[0 0 16 16]'),
  ]);
}

/** Adds a script to the field and to the catalog. */
function withScripts(pdf: Buffer): Promise<Buffer> {
  const source = pdf.toString('latin1').replace('/FT/Tx', '/AA<</C<</S/JavaScript/JS(1)>>>>/FT/Tx');
  const active = source.replace('/Type/Catalog', '/Type/Catalog/OpenAction<</S/JavaScript/JS(1)>>');
  return inFolder(async (file) => {
    await writeFile(file('moved.pdf'), active, 'latin1');
    // The offsets are wrong after this change, and qpdf warns about them.
    await runTool('qpdf', ['--warning-exit-0', file('moved.pdf'), file('active.pdf')]);
    return readFile(file('active.pdf'));
  });
}

/** Cuts the file in the middle of the cross-reference table, like an interrupted download. */
function withoutEnd(pdf: Buffer): Buffer {
  return pdf.subarray(0, pdf.lastIndexOf('trailer') - 30);
}

function stream(content: string, entries = ''): string {
  return `<<${entries}/Length ${content.length}>>\nstream\n${content}\nendstream`;
}

function pdfOf(objects: readonly string[]): Buffer {
  let file = '%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n';
  const rows = objects.map((object, index) => {
    const row = `${String(file.length).padStart(10, '0')} 00000 n \n`;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return row;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}trailer\n<</Size ${size}/Root 1 0 R>>\n`;
  return Buffer.from(`${file}${table}startxref\n${file.length}\n%%EOF\n`, 'latin1');
}
