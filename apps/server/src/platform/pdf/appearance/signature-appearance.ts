import { isolated } from '@countersign/contract/languages';
import type { Appearance } from '@countersign/pdf-sign';

import { INK, rule, SLATE } from './content.ts';
import type { Box, Colour } from './content.ts';
import { shortened } from './line-breaks.ts';
import { placeGraphic } from './signature-graphic.ts';
import type { SignatureGraphic } from './signature-graphic.ts';
import type { Typesetter } from './typesetter.ts';

export interface SignatureAppearanceOptions {
  /** `initials` contain only the signature; a `signature` also shows signer and time. */
  readonly kind: 'signature' | 'initials';
  readonly mark: SignatureGraphic;
  readonly signerName: string;
  /** The identification of the signer, such as the e-mail address. It is shown below the name. */
  readonly identity: string;
  /** The time of the signature (ISO 8601, UTC). */
  readonly signedAt: string;
  readonly documentId: string;
  /** The box, in points. */
  readonly width: number;
  readonly height: number;
}

interface CaptionLine {
  readonly text: string;
  readonly colour: Colour;
  /** The font size, as a multiple of the caption's. */
  readonly weight: number;
}

type Layout = 'wide' | 'tall' | 'tiny';

const LEADING = 1.36;
const MIN_SIZE = 4;
const MAX_SIZE = 7.5;
/** The name is emphasized by its size, because captions use only one font weight. */
const NAME_WEIGHT = 1.24;

/**
 * Draws the complete appearance of a signature: the signature itself, a hairline, and signer and time. Suitable for
 * boxes from 100 x 30 points up to the slot of the signature page. Wide boxes have the signature on the left and the
 * caption on the right, tall boxes have the caption below, and tiny boxes have one line of caption.
 */
export function signatureAppearance(type: Typesetter, options: SignatureAppearanceOptions): Appearance {
  const { mark, width, height } = options;
  const pad = Math.min(6, Math.max(1.5, Math.min(width, height) * 0.08));
  const inside: Box = { x: pad, y: pad, width: width - 2 * pad, height: height - 2 * pad };
  if (options.kind === 'initials') return finish(type, options, [placeGraphic(mark, inside, 'center')]);

  const layout = layoutOf(width, height);
  const parts = layout === 'wide' ? wideLayout(type, options, inside) : stacked(type, options, inside, layout);
  return finish(type, options, parts);
}

function layoutOf(width: number, height: number): Layout {
  if (width / height >= 2.6 && width >= 190 && height >= 30) return 'wide';
  return height >= 56 && width >= 90 ? 'tall' : 'tiny';
}

function wideLayout(type: Typesetter, options: SignatureAppearanceOptions, box: Box): string[] {
  const gap = Math.min(10, box.width * 0.03);
  const captionWidth = Math.min(210, box.width * 0.5) - gap;
  const ruleX = box.x + box.width - captionWidth - gap;
  const caption = setCaption(type, captionLines(options, false), captionWidth, box.height);
  const top = box.y + (box.height + caption.height) / 2;
  return [
    placeGraphic(options.mark, { ...box, width: ruleX - gap - box.x }, 'left'),
    rule(ruleX, box.y + 1, ruleX, box.y + box.height - 1),
    ...caption.draw(ruleX + gap, top),
  ];
}

function stacked(type: Typesetter, options: SignatureAppearanceOptions, box: Box, layout: 'tall' | 'tiny'): string[] {
  const lines = layout === 'tall' ? captionLines(options, box.height >= 84) : [oneLine(options)];
  const caption = setCaption(type, lines, box.width, box.height * (layout === 'tall' ? 0.46 : 0.3));
  const ruleY = box.y + caption.height + 1.5;
  return [
    placeGraphic(options.mark, { ...box, y: ruleY + 1.5, height: box.y + box.height - ruleY - 1.5 }, 'bottom-left'),
    rule(box.x, ruleY, box.x + box.width, ruleY),
    ...caption.draw(box.x, box.y + caption.height),
  ];
}

function captionLines(options: SignatureAppearanceOptions, hasRoom: boolean): CaptionLine[] {
  const lines: CaptionLine[] = [
    { text: options.signerName, colour: INK, weight: NAME_WEIGHT },
    { text: options.identity, colour: SLATE, weight: 1 },
    { text: `Signed ${utc(options.signedAt)}`, colour: SLATE, weight: 1 },
  ];
  if (hasRoom) lines.push({ text: `Document ${options.documentId}`, colour: SLATE, weight: 1 });
  return lines.filter((line) => line.text.trim() !== '');
}

function oneLine(options: SignatureAppearanceOptions): CaptionLine {
  return {
    text: `${isolated(options.signerName || options.identity)}, ${utc(options.signedAt)}`,
    colour: INK,
    weight: 1,
  };
}

/** Formats `2026-11-20T10:45:12.345Z` as `2026-11-20 10:45:12 UTC`. */
function utc(iso: string): string {
  return `${new Date(iso).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** Sets lines in one size that fits. A line that is too long at the smallest size is shortened. */
function setCaption(type: Typesetter, lines: readonly CaptionLine[], width: number, height: number) {
  const units = lines.reduce((sum, line) => sum + line.weight * LEADING, 0);
  const outlines = lines.map((line) => ({ ...line, outline: type.set(line.text, 'print') }));
  const fitting = outlines.map(({ outline, weight }) => (1000 * width) / Math.max(outline.width * weight, 1));
  const size = Math.max(Math.min(MIN_SIZE, height / units), Math.min(MAX_SIZE, height / units, ...fitting));
  return {
    height: units * size,
    draw: (x: number, top: number): string[] => {
      let y = top;
      return outlines.map(({ outline, colour, weight }) => {
        const own = size * weight;
        y -= own * LEADING;
        // The position of the baseline. The extra leading is split between the space above and below.
        const baseline = y + own * (LEADING - 1) * 0.5 + own * 0.22;
        const line = shortened(type, outline, 'print', (1000 * width) / own);
        return type.draw(line, { x, y: baseline, size: own, colour });
      });
    },
  };
}

function finish(type: Typesetter, options: SignatureAppearanceOptions, content: readonly string[]): Appearance {
  const { width, height, mark } = options;
  const resources: NonNullable<Appearance['resources']> = { fonts: type.resources };
  if (mark.images.length > 0) resources.xobjects = mark.images;
  return { width, height, content: content.join('\n'), resources };
}
