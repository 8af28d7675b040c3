/** OpenAPI 3.1 made from the contract; docs/api/openapi.json is this, committed. */
import { ERRORS, type Operation, operations } from '@countersign/contract';
import { z } from 'zod';

type Json = Record<string, unknown>;

export function openApiDocument(): Json {
  const paths: Record<string, Json> = {};
  for (const operation of Object.values(operations) as Operation[]) {
    const path = operation.path.replace(/:([A-Za-z]+)/g, '{$1}');
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: describe(operation) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Countersign',
      version: '1.0.0',
      description: 'Electronic signatures on PDF documents. Every path is served bare and under /v1.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/v1' }, { url: '/' }],
    tags: [...new Set(Object.values(operations).map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: SECURITY,
      schemas: { Error: FLAT_ERROR, ValidationError: OBJECT_ERROR },
      headers: HEADERS,
      parameters: { IdempotencyKey: IDEMPOTENCY_KEY },
    },
  };
}

const SECURITY = {
  session: { type: 'apiKey', in: 'cookie', name: '__Host-countersign_session' },
  loginStep: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-countersign_login',
    description: 'Set by a login that ended with SECOND_STEP_REQUIRED; 5 minutes',
  },
  apiKey: { type: 'http', scheme: 'bearer', description: 'API key, sk_live_…' },
  service: {
    type: 'http',
    scheme: 'bearer',
    description: 'Service credential; X-Organization-Id names the organization',
  },
  cron: { type: 'http', scheme: 'bearer', description: 'The secret of scheduled jobs' },
  signingLink: { type: 'http', scheme: 'bearer', description: 'Signing link token or the bearer of its session' },
};
const SECURITY_NAMES = {
  session: 'session',
  'login-step': 'loginStep',
  'api-key': 'apiKey',
  service: 'service',
  cron: 'cron',
  'signing-link': 'signingLink',
} as const;
const HEADERS = {
  'X-RateLimit-Limit': { schema: { type: 'integer' }, description: 'Requests an hour' },
  'X-RateLimit-Remaining': { schema: { type: 'integer' } },
  'X-RateLimit-Reset': { schema: { type: 'integer' }, description: 'Unix seconds' },
  'X-Request-Id': { schema: { type: 'string' } },
};
const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  description: 'Sent again with the same key, a request gets its first answer again, for 24 hours',
};
const LAST_EVENT_ID = {
  name: 'Last-Event-ID',
  in: 'header',
  schema: { type: 'string' },
  description: 'The id of the last event that came through: the stream goes on after it',
};
const FLAT_ERROR = {
  type: 'object',
  required: ['error', 'message', 'details'],
  properties: { error: { type: 'string' }, message: { type: 'string' }, details: { type: 'object' } },
};
const OBJECT_ERROR = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'field', 'status', 'errors'],
      properties: {
        code: { const: 'validation_error' },
        message: { type: 'string' },
        field: { type: 'string', description: 'path of the offending input, such as signers[0].email' },
        status: { const: 422 },
        reason: { type: 'string', description: 'a code of its own where there is one, such as encrypted_pdf' },
        errors: {
          type: 'array',
          items: {
            type: 'object',
            properties: { field: { type: 'string' }, message: { type: 'string' }, code: { type: 'string' } },
          },
        },
      },
    },
  },
};

function describe(operation: Operation): Json {
  const body = operation.body && requestBody(operation.body);
  return {
    operationId: operation.id,
    summary: operation.summary,
    tags: [operation.tag],
    security: operation.credentials.flatMap((credential) =>
      credential === 'public' || credential === 'file-link' ? [] : [{ [SECURITY_NAMES[credential]]: [] }],
    ),
    ...(operation.scope && { 'x-scope': operation.scope }),
    ...(operation.role && { 'x-role': operation.role }),
    parameters: [
      ...parameters(operation.params, 'path'),
      ...parameters(operation.query, 'query'),
      ...idempotency(operation),
      ...(operation.success.body.kind === 'events' ? [LAST_EVENT_ID] : []),
    ],
    ...(body && { requestBody: body }),
    responses: responses(operation),
  };
}

/** Every POST takes it unless the operation says otherwise (decisions §7). */
function idempotency(operation: Operation): Json[] {
  if (!takesIdempotencyKey(operation)) return [];
  return [{ $ref: '#/components/parameters/IdempotencyKey' }];
}
function takesIdempotencyKey({ method, idempotency: rule }: Operation): boolean {
  return method === 'POST' && rule !== 'none';
}

function parameters(schema: z.ZodType | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

function requestBody(body: NonNullable<Operation['body']>): Json {
  if (body.kind === 'json')
    return { required: true, content: { 'application/json': { schema: jsonSchema(body.schema, 'input') } } };
  const fields = jsonSchema(body.fields, 'input') as { properties?: Json };
  const file =
    body.contentType === undefined
      ? { type: 'string', contentMediaType: 'application/pdf', description: 'PDF, at most 50 MB' }
      : { type: 'string', contentMediaType: body.contentType };
  const schema = { type: 'object', required: [body.file], properties: { [body.file]: file, ...fields.properties } };
  const json = body.json && { 'application/json': { schema: jsonSchema(body.json, 'input') } };
  return { required: true, content: { 'multipart/form-data': { schema }, ...json } };
}

function responses(operation: Operation): Json {
  const { status, body } = operation.success;
  const content =
    body.kind === 'json'
      ? { 'application/json': { schema: jsonSchema(body.schema, 'output') } }
      : body.kind === 'events'
        ? { 'text/event-stream': { schema: jsonSchema(body.schema, 'output') } }
        : { [body.contentType]: {} };
  const answers: Record<string, Json> = { [status]: { description: 'Success', headers: headerRefs(), content } };
  if (body.kind === 'bytes') answers['206'] = { description: 'The range asked for', content };
  for (const [code, names] of errorsByStatus(operation)) answers[code] = errorResponse(names);
  if (operation.query ?? operation.body) {
    answers['422'] = {
      description: 'Input that cannot be taken',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/ValidationError' } } },
    };
  }
  return answers;
}

function errorsByStatus(operation: Operation): Map<number, string[]> {
  const guarded = operation.credentials.some((credential) => credential === 'public' || credential === 'file-link')
    ? []
    : (['UNAUTHORIZED', 'FORBIDDEN'] as const);
  const judged =
    operation.credentials.includes('session') && operation.withoutSecondFactor !== true
      ? (['TWO_FACTOR_REQUIRED'] as const)
      : [];
  const counted = operation.rate === 'none' ? [] : (['RATE_LIMIT_EXCEEDED'] as const);
  const byStatus = new Map<number, string[]>();
  const sized = operation.body?.kind === 'json' ? (['BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const) : [];
  const repeated = takesIdempotencyKey(operation) ? (['IDEMPOTENCY_KEY_IN_USE'] as const) : [];
  const common = [...guarded, ...judged, ...counted, ...sized, ...repeated, 'INTERNAL_ERROR' as const];
  for (const code of new Set([...operation.errors, ...common])) {
    const [status] = ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return byStatus;
}

const errorResponse = (codes: readonly string[]): Json => ({
  description: codes.join(', '),
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
});
const headerRefs = (): Json =>
  Object.fromEntries(Object.keys(HEADERS).map((name) => [name, { $ref: `#/components/headers/${name}` }]));

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const described: Json = { ...z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' }) };
  delete described['$schema'];
  return described;
}
