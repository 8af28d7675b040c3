/** docs/api/graphql.md: how to send queries, and which operation has which field. */
import { type Operation, type OperationId, operations } from '@countersign/contract';
import { DOCUMENT_LIMITS } from '../apps/server/src/transport/graphql/limits.ts';
import { type FieldEntry, FIELDS, REASONS } from '../apps/server/src/transport/graphql/field-table.ts';

/** The page as it is committed. */
export function graphqlPage(): string {
  return `# GraphQL

Made by \`npm run docs\` from [table.ts](../../apps/server/src/transport/graphql/field-table.ts). The schema is [schema.graphql](schema.graphql); the decisions are in [ADR 58](../adr/0058-generate-graphql-from-the-contract.md).

\`POST /api/v1/graphql\` takes \`{"query": "{ documents { id title status } }"}\` as \`application/json\`, with a session or an API key as everywhere. The sandbox is at \`/sandbox/api/v1/graphql\`.
\`GET\` with a \`query\` executes it; a mutation sent as \`GET\` is a 405. Without a query, \`GET\` opens a playground. A field does what its operation does through REST: the same scopes, roles, limits, answers and refusals. Names and ids are REST's. Statuses and roles are strings as in REST, and \`statusEnum\` and \`roleEnum\` beside them are enums.

- **Errors.** \`extensions\` of an error has REST's \`code\`, \`status\`, \`details\`, \`requestId\` and \`documentationUrl\`. For invalid input it also has \`path\` (such as \`signers[0].email\`) and all \`errors\`. Fields at the top may be null, so a refused field does not affect the others. The HTTP status is 200 when something was executed and 400 when nothing was. It is 429 or 403 when the rate limit or the firewall refused every field.
- **Counting.** Each field at the top counts as one request. A document that is refused before it is executed counts against its address.
- **Lists.** \`documents\` and the like are plain lists, with the parameters of REST. \`...Page\` fields answer REST's page with its \`pagination\`. Documents have \`documentsConnection\` instead, which pages as Relay does.
- **Details.** \`fields\`, \`planned\`, \`pages\` and \`warnings\` of listed documents are read together, with three more statements however many documents there are.
- **Idempotency.** Each mutation of a request has a key of its own, whatever the REST method of its operation, made of the \`Idempotency-Key\` header and the field's alias.
- **Uploads.** By the GraphQL multipart request specification: the parts \`operations\` and \`map\`, then one file. For example: \`operations={"query":"mutation($file: Upload) { uploadDocument(file: $file) { document { id } } }","variables":{"file":null}}\`, \`map={"0":["variables.file"]}\`, \`0=@contract.pdf\`.
- **Subscriptions.** With \`Accept: text/event-stream\`, by POST, or by GET for \`EventSource\`: the distinct connections mode of GraphQL over Server-Sent Events. It ends when the credential does.
- **Persisted documents.** Send \`documentId: "sha256:..."\` (or \`extensions.persistedQuery.sha256Hash\`) without a query; \`PERSISTED_QUERY_NOT_FOUND\` asks for it once more with the query.
- **Introspection** is off in production, which is a live address with an https \`PUBLIC_URL\`. The sandbox answers it.
- **Limits.** A request may take 30 seconds, an upload aside. Then what it reads is stopped (\`GRAPHQL_TIMEOUT\`), no further mutation begins, and of one that has begun it is not known whether it was done (\`OUTCOME_UNKNOWN\`). A document has at most ${limits()}. Several operations in one request (batching) are refused.

| operation | field |
|---|---|
${rows().join('\n')}

## Operations without a field

| operation | because it is |
|---|---|
${without().join('\n')}
`;
}

const NAMES: Record<keyof typeof DOCUMENT_LIMITS, string> = {
  length: 'characters',
  tokens: 'tokens',
  depth: 'levels',
  fields: 'fields',
  topLevel: 'fields at the top',
  aliases: 'aliases',
  directives: 'directives',
  fragments: 'fragments',
  repeats: 'mentions of one name in a selection',
  cost: 'values that may be answered (a list counts as many times as its page is long, or ten times)',
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
