/** The kinds of text that inputs accept. */
import { z } from 'zod';
import { addressFault, asciiAddress } from './email-address.ts';
import { prose, strict } from './field-class.ts';

export const timestamp = strict(z.iso.datetime()).meta({
  description: 'Time in ISO 8601 format, in UTC with milliseconds.',
});
function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** A time zone of the IANA database, as browsers report it. */
export const timeZone = strict(z.string())
  .min(1)
  .max(64)
  .refine(isTimeZone, 'must be a time zone such as Europe/Berlin')
  .meta({
    description:
      'IANA time zone of the signer, such as `Europe/Berlin`. The certificate of completion then also shows local times.',
  });

/**
 * Text with half a character (a lone surrogate) is invalid, because neither the database nor the audit trail can store
 * it.
 */
const wellFormed = (value: string) => value.isWellFormed();
const BROKEN = 'contains an invalid character. Encode the value as UTF-8';

/**
 * Matches embeddings, overrides and isolates (Unicode TR 9 §2), and the byte order mark. Ordinary text needs none of
 * them.
 */
const REORDERING = /[\u202a-\u202e\u2066-\u2069\ufeff]/g;
/**
 * In single-line text, direction marks and the zero-width space are removed too. Joiners (U+200C, U+200D) stay, because
 * some words are spelled with them.
 */
const UNSEEN = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/**
 * Removes invisible control characters. With them, a name, a title or a file name could imitate another one. Copied
 * text often contains them.
 */
export const withoutUnseen = (value: string): string => value.replaceAll(UNSEEN, '');
/**
 * Removes reordering characters from multi-line text. The zero-width space stays, because it may mark a possible line
 * break.
 */
export const withoutReordering = (value: string): string => value.replaceAll(REORDERING, '');
/** Whether the text contains characters that `withoutUnseen` removes. */
export const hasUnseen = (value: string): boolean => withoutUnseen(value) !== value;

/** Whether the text has visible characters. Text that consists only of joiners and fillers has none. */
const isSeen = (value: string): boolean => /[^\p{Default_Ignorable_Code_Point}\s]/u.test(value);

/**
 * Single-line text. Control characters and line separators are refused, because the text is used in mail headers, file
 * names and log lines. Invisible controls are removed, which is reported in responses that have warnings
 * (docs/adr/0082).
 */
export const singleLine = (max: number) =>
  prose(z.string())
    .overwrite(withoutUnseen)
    .trim()
    .min(1, { error: 'must not be empty', abort: true })
    .refine(isSeen, 'must not be empty')
    .max(max)
    .regex(/^[^\p{Cc}\u2028\u2029]*$/u, 'must not contain control characters')
    .refine(wellFormed, BROKEN);

/** Multi-line text. Tabs and line breaks are allowed, but other control characters are not. */
export const multiLine = (max: number) =>
  prose(z.string())
    .trim()
    .max(max)
    .regex(/^(?:[^\p{Cc}]|[\t\r\n])*$/u, 'must not contain control characters')
    .refine(wellFormed, BROKEN);

/** The content of a document field. Characters that could disguise the content are not allowed. */
export const fieldText = (max: number) => multiLine(max).overwrite(withoutReordering);

/**
 * The part before the @ is a `dot-atom` (RFC 5322 §3.4.1) with the letters of RFC 6531 §3.3. The part after the @ is a
 * domain name in A-labels.
 */
const EMAIL =
  /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]$/u;

/**
 * Addresses are compared by `addressKey`, but stored and shown as typed. RFC 5321 §4.5.3.1 allows 64 octets before the
 * @ and 254 in total, in the form that mail servers receive.
 */
export const emailAddress = strict(z.string())
  .trim()
  .max(254)
  .refine((value) => octets(value.slice(0, Math.max(0, value.lastIndexOf('@')))) <= 64, {
    error: 'must have at most 64 characters before the @',
    abort: true,
  })
  .check((context) => {
    const { value: input } = context;
    const ascii = asciiAddress(input);
    const message = EMAIL.test(ascii) ? undefined : 'must be an e-mail address such as name@example.com';
    if (message !== undefined) context.issues.push({ code: 'invalid_format', format: 'email', message, input });
    if (octets(ascii) > 254)
      context.issues.push({
        code: 'too_big',
        origin: 'string',
        maximum: 254,
        message: 'must have at most 254 characters',
        input,
      });
  })
  .check((context) => {
    const message = addressFault(context.value);
    if (message !== undefined) context.issues.push({ code: 'custom', message, input: context.value });
  })
  .meta({ format: 'email' });

const octets = (text: string): number => new TextEncoder().encode(text).length;

/** The handwriting styles of a typed signature (docs/adr/0014). */
export const hand = z.enum(['casual', 'lively', 'elegant', 'classic']).meta({
  description:
    'The handwriting font. Default: `casual`. Words with letters that are not in the font use a plain font. All four fonts have Latin letters, and all except `lively` have Cyrillic letters.',
});
export type Hand = z.infer<typeof hand>;

export const csvEncoding = z.enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252']).meta({
  description:
    'The encoding of the file. A file that is neither UTF-8 nor UTF-16 is read as Windows-1252. If characters look wrong, save the file as UTF-8.',
});
