/** The QR code of a URL, drawn as filled squares instead of a picture, so that it is sharp at any size. */
import { encode } from 'uqr';
import { fill, num, type Colour } from '../appearance/content.ts';

let drawn: { url: string; size: number; modules: string[] } | undefined;

/** Returns the modules of a code. They are cached, because all documents of an installation link to one URL. */
function modulesOf(url: string): { size: number; modules: string[] } {
  if (drawn?.url === url) return drawn;
  const { data, size } = encode(url, { ecc: 'M', border: 0 });
  const modules = data.flatMap((row, y) =>
    // The squares are slightly wider than a module, so that no white seams are visible between them.
    row.flatMap((isDark, x) => (isDark ? [`${x} ${-(y + 1)} 1.02 1.02 re`] : [])),
  );
  drawn = { url, size, modules };
  return drawn;
}

/** Draws a square of `side` points whose upper left corner is at (x, y). */
export function qrCode(url: string, { x, y, side }: { x: number; y: number; side: number }, colour: Colour): string {
  const { size, modules } = modulesOf(url);
  const scale = num(side / size, 4);
  return `q ${fill(colour)} ${scale} 0 0 ${scale} ${num(x)} ${num(y)} cm\n${modules.join('\n')}\nf Q`;
}
