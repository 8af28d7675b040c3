/** The package comes without types. */
declare module 'subset-font' {
  const subsetFont: (font: Buffer, text: string, options: { targetFormat: 'woff2' }) => Promise<Buffer>;
  export default subsetFont;
}
