/** The service renders pictures in only a few widths, so that several visitors can get the same picture. */
const WIDTHS = [640, 900, 1280, 1800, 2400] as const;
/**
 * Pictures with more than two device pixels per CSS pixel are not easier to read, but they use more of a phone's data
 * allowance.
 */
const MAX_DENSITY = 2;

/**
 * Returns the width in pixels of the picture to request, for a page that is `cssWidth` wide on a screen of `density`.
 */
export function pictureWidth(cssWidth: number, density: number): number {
  const wanted = cssWidth * Math.min(Math.max(density, 1), MAX_DENSITY);
  return WIDTHS.find((width) => width >= wanted * 0.95) ?? 2400;
}
