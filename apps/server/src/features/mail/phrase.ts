/** Inserts values into the text of an e-mail. */
import { isolated } from '@countersign/contract/languages';
import type { EnglishMail, MailKey } from '@countersign/words/mail';
import { html, type HtmlValue, type SafeHtml } from './templates/html.ts';

/** With this type, a missing value is a compile error. */
type ValueNames<T extends string> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | ValueNames<Rest> : never;
export type Values<K extends MailKey> = Readonly<Record<ValueNames<EnglishMail[K]>, string>>;

/**
 * A message with its values. In HTML, each value is isolated, so that Arabic in a value does not reorder the sentence.
 */
export type Phrase = { readonly text: string; readonly html: SafeHtml };

const PLACE = /\{(\w+)\}/;
/** First strong isolate and its terminator (Unicode TR9 §2.4), the equivalent of `dir="auto"` in HTML. */
const FIRST_STRONG = '\u2068';
const END = '\u2069';
/**
 * Inserts the values into a message. Only the message is scanned, so a title that contains "{sender}" stays unchanged.
 */
export function fill(message: string, values: Readonly<Record<string, string>>): string {
  return fillBy(message, (name) => valueOf(values, name)).join('');
}

/**
 * Returns a message as plain text and as HTML.
 *
 * @param isolate isolates every value in the plain text with invisible characters, which right-to-left sentences with
 * Latin names and addresses need. In other sentences, only values with right-to-left letters are isolated. A subject
 * uses `fill` and never contains invisible characters.
 */
export function phrase(message: string, values: Readonly<Record<string, string>>, isolate: boolean): Phrase {
  const text = fillBy(message, (name) => {
    const value = valueOf(values, name);
    return isolate ? `${FIRST_STRONG}${value}${END}` : isolated(value);
  });
  const markup: HtmlValue = message
    .split(PLACE)
    .map((part, index) => (index % 2 === 1 ? html`<span dir="auto">${valueOf(values, part)}</span>` : html`${part}`));
  return { text: text.join(''), html: html`${markup}` };
}

/** Splitting by a pattern with one group returns alternating values: text, name, text, name, text. */
function fillBy(message: string, value: (name: string) => string): string[] {
  return message.split(PLACE).map((part, index) => (index % 2 === 1 ? value(part) : part));
}

function valueOf(values: Readonly<Record<string, string>>, name: string): string {
  const value = values[name];
  if (value === undefined) throw new Error(`The e-mail is missing the value "${name}".`);
  return value;
}

/** The placeholders are sorted, so that languages can be compared. */
export function placesOf(message: string): string[] {
  return [...message.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').toSorted();
}
