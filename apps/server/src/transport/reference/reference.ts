/** The addresses of the pages, and the results of a search. Loaded with the first request. */
import { ReferenceModel, CODES, KINDS } from './reference-model.ts';
import { errorsPage, overviewPage, webhooksPage } from './guide-pages.ts';
import { GraphqlPages } from './graphql-pages.ts';
import { html } from './html.ts';
import { layout, type Page, PLACES, ROOT } from './layout.ts';
import { operationPage } from './operation-page.ts';

/** Name, address, and additional search terms. */
type Entry = readonly [name: string, address: string, words: string];

export class Reference {
  readonly #model = new ReferenceModel();
  readonly #graphql = new GraphqlPages();

  /** Undefined if there is none. `base`: the address of this installation. */
  page(address: string, base: string): Page | undefined {
    const page = this.#content(address, base);
    return page && { ...page, content: layout(this.#model, address, page) };
  }

  notFound(address: string): Page {
    const page = {
      title: 'Not found',
      content: html`<h1>Nothing here</h1>
        <p>Search, or choose from the contents.</p>`,
    };
    return { ...page, content: layout(this.#model, address, page) };
  }

  searchIndex(): string {
    const { fields, types } = this.#graphql.names();
    const entries: Entry[] = [
      ...[...this.#model.operations.values()].map(({ id, method, path, summary }): Entry => [
        id,
        PLACES.operation(id),
        `${method} ${path} ${summary}`,
      ]),
      ...CODES.map((code): Entry => [code, PLACES.error(code), 'error']),
      ...KINDS.map((kind): Entry => [kind, PLACES.event(kind), 'webhook event']),
      ...fields.map((name): Entry => [name, PLACES.field(name), 'GraphQL field']),
      ...types.map((name): Entry => [name, PLACES.type(name), 'GraphQL type']),
    ];
    return JSON.stringify(entries);
  }

  #content(address: string, base: string): Page | undefined {
    if (address === ROOT) return overviewPage(this.#model, base);
    if (address === `${ROOT}/errors`) return errorsPage(this.#model);
    if (address === `${ROOT}/webhooks`) return webhooksPage();
    if (address === `${ROOT}/graphql`) return this.#graphql.overview();
    const [, kind, name = ''] = /^\/docs\/reference\/(operations|graphql)\/(\w+)$/.exec(address) ?? [];
    if (kind === 'graphql') return this.#graphql.type(name);
    const operation = kind === 'operations' ? this.#model.operations.get(name) : undefined;
    return operation && operationPage(operation, this.#model, base);
  }
}
