/** How a sentence of an e-mail gets its values. */
import { isolated } from '@countersign/contract/languages';
import type { EnglishMail, MailKey } from '@countersign/words/mail';
import { html, type HtmlValue, type SafeHtml } from './templates/html.ts';

/** The names in braces of a message, so that a forgotten value is a compile error. */
type ValueNames<T extends string> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | ValueNames<Rest> : never;
export type Values<K extends MailKey> = Readonly<Record<ValueNames<EnglishMail[K]>, string>>;

/** A sentence with its values. In markup each value is set apart, so that Arabic in it does not reorder the sentence. */
export type Phrase = { readonly text: string; readonly html: SafeHtml };

const PLACE = /\{(\w+)\}/;
/** First strong isolate and its end (Unicode TR9 §2.4): what `dir="auto"` is in markup. */
const FIRST_STRONG = '\u2068';
const END = '\u2069';
/** The message with its values. Only the message is looked through, so a title that holds "{sender}" stays as it is. */
export function fill(message: string, values: Readonly<Record<string, string>>): string {
  return fillBy(message, (name) => valueOf(values, name)).join('');
}

/**
 * A sentence of a language, as text and as markup.
 *
 * @param isolate the plain text sets every value apart by invisible characters: due where Latin names and addresses stand in a
 *   sentence that runs from right to left. In other sentences only values with letters from right to left need it. A subject is made
 *   by `fill` and never holds invisible characters.
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

/** A split by a pattern with one group alternates: text, name, text, name, text. */
function fillBy(message: string, value: (name: string) => string): string[] {
  return message.split(PLACE).map((part, index) => (index % 2 === 1 ? value(part) : part));
}

function valueOf(values: Readonly<Record<string, string>>, name: string): string {
  const value = values[name];
  if (value === undefined) throw new Error(`The mail message lacks its value "${name}".`);
  return value;
}

/** The places of a message, sorted: for the comparison between languages. */
export function placesOf(message: string): string[] {
  return [...message.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').toSorted();
}
