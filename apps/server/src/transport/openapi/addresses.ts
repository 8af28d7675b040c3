/**
 * Addresses that are no operations of the contract, because programs of other standards or browsers call them: the description
 * lists them all the same, so that nobody has to find them in the code. A test compares them with the routes there are.
 */
import { GRAPHQL_PATH } from '../graphql/playground.ts';
import type { Json } from './schemas.ts';
import { wordsOf } from './words.ts';

type Address = { path: string; method: 'get' | 'post'; id: string; summary: string; more: Json };

const ORGANIZATION = parameter('organizationId', 'the organization, such as org_…');
const ENVIRONMENT = {
  ...parameter('environment', 'live or sandbox'),
  schema: { type: 'string', enum: ['live', 'sandbox'] },
};
const ERROR = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
const NOT_FOUND = { description: 'Nothing is served under this name', content: ERROR };
const REDIRECT = {
  '303': {
    description:
      'To the next page: the provider, the app, or the login page with an error code behind the #. (The description of 0.1.0 said 302; it was always 303.)',
  },
};
/** What each of them may answer as well. */
const FAULTS = {
  '429': { description: 'RATE_LIMIT_EXCEEDED', content: ERROR },
  default: { description: 'An error, such as SERVICE_UNAVAILABLE', content: ERROR },
};

/** What single sign-on needs: people come here by redirects, and providers are configured with these addresses. */
const SINGLE_SIGN_ON: Address[] = [
  {
    path: '/api/auth/saml/{organizationId}/metadata',
    method: 'get',
    id: 'samlMetadata',
    summary: 'Metadata of this service provider for the identity provider of an organization (SAML 2.0 Metadata)',
    more: {
      parameters: [ORGANIZATION],
      responses: { '200': answer('Metadata', 'application/samlmetadata+xml'), '404': NOT_FOUND },
    },
  },
  ...(['saml', 'oidc'] as const).map((protocol): Address => ({
    path: `/api/auth/${protocol}/{organizationId}/login`,
    method: 'get',
    id: `${protocol}Login`,
    summary: `Begin a login at the organization's identity provider (${protocol === 'saml' ? 'SAML 2.0' : 'OpenID Connect'})`,
    more: {
      parameters: [ORGANIZATION, query('to', 'path of the app to open after the login', false)],
      responses: REDIRECT,
    },
  })),
  {
    path: '/api/auth/saml/{organizationId}/acs',
    method: 'post',
    id: 'samlAssertionConsumerService',
    summary: 'Assertion consumer service, HTTP-POST binding (SAML 2.0 Bindings §3.5)',
    more: {
      parameters: [ORGANIZATION],
      requestBody: form({ SAMLResponse: 'the response, in base64', RelayState: 'as it was sent' }, ['SAMLResponse']),
      responses: REDIRECT,
    },
  },
  {
    path: '/api/auth/oidc/{organizationId}/callback',
    method: 'get',
    id: 'oidcCallback',
    summary: 'Redirect URI for the authorization code (OpenID Connect Core §3.1.2.5)',
    more: {
      parameters: [
        ORGANIZATION,
        query('code', 'the authorization code', false),
        query('state', 'as it was sent', true),
      ],
      responses: REDIRECT,
    },
  },
];

/** What certificates and time-stamps point at. Served at the root alone: the addresses are in certificates for good. */
const PKI: Address[] = [
  {
    path: '/pki/{environment}/{file}',
    method: 'get',
    id: 'getAuthorityFile',
    summary:
      'Certificates of the authorities and their revocation lists (RFC 5280): root.pem, issuing.cer, issuing.crl, timestamp.cer, ocsp.cer; later generations are numbered, such as issuing-2.crl',
    more: {
      parameters: [ENVIRONMENT, parameter('file', 'name and form: .pem, .cer or .crl')],
      responses: {
        '200': {
          description: 'The file',
          content: { 'application/x-pem-file': {}, 'application/pkix-cert': {}, 'application/pkix-crl': {} },
        },
        '404': NOT_FOUND,
      },
    },
  },
  {
    path: '/pki/{environment}/ocsp',
    method: 'post',
    id: 'postOcsp',
    summary: 'Status of a certificate (RFC 6960)',
    more: {
      parameters: [ENVIRONMENT],
      requestBody: binary('application/ocsp-request'),
      responses: { '200': answer('OCSPResponse in DER', 'application/ocsp-response'), '404': NOT_FOUND },
    },
  },
  {
    path: '/pki/{environment}/ocsp/{request}',
    method: 'get',
    id: 'getOcsp',
    summary: 'The same with the request in the address (RFC 6960 appendix A.1)',
    more: {
      parameters: [ENVIRONMENT, parameter('request', 'OCSPRequest in DER, base64, percent-encoded')],
      responses: { '200': answer('OCSPResponse in DER', 'application/ocsp-response'), '404': NOT_FOUND },
    },
  },
  {
    path: '/pki/{environment}/tsa',
    method: 'post',
    id: 'postTimestampQuery',
    summary: 'A time-stamp on a hash (RFC 3161 §3.4)',
    more: {
      parameters: [ENVIRONMENT],
      requestBody: binary('application/timestamp-query'),
      responses: { '200': answer('TimeStampResp in DER', 'application/timestamp-reply'), '404': NOT_FOUND },
    },
  },
];

/** Where links in mails lead, and what a frame of the app shows. Pages for people, not for programs. */
const REMINDERS: Address[] = (['get', 'post'] as const).map((method) => ({
  path: '/reminders/{token}',
  method,
  id: method === 'get' ? 'askToStopReminders' : 'stopReminders',
  summary:
    method === 'get'
      ? 'A page that asks whether reminders about a document are to end'
      : 'End the reminders about a document for one recipient, as mail programs do by themselves (RFC 8058)',
  more: {
    parameters: [parameter('token', 'from the link of a reminder')],
    responses: { '200': answer('A page', 'text/html'), '404': NOT_FOUND },
  },
}));
const MAIL_PAGES: Address[] = ['', '/sandbox'].map((prefix) => ({
  path: `${prefix}/mailbox/html/{id}`,
  method: 'get',
  id: prefix === '' ? 'getMailPage' : 'getSandboxMailPage',
  summary: `A mail of the built-in mailbox${prefix && ' of the sandbox'} as a page, for a frame of the app`,
  more: {
    security: [{ session: [] }],
    parameters: [parameter('id', 'the mail, such as mail_…')],
    responses: { '200': answer('The mail, under a policy that allows no script', 'text/html'), '404': NOT_FOUND },
  },
}));

/** What GraphQL over HTTP takes: served in both environments, with the credentials of the operations that are asked for. */
const GRAPHQL_ANSWER = {
  description: 'Data and errors (GraphQL over HTTP)',
  content: {
    'application/json': {
      schema: { type: 'object', properties: { data: {}, errors: { type: 'array', items: { type: 'object' } } } },
    },
  },
};
const GRAPHQL_SECURITY = { security: [{ apiKey: [] }, { session: [] }] };
const GRAPHQL: Address[] = [
  {
    path: GRAPHQL_PATH,
    method: 'post',
    id: 'graphql',
    summary: 'Execute a GraphQL document',
    more: {
      parameters: [],
      ...GRAPHQL_SECURITY,
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties: {
                query: { type: 'string', maxLength: 100_000 },
                operationName: { type: ['string', 'null'] },
                variables: { type: ['object', 'null'], additionalProperties: true },
                extensions: { type: ['object', 'null'], additionalProperties: true },
                documentId: {
                  type: 'string',
                  description: 'sha256: and the SHA-256 of a document that was sent before',
                },
              },
            },
            example: { query: '{ documents(pageSize: 10) { id title status } }' },
          },
        },
      },
      responses: { '200': GRAPHQL_ANSWER, '400': { ...GRAPHQL_ANSWER, description: 'Nothing was executed' } },
    },
  },
  {
    path: GRAPHQL_PATH,
    method: 'get',
    id: 'graphqlQuery',
    summary: 'Execute a GraphQL query. Without a query, answers with the playground',
    more: {
      ...GRAPHQL_SECURITY,
      parameters: [
        query('query', 'the document', false),
        query('operationName', 'of several operations, the one to execute', false),
        query('variables', 'a JSON object', false),
      ],
      responses: { '200': GRAPHQL_ANSWER, '400': { ...GRAPHQL_ANSWER, description: 'Nothing was executed' } },
    },
  },
];

const TAGS = {
  GraphQL: GRAPHQL,
  Signing: REMINDERS,
  Mailbox: MAIL_PAGES,
  'Single sign-on': SINGLE_SIGN_ON,
  'Public key infrastructure': PKI,
} as const;
export const ADDRESS_TAGS: readonly string[] = Object.keys(TAGS);

/** Path -> method -> operation object. */
export function furtherAddresses(): Record<string, Record<string, Json>> {
  const paths: Record<string, Record<string, Json>> = {};
  for (const [tag, addresses] of Object.entries(TAGS))
    for (const { path, method, id, summary, more } of addresses) {
      const servers = !path.startsWith('/api/') ? { servers: [{ url: '/' }] } : {};
      const words = wordsOf({ summary });
      const responses = { ...(more['responses'] as Json), ...FAULTS };
      const described = { operationId: id, ...words, tags: [tag], security: [], ...servers, ...more, responses };
      paths[path] = { ...paths[path], [method]: described };
    }
  return paths;
}

function parameter(name: string, description: string): Json {
  return { name, in: 'path', required: true, schema: { type: 'string' }, description };
}

function query(name: string, description: string, required: boolean): Json {
  return { name, in: 'query', required, schema: { type: 'string' }, description };
}

function answer(description: string, contentType: string): Json {
  return { description, content: { [contentType]: {} } };
}

function binary(contentType: string): Json {
  return { required: true, content: { [contentType]: {} } };
}

function form(members: Record<string, string>, required: string[]): Json {
  const properties = Object.fromEntries(
    Object.entries(members).map(([name, description]) => [name, { type: 'string', description }]),
  );
  return {
    required: true,
    content: { 'application/x-www-form-urlencoded': { schema: { type: 'object', required, properties } } },
  };
}
