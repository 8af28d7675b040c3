import type { Appearance, FontResource } from '@countersign/pdf-sign';

/** An appearance, and the position of its lower left corner in points from that of the page. */
export interface Placed {
  readonly appearance: Appearance;
  readonly x: number;
  readonly y: number;
}

/** Creates a one-page PDF for tests that shows appearances, written by hand. */
export function pageWith(
  placed: readonly Placed[],
  size: { width: number; height: number } = { width: 595, height: 842 },
): Buffer {
  const objects: Buffer[] = [];
  const add = (dictionary: string, stream?: Uint8Array | string): string => {
    const body = stream === undefined ? undefined : Buffer.from(stream);
    const head = body === undefined ? dictionary : dictionary.replace(/>>$/, `/Length ${body.length}>>\nstream\n`);
    objects.push(
      Buffer.concat([
        Buffer.from(head, 'latin1'),
        body ?? Buffer.alloc(0),
        Buffer.from(body === undefined ? '' : '\nendstream'),
      ]),
    );
    return `${objects.length} 0 R`;
  };
  add('<</Type/Catalog/Pages 2 0 R>>');
  add('<</Type/Pages/Kids[3 0 R]/Count 1>>');
  objects.push(Buffer.alloc(0));
  const forms = placed.map(({ appearance }) => {
    const fonts = (appearance.resources?.fonts ?? []).map(
      ({ name, font }) => `/${name} ${font.kind === 'own' ? font.source : addFont(add, font)}`,
    );
    const images = (appearance.resources?.xobjects ?? []).map(({ name, image }) => {
      const head = `<</Type/XObject/Subtype/Image/Width ${image.width}/Height ${image.height}/BitsPerComponent 8/Filter/FlateDecode`;
      const mask = image.alpha === undefined ? '' : `/SMask ${add(`${head}/ColorSpace/DeviceGray>>`, image.alpha)}`;
      return `/${name} ${add(`${head}/ColorSpace/DeviceRGB${mask}>>`, image.rgb)}`;
    });
    const box = `[0 0 ${appearance.width} ${appearance.height}]`;
    const resources = `<</Font<<${fonts.join('')}>>/XObject<<${images.join('')}>>>>`;
    return add(`<</Type/XObject/Subtype/Form/BBox${box}/Resources${resources}>>`, appearance.content);
  });
  const content = add('<<>>', placed.map(({ x, y }, index) => `q 1 0 0 1 ${x} ${y} cm /F${index} Do Q`).join('\n'));
  const names = forms.map((reference, index) => `/F${index} ${reference}`).join('');
  objects[2] = Buffer.from(
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${size.width} ${size.height}]/Resources<</XObject<<${names}>>>>/Contents ${content}>>`,
  );
  return serialize(objects);
}

type Add = (dictionary: string, stream?: Uint8Array | string) => string;

/** Adds the objects that are needed to show a font and to make its text extractable (ISO 32000-2 9.7). */
function addFont(add: Add, font: FontResource): string {
  if (font.kind === 'standard')
    return add(`<</Type/Font/Subtype/Type1/BaseFont/${font.baseFont}/Encoding/WinAnsiEncoding>>`);
  const { baseFont, widths, unicode } = font;
  const file = add(`<<${font.isPlain === true ? '' : '/Filter/FlateDecode'}/Length1 ${font.fileLength}>>`, font.file);
  const descriptor = add(
    `<</Type/FontDescriptor/FontName/${baseFont}/Flags 4/FontBBox[${font.bbox.join(' ')}]/ItalicAngle 0` +
      `/Ascent ${font.ascent}/Descent ${font.descent}/CapHeight ${font.capHeight}/StemV 80/FontFile2 ${file}>>`,
  );
  const glyphs = widths.map(([glyph, width]) => `${glyph} [${width}]`).join(' ');
  const descendant = add(
    `<</Type/Font/Subtype/CIDFontType2/BaseFont/${baseFont}/CIDToGIDMap/Identity/FontDescriptor ${descriptor}/W[${glyphs}]` +
      '/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>>>',
  );
  const hex = (text: string): string => Buffer.from(text, 'utf16le').swap16().toString('hex');
  const lines = unicode.map(
    ([glyph, text]) => `1 beginbfchar <${glyph.toString(16).padStart(4, '0')}> <${hex(text)}> endbfchar`,
  );
  const cmap = add(
    '<<>>',
    `begincmap /CMapType 2 def 1 begincodespacerange <0000> <ffff> endcodespacerange\n${lines.join('\n')}\nendcmap`,
  );
  return add(
    `<</Type/Font/Subtype/Type0/BaseFont/${baseFont}/Encoding/Identity-H/DescendantFonts[${descendant}]/ToUnicode ${cmap}>>`,
  );
}

function serialize(objects: readonly Buffer[]): Buffer {
  const chunks = [Buffer.from('%PDF-1.7\n')];
  let at = 9;
  const offsets = objects.map((body, index) => {
    const chunk = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), body, Buffer.from('\nendobj\n')]);
    chunks.push(chunk);
    at += chunk.length;
    return at - chunk.length;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  chunks.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${at}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(chunks);
}
