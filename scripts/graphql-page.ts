/** Writes docs/api/graphql.md, which explains how to send queries and lists the field for each operation. */
import { type Operation, type OperationId, operations } from '@countersign/contract';
import { DOCUMENT_LIMITS } from '../apps/server/src/transport/graphql/limits.ts';
import { type FieldEntry, FIELDS, REASONS } from '../apps/server/src/transport/graphql/field-table.ts';

export function graphqlPage(): string {
  return `# GraphQL

This page explains how GraphQL relates to the REST API. \`npm run docs\` generates it from [field-table.ts](../../apps/server/src/transport/graphql/field-table.ts). [schema.graphql](schema.graphql) contains the schema, and [ADR 58](../adr/0058-generate-graphql-from-the-contract.md) explains the design.

Send queries to \`POST /api/v1/graphql\` as \`application/json\`, such as \`{"query": "{ documents { id title status } }"}\`, with a session or an API key. In the sandbox, send them to \`/sandbox/api/v1/graphql\`.

\`GET\` with the \`query\` parameter executes a query, and rejects a mutation with 405. Without this parameter, \`GET\` opens a playground. Each field has the same scopes, roles, limits, names, IDs and errors as its REST operation. Statuses and roles are strings, as in REST. The fields \`statusEnum\` and \`roleEnum\` return them as enums.

- **Errors.** An error's \`extensions\` contain the same \`code\`, \`status\`, \`details\`, \`requestId\` and \`documentationUrl\` as the REST error. For invalid input, they also contain \`path\` (such as \`signers[0].email\`) and all \`errors\`. Top-level fields can be null, so a rejected field does not affect other fields. The HTTP status is 200 if the server executed at least one field. If the rate limit or the firewall rejected every field, the status is 429 or 403. Otherwise, the status is 400.
- **Rate limits.** Each top-level field counts as one request. If the server rejects a GraphQL document before executing it, the request counts against the IP address.
- **Lists.** Fields such as \`documents\` return plain lists and take the same parameters as REST. Fields that end in \`Page\` return the REST response with its \`pagination\`. \`documentsConnection\` follows the Relay specification.
- **Details.** For a list of documents, the server reads \`fields\`, \`planned\`, \`pages\` and \`warnings\` with three additional SQL statements, regardless of the number of documents.
- **Idempotency.** Each mutation in a request has its own key. The server derives this key from the \`Idempotency-Key\` header and the field's alias.
- **Uploads.** Uploads follow the GraphQL multipart request specification. Send the parts \`operations\` and \`map\`, then one file. For the mutation \`uploadDocument\` with the variable \`file\`, for example, \`map\` is \`{"0":["variables.file"]}\` and the part \`0\` contains the file.
- **Subscriptions.** Send \`Accept: text/event-stream\` with POST, or with GET for \`EventSource\` (distinct connections mode of GraphQL over Server-Sent Events). The stream ends when the credential expires.
- **Persisted documents.** Send \`documentId: "sha256:..."\` (or \`extensions.persistedQuery.sha256Hash\`) without a query. If the response is \`PERSISTED_QUERY_NOT_FOUND\`, send the request again with the query.
- **Introspection.** Introspection is off in production, that is, if \`PUBLIC_URL\` begins with \`https\`. It is always on in the sandbox.
- **Limits.** A request can take 30 seconds, not counting uploads. After that, queries end with \`GRAPHQL_TIMEOUT\`, and no further mutation starts. A mutation that has already started returns \`OUTCOME_UNKNOWN\`. A GraphQL document can have at most ${limits()}. Batching several operations in one request is not supported.

| operation | field |
|---|---|
${rows().join('\n')}

## Operations without a field

| operation | reason |
|---|---|
${without().join('\n')}
`;
}

const NAMES: Record<keyof typeof DOCUMENT_LIMITS, string> = {
  length: 'characters',
  tokens: 'tokens',
  depth: 'levels',
  fields: 'fields',
  topLevel: 'top-level fields',
  aliases: 'aliases',
  directives: 'directives',
  fragments: 'fragments',
  repeats: 'uses of one name in a selection',
  cost: 'values in the response (a list counts as many times as its page size, or ten times if the query does not specify a page size)',
};

const limits = (): string =>
  (Object.keys(NAMES) as (keyof typeof NAMES)[])
    .map((name) => `${DOCUMENT_LIMITS[name].toLocaleString('en')} ${NAMES[name]}`)
    .join(', ');

const all = (): [OperationId, FieldEntry][] => Object.entries(FIELDS) as [OperationId, FieldEntry][];

function rows(): string[] {
  return all().flatMap(([id, entry]) => {
    const { method, path }: Operation = operations[id];
    const fields =
      'query' in entry
        ? [entry.query, entry.pages, entry.connection].flatMap((name) =>
            name === undefined ? [] : [`query \`${name}\``],
          )
        : 'mutation' in entry
          ? [`mutation \`${entry.mutation}\``]
          : 'subscription' in entry
            ? [`subscription \`${entry.subscription}\``]
            : [];
    return fields.length === 0 ? [] : [`| \`${method} ${path}\` ${id} | ${fields.join(', ')} |`];
  });
}

function without(): string[] {
  return all().flatMap(([id, entry]) => ('without' in entry ? [`| ${id} | ${REASONS[entry.without]} |`] : []));
}
