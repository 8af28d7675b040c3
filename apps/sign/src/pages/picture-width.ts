/** Few widths, so that the service renders few: a picture it has rendered for one visitor serves the next. */
const WIDTHS = [640, 900, 1280, 1800, 2400] as const;
/** Beyond two device pixels a CSS pixel nobody reads better, and a phone pays for it. */
const MOST_DENSITY = 2;

/** The picture width to ask for (pixels) where a page is `cssWidth` wide on a screen of `density`. */
export function pictureWidth(cssWidth: number, density: number): number {
  const wanted = cssWidth * Math.min(Math.max(density, 1), MOST_DENSITY);
  return WIDTHS.find((width) => width >= wanted * 0.95) ?? 2400;
}
