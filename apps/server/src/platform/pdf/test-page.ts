import type { Appearance } from '@countersign/pdf-sign';

/** An appearance and where its lower left corner lies, in points from the page's. */
export interface Placed {
  readonly appearance: Appearance;
  readonly x: number;
  readonly y: number;
}

/** For tests: a one-page PDF that shows appearances, through nothing but the format itself. */
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
    const fonts = (appearance.resources?.fonts ?? []).map(({ name, font }) =>
      font.kind === 'standard'
        ? `/${name} ${add(`<</Type/Font/Subtype/Type1/BaseFont/${font.baseFont}/Encoding/WinAnsiEncoding>>`)}`
        : '',
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
