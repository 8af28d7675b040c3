let ruler: CanvasRenderingContext2D | null = null;

/**
 * Returns the width of a line in the browser's sans-serif font, in units of the font size. Returns 0 if it cannot be
 * measured.
 */
export function naturalWidth(text: string): number {
  ruler ??= document.createElement('canvas').getContext('2d');
  if (ruler === null) return 0;
  ruler.font = '100px sans-serif';
  return ruler.measureText(text).width / 100;
}
