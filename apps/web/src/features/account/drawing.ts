/** Returns a saved drawing as a data URL. The first bytes determine whether it is SVG or PNG. */
export const drawingUrl = (base64: string): string =>
  base64.startsWith('data:') ? base64 : `data:image/${base64.startsWith('iVBOR') ? 'png' : 'svg+xml'};base64,${base64}`;
