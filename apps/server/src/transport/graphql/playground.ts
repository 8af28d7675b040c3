/** `GET`: a page for people to try queries on (Altair), from the files of its package; and the subscriptions of `EventSource`. */
import { randomSecret } from '../../platform/crypto/tokens.ts';
import path from 'node:path';
import { createRequire } from 'node:module';
import type { Environment } from '@countersign/contract';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { GraphqlRequest } from './engine.ts';
import type { Exchange } from './route.ts';

export const GRAPHQL_PATH = '/api/v1/graphql';

const EXAMPLE = `# Asked with your session, or with an API key: tab "Auth", bearer token.
query Documents {
  documents(pageSize: 10) {
    id
    title
    status
    signers { name email status }
  }
}
`;

/** Without the offer to add a plug-in that would be loaded from elsewhere. */
const HEAD = '<title>GraphQL playground - Countersign</title><style>app-banner-container { display: none }</style>';

/** Of its own: the page makes styles while it runs, and may ask nobody but this server. */
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
      if (request.headers.accept?.includes('text/event-stream') === true)
        return answer(asked(request.query as Record<string, unknown>), { request, reply, environment });
      const nonce = randomSecret(16).toString('base64');
      // Loaded for whoever opens the page.
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
      const shown = page.replace('<title>Altair</title>', HEAD);
      return reply.type('text/html; charset=utf-8').header('content-security-policy', policy(nonce)).send(shown);
    });
}

/** GraphQL over HTTP, "GET". Variables that are no JSON are told as what they are: no object. */
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
