/** Encodes text as a QR code. */
import { renderSVG } from 'uqr';

/** Returns an SVG as a data: URL, for an <img>. */
export function qrCode(text: string): string {
  return `data:image/svg+xml;base64,${Buffer.from(renderSVG(text, { border: 2 })).toString('base64')}`;
}
