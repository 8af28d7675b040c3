/** The product's logo as PDF operators, converted from its only source file. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Box } from './content.ts';
import { svgDrawing } from './drawn-graphic.ts';
import { placeGraphic, type SignatureGraphic } from './signature-graphic.ts';

let logo: SignatureGraphic | undefined;

export function drawLogo(box: Box): string {
  logo ??= svgDrawing(readFileSync(fileURLToPath(import.meta.resolve('@countersign/brand/logo.svg')), 'utf8'));
  return placeGraphic(logo, box, 'left');
}
