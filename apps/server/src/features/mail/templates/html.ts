/**
 * Markup by tagged templates. Mails are a handful of tables with inline styles: what they need from a library is escaping
 * alone, and here text becomes markup only by passing through `html`. A component library would add a renderer, a build
 * step for its syntax and megabytes of dependencies to the worker for the same bytes.
 */

/** Markup that is safe to send. Only `html` makes it: any other string is text. */
export class SafeHtml {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

export type HtmlValue = SafeHtml | readonly SafeHtml[] | string | number;

/** Literal parts are markup; interpolated strings are text, escaped for content and for quoted attributes alike. */
export function html(literals: TemplateStringsArray, ...values: readonly HtmlValue[]): SafeHtml {
  let markup = literals[0] ?? '';
  for (let at = 0; at < values.length; at += 1) markup += toMarkup(values[at] ?? '') + (literals[at + 1] ?? '');
  return new SafeHtml(markup);
}

function toMarkup(value: HtmlValue): string {
  if (value instanceof SafeHtml) return value.markup;
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value));
  return value.map((part) => part.markup).join('');
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}

/** What a person wrote, in a line of ours: `dir="auto"` sets it apart, so that Arabic in it does not reorder the sentence. */
export function userText(text: string): SafeHtml {
  return html`<span dir="auto">${text}</span>`;
}

/** Several lines that a person wrote. */
export function userLines(text: string): SafeHtml {
  const lines = text.split('\n').map((line, index) => (index === 0 ? html`${line}` : html`<br />${line}`));
  return html`${lines}`;
}
