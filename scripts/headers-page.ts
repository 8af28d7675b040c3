/** Writes docs/api/headers.md with the headers that the API reads and sends. */
import { REQUEST_HEADERS, RESPONSE_HEADERS } from '../packages/contract/src/index.ts';

const table = (headers: typeof REQUEST_HEADERS): string =>
  [
    '| Header | Meaning |',
    '|---|---|',
    ...headers.map(({ name, description }) => `| \`${name}\` | ${description} |`),
  ].join('\n');

export function headersPage(): string {
  return [
    '# Headers',
    'This page lists the headers that the API reads from requests, and the headers that it sends with responses. [Events](events.md) lists the headers of webhook deliveries. `npm run docs` generates this page from the contract.',
    '## Requests',
    table(REQUEST_HEADERS),
    '## Responses',
    table(RESPONSE_HEADERS),
  ]
    .join('\n\n')
    .concat('\n');
}
