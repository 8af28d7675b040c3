/** The URLs of the reference, and elements that its pages share. */
import { codeBlock, tabbed } from '../code-view.ts';
import { type Content, html, Html } from './html.ts';

/** The URL is public, because API errors link to it. */
export const ROOT = '/docs/reference';
export const PLACES = {
  operation: (id: string): string => `${ROOT}/operations/${id}`,
  group: (name: string): string => `${ROOT}/groups/${name.toLowerCase().replaceAll(/\W+/g, '-')}`,
  error: (code: string): string => `${ROOT}/errors#${code}`,
  event: (kind: string): string => `${ROOT}/webhooks#${kind}`,
  field: (name: string): string => `${ROOT}/graphql#${name}`,
  type: (name: string): string => `${ROOT}/graphql/${name}`,
} as const;

export type Page = { title: string; summary: string; content: Html };

export const methodView = (method: string): Html => html`<span class="method ${method.toLowerCase()}">${method}</span>`;

/** Shows text with code beside it. On a narrow screen, the code is below the text. */
export function besideView(text: Content, code: Content): Html {
  return html`<div class="beside">
    <div>${text}</div>
    <div class="code-column">${code}</div>
  </div>`;
}

/** A code block that can be copied, and scrolled with the keyboard. */
export const codeView = (text: string, language: string, label?: string): Html =>
  new Html(codeBlock(text, language, label));

export const jsonView = (value: unknown, label?: string): Html =>
  codeView(JSON.stringify(value, null, 2), 'json', label);

/** Shows one of several blocks at a time. */
export const tabsView = (choices: readonly { title: string; text: string; language: string }[]): Html =>
  new Html(tabbed(choices.map(({ title, text, language }) => codeBlock(text, language, title))));
