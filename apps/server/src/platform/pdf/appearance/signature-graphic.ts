import type { Hand } from '@countersign/contract';
import type { ImageResource } from '@countersign/pdf-sign';

import type { Box } from './content.ts';
import { INK, num } from './content.ts';
import type { Typesetter } from './typesetter.ts';

/**
 * The signature that a signer typed, drew or uploaded, ready to be placed in boxes of any size. Create it once and use
 * it for every field of that signer.
 */
export interface SignatureGraphic {
  /** The inked area in the signature's own units, with the y axis pointing up. */
  readonly bounds: Box;
  /** The maximum number of points per unit. It keeps a signature of two letters from filling a whole box. */
  readonly maxScale: number;
  /**
   * Returns drawing operators in the signature's own units. `scale` is points per unit. Strokes that would be too thin
   * to print are thickened.
   */
  readonly draw: (scale: number) => string;
  readonly images: readonly { name: string; image: ImageResource }[];
}

/** The maximum font size of a typed signature in points. */
const MAX_HAND_SIZE = 36;

/**
 * A typed signature, in a handwriting style that the typesetter was opened for. The bounds are empty if nothing is
 * visible.
 */
export function typedGraphic(type: Typesetter, text: string, hand: Hand = 'casual'): SignatureGraphic {
  const outline = type.set(text.trim(), hand);
  const ink = outline.ink ?? { left: 0, right: 0, bottom: 0, top: 0 };
  return {
    bounds: { x: ink.left, y: ink.bottom, width: ink.right - ink.left, height: ink.top - ink.bottom },
    maxScale: MAX_HAND_SIZE / 1000,
    draw: () => type.draw(outline, { x: 0, y: 0, size: 1000, colour: INK }),
    images: [],
  };
}

/** Returns an image as a signature, with one unit per pixel. */
export function imageGraphic(image: ImageResource): SignatureGraphic {
  const { width, height } = image;
  return {
    bounds: { x: 0, y: 0, width, height },
    maxScale: Infinity,
    draw: () => `q ${width} 0 0 ${height} 0 0 cm /Mark Do Q`,
    images: [{ name: 'Mark', image }],
  };
}

/**
 * Returns operators that fit a signature into `box` without distortion. The free space is on the sides that `at` does
 * not name.
 */
export function placeGraphic(mark: SignatureGraphic, box: Box, at: 'left' | 'bottom-left' | 'center'): string {
  const { bounds } = mark;
  // A dot or a straight stroke has no width or height.
  const fitting = Math.min(box.width / Math.max(bounds.width, 0.01), box.height / Math.max(bounds.height, 0.01));
  const scale = Math.min(fitting, mark.maxScale);
  const x = box.x + (at === 'center' ? (box.width - bounds.width * scale) / 2 : 0) - bounds.x * scale;
  const y = box.y + (at === 'bottom-left' ? 0 : (box.height - bounds.height * scale) / 2) - bounds.y * scale;
  return `q ${num(scale, 6)} 0 0 ${num(scale, 6)} ${num(x)} ${num(y)} cm\n${mark.draw(scale)}\nQ`;
}
