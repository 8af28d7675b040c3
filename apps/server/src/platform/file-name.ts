import { graphemesOf } from './graphemes.ts';

/** The name of a file says what is in it, whatever it was called when it came: what is saved under it opens as what it is. */
export function withExtension(name: string, first: string, ...others: readonly string[]): string {
  const lower = name.toLowerCase();
  if ([first, ...others].some((extension) => lower.endsWith(`.${extension}`))) return name;
  // 255 is what a name may have altogether; by characters, as half a character is none.
  const stem = [...name].slice(0, 250).join('').slice(0, 250).toWellFormed().replace(/�$/, '');
  return `${stem}.${first}`;
}

/** File systems count bytes: 255 of UTF-8 are 85 letters of Georgian or Bengali. With room for a number or a suffix of ours. */
const MAX_BYTES = 230;

/** A name that file systems take: its stem is cut between letters where it is too long, and its extension stays. */
export function fittingName(name: string): string {
  if (Buffer.byteLength(name) <= MAX_BYTES) return name;
  const extension = /\.[^.]{1,10}$/u.exec(name)?.[0] ?? '';
  const room = MAX_BYTES - Buffer.byteLength(extension);
  let stem = '';
  let size = 0;
  for (const { segment } of graphemesOf(name.slice(0, name.length - extension.length))) {
    size += Buffer.byteLength(segment);
    if (size > room) break;
    stem += segment;
  }
  return `${stem}${extension}`;
}
