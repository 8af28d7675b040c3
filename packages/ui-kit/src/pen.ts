/** The drawing surface. It uses signature_pad, which is loaded on demand, and adds real pen pressure and undo. */
import type SignaturePad from 'signature_pad';
import { INK, restrictSvg } from './drawn-signature.ts';

export type Pen = {
  undo: () => void;
  clear: () => void;
  /** Returns the drawing as restricted SVG, or null if the surface is empty. */
  svg: () => string | null;
  /** Resizes the surface to the available space and keeps the drawing. */
  fit: () => void;
  stop: () => void;
};

const WIDTH = { minWidth: 0.8, maxWidth: 2.6 };

type Sample = { pressure: number };
type Widths = { start: number; end: number };
type Inner = { _calculateCurveWidths?: (from: Sample, to: Sample, options: typeof WIDTH) => Widths };

/** Creates a drawing surface. `onChange` is called after each stroke. */
export async function createPen(canvas: HTMLCanvasElement, onChange: () => void): Promise<Pen> {
  const { default: Pad } = await import('signature_pad');
  const pad = new Pad(canvas, { ...WIDTH, penColor: INK, minDistance: 2 });
  respectPressure(pad);
  pad.addEventListener('endStroke', onChange);
  let width = 0;

  const redraw = (): void => {
    const strokes = pad.toData();
    pad.clear();
    pad.fromData(strokes);
  };
  const fit = (): void => {
    const { clientWidth, clientHeight } = canvas;
    if (clientWidth === 0 || clientWidth === width) return;
    const density = Math.max(window.devicePixelRatio, 1);
    const strokes = pad.toData();
    const scale = width === 0 ? 1 : clientWidth / width;
    for (const stroke of strokes) {
      for (const point of stroke.points) {
        point.x *= scale;
        point.y *= scale;
      }
    }
    width = clientWidth;
    canvas.width = clientWidth * density;
    canvas.height = clientHeight * density;
    canvas.getContext('2d')?.scale(density, density);
    pad.clear();
    pad.fromData(strokes);
  };
  fit();
  return {
    undo: () => {
      pad.toData().pop();
      redraw();
      onChange();
    },
    clear: () => {
      pad.clear();
      onChange();
    },
    svg: () => (pad.toData().length === 0 ? null : restrictSvg(pad.toSVG())),
    fit,
    stop: () => pad.off(),
  };
}

/**
 * The library records pressure but varies the stroke width only by speed. If a pen reports real pressure, the pressure
 * determines the width here. The values 0 and 1, and the constant 0.5 that mice report, are not measurements (Pointer
 * Events 3, "pressure"). The code overrides an internal method of the pinned release. If the method were renamed, the
 * width would depend on speed again, but drawing would still work.
 */
function respectPressure(pad: SignaturePad): void {
  const inner = pad as unknown as Inner;
  const bySpeed = inner._calculateCurveWidths?.bind(pad);
  if (bySpeed === undefined) return;
  inner._calculateCurveWidths = (from, to, options) => {
    if (!isMeasured(from.pressure) || !isMeasured(to.pressure)) return bySpeed(from, to, options);
    return { start: widthOf(from.pressure), end: widthOf(to.pressure) };
  };
}

function isMeasured(pressure: number): boolean {
  return pressure > 0 && pressure < 1 && pressure !== 0.5;
}

function widthOf(pressure: number): number {
  return WIDTH.minWidth + (WIDTH.maxWidth - WIDTH.minWidth) * pressure;
}
