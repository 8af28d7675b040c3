declare module 'wawoff2/decompress.js' {
  /** Converts WOFF 2 to TrueType. */
  const decompress: (woff2: Uint8Array) => Promise<Uint8Array>;
  export default decompress;
}
