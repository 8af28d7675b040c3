/** Named components shared by several operations: schemas, parameters, responses, headers, examples and credentials. */
import { isDeepStrictEqual } from 'node:util';
import { apiKeyScope, type Operation } from '@countersign/contract';
import type { z } from 'zod';
import type { Examples } from './examples.ts';
import { type Json, type SchemaBook, schemaBook } from './schemas.ts';

export const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
export const byKey = <V>(record: Record<string, V>): Record<string, V> =>
  Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)));

export type Described = Extract<Operation['success']['body'], { schema: unknown }>;

/**
 * Returns the schemas of all forms of the response: the default, the list in place of an event stream, and JSON files.
 */
function answersOf(body: Described): z.ZodType[] {
  const files = body.kind === 'json' ? Object.values(body.files ?? {}) : [];
  const list = body.kind === 'events' && body.list ? [body.list] : [];
  return [body.schema, ...list, ...files.filter((schema) => schema !== null)];
}

/** Collects the components while the operations are described, so that there are no unused components. */
export class Components {
  readonly schemas: SchemaBook;
  readonly #parameters: Record<string, Json> = {};
  readonly #responses: Record<string, Json> = {};
  readonly #headers: Record<string, Json> = {};
  readonly #examples: Record<string, Json> = {};
  readonly #recorded: Examples;

  constructor(all: readonly Operation[], events: readonly z.ZodObject[], examples: Examples) {
    this.#recorded = examples;
    const inputs = all.flatMap(({ body }) => (body?.kind === 'json' ? body.schema : (body?.json ?? [])));
    const spread = all
      .flatMap(({ params, query, body }) => [params, query, body?.kind === 'multipart' ? body.fields : undefined])
      .filter((schema) => schema !== undefined);
    const outputs = all.flatMap(({ success: { body } }) => (body.kind === 'bytes' ? [] : answersOf(body)));
    this.schemas = schemaBook(new Set(inputs), new Set(spread), new Set([...outputs, ...events]));
  }

  parameter(name: string, parameter: Json): Json {
    return { $ref: `#/components/parameters/${once(this.#parameters, name, parameter)}` };
  }

  response(name: string, response: Json): Json {
    return { $ref: `#/components/responses/${once(this.#responses, name, response)}` };
  }

  /** Adds an error, with the bodies that tests received for its codes. */
  error(name: string, description: string, codes: readonly string[], waits = false): Json {
    const schema = name === 'ValidationError' ? name : 'Error';
    const examples = Object.fromEntries(
      codes.flatMap((code) => {
        const value = this.#recorded.errors[code];
        if (value === undefined) return [];
        this.#examples[code] = { value };
        return [[code, { $ref: `#/components/examples/${code}` }]];
      }),
    );
    const content = {
      'application/json': {
        schema: { $ref: `#/components/schemas/${schema}` },
        ...(Object.keys(examples).length > 0 && { examples }),
      },
    };
    return this.response(name, {
      description,
      headers: this.headers(...(waits ? (['Retry-After'] as const) : [])),
      content,
    });
  }

  /** Returns the headers of every response, plus the given headers. */
  headers(...more: readonly (keyof typeof FURTHER_HEADERS)[]): Json {
    const own = Object.fromEntries(more.map((name) => [name, FURTHER_HEADERS[name]]));
    Object.assign(this.#headers, HEADERS, own);
    return Object.fromEntries(
      [...Object.keys(HEADERS), ...more].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
    );
  }

  exampleSent(id: string): Json {
    const { sent } = this.#recorded.operations[id] ?? {};
    return sent === undefined ? {} : { example: sent };
  }

  exampleAnswered(id: string): Json {
    const { answered } = this.#recorded.operations[id] ?? {};
    return answered === undefined ? {} : { example: answered };
  }

  finish(): Json {
    return {
      schemas: byKey({ ...this.schemas.components, Error: FLAT_ERROR, ValidationError: OBJECT_ERROR }),
      responses: byKey(this.#responses),
      parameters: byKey(this.#parameters),
      headers: byKey(this.#headers),
      examples: byKey(this.#examples),
      securitySchemes: SECURITY,
    };
  }
}

function once(components: Record<string, Json>, name: string, value: Json): string {
  const known = (components[name] ??= value);
  if (!isDeepStrictEqual(known, value)) throw new Error(`two components would be called ${name}`);
  return name;
}

const API_KEY = `API key: \`sk_live_…\` for live, \`sk_test_…\` for the sandbox. Its scopes limit the permitted operations: ${apiKeyScope.options
  .map((scope) => `\`${scope}\``)
  .join(', ')}. The \`x-scope\` of an operation is the scope that it requires.`;
const SECURITY = {
  session: { type: 'apiKey', in: 'cookie', name: '__Host-countersign_session' },
  loginStep: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-countersign_login',
    description: 'Cookie that the server sets when a sign-in fails with SECOND_STEP_REQUIRED. Valid for 5 minutes.',
  },
  apiKey: { type: 'http', scheme: 'bearer', description: API_KEY, 'x-scopes': apiKeyScope.options },
  service: {
    type: 'http',
    scheme: 'bearer',
    description: 'Service credential. The header X-Organization-Id contains the ID of the organization.',
  },
  cron: { type: 'http', scheme: 'bearer', description: 'The secret of scheduled jobs.' },
  signingLink: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token of a signing link, or the bearer token of its session.',
  },
};
const SECURITY_NAMES = {
  session: 'session',
  'login-step': 'loginStep',
  'api-key': 'apiKey',
  service: 'service',
  cron: 'cron',
  'signing-link': 'signingLink',
} as const;
export function securityOf({ credentials }: Operation): Json[] {
  const named = credentials.flatMap((credential) =>
    credential === 'public' || credential === 'file-link' ? [] : [SECURITY_NAMES[credential]],
  );
  // Bearer tokens are listed before cookies, because generated clients use the first credential.
  const isCookie = (name: keyof typeof SECURITY): boolean => SECURITY[name].type === 'apiKey';
  return named
    .toSorted((one, other) => Number(isCookie(one)) - Number(isCookie(other)))
    .map((name) => ({ [name]: [] }));
}

const HEADERS = {
  'X-RateLimit-Limit': { schema: { type: 'integer' }, description: 'The number of requests allowed per hour.' },
  'X-RateLimit-Remaining': { schema: { type: 'integer' }, description: 'The number of requests left.' },
  'X-RateLimit-Reset': {
    schema: { type: 'integer' },
    description: 'Unix time in seconds at which X-RateLimit-Remaining increases by one.',
  },
  RateLimit: {
    schema: { type: 'string' },
    description:
      'The number of requests left and the time until the reset, in the IETF draft\'s format: `"credential";r=998;t=3540`.',
  },
  'RateLimit-Policy': {
    schema: { type: 'string' },
    description: 'The limit in the IETF draft\'s format: `"credential";q=1000;w=3600`.',
  },
  'X-Request-Id': {
    schema: { type: 'string' },
    description: "The request's ID in the server's log. Include this ID when you contact support.",
  },
};
const FURTHER_HEADERS = {
  'Retry-After': {
    schema: { type: 'integer' },
    description: 'The number of seconds to wait before you retry the request.',
  },
  'Idempotency-Replayed': {
    schema: { type: 'string', const: 'true' },
    description: '`true` if this response is the stored response to an earlier request with the same Idempotency-Key.',
  },
  ETag: {
    schema: { type: 'string' },
    description: 'The version of the returned resource. Send it in If-None-Match or, for files, in If-Range.',
  },
  Deprecation: {
    schema: { type: 'string' },
    description: 'The time at which the operation became deprecated (RFC 9745).',
  },
  Sunset: { schema: { type: 'string' }, description: 'The time at which the operation will be removed (RFC 8594).' },
};
export const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  description:
    'A key that makes retries safe. If you repeat the request with the same key within 24 hours, the server returns the first response again.',
};
export const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  schema: { type: 'string' },
  description: 'The ETag of an earlier response. If the resource has not changed, the response is 304 without a body.',
};
export const LAST_EVENT_ID = {
  name: 'Last-Event-ID',
  in: 'header',
  schema: { type: 'string' },
  description: 'The ID of the last event that you received. The stream continues after this event.',
};
const ABOUT = {
  requestId: { type: 'string', description: "The request's ID in the server's log." },
  documentationUrl: {
    type: 'string',
    format: 'uri',
    description: 'A page that explains the error and how to correct it.',
  },
};
const FLAT_ERROR = {
  type: 'object',
  required: ['error', 'message', 'details', 'requestId', 'documentationUrl'],
  properties: {
    error: { type: 'string' },
    message: { type: 'string' },
    details: { type: 'object', additionalProperties: true },
    ...ABOUT,
  },
};
const OBJECT_ERROR = {
  type: 'object',
  required: ['error', 'requestId', 'documentationUrl'],
  properties: {
    ...ABOUT,
    error: {
      type: 'object',
      required: ['code', 'message', 'field', 'status', 'errors'],
      properties: {
        code: { const: 'validation_error' },
        message: { type: 'string' },
        field: { type: 'string', description: 'Path of the invalid input, such as `signers[0].email`.' },
        status: { const: 422 },
        reason: {
          type: 'string',
          description:
            'Why the first input was rejected, such as `required` or `encrypted_pdf`. The reference lists all codes.',
        },
        omitted: { type: 'integer', description: 'Number of errors that are not in `errors`, which lists at most 20.' },
        errors: {
          type: 'array',
          maxItems: 20,
          items: {
            type: 'object',
            properties: {
              field: { type: 'string' },
              message: { type: 'string' },
              code: { type: 'string' },
              id: { type: 'string', description: 'ID of the document field that is missing a value.' },
              label: { type: ['string', 'null'], description: 'Label of the document field, if it has one.' },
              page: { type: 'integer', description: 'Number of the page that contains the document field.' },
              limit: {
                type: 'number',
                description:
                  'The limit that the value exceeds or does not reach, such as the maximum number of characters.',
              },
              format: {
                enum: ['email', 'date', 'datetime'],
                description: 'The required format. Present only for `wrong_format`.',
              },
            },
          },
        },
      },
    },
  },
};
