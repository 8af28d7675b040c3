/** What is judged: a text, and the kind of place it came from. */

/**
 * `prose` is what people write; `strict` what programs name: parameters, ids, members of JSON. A `path` is the address of a request
 * before it is decoded, a `file-name` prose that must not lead elsewhere, a `header` what programs say of themselves, a `key` the name
 * of a member or a part.
 */
export type Place = 'prose' | 'strict' | 'path' | 'file-name' | 'header' | 'key';

/** 2: it would work. 1: it is spoken of, which people may do and programs do not. */
export type Level = 0 | 1 | 2;

export type Subject = { readonly text: string; readonly lower: string; readonly place: Place };

/** A text with its lower case, made once. */
export function subjectOf(text: string, place: Place): Subject {
  return { text, lower: lowerCase(text), place };
}

/** Letters of ASCII alone: the length stays the same, so that places in one are places in the other. */
function lowerCase(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text.replaceAll('İ', 'I').toLowerCase();
}
