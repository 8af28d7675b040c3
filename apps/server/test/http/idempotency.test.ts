/** Tests Idempotency-Key (ADR 20): a repeated request runs once and gets its first response. */
import { randomUUID } from 'node:crypto';
import { canonicalize } from '@countersign/audit-log';
import { type ApiKey, type Document, type Operation, operations } from '@countersign/contract';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { deriveKey, unseal } from '../../src/platform/crypto/seal.ts';
import { sha256 } from '../../src/platform/crypto/tokens.ts';
import { cookieOf, OWNER, startTestApp } from '../support/app.ts';
import { LOGO_PNG, logoUpload } from '../support/logo.ts';
import { BOUNDARY, pdfUpload } from '../support/multipart.ts';
import { join, mailCount } from '../support/people.ts';
import { makePdf } from '../support/pdf.ts';

const app = await startTestApp();
const keyed = (key: string = randomUUID()) => ({ headers: { 'idempotency-key': key } });
const documents = async (): Promise<number> =>
  (await app.sql<{ count: number }>('select count(*)::int as count from documents'))[0]?.count ?? 0;

describe('a repeated request', () => {
  test('runs a repeated request only once and marks the second response as replayed', async () => {
    const again = keyed();
    const first = await app.owner.post<'createApiKey'>('/api/settings/api-keys', { name: 'twice' }, again);
    const second = await app.owner.post<'createApiKey'>('/v1/api/settings/api-keys', { name: 'twice' }, again);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.text).toBe(first.text);
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    const { body } = await app.owner.get<'listApiKeys'>('/api/settings/api-keys');
    expect(body.apiKeys.filter(({ name }: ApiKey) => name === 'twice')).toHaveLength(1);
  });

  test('recognizes a repeated upload with another form boundary, but not with another file or title', async () => {
    const again = keyed();
    const before = await documents();
    const pdf = makePdf({ pages: 2 });
    const body = pdfUpload(pdf, { title: 'Lease' });
    const first = await app.key.upload(body, again);
    const other = Buffer.from(body.toString('latin1').replaceAll(BOUNDARY, `${BOUNDARY}-2`), 'latin1');
    const second = await app.key.upload(other, {
      headers: { ...again.headers, 'content-type': `multipart/form-data; boundary=${BOUNDARY}-2` },
    });
    expect(second.status, second.text).toBe(201);
    expect((second.body.document satisfies Document).id).toBe(first.body.document.id);
    expect(await documents()).toBe(before + 1);

    for (const changed of [pdfUpload(makePdf({ pages: 3 }), { title: 'Lease' }), pdfUpload(pdf, { title: 'Loan' })]) {
      const refused = await app.key.upload(changed, again);
      expect(refused.status).toBe(422);
      expect(refused.body).toMatchObject({ error: { field: 'Idempotency-Key', reason: 'idempotency_key_reused' } });
    }
    expect(await documents()).toBe(before + 1);
  });

  test('runs a request once if it is sent fifty times concurrently, and returns Retry-After for repeats that arrive too early', async () => {
    const again = keyed();
    const before = await documents();
    const body = pdfUpload(makePdf({ pages: 1 }));
    const answers = await Promise.all(Array.from({ length: 50 }, () => app.key.upload(body, again)));
    const done = answers.filter(({ status }) => status === 201);
    expect(new Set(done.map(({ body: { document } }) => document.id)).size).toBe(1);
    for (const early of answers.filter(({ status }) => status !== 201)) {
      expect(early.status).toBe(409);
      expect(early.body).toMatchObject({ error: 'IDEMPOTENCY_KEY_IN_USE' });
      expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(await documents()).toBe(before + 1);
  });

  test('returns the same rejection for a repeated request, even if its reason no longer applies', async () => {
    const { id } = await app.draft();
    const again = keyed();
    const refused = await app.key.post(`/api/documents/${id}/void`, { reason: 'too early' }, again);
    expect(refused.status).toBe(409);
    await app.key.post(`/api/documents/${id}/send-for-signing`, { signers: [app.person()] });
    const repeated = await app.key.post(`/api/documents/${id}/void`, { reason: 'too early' }, again);
    expect([repeated.status, repeated.text]).toEqual([409, refused.text]);
  });

  test('signs the document once if a signer repeats the request', async () => {
    const { id, token } = await app.sentToOne();
    const again = keyed();
    const first = await app.sign(id, { token }, again);
    const second = await app.sign(id, { token }, again);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.text).toBe(first.text);
    expect((await app.sign(id, { token })).status).toBe(409);
  });

  test('changes a document once for a repeated PATCH, and rejects another body with the same idempotency key', async () => {
    const { id } = await app.draft();
    const again = keyed();
    const rename = (title: string) =>
      app.key.send<'updateDocument'>('PATCH', `/api/documents/${id}`, { ...again, body: { title } });
    const first = await rename('First title');
    expect(first.status, first.text).toBe(200);
    await app.key.send('PATCH', `/api/documents/${id}`, { body: { title: 'Later title' } });
    const second = await rename('First title');
    expect([second.status, second.text]).toEqual([200, first.text]);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    const { body } = await app.key.get<'getDocument'>(`/api/documents/${id}`);
    expect(body.document.title, 'a repeated request changes nothing').toBe('Later title');

    const other = await rename('Other title');
    expect(other.status).toBe(422);
    expect(other.body).toMatchObject({ error: { field: 'Idempotency-Key', reason: 'idempotency_key_reused' } });
  });

  test('returns the first response for a repeated DELETE with an idempotency key', async () => {
    const { id } = await app.draft();
    const again = keyed();
    const remove = (options?: typeof again) =>
      app.key.send<'deleteDocument'>('DELETE', `/api/documents/${id}`, options);
    const first = await remove(again);
    expect(first.status, first.text).toBe(200);
    const second = await remove(again);
    expect([second.status, second.text]).toEqual([200, first.text]);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    const unkeyed = await remove();
    expect(unkeyed.status).toBeGreaterThanOrEqual(400);
  });

  test('replaces a file once for a repeated PUT, and rejects another file with the same idempotency key', async () => {
    const again = keyed();
    const put = ({ body, headers }: ReturnType<typeof logoUpload>) =>
      app.owner.send<'setOrganizationLogo'>('PUT', '/api/organization/logo', {
        body,
        headers: { ...headers, ...again.headers },
      });
    const first = await put(logoUpload());
    expect(first.status, first.text).toBe(200);
    const second = await put(logoUpload());
    expect([second.status, second.text]).toEqual([200, first.text]);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect((await put(logoUpload(await sharp(LOGO_PNG).negate().png().toBuffer()))).status).toBe(422);
  });

  test('treats a repeated request as new after 24 hours', async () => {
    const again = keyed();
    const key = await app.makeKey();
    const first = await key.caller.upload(pdfUpload(makePdf({ pages: 1 })), again);
    app.clock.advance({ hours: 24, seconds: 1 });
    const second = await key.caller.upload(pdfUpload(makePdf({ pages: 2 })), again);
    expect(second.status, second.text).toBe(201);
    expect(second.body.document.id).not.toBe(first.body.document.id);
  });
});

describe('idempotent responses', () => {
  test('stores the idempotent response in the transaction of the request', async () => {
    const again = keyed();
    const answer = await app.key.upload(pdfUpload(makePdf({ pages: 1 })), again);
    const rows = await app.sql<{ same: boolean }>(
      `select d.xmin = k.xmin as same from documents d, kept_answers k
       where d.id = $1 and k.state = 'done' order by k.created_at desc, (d.xmin = k.xmin) desc limit 1`,
      [answer.body.document.id],
    );
    expect(rows).toEqual([{ same: true }]);
  });

  test('encrypts the idempotent response, so that the database contains neither the response nor the idempotency key', async () => {
    const again = keyed('a-key-that-somebody-chose');
    const answer = await (await app.session()).post<'createApiKey'>('/api/settings/api-keys', { name: 'k' }, again);
    const rows = await app.sql<{ sealed: Buffer }>('select answer_sealed as sealed from kept_answers');
    for (const { sealed } of rows) {
      expect(sealed?.includes(answer.body.apiKey.key) ?? false).toBe(false);
      expect(sealed?.includes('a-key-that-somebody-chose') ?? false).toBe(false);
    }
  });

  test('stores no hash that would let a copy of the database reveal the idempotency key or the request', async () => {
    const before = await app.sql<{ key_hash: Buffer }>('select key_hash from kept_answers');
    const known = before.map((row) => row.key_hash);
    const { id } = await app.draft();
    const key = await app.makeKey();
    const body = { signers: [{ ...app.person(), role: 'signer', accessCode: '4711' }] };
    const sent = await key.caller.post(`/api/documents/${id}/send-for-signing`, body, keyed('1'));
    expect(sent.status, sent.text).toBe(200);
    const kept = await app.sql<{ key_hash: Buffer; fingerprint: Buffer; answer_sealed: Buffer }>(
      'select key_hash, fingerprint, answer_sealed from kept_answers where key_hash <> all ($1)',
      [known],
    );
    expect(kept).toHaveLength(1);
    const { tenantId } = app.tenant;
    const guess = sha256(canonicalize([tenantId, key.id, 'sendForSigning', { id }, '1']));
    expect(kept[0]?.key_hash.equals(guess)).toBe(false);
    // Both requests have the same body, so hashes that depended only on the request would be equal for both keys.
    const again = await app.draft();
    await key.caller.post(`/api/documents/${again.id}/send-for-signing`, body, keyed('2'));
    const prints = await app.sql<{ fingerprint: Buffer }>(
      'select fingerprint from kept_answers where key_hash <> all ($1)',
      [known],
    );
    expect(new Set(prints.map(({ fingerprint }) => fingerprint.toString('hex'))).size).toBe(2);
    expect(() =>
      unseal(
        deriveKey('1', kept[0]?.key_hash ?? Buffer.alloc(0), 'countersign/kept answer/1'),
        'kept answer',
        kept[0]?.answer_sealed ?? Buffer.alloc(0),
      ),
    ).toThrow('cannot decrypt');
  });

  test('applies an idempotency key only to the same caller and operation', async () => {
    const again = keyed();
    const other = await app.otherTenant();
    const keys = [app.key, (await app.makeKey()).caller, other.key];
    const answers = await Promise.all(keys.map((caller) => caller.upload(pdfUpload(makePdf({ pages: 1 })), again)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.document.id)).size).toBe(3);
    const [first] = answers;
    const send = await app.key.post(
      `/api/documents/${first?.body.document.id}/send-for-signing`,
      { signers: [app.person()] },
      again,
    );
    expect(send.status, send.text).toBe(200);
  });
});

describe('idempotency keys', () => {
  test.each(['', 'two words', 'x'.repeat(256), 'ü'])(
    'rejects the idempotency key %j and names the header',
    async (key) => {
      const { id } = await app.draft();
      const header = keyed(Buffer.from(key).toString('latin1'));
      const answer = await app.key.post(`/api/documents/${id}/void`, { reason: 'r' }, header);
      expect(answer.status).toBe(422);
      expect(answer.body).toMatchObject({ error: { field: 'Idempotency-Key' } });
    },
  );

  test('ignores an idempotency key at sign-in', async () => {
    const { email, password } = OWNER;
    const again = keyed();
    const cookies = [];
    for (let round = 0; round < 2; round += 1)
      cookies.push(cookieOf(await app.anyone.post('/api/auth/login', { email, password }, again)));
    expect(new Set(cookies).size).toBe(2);
  });

  test('releases the idempotency key of a crashed process immediately, but not the key of a running process', async () => {
    const again = keyed();
    const key = await app.makeKey();
    const before = await app.sql<{ key_hash: Buffer }>('select key_hash from kept_answers');
    const upload = () => key.caller.upload(pdfUpload(makePdf({ pages: 1 })), again);
    await upload();
    // Creates the state that a process leaves behind if it stops halfway: the claim is committed, but the work is not.
    const another = 4711;
    await app.sql(
      `update kept_answers set state = 'running', fingerprint = null, answer_sealed = null, holder = $1 where key_hash <> all ($2)`,
      [another, before.map((row) => row.key_hash)],
    );
    await app.sql('select pg_advisory_lock($1)', [another]);
    const early = await upload();
    expect([early.status, early.headers.get('retry-after')]).toEqual([409, '1']);
    app.clock.advance({ minutes: 10 });
    expect((await upload()).status, 'a concurrent request with the same key is rejected at any time').toBe(409);
    await app.sql('select pg_advisory_unlock($1)', [another]);
    expect((await upload()).status).toBe(201);
  });
});

test('returns the cookie again when a request is repeated', async () => {
  const fresh = await startTestApp({ fresh: true });
  const again = keyed();
  const setUp = () => fresh.anyone.post('/api/setup', { token: fresh.setupToken, ...OWNER }, again);
  const [first, second] = [await setUp(), await setUp()];
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(cookieOf(second)).toBe(cookieOf(first));
  expect(cookieOf(first)).toMatch(/=.{20,}/);
});

describe('operations that change data', () => {
  test('accepts an idempotency key for every operation except sign-ins, public verification and read-only operations', () => {
    const without = (Object.values(operations) as Operation[]).filter(({ idempotency }) => idempotency === 'none');
    expect(without.map(({ path }) => path).toSorted()).toEqual([
      '/api/auth/device',
      '/api/auth/device/review',
      '/api/auth/device/token',
      '/api/auth/login',
      '/api/auth/passkeys/login',
      '/api/auth/sso/pending',
      '/api/documents/download',
      '/api/security/incidents/:incidentId/mails/preview',
      '/api/verify',
      '/api/verify/checkpoint',
    ]);
  });

  /** Sends the same request twice. The second response comes from the memory of the process. */
  const twice = async (send: (again: ReturnType<typeof keyed>) => ReturnType<typeof app.owner.post>) => {
    const again = keyed();
    const [first, second] = [await send(again), await send(again)];
    expect([first.status, second.status, second.headers.get('idempotency-replayed')]).toEqual([
      first.status,
      first.status,
      'true',
    ]);
    expect(second.text).toBe(first.text);
    return first;
  };

  test('sends one e-mail for two anonymous requests with the same idempotency key', async () => {
    const before = await mailCount(app, OWNER.email, 'reset-password');
    await twice((again) => app.anyone.post('/api/auth/forgot-password', { email: OWNER.email }, again));
    expect((await mailCount(app, OWNER.email, 'reset-password')) - before).toBe(1);
  });

  test('creates one organization for a repeated request and returns the same secret both times', async () => {
    const { caller } = await join(app);
    const made = await twice((again) => caller.post('/api/organizations', { name: 'Once' }, again));
    expect(made.status).toBe(201);
    const { body } = await caller.get<'listOrganizations'>('/api/organizations');
    expect(body.organizations.filter(({ name }) => name === 'Once')).toHaveLength(1);
  });

  test('replays responses, including rejections, to repeated requests with an API key or from the operator', async () => {
    const { id } = await app.draft();
    await twice((again) => app.key.post(`/api/documents/${id}/verify`, undefined, again));
    expect((await twice((again) => app.cron.post('/api/cron/data-retention', undefined, again))).status).toBe(200);
    expect((await twice((again) => app.anyone.post('/api/auth/verify-email', { token: 'x' }, again))).status).toBe(410);
  });
});
