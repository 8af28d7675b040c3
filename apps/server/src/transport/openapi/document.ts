/** OpenAPI 3.1 made from the contract; docs/api/openapi.json is this, committed. */
import { isDeepStrictEqual } from 'node:util';
import {
  type ErrorCode,
  ERRORS,
  EVENT_KINDS,
  type EventKind,
  type Operation,
  operations,
  PAYLOAD_SHAPES,
  webhookPayloadSchema,
} from '@countersign/contract';
import type { z } from 'zod';
import { ADDRESS_TAGS, furtherAddresses } from './addresses.ts';
import { type Json, type SchemaBook, schemaBook } from './schemas.ts';

/** By name or address, whatever order the modules were loaded in: the same contract always gives the same bytes. */
export function openApiDocument(): Json {
  const all = Object.values(operations) as Operation[];
  const components = new Components(all);
  const paths: Record<string, Json> = {};
  for (const operation of all) {
    const path = operation.path.replace(/:([A-Za-z]+)/g, '{$1}');
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: describe(operation, components) };
  }
  for (const [path, methods] of Object.entries(furtherAddresses())) paths[path] = { ...paths[path], ...methods };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Countersign',
      version: '1.0.0',
      description: 'Electronic signatures on PDF documents. Every path is served bare and under /v1.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/v1' }, { url: '/' }],
    tags: [...new Set([...all.map(({ tag }) => tag), ...ADDRESS_TAGS])].toSorted().map((name) => ({ name })),
    paths: byKey(Object.fromEntries(Object.entries(paths).map(([path, methods]) => [path, byKey(methods)]))),
    webhooks: Object.fromEntries(EVENT_KINDS.map((kind) => [kind, { post: describeEvent(kind, components) }])),
    components: components.finish(),
  };
}

/** What a receiver gets: one of three envelopes, as its endpoint was configured (docs/api/events.md). */
function describeEvent(kind: EventKind, components: Components): Json {
  const { schemas } = components;
  const oneOf = PAYLOADS[kind].map((schema, index) => ({
    title: `payloadShape ${PAYLOAD_SHAPES[index]}`,
    ...open(schemas.output(schema)),
  }));
  return {
    operationId: `on${kind.split('.').map(capital).join('')}`,
    summary: SUMMARIES[kind],
    tags: ['Webhooks'],
    security: [],
    parameters: DELIVERY_HEADERS.map(([name, description]) =>
      components.parameter(name.split('-').map(capital).join(''), {
        name,
        in: 'header',
        required: true,
        schema: { type: 'string' },
        description,
      }),
    ),
    requestBody: { required: true, content: { 'application/json': { schema: { oneOf } } } },
    responses: {
      '2XX': { description: 'Received, within 10 seconds. The body is not read.' },
      '410': { description: 'Nothing more is wanted here: the endpoint is disabled' },
      default: { description: 'Tried again: five attempts over six hours, then the dead-letter queue' },
    },
  };
}

/** Payloads may get further members within v1 (docs/api/versioning.md). */
function open(schema: Json): Json {
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]) => {
      if (key === 'additionalProperties') return [];
      const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
      return [[key, isObject ? open(value as Json) : value]];
    }),
  );
}

const PAYLOADS = Object.fromEntries(
  EVENT_KINDS.map((kind) => [kind, PAYLOAD_SHAPES.map((shape) => webhookPayloadSchema(shape, kind))]),
) as Record<EventKind, z.ZodObject[]>;
const SUMMARIES: Record<EventKind, string> = {
  'document.created': 'A document was uploaded',
  'document.sent': 'A document was sent for signing',
  'document.viewed': 'A signer viewed the document',
  'document.signed': 'A signer completed their signature',
  'document.completed': 'All signers have signed, and the file is sealed',
  'document.voided': 'The sender voided the document',
  'document.expired': 'The document expired before all signatures were collected',
  'recipient.started': 'A recipient started the signing process',
  'recipient.completed': 'A recipient completed all required actions',
  'recipient.declined': 'A recipient declined to sign',
  'package.sent': 'A package of documents was sent',
  'package.completed': 'All documents in a package are signed',
  'package.expired': 'A package expired',
  'package.cancelled': 'A package was cancelled',
  'field.completed': 'A signer completed a form field',
  'user.created': 'A new user signed up',
  'subscription.changed': 'The plan was upgraded or downgraded',
};
const DELIVERY_HEADERS = [
  ['x-service-signature', 'sha256= and the hexadecimal HMAC-SHA256 of the body, keyed with the signing secret'],
  ['webhook-id', 'the id of the event, the same for every attempt (Standard Webhooks)'],
  ['webhook-timestamp', 'Unix seconds of this attempt (Standard Webhooks)'],
  ['webhook-signature', 'v1, and base64 HMAC-SHA256 of id, timestamp and body (Standard Webhooks)'],
] as const;

const byKey = <V>(record: Record<string, V>): Record<string, V> =>
  Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** What several operations share, by name. Made while the operations are described, so that nothing is in it that none refers to. */
class Components {
  readonly schemas: SchemaBook;
  readonly #parameters: Record<string, Json> = {};
  readonly #responses: Record<string, Json> = {};

  constructor(all: readonly Operation[]) {
    const inputs = all.flatMap(({ body }) => (body?.kind === 'json' ? body.schema : (body?.json ?? [])));
    const spread = all
      .flatMap(({ params, query, body }) => [params, query, body?.kind === 'multipart' ? body.fields : undefined])
      .filter((schema) => schema !== undefined);
    const outputs = all.flatMap(({ success: { body } }) => (body.kind === 'bytes' ? [] : answersOf(body)));
    const events = Object.values(PAYLOADS).flat();
    this.schemas = schemaBook(new Set(inputs), new Set(spread), new Set([...outputs, ...events]));
  }

  parameter(name: string, parameter: Json): Json {
    return { $ref: `#/components/parameters/${once(this.#parameters, name, parameter)}` };
  }

  response(name: string, response: Json): Json {
    return { $ref: `#/components/responses/${once(this.#responses, name, response)}` };
  }

  finish(): Json {
    return {
      schemas: byKey({ ...this.schemas.components, Error: FLAT_ERROR, ValidationError: OBJECT_ERROR }),
      responses: byKey(this.#responses),
      parameters: byKey(this.#parameters),
      headers: HEADERS,
      securitySchemes: SECURITY,
    };
  }
}

function once(components: Record<string, Json>, name: string, value: Json): string {
  const known = (components[name] ??= value);
  if (!isDeepStrictEqual(known, value)) throw new Error(`two components would be called ${name}`);
  return name;
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
  'X-RateLimit-Reset': {
    schema: { type: 'integer' },
    description: 'Unix seconds: when one more request is allowed than X-RateLimit-Remaining says',
  },
  RateLimit: {
    schema: { type: 'string' },
    description: 'The same as the IETF draft writes it: `"credential";r=998;t=3540`',
  },
  'RateLimit-Policy': { schema: { type: 'string' }, description: 'As in `"credential";q=1000;w=3600`' },
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
        omitted: { type: 'integer', description: 'how many faults are not in `errors`, where there are more than 20' },
        errors: {
          type: 'array',
          maxItems: 20,
          items: {
            type: 'object',
            properties: {
              field: { type: 'string' },
              message: { type: 'string' },
              code: { type: 'string' },
              id: { type: 'string', description: 'of a field of the document that was left out: which one' },
              label: { type: ['string', 'null'], description: 'what it is called, where it is called anything' },
              page: { type: 'integer', description: 'where it is' },
            },
          },
        },
      },
    },
  },
};

function describe(operation: Operation, components: Components): Json {
  const { params, query, body, success } = operation;
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
      ...(params ? parameters(params, 'path', components) : []),
      ...(query ? parameters(query, 'query', components) : []),
      ...(takesIdempotencyKey(operation) ? [components.parameter('IdempotencyKey', IDEMPOTENCY_KEY)] : []),
      ...(success.body.kind === 'events' ? [components.parameter('LastEventId', LAST_EVENT_ID)] : []),
    ],
    ...(body && { requestBody: requestBody(body, components) }),
    responses: responses(operation, components),
  };
}

/** Every POST takes it unless the operation opts out, so that a client can safely send any of them again (ADR 20). */
function takesIdempotencyKey({ method, idempotency: rule }: Operation): boolean {
  return method === 'POST' && rule !== 'none';
}

/** Ids in addresses are components: `DocumentId` where the address calls it `id`, else what the address calls it. */
function parameters(schema: z.ZodType, place: 'path' | 'query', components: Components): Json[] {
  const { properties, required } = components.schemas.members(schema);
  return Object.entries(properties).map(([name, property]) => {
    const parameter = { name, in: place, required: place === 'path' || required.includes(name), schema: property };
    const { $ref: reference } = property;
    if (place !== 'path' || typeof reference !== 'string') return parameter;
    return components.parameter(
      name === 'id' ? reference.slice(reference.lastIndexOf('/') + 1) : capital(name),
      parameter,
    );
  });
}

function requestBody(body: NonNullable<Operation['body']>, { schemas }: Components): Json {
  if (body.kind === 'json') {
    const content = { 'application/json': { schema: schemas.input(body.schema) } };
    // Where all of it may be left out, so may the whole.
    return { required: !body.schema.safeParse({}).success, content };
  }
  const { properties } = schemas.members(body.fields);
  const file =
    body.contentType === undefined
      ? { type: 'string', contentMediaType: 'application/pdf', description: 'PDF, at most 50 MB' }
      : { type: 'string', contentMediaType: body.contentType };
  const schema = { type: 'object', required: [body.file], properties: { [body.file]: file, ...properties } };
  const json = body.json && { 'application/json': { schema: schemas.input(body.json) } };
  return { required: true, content: { 'multipart/form-data': { schema }, ...json } };
}

function responses(operation: Operation, components: Components): Json {
  const { status, body } = operation.success;
  const content =
    body.kind === 'bytes'
      ? { [body.contentType]: {} }
      : {
          ...(body.kind === 'json' && filesOf(body.files, components)),
          [body.kind === 'json' ? 'application/json' : 'text/event-stream']: {
            schema: answerSchema(body, components),
          },
        };
  const answers: Record<string, Json> = { [status]: { description: 'Success', headers: headerRefs(), content } };
  if (body.kind === 'bytes') {
    answers['206'] = { description: 'The range asked for', content };
    answers['304'] = { description: 'If-None-Match named what is there still' };
  }
  for (const [code, names] of errorsByStatus(operation)) answers[code] = errorResponse(names, components);
  if (operation.query ?? operation.body) answers['422'] = components.response('ValidationError', INVALID);
  return answers;
}

type Described = Extract<Operation['success']['body'], { schema: unknown }>;
type Files = Extract<Described, { kind: 'json' }>['files'];

/** The usual answer, and the files in its place that are JSON. */
function answersOf(body: Described): z.ZodType[] {
  const files = body.kind === 'json' ? Object.values(body.files ?? {}) : [];
  return [body.schema, ...files.filter((schema) => schema !== null)];
}

/** What may come as a file instead; JSON is told beside the usual answer. */
function filesOf(files: Files, { schemas }: Components): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(files ?? {}).map(([type, schema]) => [
      type,
      schema === null ? {} : { schema: schemas.output(schema) },
    ]),
  );
}

function answerSchema(body: Described, { schemas }: Components): Json {
  const own = schemas.output(body.schema);
  const file = body.kind === 'json' ? body.files?.['application/json'] : null;
  return file ? { anyOf: [own, schemas.output(file)] } : own;
}

function errorsByStatus(operation: Operation): Map<number, ErrorCode[]> {
  const guarded = operation.credentials.some((credential) => credential === 'public' || credential === 'file-link')
    ? []
    : (['UNAUTHORIZED', 'FORBIDDEN'] as const);
  const judged =
    operation.credentials.includes('session') && operation.withoutSecondFactor !== true
      ? (['TWO_FACTOR_REQUIRED'] as const)
      : [];
  const proved = operation.stepUp === undefined ? [] : (['STEP_UP_REQUIRED'] as const);
  const counted = operation.rate === 'none' ? [] : (['RATE_LIMIT_EXCEEDED'] as const);
  const byStatus = new Map<number, ErrorCode[]>();
  const sized = operation.body?.kind === 'json' ? (['BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const) : [];
  const repeated = takesIdempotencyKey(operation) ? (['IDEMPOTENCY_KEY_IN_USE'] as const) : [];
  const changing = operation.method === 'GET' ? [] : (['OUTCOME_UNKNOWN'] as const);
  const broken = ['INTERNAL_ERROR', 'SERVICE_UNAVAILABLE', ...changing] as const;
  const common = [...guarded, ...judged, ...proved, ...counted, ...sized, ...repeated, ...broken];
  for (const code of new Set([...operation.errors, ...common])) {
    const [status] = ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return byStatus;
}

/** Named after the codes, in the order of the catalogue: `ForbiddenOrTwoFactorRequired` says itself what it is. */
function errorResponse(codes: readonly ErrorCode[], components: Components): Json {
  const ordered = CODES.filter((code) => codes.includes(code));
  const name = ordered.map((code) => code.toLowerCase().split('_').map(capital).join('')).join('Or');
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
  return components.response(name, { description: ordered.join(', '), content });
}

const CODES = Object.keys(ERRORS) as ErrorCode[];
const INVALID = {
  description: 'Input that cannot be taken',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/ValidationError' } } },
};
const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
const headerRefs = (): Json =>
  Object.fromEntries(Object.keys(HEADERS).map((name) => [name, { $ref: `#/components/headers/${name}` }]));
