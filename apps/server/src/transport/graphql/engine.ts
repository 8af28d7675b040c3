/** Executes GraphQL requests, independent of HTTP. Loaded with the first request. */
import {
  type DocumentNode,
  execute,
  type ExecutionArgs,
  type ExecutionResult,
  getOperationAST,
  GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
  NoSchemaIntrospectionCustomRule,
  parse,
  specifiedRules,
  subscribe,
  validate,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { sha256Hex } from '../../platform/crypto/tokens.ts';
import type { Invoker } from '../../platform/invoke/invoke.ts';
import { GraphqlCall, type GraphqlCaller } from './graphql-request.ts';
import type { FailedRequest } from '../../platform/invoke/error-answer.ts';
import { formatted, requestError } from './errors.ts';
import { DOCUMENT_LIMITS, excess, excessOf, MAX_NESTED, nestingOf } from './limits.ts';
import { makeSchema } from './schema.ts';

export type GraphqlRequest = {
  query?: unknown;
  documentId?: unknown;
  operationName?: unknown;
  variables?: unknown;
  extensions?: unknown;
};
export type GraphqlAnswer = { data?: unknown; errors?: readonly GraphqlFailure[] };
type GraphqlFailure = GraphQLFormattedError;
export type GraphqlOutcome = {
  kind: 'answer';
  /** The status: 400 if nothing was executed, and 403, 405 or 429 if the request as a whole was refused. */
  status: 200 | 400 | 403 | 405 | 429;
  body: GraphqlAnswer;
  retryAfter: number | undefined;
};
export type GraphqlStream = { kind: 'stream'; answers: AsyncGenerator<GraphqlAnswer> };

export type EngineOptions = {
  invoker: Invoker;
  /** Called with each error of a field that is not a refusal. */
  noteFailure: (error: unknown, requestId: string) => void;
  limitMs?: number;
};
export type RunOptions = {
  introspection: boolean;
  /** True if the caller accepts a stream. Only such callers can subscribe, and other callers get an error. */
  takesStream: boolean;
  /** If true, mutations are refused, because the method promises that nothing changes (RFC 9110 §9.2.1). */
  isSafe?: boolean;
};

/** The maximum number of GraphQL documents that are cached by their SHA-256 in hexadecimal. */
const KEPT_DOCUMENTS = 1_000;
const KEPT_LENGTH = 8 * 1024 * 1024;
const MAX_ERRORS = 20;

type Parsed = { document: DocumentNode; text: string; introspects: boolean };

export class GraphqlEngine {
  readonly schema: GraphQLSchema = makeSchema();
  readonly #options: EngineOptions;
  readonly #documents = new LRUCache<string, Parsed>({
    max: KEPT_DOCUMENTS,
    maxSize: KEPT_LENGTH,
    sizeCalculation: ({ text }) => text.length + 1,
  });

  constructor(options: EngineOptions) {
    this.#options = options;
  }

  async run(
    request: GraphqlRequest,
    caller: GraphqlCaller,
    options: RunOptions,
  ): Promise<GraphqlOutcome | GraphqlStream> {
    const { context } = caller;
    const refuse = (errors: readonly GraphQLError[]): GraphqlOutcome => ({
      kind: 'answer',
      status: 400,
      body: { errors: errors.map((error) => formatted(error, context).error) },
      retryAfter: undefined,
    });
    const prepared = this.prepare(request, options);
    if ('errors' in prepared) return refuse(prepared.errors);
    const { document, variables, operationName } = prepared;
    const operation = getOperationAST(document, operationName);
    if (!operation)
      return refuse([
        requestError('GRAPHQL_REQUEST_INVALID', 'The document has no operation with the name in `operationName`.'),
      ]);
    if (options.isSafe === true && operation.operation === 'mutation')
      return {
        ...refuse([requestError('GRAPHQL_METHOD_NOT_ALLOWED', 'Send mutations with POST.', {}, 405)]),
        status: 405,
      };
    const call = new GraphqlCall(this.#options.invoker, caller, this.#options.limitMs);
    const args: ExecutionArgs = {
      schema: this.schema,
      document,
      variableValues: variables,
      operationName,
      contextValue: call,
      hideSuggestions: !options.introspection,
    };
    if (operation.operation !== 'subscription') return this.#answer(await call.inTime(() => execute(args)), context);
    if (!options.takesStream)
      return refuse([
        requestError('GRAPHQL_REQUEST_INVALID', 'Send subscriptions with the header Accept: text/event-stream.'),
      ]);
    const events = await subscribe(args);
    if (!(Symbol.asyncIterator in events)) return this.#answer(events, context);
    return { kind: 'stream', answers: this.#answers(events, context) };
  }

  /** Returns a valid document, or its errors. Does no I/O. */
  prepare(request: GraphqlRequest, { introspection }: Pick<RunOptions, 'introspection'>): Prepared | Refused {
    const fault = formFault(request);
    if (fault) return { errors: [fault] };
    const { variables, operationName } = request as {
      variables?: Record<string, unknown> | null;
      operationName?: string | null;
    };
    const found = this.#document(request, !introspection);
    if ('errors' in found) return found;
    const tooMuch = excessOf(found.document, this.schema, variables);
    if (tooMuch) return { errors: [tooMuch] };
    if (!introspection && found.introspects)
      return {
        errors: [
          requestError(
            'INTROSPECTION_DISABLED',
            'Introspection is off in production. The schema is in docs/api/schema.graphql of the project, and the sandbox supports introspection.',
          ),
        ],
      };
    return { document: found.document, variables: variables ?? {}, operationName: operationName ?? undefined };
  }

  /** Returns a document: looked up by its hash, or parsed, validated and cached. */
  #document({ query, documentId, extensions }: GraphqlRequest, hideSuggestions: boolean): Parsed | Refused {
    const asked = askedHash(documentId, extensions);
    if (query === undefined || query === null) {
      const known = asked === undefined ? undefined : this.#documents.get(asked);
      if (known) return known;
      return {
        errors: [
          asked === undefined
            ? requestError('GRAPHQL_REQUEST_INVALID', '`query` is required. Send a GraphQL document.')
            : requestError('PERSISTED_QUERY_NOT_FOUND', 'PersistedQueryNotFound'),
        ],
      };
    }
    const text = query as string;
    if (text.length > DOCUMENT_LIMITS.length) return { errors: [excess('length', text.length)] };
    const hash = sha256Hex(text);
    if (asked !== undefined && asked !== hash)
      return {
        errors: [
          requestError(
            'PERSISTED_QUERY_MISMATCH',
            'The hash does not match the query. Send the SHA-256 hash of the query in hexadecimal.',
          ),
        ],
      };
    const known = this.#documents.get(hash);
    if (known) return known;
    const parsed = this.#read(text, hideSuggestions);
    if (!('errors' in parsed)) this.#documents.set(hash, parsed);
    return parsed;
  }

  /**
   * @param hideSuggestions leaves "Did you mean" out of errors, because it names fields that introspection would not
   * show
   */
  #read(text: string, hideSuggestions: boolean): Parsed | Refused {
    const nesting = nestingOf(text);
    if (nesting > MAX_NESTED) return { errors: [excess('depth', nesting)] };
    let document: DocumentNode;
    try {
      document = parse(text, { maxTokens: DOCUMENT_LIMITS.tokens, noLocation: false });
    } catch (error) {
      if (!(error instanceof GraphQLError)) throw error;
      return {
        errors: [
          /tokens/.test(error.message)
            ? excess('tokens', DOCUMENT_LIMITS.tokens + 1)
            : failed('GRAPHQL_PARSE_FAILED', error),
        ],
      };
    }
    const tooMuch = excessOf(document, this.schema, undefined);
    if (tooMuch) return { errors: [tooMuch] };
    const errors = validate(this.schema, document, specifiedRules, { maxErrors: MAX_ERRORS, hideSuggestions });
    if (errors.length > 0) return { errors: errors.map((error) => failed('GRAPHQL_VALIDATION_FAILED', error)) };
    const introspects = validate(this.schema, document, [NoSchemaIntrospectionCustomRule], { maxErrors: 1 }).length > 0;
    return { document, text, introspects };
  }

  async *#answers(events: AsyncIterable<ExecutionResult>, context: FailedRequest): AsyncGenerator<GraphqlAnswer> {
    for await (const event of events) yield this.#answer(event, context).body;
  }

  #answer({ data, errors }: ExecutionResult, context: FailedRequest): GraphqlOutcome {
    const told = errors?.map((error) => {
      if (error.originalError && !(error.originalError instanceof GraphQLError))
        this.#options.noteFailure(error.originalError, context.requestId);
      return formatted(error, context);
    });
    const waits = told?.flatMap(({ retryAfter }) => retryAfter ?? []) ?? [];
    return {
      kind: 'answer',
      status:
        refusedAsWhole(
          data,
          told?.map(({ error }) => error),
        ) ?? (data === undefined ? 400 : 200),
      body: { ...(told && { errors: told.map(({ error }) => error) }), ...(data !== undefined && { data }) },
      retryAfter: waits.length > 0 ? Math.max(...waits) : undefined,
    };
  }
}

/** Returns the status of a request if every field was refused by a rate limit or the firewall. */
function refusedAsWhole(data: unknown, errors: readonly GraphQLFormattedError[] | undefined): 403 | 429 | undefined {
  const isAnswered = typeof data === 'object' && data !== null && Object.values(data).some((value) => value !== null);
  if (isAnswered || errors === undefined || errors.length === 0) return undefined;
  const refused = errors.map(({ extensions: { code, status } = {} }) =>
    status === 429 || code === 'REQUEST_BLOCKED' ? status : undefined,
  );
  if (refused.includes(undefined)) return undefined;
  return refused.includes(429) ? 429 : 403;
}

type Prepared = { document: DocumentNode; variables: Record<string, unknown>; operationName: string | undefined };
type Refused = { errors: readonly GraphQLError[] };

const failed = (code: 'GRAPHQL_PARSE_FAILED' | 'GRAPHQL_VALIDATION_FAILED', error: GraphQLError): GraphQLError =>
  new GraphQLError(error.message, {
    ...(error.nodes && { nodes: error.nodes }),
    ...(error.source && { source: error.source }),
    ...(error.positions && { positions: error.positions }),
    extensions: { code, status: 400 },
  });

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);
const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** Checks the form of a request (GraphQL over HTTP, "Request parameters"). */
function formFault(request: unknown): GraphQLError | undefined {
  if (Array.isArray(request))
    return requestError(
      'GRAPHQL_BATCHING_DISABLED',
      'Send one operation per request. The operation can have several fields.',
    );
  if (!isObject(request))
    return requestError('GRAPHQL_REQUEST_INVALID', 'The body must be a JSON object with a query.');
  const { query, operationName, variables, extensions, documentId } = request as GraphqlRequest;
  const faults = Object.entries({ query, operationName, documentId }).filter(
    ([, value]) => isGiven(value) && typeof value !== 'string',
  );
  const objects = Object.entries({ variables, extensions }).filter(([, value]) => isGiven(value) && !isObject(value));
  const [name] = [...faults, ...objects][0] ?? [];
  if (name === undefined) return undefined;
  return requestError('GRAPHQL_REQUEST_INVALID', `${name} must be ${faults.length > 0 ? 'a string' : 'an object'}.`, {
    field: name,
  });
}

/** Returns the `documentId` of GraphQL over HTTP, or the `persistedQuery` of Apollo's clients. */
function askedHash(documentId: unknown, extensions: unknown): string | undefined {
  if (typeof documentId === 'string') return documentId.replace(/^sha256:/, '').toLowerCase();
  const { persistedQuery } = (extensions ?? {}) as { persistedQuery?: { sha256Hash?: unknown } };
  return typeof persistedQuery?.sha256Hash === 'string' ? persistedQuery.sha256Hash.toLowerCase() : undefined;
}
