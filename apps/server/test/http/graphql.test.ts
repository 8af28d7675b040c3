import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import type { Caller } from '../support/caller.ts';
import { multipart, MULTIPART } from '../support/multipart.ts';
import { makePdf } from '../support/pdf.ts';

const PATH = '/api/v1/graphql';
const app = await startTestApp();

type Failure = {
  message: string;
  path?: unknown;
  extensions: { code: string; status: number; details?: unknown; path?: string };
};
type Body<D> = { data: D; errors?: Failure[] };

async function ask<D>(
  query: string,
  {
    by = app.key,
    variables,
    headers = {},
    path = PATH,
  }: { by?: Caller; variables?: object; headers?: Record<string, string>; path?: string } = {},
) {
  const answer = await by.post(path, { query, variables }, { headers });
  return { ...answer, body: answer.body as Body<D> };
}
const codes = ({ body }: { body: Body<unknown> }) => body.errors?.map(({ extensions }) => extensions.code);

describe('queries', () => {
  test('returns documents as a plain list at all four GraphQL paths', async () => {
    const draft = await app.draft({ title: 'Lease' });
    for (const path of [PATH, `/v1${PATH}`]) {
      const { body } = await ask<{ documents: object[] }>('{ documents { id title status } }', { path });
      expect(body.data.documents).toContainEqual({ id: draft.id, title: 'Lease', status: 'draft' });
    }
    for (const path of [`/sandbox${PATH}`, `/sandbox/v1${PATH}`])
      expect((await ask('{ documents { id } }', { path, by: app.owner })).body).toEqual({ data: { documents: [] } });
  });

  test('identifies the caller of a GraphQL query by the session or the API key', async () => {
    for (const by of [app.owner, app.key]) {
      const { body } = await ask<{ viewer: { email: string } }>('{ viewer { email } }', { by });
      expect(body.data.viewer.email).toBe('grace@northwind.example');
    }
  });

  test('returns the same error as REST for a rejected GraphQL field, and still returns the other fields', async () => {
    const { caller } = await app.makeKey({ scopes: ['documents:read'] });
    const query = '{ documents { id } members { name } document(id: "doc_00000000000000000000000000") { id } }';
    const { body } = await ask<Record<string, unknown>>(query, { by: caller });
    expect(body.data).toMatchObject({ members: null, document: null });
    expect(body.data['documents']).toBeInstanceOf(Array);
    const [members, document] = ['members', 'document'].map((name) =>
      body.errors?.find(({ path }) => String(path) === name),
    );
    expect(members?.extensions).toMatchObject({ code: 'FORBIDDEN', status: 403, details: { scope: 'admin' } });
    expect(document?.extensions).toMatchObject({ code: 'DOCUMENT_NOT_FOUND', status: 404 });
  });

  test('reports invalid input in the same way as REST', async () => {
    const draft = await app.draft();
    const query =
      'mutation ($id: ID!, $input: SendForSigningInput) { sendForSigning(id: $id, input: $input) { success } }';
    const variables = { id: draft.id, input: { signers: [{ name: 'Ada', email: 'no address' }] } };
    const { body } = await ask(query, { variables });
    expect(body.errors?.[0]?.extensions).toMatchObject({
      code: 'validation_error',
      status: 422,
      path: 'signers[0].email',
    });
  });

  test('counts each top-level GraphQL field as one request', async () => {
    const { caller } = await app.makeKey({ rateLimit: 4 });
    const { headers } = await ask('{ a: documents { id } b: documents { id } c: viewer { email } }', { by: caller });
    expect(headers.get('x-ratelimit-remaining')).toBe('1');
    const answer = await ask('{ a: documents { id } b: documents { id } }', { by: caller });
    expect(codes(answer)).toEqual(['RATE_LIMIT_EXCEEDED']);
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
  });

  test('continues a GraphQL connection after the previous page, in both directions', async () => {
    for (const title of ['p1', 'p2', 'p3']) await app.draft({ title });
    type Page = {
      documentsConnection: {
        edges: { cursor: string; node: { id: string } }[];
        pageInfo: { startCursor: string; endCursor: string; hasNextPage: boolean };
      };
    };
    const page = async (args: string) =>
      (
        await ask<Page>(
          `{ documentsConnection(${args}) { edges { cursor node { id } } pageInfo { startCursor endCursor hasNextPage } } }`,
        )
      ).body.data.documentsConnection;
    const ids = ({ edges }: Page['documentsConnection']) => edges.map(({ node }) => node.id);
    const first = await page('first: 2');
    const second = await page(`first: 1, after: "${first.pageInfo.endCursor}"`);
    expect(first.pageInfo.hasNextPage).toBe(true);
    expect(ids(await page(`first: 2, after: "${first.edges[0]?.cursor}"`))).toEqual([ids(first)[1], ids(second)[0]]);
    expect(ids(await page(`last: 2, before: "${second.pageInfo.startCursor}"`))).toEqual(ids(first));
  });
});

describe('mutations', () => {
  test('uploads a file in a multipart GraphQL request and sends the document', async () => {
    const query =
      'mutation ($file: Upload!, $input: UploadDocumentInput) { uploadDocument(file: $file, input: $input) { document { id title status } } }';
    const operations = JSON.stringify({ query, variables: { file: null, input: { title: 'Uploaded' } } });
    const body = multipart([
      { name: 'operations', content: operations },
      { name: 'map', content: '{"0":["variables.file"]}' },
      { name: '0', filename: 'a.pdf', content: makePdf() },
    ]);
    const answer = await app.key.post(PATH, body, { headers: MULTIPART });
    const { data } = answer.body as Body<{ uploadDocument: { document: { id: string } } }>;
    expect(data, answer.text).toMatchObject({ uploadDocument: { document: { title: 'Uploaded', status: 'draft' } } });
    const sent = await ask<{ sendForSigning: unknown }>(
      'mutation ($id: ID!, $input: SendForSigningInput) { sendForSigning(id: $id, input: $input) { document { status } signers { email } } }',
      {
        variables: {
          id: data.uploadDocument.document.id,
          input: { signers: [{ name: 'Ada', email: 'ada@contoso.example' }] },
        },
      },
    );
    expect(sent.body.data.sendForSigning).toEqual({
      document: { status: 'in-progress' },
      signers: [{ email: 'ada@contoso.example' }],
    });
  });

  test('runs each aliased mutation only once if the request is repeated with the same Idempotency-Key', async () => {
    const draft = await app.draft();
    const query = `mutation { a: duplicateDocument(id: "${draft.id}") { document { id } } b: duplicateDocument(id: "${draft.id}") { document { id } } }`;
    type Copies = Record<'a' | 'b', { document: { id: string } }>;
    const headers = { 'idempotency-key': 'twice' };
    const [first, again] = [await ask<Copies>(query, { headers }), await ask<Copies>(query, { headers })];
    expect(first.body.data.a.document.id).not.toBe(first.body.data.b.document.id);
    expect(again.body).toEqual(first.body);
  });

  test('runs PATCH and DELETE mutations only once if an Idempotency-Key is sent', async () => {
    const [kept, removed] = [await app.draft(), await app.draft()];
    const query = `mutation { updateDocument(id: "${kept.id}", input: { title: "Keyed" }) { document { title updated_at } } deleteDocument(id: "${removed.id}") { success } }`;
    const headers = { 'idempotency-key': 'once' };
    const first = await ask(query, { headers });
    expect(first.body).not.toHaveProperty('errors');
    app.clock.advance({ minutes: 1 });
    expect((await ask(query, { headers })).body).toEqual(first.body);
  });

  test('rejects mutations from other sites if they use a session', async () => {
    const answer = await ask('mutation { logout { success } }', {
      by: app.owner,
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect([answer.status, codes(answer)]).toEqual([403, ['CROSS_SITE_REQUEST']]);
  });
});

test('runs a persisted GraphQL document by its hash after the document was sent once', async () => {
  const query = 'query SentOnce { viewer { email } }';
  const documentId = `sha256:${createHash('sha256').update(query).digest('hex')}`;
  const unknown = await app.key.post(PATH, { documentId });
  expect(codes(unknown as never)).toEqual(['PERSISTED_QUERY_NOT_FOUND']);
  await app.key.post(PATH, { query, documentId });
  expect((await app.key.post(PATH, { documentId })).body).toMatchObject({
    data: { viewer: { email: 'grace@northwind.example' } },
  });
});

test('streams the events of a document as server-sent events', async () => {
  const draft = await app.draft();
  const stop = new AbortController();
  const query = `subscription { documentEvents(id: "${draft.id}") { type data { object } } }`;
  const path = `${PATH}?${new URLSearchParams({ query }).toString()}`;
  const response = await app.key.stream(path, stop.signal, { accept: 'text/event-stream' });
  expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
  const sent = app.key.post(`/api/documents/${draft.id}/send-for-signing`, { signers: [app.person()] });
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk).toString();
    if (text.includes('"type":"document.sent"') && text.endsWith('\n\n')) break;
  }
  stop.abort();
  await sent;
  expect(text).toMatch(/event: next\ndata: .*"type":"document\.sent"/);
});

describe('GET', () => {
  const asked = (query: string, more: Record<string, string> = {}): string =>
    `${PATH}?${new URLSearchParams({ query, ...more }).toString()}`;

  test('executes a multi-line query with variables in a GET request', async () => {
    const draft = await app.draft({ title: 'By GET' });
    const path = asked('query One($id: ID!) {\r\n  document(id: $id) {\n    title\n  }\n}', {
      variables: JSON.stringify({ id: draft.id }),
      operationName: 'One',
    });
    for (const accept of ['application/json', 'text/html,*/*']) {
      const answer = await app.key.get(path, { headers: { accept } });
      expect(answer.status, answer.text).toBe(200);
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
      expect(answer.body).toEqual({ data: { document: { title: 'By GET' } } });
    }
  });

  test('returns 405 for a mutation sent as GET and does not execute it', async () => {
    const draft = await app.draft();
    const answer = await app.key.get(asked(`mutation { deleteDocument(id: "${draft.id}") { success } }`));
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
    expect(codes(answer as never)).toEqual(['GRAPHQL_METHOD_NOT_ALLOWED']);
    expect((await app.key.get(`/api/documents/${draft.id}`)).status).toBe(200);
  });

  test('returns an error as JSON for a query that cannot be parsed', async () => {
    const answer = await app.key.get(asked('{ documents {'), { headers: { accept: 'text/html' } });
    expect(answer.status).toBe(400);
    expect(codes(answer as never)).toEqual(['GRAPHQL_PARSE_FAILED']);
  });
});

describe('HTTP status of a GraphQL response', () => {
  test('returns 429 if every field exceeds the rate limit', async () => {
    const { caller } = await app.makeKey({ scopes: ['documents:read'], rateLimit: 1 });
    expect((await ask('{ viewer { email } }', { by: caller })).status).toBe(200);
    const refused = await ask('{ viewer { email } documents { id } }', { by: caller });
    expect([refused.status, codes(refused)]).toEqual([429, ['RATE_LIMIT_EXCEEDED', 'RATE_LIMIT_EXCEEDED']]);
    expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  });

  test('returns 403 if the firewall blocks the only field of the request', async () => {
    const refused = await ask('query ($s: String) { documents(find: $s) { id } }', {
      variables: { s: '<script>alert(document.cookie)</script>' },
    });
    expect([refused.status, codes(refused)]).toEqual([403, ['REQUEST_BLOCKED']]);
  });

  test('returns 200 if at least one field of the request was executed', async () => {
    const { caller } = await app.makeKey({ scopes: ['documents:read'], rateLimit: 1 });
    const answer = await ask('{ viewer { email } documents { id } }', { by: caller });
    expect(answer.status).toBe(200);
  });
});

test('reports a mutation without its file as invalid input, not as a server error', async () => {
  const answer = await ask('mutation { uploadDocument { document { id } } }');
  expect(answer.body.errors?.[0]?.extensions).toMatchObject({ code: 'validation_error', status: 422, path: 'file' });
});

test('returns a GraphQL playground for a GET request, and loads nothing from other hosts', async () => {
  const page = await app.anyone.get(PATH, { headers: { accept: 'text/html' } });
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/https?:/);
  const files = [...page.text.matchAll(/(?:src|href)="([\w./-]+)"/g)].map(([, file = '']) => file);
  expect(files.length).toBeGreaterThan(5);
  for (const file of files) {
    if (file.startsWith('/')) continue;
    expect((await app.anyone.get(`${PATH}/playground/${file}`)).status, file).toBe(200);
  }
});
