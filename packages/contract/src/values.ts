/** Kinds of text that inputs are made of. */
import { z } from 'zod';

export const timestamp = z.iso.datetime().meta({ description: 'ISO 8601, UTC, milliseconds' });
/** Half a character (a lone surrogate) is no text: neither the database nor the audit trail can hold it. */
const wellFormed = (value: string) => value.isWellFormed();
const BROKEN = 'holds half a character; is it encoded as UTF-8?';

/** One line. Control characters and line separators would end up in mail headers, file names and log lines. */
export const singleLine = (max: number) =>
  z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(max)
    .regex(/^[^\p{Cc}\u2028\u2029]*$/u, 'must not contain control characters')
    .refine(wellFormed, BROKEN);

/** Running text: tabs and line breaks are fine, other control characters are not. */
export const multiLine = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^(?:[^\p{Cc}]|[\t\r\n])*$/u, 'must not contain control characters')
    .refine(wellFormed, BROKEN);

/** Compared in lower case; kept as typed. 254 is the longest path of RFC 5321 §4.5.3.1.3. */
export const emailAddress = z
  .string()
  .trim()
  .max(254)
  .check(z.email('must be an e-mail address such as name@example.com'));
