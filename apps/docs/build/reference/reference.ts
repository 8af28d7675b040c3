/** All pages of the reference, with the groups of operations beside them. */
import { ERRORS } from '@countersign/contract';
import { SUMMARIES } from '../../../server/src/transport/openapi/webhooks.ts';
import { type NavSection, relativeTo } from '../frame.ts';
import type { GraphqlPages } from './graphql-pages.ts';
import { errorsPage, groupPage, overviewPage, webhooksPage } from './guide-pages.ts';
import { type Page, PLACES, ROOT } from './layout.ts';
import { operationPage } from './operation-page.ts';
import { CODES, KINDS, type ReferenceModel } from './reference-model.ts';

/** The examples use this URL. The server replaces it with its own. */
const INSTALLATION = 'https://sign.example.com';

type Link = { address: string; name: string };
export type ReferencePage = Omit<Page, 'content'> & {
  address: string;
  html: string;
  nav: NavSection[];
  previous?: Link | undefined;
  next?: Link | undefined;
};
type Entry = { title: string; heading: string; address: string; text: string };

const GUIDES = [
  [ROOT, 'Overview'],
  [`${ROOT}/errors`, 'Errors'],
  [`${ROOT}/webhooks`, 'Webhooks'],
  [`${ROOT}/graphql`, 'GraphQL'],
] as const;

/** Converts a URL such as `/docs/reference/errors#X` to `reference/errors.html#X`. */
export const inSite = (place: string): string =>
  place.slice('/docs/'.length).replace(/^([^#]*)/, (name) => (/\.\w+$/.test(name) ? name : `${name}.html`));

export function referencePages(model: ReferenceModel, graphql: GraphqlPages): ReferencePage[] {
  const order = model.tags.flatMap(({ operations }) => operations);
  const links = order.map(({ id, summary }): Link => ({ address: inSite(PLACES.operation(id)), name: summary }));
  const page = (place: string, { title, summary, content }: Page, tag?: string): ReferencePage => {
    const address = inSite(place);
    return { address, title, summary, html: relativeLinks(content.text, address), nav: navigation(model, tag) };
  };
  return [
    page(ROOT, overviewPage(model, INSTALLATION)),
    page(`${ROOT}/errors`, errorsPage(model)),
    page(`${ROOT}/webhooks`, webhooksPage()),
    page(`${ROOT}/graphql`, graphql.overview()),
    ...graphql.names().types.flatMap((name) => {
      const type = graphql.type(name);
      return type ? [page(PLACES.type(name), type)] : [];
    }),
    ...model.tags.map((tag) => page(PLACES.group(tag.name), groupPage(tag), tag.name)),
    ...order.map((operation, at) => ({
      ...page(PLACES.operation(operation.id), operationPage(operation, model, INSTALLATION), operation.tag),
      previous: links[at - 1],
      next: links[at + 1],
    })),
  ];
}

/** Shows the operations of only one group, so that each page stays small. */
function navigation(model: ReferenceModel, open: string | undefined): NavSection[] {
  const guides = GUIDES.map(([place, name]) => ({ address: inSite(place), name }));
  return [
    { name: 'API reference', pages: guides, isOpen: true },
    ...model.tags.map(({ name, operations }) => ({
      name,
      address: inSite(PLACES.group(name)),
      isOpen: name === open,
      pages:
        name === open
          ? operations.map(({ id, summary, method }) => ({
              address: inSite(PLACES.operation(id)),
              name: summary.replaceAll('`', ''),
              method,
            }))
          : [],
    })),
  ];
}

function relativeLinks(text: string, address: string): string {
  return text
    .replaceAll('href="/api/v1/docs"', `href="${relativeTo(address, 'api/openapi.json')}"`)
    .replaceAll('href="/api/v1/graphql"', `href="${INSTALLATION}/api/v1/graphql"`)
    .replaceAll(
      /href="(\/docs\/reference[^"]*)"/g,
      (_, place: string) => `href="${relativeTo(address, inSite(place))}"`,
    );
}

export function referenceEntries(model: ReferenceModel, graphql: GraphqlPages): Entry[] {
  const { fields, types } = graphql.names();
  return [
    ...[...model.operations.values()].map(({ id, method, path, summary, description }) => ({
      title: summary.replaceAll('`', ''),
      heading: '',
      address: inSite(PLACES.operation(id)),
      text: `${id} ${method} ${path} ${description.replaceAll('`', '')}`,
    })),
    ...CODES.map((code) => ({
      title: 'Errors',
      heading: code,
      address: inSite(PLACES.error(code)),
      text: ERRORS[code][1],
    })),
    ...KINDS.map((kind) => ({
      title: 'Webhooks',
      heading: kind,
      address: inSite(PLACES.event(kind)),
      text: SUMMARIES[kind],
    })),
    ...fields.map((name) => ({
      title: 'GraphQL',
      heading: name,
      address: inSite(PLACES.field(name)),
      text: 'Field of GraphQL',
    })),
    ...types.map((name) => ({
      title: 'GraphQL',
      heading: name,
      address: inSite(PLACES.type(name)),
      text: 'Type of GraphQL',
    })),
  ];
}
