import { deflateSync, inflateSync } from 'node:zlib';
import type { Rotation } from '../reader/pages.ts';
import type { Entries, ObjectId } from '../state.ts';
import { writeFont } from './fonts.ts';
import { uprightMatrix } from './geometry.ts';
import { formatName, formatNumber, formatRef } from './serialize.ts';
import type { Appearance, FontResource, ImageResource } from './types.ts';
import type { Update } from './update.ts';

/** Streams smaller than this are not compressed, because compression would save little. */
const DEFLATE_FROM = 4096;
/**
 * A fast compression level, because streams are compressed while a person signs. The default level takes three times as
 * long to save another 10%.
 */
const FAST = { level: 2 };

/** Writes appearances as form XObjects. Shared fonts and images are written once. */
export class AppearanceWriter {
  private readonly update: Update;
  private readonly shared = new Map<FontResource | ImageResource, ObjectId>();
  private readonly empty = new Map<string, ObjectId>();

  constructor(update: Update) {
    this.update = update;
  }

  /** Whether the file claims PDF/A. */
  get isForArchive(): boolean {
    return this.update.archive !== undefined;
  }

  /** Writes a form XObject that shows the appearance upright on a page with the given rotation. */
  write(appearance: Appearance, rotation: Rotation): ObjectId {
    const content =
      typeof appearance.content === 'string' ? Buffer.from(appearance.content, 'latin1') : appearance.content;
    const entries = formEntries(appearance.width, appearance.height, rotation, this.resources(appearance));
    if (content.length < DEFLATE_FROM) return this.update.addStream(entries, content);
    return this.update.addStream([...entries, ['Filter', '/FlateDecode']], deflateSync(content, FAST));
  }

  writeEmpty(width: number, height: number): ObjectId {
    const key = `${width} ${height}`;
    let id = this.empty.get(key);
    if (id === undefined) {
      id = this.update.addStream(formEntries(width, height, 0, '<<>>'), Buffer.alloc(0));
      this.empty.set(key, id);
    }
    return id;
  }

  private resources({ resources }: Appearance): string {
    const entries: Entries = [];
    const fonts = (resources?.fonts ?? []).map(({ name, font }): Entries[number] => [
      name,
      font.kind === 'own'
        ? font.source
        : formatRef(this.once(font, () => writeFont(this.update, font, this.update.archive?.part === 1))),
    ]);
    const images = (resources?.xobjects ?? []).map(({ name, image }): Entries[number] => [
      name,
      formatRef(this.once(image, () => writeImage(this.update, image))),
    ]);
    const section = (items: Entries) => `<<${items.map(([key, source]) => `${formatName(key)} ${source}`).join(' ')}>>`;
    if (fonts.length > 0) entries.push(['Font', section(fonts)]);
    if (images.length > 0) entries.push(['XObject', section(images)]);
    entries.push(...archiveColors(this.update));
    return section(entries);
  }

  private once(resource: FontResource | ImageResource, write: () => ObjectId): ObjectId {
    const known = this.shared.get(resource);
    if (known !== undefined) return known;
    const id = write();
    this.shared.set(resource, id);
    return id;
  }
}

function formEntries(width: number, height: number, rotation: Rotation, resources: string): Entries {
  const matrix = uprightMatrix(rotation);
  const entries: Entries = [
    ['Type', '/XObject'],
    ['Subtype', '/Form'],
    ['BBox', `[0 0 ${formatNumber(width)} ${formatNumber(height)}]`],
    ['Resources', resources],
  ];
  if (matrix !== null) entries.push(['Matrix', matrix]);
  return entries;
}

const WHITE_POINT = '/WhitePoint[0.9505 1 1.089]';
/** The sRGB color space (IEC 61966-2-1) with a plain gamma, which is accurate enough for signatures. */
const CAL_RGB = `[/CalRGB<<${WHITE_POINT}/Gamma[2.2 2.2 2.2]/Matrix[0.4124 0.2126 0.0193 0.3576 0.7152 0.1192 0.1805 0.0722 0.9505]>>]`;
const CAL_GRAY = `[/CalGray<<${WHITE_POINT}/Gamma 2.2>>]`;

/**
 * The meaning of device colors in our content (8.6.5.6). PDF/A permits device colors only if an output intent defines
 * them (ISO 19005-1 6.2.3.3, -2 6.2.4.3).
 */
export function archiveColors({ archive }: Pick<Update, 'archive'>): Entries {
  if (archive === undefined || archive.colors === 'rgb') return [];
  return [['ColorSpace', `<</DefaultRGB ${CAL_RGB}/DefaultGray ${CAL_GRAY}>>`]];
}

/**
 * Flattens an image onto white paper. A soft mask is transparency, which PDF/A-1 forbids and PDF/A-2 ties to the colors
 * of the page (6.4; 6.2.10).
 */
function flattened(image: ImageResource): ImageResource {
  const { alpha, rgb, jpeg, ...size } = image;
  if (alpha === undefined || jpeg !== undefined) return { ...size, rgb, ...(jpeg === undefined ? {} : { jpeg }) };
  const [colors, opacity] = [inflateSync(rgb), inflateSync(alpha)];
  for (let pixel = 0; pixel < opacity.length; pixel++) {
    const share = (opacity[pixel] ?? 0) / 255;
    for (let at = 3 * pixel; at < 3 * pixel + 3; at++)
      colors[at] = Math.round((colors[at] ?? 0) * share + 255 * (1 - share));
  }
  return { ...size, rgb: deflateSync(colors, FAST) };
}

function writeImage(update: Update, given: ImageResource): ObjectId {
  const image = update.archive === undefined ? given : flattened(given);
  const entries = (colorSpace: string, filter: string): Entries => [
    ['Type', '/XObject'],
    ['Subtype', '/Image'],
    ['Width', String(image.width)],
    ['Height', String(image.height)],
    ['ColorSpace', colorSpace],
    ['BitsPerComponent', '8'],
    ['Filter', filter],
  ];
  const colors = entries(
    image.jpeg === 'gray' ? '/DeviceGray' : '/DeviceRGB',
    image.jpeg === undefined ? '/FlateDecode' : '/DCTDecode',
  );
  if (image.alpha !== undefined)
    colors.push(['SMask', formatRef(update.addStream(entries('/DeviceGray', '/FlateDecode'), image.alpha))]);
  return update.addStream(colors, image.rgb);
}
