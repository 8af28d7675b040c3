/** Returns the text files in a bundle, which is a ZIP file with uncompressed entries. */
export function linesInBundle(zip: Buffer, name: string): string[] {
  const at = zip.indexOf(name);
  if (at < 0) throw new Error(`The bundle has no file ${name}.`);
  const [start, end] = [at + name.length, zip.indexOf('PK\u0007\u0008', at, 'latin1')];
  const text = zip.subarray(start, end).toString();
  return text
    .slice(Math.max(0, text.indexOf('{')))
    .split('\n')
    .filter((line) => line.startsWith('{'));
}
