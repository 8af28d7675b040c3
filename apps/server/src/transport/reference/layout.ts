/** The frame of every page of the reference. */
import type { ReferenceModel, Described } from './reference-model.ts';
import { type Content, html, type Html } from './html.ts';

export const ROOT = '/docs/reference';
export const PLACES = {
  operation: (id: string): string => `${ROOT}/operations/${id}`,
  error: (code: string): string => `${ROOT}/errors#${code}`,
  event: (kind: string): string => `${ROOT}/webhooks#${kind}`,
  field: (name: string): string => `${ROOT}/graphql#${name}`,
  type: (name: string): string => `${ROOT}/graphql/${name}`,
  search: `${ROOT}/search.json`,
} as const;

const GUIDES = [
  [ROOT, 'Overview'],
  [`${ROOT}/errors`, 'Errors'],
  [`${ROOT}/webhooks`, 'Webhooks'],
  [`${ROOT}/graphql`, 'GraphQL'],
] as const;

export type Page = { title: string; content: Html };

/** @param address the page's own, which the list of pages marks */
export function layout(model: ReferenceModel, address: string, { content }: Page): Html {
  const current = (place: string): Html | false => place === address && html` aria-current="page"`;
  const link = (place: string, name: Content): Html => html`<li><a href="${place}" ${current(place)}>${name}</a></li>`;
  const section = (name: string, operations: readonly Described[]): Html => {
    const isOpen = operations.some(({ id }) => PLACES.operation(id) === address);
    return html`<details${isOpen && html` open`}><summary>${name}</summary><ul>${operations.map(({ id, method }) =>
      link(PLACES.operation(id), html`${methodView(method)} ${id}`),
    )}</ul></details>`;
  };
  return html`<a class="skip" href="#content">Skip to the content</a>
    <header class="top">
      <a class="brand" href="${ROOT}">Countersign <span>API reference</span></a>
      <div class="search" data-search="${PLACES.search}" hidden>
        <label for="search">Search</label
        ><input
          id="search"
          type="search"
          autocomplete="off"
          spellcheck="false"
          placeholder="Operation, error, event, type"
        />
        <p role="status" class="count"></p>
        <ul class="found"></ul>
      </div>
    </header>
    <div class="columns">
      <nav aria-label="Reference">
        <details class="menu" open>
          <summary>Contents</summary>
          <ul>
            ${GUIDES.map(([place, name]) => link(place, name))}
          </ul>
          ${model.tags.map(({ name, operations }) => section(name, operations))}
        </details>
      </nav>
      <main id="content" tabindex="-1">${content}</main>
    </div>
    <footer>
      <a href="/api/v1/docs">OpenAPI description</a> <a href="/api/v1/graphql">GraphQL playground</a>
      <a href="/">Countersign</a>
    </footer>`;
}

export const methodView = (method: string): Html => html`<span class="method ${method.toLowerCase()}">${method}</span>`;

/** A code block that can be copied and scrolled by keyboard. */
export function codeView(text: string, label: string): Html {
  return html`<div class="code">
    <pre tabindex="0" role="region" aria-label="${label}"><code>${text}</code></pre>
  </div>`;
}

export const jsonView = (value: unknown, label: string): Html => codeView(JSON.stringify(value, null, 2), label);

/** Shows one of several choices at a time, accessible by keyboard, without a script. */
export function choiceView(name: string, choices: readonly { title: string; content: Html }[]): Html {
  return html`<div class="choice">
    ${choices.map(
      ({ title, content }, at) =>
        html`<details name="${name}" ${at === 0 && html` open`}>
          <summary>${title}</summary>
          ${content}
        </details>`,
    )}
  </div>`;
}
