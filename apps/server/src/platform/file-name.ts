import { graphemesOf } from './graphemes.ts';

/**
 * Returns a file name whose extension matches the file's contents, regardless of the uploaded name, so that a saved
 * file opens correctly.
 */
export function withExtension(name: string, first: string, ...others: readonly string[]): string {
  const lower = name.toLowerCase();
  if ([first, ...others].some((extension) => lower.endsWith(`.${extension}`))) return name;
  // The whole name can have 255 characters. It is cut between characters, because half a character is invalid.
  const stem = [...name].slice(0, 250).join('').slice(0, 250).toWellFormed().replace(/�$/, '');
  return `${stem}.${first}`;
}

/**
 * The maximum length of a name in bytes, because file systems count bytes: 255 bytes of UTF-8 are 85 letters of
 * Georgian or Bengali. The limit leaves space for a number or a suffix.
 */
const MAX_BYTES = 230;

/** Returns a name that file systems accept. A stem that is too long is cut between letters, and the extension stays. */
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
