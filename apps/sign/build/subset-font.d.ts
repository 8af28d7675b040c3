/** The subset-font package has no types of its own. */
declare module 'subset-font' {
  const subsetFont: (font: Buffer, text: string, options: { targetFormat: 'woff2' }) => Promise<Buffer>;
  export default subsetFont;
}
