/** Writes docs/api/graphql.md, which explains how to send queries and lists the field for each operation. */
import { type Operation, type OperationId, operations } from '@countersign/contract';
import { DOCUMENT_LIMITS } from '../apps/server/src/transport/graphql/limits.ts';
import { type FieldEntry, FIELDS, REASONS } from '../apps/server/src/transport/graphql/field-table.ts';

/** Returns the page as it is committed. */
export function graphqlPage(): string {
  return `# GraphQL

This page explains how GraphQL relates to the REST API. \`npm run docs\` generates it from [field-table.ts](../../apps/server/src/transport/graphql/field-table.ts). The schema is in [schema.graphql](schema.graphql), and the decisions are in [ADR 58](../adr/0058-generate-graphql-from-the-contract.md).

Send queries to \`POST /api/v1/graphql\` as \`application/json\`, such as \`{"query": "{ documents { id title status } }"}\`, with a session or an API key. The address of the sandbox is \`/sandbox/api/v1/graphql\`.

\`GET\` with a \`query\` executes it. A mutation over \`GET\` is rejected with 405. Without a query, \`GET\` opens a playground. Each field has the scopes, roles, limits, names, ids and errors of its REST operation. Statuses and roles are strings as in REST. The fields \`statusEnum\` and \`roleEnum\` return them as enums.

- **Errors.** The \`extensions\` of an error contain the \`code\`, \`status\`, \`details\`, \`requestId\` and \`documentationUrl\` of REST. For invalid input they also contain \`path\` (such as \`signers[0].email\`) and all \`errors\`. Top-level fields can be null, so a rejected field does not affect the others. The HTTP status is 200 if at least one field was executed, and 400 otherwise. It is 429 or 403 if the rate limit or the firewall rejected every field.
- **Rate limits.** Each top-level field counts as one request. A document that is rejected before its execution counts against the IP address.
- **Lists.** Fields such as \`documents\` return plain lists and take the parameters of REST. Fields that end in \`Page\` return a page of REST with its \`pagination\`. \`documentsConnection\` follows the Relay specification.
- **Details.** \`fields\`, \`planned\`, \`pages\` and \`warnings\` of listed documents are read together, with three additional statements for any number of documents.
- **Idempotency.** Each mutation of a request has its own key, which is derived from the \`Idempotency-Key\` header and the alias of the field.
- **Uploads.** Uploads follow the GraphQL multipart request specification. Send the parts \`operations\` and \`map\`, then one file. For example, for the mutation \`uploadDocument\` with the variable \`file\`, \`map\` is \`{"0":["variables.file"]}\` and the file is the part \`0\`.
- **Subscriptions.** Send \`Accept: text/event-stream\` with POST, or with GET for \`EventSource\` (distinct connections mode of GraphQL over Server-Sent Events). The stream ends when the credential expires.
- **Persisted documents.** Send \`documentId: "sha256:..."\` (or \`extensions.persistedQuery.sha256Hash\`) without a query. If the response is \`PERSISTED_QUERY_NOT_FOUND\`, send the request again with the query.
- **Introspection** is off in production, that is, if \`PUBLIC_URL\` begins with https. It is always on in the sandbox.
- **Limits.** A request can take 30 seconds, not counting uploads. After that, reads end with \`GRAPHQL_TIMEOUT\`, and no further mutation starts. The outcome of a mutation that has already started is unknown (\`OUTCOME_UNKNOWN\`). A document has at most ${limits()}. Batching several operations in one request is not supported.

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
  cost: 'values in the response (a list counts with its page size, or ten times)',
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
