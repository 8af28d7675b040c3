/** The name of a file says what is in it, whatever it was called when it came: what is saved under it opens as what it is. */
export function withExtension(name: string, first: string, ...others: readonly string[]): string {
  const lower = name.toLowerCase();
  if ([first, ...others].some((extension) => lower.endsWith(`.${extension}`))) return name;
  // 255 is what a name may have altogether; by characters, as half a character is none.
  const stem = [...name].slice(0, 250).join('').slice(0, 250).toWellFormed().replace(/�$/, '');
  return `${stem}.${first}`;
}
