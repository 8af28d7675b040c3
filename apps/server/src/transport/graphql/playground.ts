/**
 * `GET` with a query executes it (GraphQL over HTTP §6.3), or streams it for `EventSource`. Without a query, it returns
 * a page for trying out queries (Altair), from the files of its package.
 */
import { randomSecret } from '../../platform/crypto/tokens.ts';
import path from 'node:path';
import { createRequire } from 'node:module';
import type { Environment } from '@countersign/contract';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { GraphqlRequest } from './engine.ts';
import type { Exchange } from './route.ts';

export const GRAPHQL_PATH = '/api/v1/graphql';

const EXAMPLE = `# Requests use your session, or an API key: tab "Auth", bearer token.
# Press Ctrl+Enter to send. Tab indents; after Escape, it leaves this field.
query Documents {
  documents(pageSize: 10) {
    id
    title
    status
    signers { name email status }
  }
}
`;

/**
 * Styles that hide the option to add a plug-in from a remote address, and improve readability and the layout on phones.
 */
const STYLE = `
app-banner-container { display: none }
.query-editor__line-widget, .send-request__button.app-button { background: #2b6a0d !important; color: #fff !important }
@media (max-width: 700px) {
  .url-box__method-wrapper, .as-split-gutter { display: none !important }
  .send-request__button.app-button { padding: 0 8px; white-space: nowrap }
  as-split.as-horizontal { display: flex !important; flex-direction: column }
  as-split.as-horizontal > as-split-area { flex: 1 1 50% !important; min-height: 0; width: 100% }
}`;

/** A script that adds labels to icons whenever the page creates them. */
const SCRIPT = `
document.documentElement.lang = 'en';
const NAMES = { save_to_collection: 'Save to a collection', export_window: 'Export', reload_docs: 'Load the schema again' };
const setName = (element, name) => element.getAttribute('aria-label') === name || element.setAttribute('aria-label', name);
const nameAll = () => {
  for (const [id, name] of Object.entries(NAMES))
    for (const button of document.querySelectorAll('button[track-id=' + id + ']')) setName(button, name);
  for (const field of document.querySelectorAll('.cm-content'))
    setName(field, field.closest('.url-box') ? 'Address' : field.closest('app-query-result') ? 'Result' : 'Query');
  for (const tab of document.querySelectorAll('[role=tab][aria-controls]'))
    if (!document.getElementById(tab.getAttribute('aria-controls'))) tab.removeAttribute('aria-controls');
};
new MutationObserver(nameAll).observe(document, { childList: true, subtree: true });
`;

const head = (nonce: string): string =>
  `<title>GraphQL playground - Countersign</title><style>${STYLE}</style><script nonce="${nonce}">${SCRIPT}</script>`;

/**
 * Returns a separate content security policy, because the page creates styles at run time, and may only connect to this
 * server.
 */
const policy = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "base-uri 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

export async function servePlayground(
  app: FastifyInstance,
  prefixes: readonly { prefix: string; environment: Environment }[],
  answer: (query: GraphqlRequest, exchange: Exchange) => Promise<FastifyReply>,
): Promise<void> {
  const root = path.join(path.dirname(createRequire(import.meta.url).resolve('altair-static')), 'dist');
  const assets = `${GRAPHQL_PATH}/playground/`;
  await app.register(staticFiles, { root, prefix: assets, decorateReply: false, index: false, maxAge: '1d' });
  for (const { prefix, environment } of prefixes)
    app.get(prefix + GRAPHQL_PATH, async (request, reply) => {
      const parameters = request.query as Record<string, unknown>;
      const isStream = request.headers.accept?.includes('text/event-stream') === true;
      if (isStream || ASKING.some((name) => parameters[name] !== undefined))
        return answer(asked(parameters), { request, reply, environment });
      const nonce = randomSecret(16).toString('base64');
      const { renderAltair } = await import('altair-static');
      const endpointURL = prefix + GRAPHQL_PATH;
      const page = renderAltair({
        baseURL: assets,
        endpointURL,
        subscriptionsEndpoint: endpointURL,
        initialSubscriptionRequestHandlerId: 'graphql-sse',
        initialName: 'Countersign',
        initialQuery: EXAMPLE,
        disableAccount: true,
        cspNonce: nonce,
      });
      const shown = page.replace('<title>Altair</title>', () => head(nonce));
      return reply.type('text/html; charset=utf-8').header('content-security-policy', policy(nonce)).send(shown);
    });
}

const ASKING = ['query', 'documentId', 'extensions'];

/**
 * Parses a request sent with GET (GraphQL over HTTP, "GET"). Variables that are not JSON cause the same error as
 * variables that are not an object.
 */
function asked({ query, operationName, variables, extensions, documentId }: Record<string, unknown>): GraphqlRequest {
  return { query, operationName, documentId, variables: json(variables), extensions: json(extensions) };
}

function json(text: unknown): unknown {
  if (typeof text !== 'string') return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
