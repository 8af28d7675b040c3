import type { FieldKind } from './types.ts';

/** The frame has the slate color of captions, because it must not stand out in print. */
const FRAME = '0.31 0.34 0.41 RG';
/** The blue-black color of everything that a signer enters. */
const INK = '0.09 0.13 0.31';

/** The two appearances of a check box or radio button, as content streams for a box of `width` x `height` points. */
export interface ToggleAppearances {
  off: string;
  on: string;
}

/**
 * Draws both appearances as paths instead of ZapfDingbats text. Readers substitute that font, and checked boxes must
 * look the same everywhere. Both appearances include the frame, so that an unchecked box is visible even if the page
 * has no printed box.
 */
export function toggleAppearances(kind: FieldKind, width: number, height: number): ToggleAppearances {
  const side = Math.min(width, height);
  const line = Math.min(1, Math.max(0.5, side * 0.06));
  const point = (x: number, y: number) =>
    `${short((width - side) / 2 + x * side)} ${short((height - side) / 2 + y * side)}`;
  if (kind === 'radio') {
    const frame = `q ${FRAME} ${short(line)} w ${circle(point, 0.5 - line / side)} s Q`;
    return { off: frame, on: `${frame}\nq ${INK} rg ${circle(point, 0.27)} f Q` };
  }
  const inner = short(side - 2 * line);
  const corner = point(line / side, line / side);
  const frame = `q ${FRAME} ${short(line)} w ${corner} ${inner} ${inner} re S Q`;
  const tick = `${point(0.2, 0.5)} m ${point(0.42, 0.26)} l ${point(0.8, 0.76)} l S`;
  return { off: frame, on: `${frame}\nq ${INK} RG ${short(Math.max(0.8, side * 0.11))} w 1 J 1 j ${tick} Q` };
}

/** Draws four Bézier curves around the center. The radius and the points are relative to the side of the box. */
function circle(point: (x: number, y: number) => string, radius: number): string {
  const handle = radius * 0.5523;
  const [low, high] = [0.5 - radius, 0.5 + radius];
  return [
    `${point(high, 0.5)} m`,
    `${point(high, 0.5 + handle)} ${point(0.5 + handle, high)} ${point(0.5, high)} c`,
    `${point(0.5 - handle, high)} ${point(low, 0.5 + handle)} ${point(low, 0.5)} c`,
    `${point(low, 0.5 - handle)} ${point(0.5 - handle, low)} ${point(0.5, low)} c`,
    `${point(0.5 + handle, low)} ${point(high, 0.5 - handle)} ${point(high, 0.5)} c`,
  ].join(' ');
}

function short(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}
