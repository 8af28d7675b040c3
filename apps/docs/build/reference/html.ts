/** Builds HTML from values. Values that are not HTML already are escaped. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Content = Html | string | number | false | undefined | null | readonly Content[];

/** Builds HTML from a template. Values are escaped unless they are already HTML. */
export function html(parts: TemplateStringsArray, ...values: Content[]): Html {
  return new Html(parts.reduce((sum, part, at) => sum + (at > 0 ? textOf(values[at - 1]) : '') + part, ''));
}

function textOf(value: Content): string {
  if (value === undefined || value === null || value === false) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(textOf).join('');
  return escaped(String(value));
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

/** Converts text from the description: backticks enclose code, and an empty line ends a paragraph. */
export function paragraphs(text: string): Html[] {
  return text.split(/\n{2,}/).map((one) => html`<p>${inline(one)}</p>`);
}

/** Converts text with code between backticks. */
export function inline(text: string): Html[] {
  return text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
}
