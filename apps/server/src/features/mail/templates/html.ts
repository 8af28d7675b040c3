/**
 * HTML from tagged templates. E-mails are a few tables with inline styles, and need only escaping: text becomes HTML
 * only through `html`. A component library would add a renderer, a build step and megabytes of dependencies to the
 * worker for the same result.
 */

/** HTML that is safe to send. Only `html` creates it; any other string is text. */
export class SafeHtml {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

export type HtmlValue = SafeHtml | readonly SafeHtml[] | string | number;

/** Literal parts are HTML. Interpolated strings are text, escaped for content and for quoted attributes. */
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

/**
 * Marks up user input within a line of our text. `dir="auto"` isolates it, so that Arabic in it does not reorder the
 * sentence.
 */
export function userText(text: string): SafeHtml {
  return html`<span dir="auto">${text}</span>`;
}

/** Keeps the line breaks of user input. */
export function userLines(text: string): SafeHtml {
  const lines = text.split('\n').map((line, index) => (index === 0 ? html`${line}` : html`<br />${line}`));
  return html`${lines}`;
}
