/** Generates OpenAPI 3.1 from the contract. docs/api/openapi.json is the committed result. */
import {
  type ErrorCode,
  ERRORS,
  EVENT_KINDS,
  LIMITS,
  type Operation,
  operations,
  takesIdempotencyKey,
} from '@countersign/contract';
import type { z } from 'zod';
import { ADDRESS_TAGS, furtherAddresses } from './addresses.ts';
import {
  byKey,
  capital,
  Components,
  type Described,
  IDEMPOTENCY_KEY,
  IF_NONE_MATCH,
  LAST_EVENT_ID,
  securityOf,
} from './components.ts';
import { shownSize } from '../../platform/errors.ts';
import { deprecationReason } from '../http/deprecation.ts';
import { errorsOf } from './errors-of.ts';
import { type Examples, examplesForReaders } from './examples.ts';
import { DEFAULT, type Json } from './schemas.ts';
import { describeEvent, payloadSchemas } from './webhooks.ts';
import { accessOf, TAGS } from './words.ts';

/**
 * The output is sorted by name or address, regardless of the order in which modules were loaded, so that one contract
 * always produces the same bytes.
 */
export function openApiDocument(
  all: readonly Operation[] = Object.values(operations),
  examples: Examples = examplesForReaders(),
): Json {
  const payloads = payloadSchemas();
  const components = new Components(all, Object.values(payloads).flat(), examples);
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
      description: ABOUT,
      contact: { name: 'The operator of this installation' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [...SERVERS.live, ...SERVERS.sandbox],
    tags: [...new Set([...all.map(({ tag }) => tag), ...ADDRESS_TAGS])]
      .toSorted()
      .map((name) => ({ name, description: TAGS[name] })),
    paths: byKey(Object.fromEntries(Object.entries(paths).map(([path, methods]) => [path, byKey(methods)]))),
    webhooks: Object.fromEntries(
      EVENT_KINDS.map((kind) => [kind, { post: describeEvent(kind, payloads, components) }]),
    ),
    components: components.finish(),
  };
}

const ABOUT = `Electronic signatures on PDF documents.

Every path exists with and without the prefix \`/v1\`. The same paths under \`/sandbox\` serve the sandbox, which accepts keys that begin with \`sk_test_\` and creates no legally binding documents. New properties can be added to responses within v1. Requests with unknown properties are rejected.

Errors have two shapes. Invalid input returns 422 with \`error.code\`, \`error.field\`, and all errors in \`error.errors\`. All other errors have \`error\` (a code), \`message\` and \`details\`. POST, PUT, PATCH and DELETE accept an \`Idempotency-Key\`. You can safely repeat a request with the same key for 24 hours.

\`security\` lists the credentials that an operation accepts. \`x-scope\` is the scope that an API key needs, \`x-role\` the lowest role (\`member\`, \`admin\`, \`owner\`), \`x-plan-right\` the feature that the plan must include, \`x-step-up\` the identity check that a session must have passed within the last ten minutes, and \`x-rate-limit\` the bucket that counts the request.

The [reference](/docs/reference) of an installation has sample code and a sandbox form for each operation.`;

const SERVERS = {
  live: [
    { url: '/v1', description: 'Live.' },
    { url: '/', description: 'Live environment, without the version in the path.' },
  ],
  sandbox: [{ url: '/sandbox/v1', description: 'Sandbox, for keys that begin with `sk_test_`.' }],
} as const;

function describe(operation: Operation, components: Components): Json {
  const { params, query, body, success, environment, deprecated, summary, description } = operation;
  return {
    operationId: operation.id,
    summary,
    description: deprecated ? `${description}\n\n${deprecationReason(deprecated)}` : description,
    tags: [operation.tag],
    ...(deprecated && { deprecated: true }),

    ...(environment && { servers: SERVERS[environment] }),
    security: securityOf(operation),
    ...accessOf(operation),
    parameters: [
      ...(params ? parameters(params, 'path', components) : []),
      ...(query ? parameters(query, 'query', components) : []),
      ...(takesIdempotencyKey(operation) ? [components.parameter('IdempotencyKey', IDEMPOTENCY_KEY)] : []),
      ...(operation.conditional ? [components.parameter('IfNoneMatch', IF_NONE_MATCH)] : []),
      ...(success.body.kind === 'events' ? [components.parameter('LastEventId', LAST_EVENT_ID)] : []),
    ],
    ...(body && { requestBody: requestBody(operation, body, components) }),
    responses: responses(operation, components),
  };
}

/**
 * Returns parameters. IDs in paths are shared components: `DocumentId` if the path calls the ID `id`, otherwise named
 * as in the path.
 */
function parameters(schema: z.ZodType, place: 'path' | 'query', components: Components): Json[] {
  const { properties, required } = components.schemas.members(schema);
  return Object.entries(properties).map(([name, property]) => {
    const parameter = {
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      schema: withDefault(property),
    };
    // The parameter is sent as `metadata[key]=value`, as parsed by transport/http/query.ts.
    if (place === 'query' && property['type'] === 'object') return { ...parameter, style: 'deepObject', explode: true };
    const { $ref: reference } = property;
    if (place !== 'path' || typeof reference !== 'string') return parameter;
    return components.parameter(
      name === 'id' ? reference.slice(reference.lastIndexOf('/') + 1) : capital(name),
      parameter,
    );
  });
}

/**
 * Restores the default of a parameter. Unlike a property, a parameter states whether it is required, so generators do
 * not treat a parameter with a default as required.
 */
function withDefault(property: Json): Json {
  const { [DEFAULT]: value, ...schema } = property;
  return value === undefined ? property : { ...schema, default: value };
}

function requestBody({ id }: Operation, body: NonNullable<Operation['body']>, components: Components): Json {
  const { schemas } = components;
  const example = components.exampleSent(id);
  if (body.kind === 'json') {
    const content = { 'application/json': { schema: schemas.input(body.schema), ...example } };
    // A body whose properties are all optional can be omitted.
    return { required: !body.schema.safeParse({}).success, content };
  }
  const { properties, required } = schemas.members(body.fields);
  const { contentType = 'application/pdf', maxBytes = LIMITS.uploadBytes, describedBytes = maxBytes } = body;
  const description = `${FILE_NAMES[contentType] ?? 'File'}, at most ${shownSize(describedBytes)}.`;
  const file = { type: 'string', contentMediaType: contentType, description };
  const schema = {
    type: 'object',
    required: [body.file, ...required],
    properties: { [body.file]: file, ...properties },
  };
  const jsonParts = Object.entries(properties).filter(([, { type }]) => type === 'object' || type === 'array');
  const encoding = Object.fromEntries(jsonParts.map(([name]) => [name, { contentType: 'application/json' }]));
  const json = body.json && { 'application/json': { schema: schemas.input(body.json), ...example } };
  const form = { schema, ...(jsonParts.length > 0 && { encoding }) };
  return { required: true, content: { 'multipart/form-data': form, ...json } };
}

const FILE_NAMES: Readonly<Record<string, string>> = {
  'application/pdf': 'PDF',
  'text/csv': 'CSV',
  'image/png': 'PNG',
  'application/octet-stream': 'PDF, PNG or JPEG',
};

function responses(operation: Operation, components: Components): Json {
  const { status, body } = operation.success;
  const content =
    body.kind === 'bytes'
      ? { [body.contentType]: {} }
      : {
          ...(body.kind === 'json' && filesOf(body.files, components)),
          [body.kind === 'json' ? 'application/json' : 'text/event-stream']: {
            schema: answerSchema(body, components),
            ...(body.kind === 'json' && components.exampleAnswered(operation.id)),
          },
          ...(body.kind === 'events' &&
            body.list && { 'application/json': { schema: components.schemas.output(body.list) } }),
        };
  const more = [
    ...(takesIdempotencyKey(operation) ? (['Idempotency-Replayed'] as const) : []),
    ...(body.kind === 'bytes' || operation.conditional ? (['ETag'] as const) : []),
    ...(operation.deprecated ? (['Deprecation', 'Sunset'] as const) : []),
  ];
  const headers = components.headers(...more);
  const answers: Record<string, Json> = { [status]: { description: 'The request succeeded.', headers, content } };
  if (operation.success.goesOn !== undefined)
    answers['202'] = { description: 'The operation continues in the background.', headers, content };
  if (body.kind === 'bytes') {
    answers['206'] = { description: 'The requested range.', headers, content };
    answers['304'] = { description: '`If-None-Match` contains the current version.', headers };
  }
  if (operation.conditional) answers['304'] = { description: '`If-None-Match` contains the current version.', headers };
  for (const [code, names] of errorsByStatus(operation)) answers[code] = errorResponse(names, components);
  if ((operation.query ?? operation.body) !== undefined || takesIdempotencyKey(operation))
    answers['422'] = components.error('ValidationError', 'The input is invalid.', ['validation_error']);
  answers['431'] = errorResponse(['HEADERS_TOO_LARGE'], components);
  return answers;
}

type Files = Extract<Described, { kind: 'json' }>['files'];

/** Returns alternative file types of the response. JSON is described with the default response. */
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
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorsOf(operation)) {
    const [status] = ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return byStatus;
}

/**
 * Adds an error response. Its name lists the error codes in the order of the catalog, as in
 * `ForbiddenOrTwoFactorRequired`.
 */
function errorResponse(codes: readonly ErrorCode[], components: Components): Json {
  const ordered = CODES.filter((code) => codes.includes(code));
  const name = ordered.map((code) => code.toLowerCase().split('_').map(capital).join('')).join('Or');
  const waits = ordered.some((code) => ERRORS[code][0] === 429 || ERRORS[code][0] === 503);
  return components.error(name, ordered.join(', '), ordered, waits);
}

const CODES = Object.keys(ERRORS) as ErrorCode[];
