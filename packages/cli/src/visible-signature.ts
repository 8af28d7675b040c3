import type { Appearance, FieldSpec, ImageResource } from '@countersign/pdf-sign';

import { encode, widthOf } from './helvetica.ts';
import { Refusal } from './refusal.ts';

/** The contents of a visible signature: an image, lines of text, or an image beside text. */
export interface VisibleSignature {
  readonly image: ImageResource | undefined;
  readonly lines: readonly string[];
}

type Size = Pick<FieldSpec, 'width' | 'height'>;
type Box = Size & { readonly x: number; readonly y: number };

const PADDING = 3;
const LARGEST = 14;
const SMALLEST = 4;
/** The line height and the distance from the top of a line to its baseline, relative to the font size. */
const LEADING = 1.2;
const ASCENT = 0.8;

/**
 * Draws a signature appearance into a box with the given size in points. Throws Refusal if the contents do not fit, or
 * if the font lacks a character.
 */
export function drawVisibleSignature({ image, lines }: VisibleSignature, size: Size): Appearance {
  const [width, height] = [size.width - 2 * PADDING, size.height - 2 * PADDING];
  if (width <= 0 || height <= 0) throw new Refusal('The area is too small for a signature appearance.');
  const isShared = image !== undefined && lines.length > 0;
  const left = isShared ? width * 0.4 : width;
  const text = isShared ? { x: PADDING + left + PADDING, width: width - left - PADDING } : { x: PADDING, width };
  const content = [
    image === undefined ? '' : drawImage(image, { x: PADDING, y: PADDING, width: left, height }),
    lines.length === 0 ? '' : drawLines(lines, { ...text, y: PADDING, height }),
  ];
  return {
    ...size,
    content: content.join('\n'),
    resources: {
      ...(lines.length === 0
        ? {}
        : { fonts: [{ name: 'F', font: { kind: 'standard' as const, baseFont: 'Helvetica' as const } }] }),
      ...(image === undefined ? {} : { xobjects: [{ name: 'I', image }] }),
    },
  };
}

/** Draws the image centered and as large as possible. */
function drawImage(image: ImageResource, box: Box): string {
  const scale = Math.min(box.width / image.width, box.height / image.height);
  const [width, height] = [image.width * scale, image.height * scale];
  const [x, y] = [box.x + (box.width - width) / 2, box.y + (box.height - height) / 2];
  return `q ${[width, 0, 0, height, x, y].map(number).join(' ')} cm /I Do Q`;
}

/** Draws lines of text, centered vertically, in the largest size that fits the longest line. */
function drawLines(lines: readonly string[], box: Box): string {
  const widest = Math.max(1, ...lines.map(widthOf)) / 1000;
  const size = Math.min(LARGEST, box.width / widest, box.height / (lines.length * LEADING));
  if (size < SMALLEST) throw new Refusal('The area is too small for the text of the signature appearance.');
  const top = box.y + (box.height + lines.length * LEADING * size) / 2;
  const shown = lines.map((line) => `<${encode(line).toString('hex')}> Tj T*`).join(' ');
  const first = top - ASCENT * size - ((LEADING - 1) * size) / 2;
  return `q BT 0.09 0.13 0.31 rg /F ${number(size)} Tf ${number(LEADING * size)} TL ${number(box.x)} ${number(first)} Td ${shown} ET Q`;
}

function number(value: number): string {
  return String(Number(value.toFixed(3)));
}
