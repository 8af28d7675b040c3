/**
 * Addresses outside the contract, for browsers and for programs that follow other standards. The description lists them
 * too. A test compares them with the routes of the server.
 */
import { GRAPHQL_PATH } from '../graphql/playground.ts';
import type { Json } from './schemas.ts';

type Address = { path: string; method: 'get' | 'post'; id: string; summary: string; description: string; more: Json };

const ORGANIZATION = parameter('organizationId', 'ID of the organization, such as `org_…`.');
const ENVIRONMENT = {
  ...parameter('environment', '`live` or `sandbox`.'),
  schema: { type: 'string', enum: ['live', 'sandbox'] },
};
const ERROR = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
const NOT_FOUND = { description: 'Nothing exists at this URL.', content: ERROR };
const REDIRECT = {
  '303': {
    description:
      'Redirects to the provider, to the app, or to the sign-in page with an error code after the `#`. (The description of version 0.1.0 said 302, but the server has always responded with 303.)',
  },
};
const FAULTS = {
  '429': { description: 'RATE_LIMIT_EXCEEDED', content: ERROR },
  default: { description: 'An error, such as `SERVICE_UNAVAILABLE`.', content: ERROR },
};

/**
 * The URLs for single sign-on. Browsers are redirected to them, and administrators enter them in the settings of their
 * identity provider.
 */
const SINGLE_SIGN_ON: Address[] = [
  {
    path: '/api/auth/saml/{organizationId}/metadata',
    method: 'get',
    id: 'samlMetadata',
    summary: 'Retrieve SAML metadata',
    description:
      'Returns the SAML 2.0 metadata that an organization uses to register this service provider with its identity provider.',
    more: {
      parameters: [ORGANIZATION],
      responses: { '200': answer('The metadata.', 'application/samlmetadata+xml'), '404': NOT_FOUND },
    },
  },
  ...(['saml', 'oidc'] as const).map((protocol): Address => ({
    path: `/api/auth/${protocol}/{organizationId}/login`,
    method: 'get',
    id: `${protocol}Login`,
    summary: `Start a sign-in (${protocol === 'saml' ? 'SAML 2.0' : 'OpenID Connect'})`,
    description: "Redirects the browser to the organization's identity provider.",
    more: {
      parameters: [ORGANIZATION, query('to', 'Path in the app to open after the sign-in.', false)],
      responses: REDIRECT,
    },
  })),
  {
    path: '/api/auth/saml/{organizationId}/acs',
    method: 'post',
    id: 'samlAssertionConsumerService',
    summary: 'Complete a sign-in (SAML 2.0)',
    description: 'The assertion consumer service with the HTTP-POST binding (SAML 2.0 Bindings §3.5).',
    more: {
      parameters: [ORGANIZATION],
      requestBody: form(
        {
          SAMLResponse: 'The SAML response, encoded as base64.',
          RelayState: 'The `RelayState` of the request, unchanged.',
        },
        ['SAMLResponse'],
      ),
      responses: REDIRECT,
    },
  },
  {
    path: '/api/auth/oidc/{organizationId}/callback',
    method: 'get',
    id: 'oidcCallback',
    summary: 'Complete a sign-in (OpenID Connect)',
    description: 'The redirect URI for the authorization code (OpenID Connect Core §3.1.2.5).',
    more: {
      parameters: [
        ORGANIZATION,
        query('code', 'The authorization code.', false),
        query('state', 'The `state` value from the request, unchanged.', true),
      ],
      responses: REDIRECT,
    },
  },
];

/**
 * The addresses that certificates and time-stamps contain. They are served only at the root, because the addresses in
 * an issued certificate cannot be changed.
 */
const PKI: Address[] = [
  {
    path: '/pki/{environment}/{file}',
    method: 'get',
    id: 'getAuthorityFile',
    summary: 'Download a certificate or revocation list',
    description:
      "Returns one of the service's certificates or revocation lists (RFC 5280): `root.pem`, `issuing.cer`, `issuing.crl`, `timestamp.cer` or `ocsp.cer`. Later generations are numbered, such as `issuing-2.crl`.",
    more: {
      parameters: [ENVIRONMENT, parameter('file', 'Name of the file, with the extension `.pem`, `.cer` or `.crl`.')],
      responses: {
        '200': {
          description: 'The certificate or revocation list.',
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
    summary: 'Check certificate status (OCSP)',
    description: 'Returns the status of a certificate for an OCSP request (RFC 6960).',
    more: {
      parameters: [ENVIRONMENT],
      requestBody: binary('application/ocsp-request'),
      responses: { '200': answer('OCSPResponse in DER.', 'application/ocsp-response'), '404': NOT_FOUND },
    },
  },
  {
    path: '/pki/{environment}/ocsp/{request}',
    method: 'get',
    id: 'getOcsp',
    summary: 'Check certificate status (OCSP over GET)',
    description: 'Returns the status of a certificate for an OCSP request in the URL (RFC 6960 appendix A.1).',
    more: {
      parameters: [ENVIRONMENT, parameter('request', 'OCSPRequest in DER, encoded as base64 and percent-encoded.')],
      responses: { '200': answer('OCSPResponse in DER.', 'application/ocsp-response'), '404': NOT_FOUND },
    },
  },
  {
    path: '/pki/{environment}/tsa',
    method: 'post',
    id: 'postTimestampQuery',
    summary: 'Create a time-stamp',
    description: 'Returns a trusted time-stamp for a hash (RFC 3161 §3.4).',
    more: {
      parameters: [ENVIRONMENT],
      requestBody: binary('application/timestamp-query'),
      responses: { '200': answer('TimeStampResp in DER.', 'application/timestamp-reply'), '404': NOT_FOUND },
    },
  },
];

/** Addresses of web pages: links in e-mails, and the frame in which the app shows an e-mail. */
const REMINDERS: Address[] = (['get', 'post'] as const).map((method) => ({
  path: '/reminders/{token}',
  method,
  id: method === 'get' ? 'askToStopReminders' : 'stopReminders',
  summary: method === 'get' ? 'Show the page that stops reminders' : 'Stop reminders',
  description:
    method === 'get'
      ? 'Returns a page that asks the recipient whether to stop the reminders about a document.'
      : 'Stops the reminders about a document for one recipient. Mail programs call this for one-click unsubscribe (RFC 8058).',
  more: {
    parameters: [parameter('token', 'The token from the link in a reminder.')],
    responses: { '200': answer('The page.', 'text/html'), '404': NOT_FOUND },
  },
}));
const MAIL_PAGES: Address[] = ['', '/sandbox'].map((prefix) => ({
  path: `${prefix}/mailbox/html/{id}`,
  method: 'get',
  id: prefix === '' ? 'getMailPage' : 'getSandboxMailPage',
  summary: `Show an e-mail from the ${prefix === '' ? 'built-in' : 'sandbox'} mailbox`,
  description: 'Returns an e-mail as an HTML page, which the app shows in a frame.',
  more: {
    security: [{ session: [] }],
    parameters: [parameter('id', 'ID of the e-mail, such as `mail_…`.')],
    responses: {
      '200': answer('The e-mail as HTML, with a Content Security Policy that blocks scripts.', 'text/html'),
      '404': NOT_FOUND,
    },
  },
}));

const GRAPHQL_ANSWER = {
  description: 'Data and errors (GraphQL over HTTP).',
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
    summary: 'Execute a GraphQL request',
    description: 'Executes a query or a mutation. The credential determines which fields it can use.',
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
                  description: '`sha256:` followed by the SHA-256 hash of a GraphQL document that was sent earlier.',
                },
              },
            },
            example: { query: '{ documents(pageSize: 10) { id title status } }' },
          },
        },
      },
      responses: {
        '200': GRAPHQL_ANSWER,
        '400': { ...GRAPHQL_ANSWER, description: 'The request was invalid, and nothing was executed.' },
      },
    },
  },
  {
    path: GRAPHQL_PATH,
    method: 'get',
    id: 'graphqlQuery',
    summary: 'Execute a GraphQL query',
    description: 'Executes a query from the URL. Without a query, returns the playground.',
    more: {
      ...GRAPHQL_SECURITY,
      parameters: [
        query('query', 'The GraphQL document.', false),
        query('operationName', 'The name of the operation to execute, if the document contains several.', false),
        query('variables', 'A JSON object.', false),
      ],
      responses: {
        '200': GRAPHQL_ANSWER,
        '400': { ...GRAPHQL_ANSWER, description: 'The request was invalid, and nothing was executed.' },
      },
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

/** Returns the addresses as path -> method -> operation object. */
export function furtherAddresses(): Record<string, Record<string, Json>> {
  const paths: Record<string, Record<string, Json>> = {};
  for (const [tag, addresses] of Object.entries(TAGS))
    for (const { path, method, id, summary, description, more } of addresses) {
      const servers = !path.startsWith('/api/') ? { servers: [{ url: '/' }] } : {};
      const responses = { ...(more['responses'] as Json), ...FAULTS };
      const described = {
        operationId: id,
        summary,
        description,
        tags: [tag],
        security: [],
        ...servers,
        ...more,
        responses,
      };
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
