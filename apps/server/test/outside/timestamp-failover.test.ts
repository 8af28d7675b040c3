/**
 * Tests every way in which an external time-stamping authority can fail. The next authority then issues the time-stamp,
 * or the signature is refused.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { MISBEHAVIOURS, startTestAuthority } from '../support/timestamp-authority.ts';
import { until } from '../support/until.ts';

const START = '2026-11-20T09:00:00.000Z';
const clock: { app?: TestApp } = {};
const now = () => clock.app?.clock.now() ?? new Date(START);
const first = await startTestAuthority('First Clock', now);
const second = await startTestAuthority('Second Clock', now);
const folder = mkdtempSync(path.join(tmpdir(), 'countersign-trust-'));
afterAll(() => rmSync(folder, { recursive: true }));
const trust = path.join(folder, 'roots.pem');
writeFileSync(trust, `${first.rootPem}${second.rootPem}`);
const withPassword = first.url.replace('http://', 'http://user:hunter2%21@');
const app = await startTestApp({
  startAt: START,
  timestamps: { urls: `${withPassword}, ${second.url}`, trust, timeoutMs: 2000 },
});
clock.app = app;
app.secret('hunter2');
// The audit log also requests time-stamps. It is stopped, because otherwise one of its requests could fail before the
// signature and suspend the faulty authority.
await app.services.transparencyLog.stamps.stop();

beforeEach(async () => {
  // Jobs that follow a completed document also request time-stamps, and would affect the next test.
  await until('jobs to be done', async () => {
    const select = `select count(*)::int as count from jobs where run_at <= $1 and state <> 'dead'`;
    return (await app.sql<{ count: number }>(select, [app.clock.now()]))[0]?.count === 0;
  });
  first.mode = 'good';
  second.mode = 'good';
  first.listsRevocations = true;
  second.listsRevocations = true;
  // This is longer than the longest pause, so every authority is tried again.
  app.clock.advance({ minutes: 11 });
});

const authorityOf = async (documentId: string, kind = 'signer') => {
  const { body } = await app.key.get<'verifyDocument'>(`/api/documents/${documentId}/verify`);
  return [...body.signatures, ...(body.seal?.signatures ?? [])].find((one) => one.kind === kind)?.timestamp?.authority;
};
const failures = () =>
  app.lines.filter((line) => line.includes('"a time-stamping authority failed and will be skipped for a while"'));

test("uses the first authority by default and sends the credentials from the authority's URL", async () => {
  const { id, tokens } = await app.completed();
  expect(tokens).toHaveLength(1);
  expect(await authorityOf(id)).toBe('First Clock');
  expect(await authorityOf(id, 'certification')).toBe('First Clock');
  expect(await authorityOf(id, 'archive-timestamp')).toBe('First Clock');
  expect(first.authorization).toBe(`Basic ${Buffer.from('user:hunter2!').toString('base64')}`);
});

test.each(MISBEHAVIOURS)('uses the next authority if the first one misbehaves: %s', async (mode) => {
  const { id, token } = await app.sentToOne();
  first.mode = mode;
  const answer = await app.sign(id, { token });
  expect(answer.status, answer.text).toBe(200);
  await app.sealed(id);
  expect(await authorityOf(id)).toBe('Second Clock');
  const own = `"requestId":"${answer.headers.get('x-request-id')}"`;
  expect(failures().filter((line) => line.includes(own))).toEqual([expect.stringContaining(new URL(first.url).host)]);
  const { body } = await app.key.get<'verifyDocument'>(`/api/documents/${id}/verify`);
  expect(body).toMatchObject({ isValid: true, signatures: [{ level: 'B-LTA', isValid: true }] });
});

test('reserves enough space in signatures and time-stamps for a token of the maximum size', async () => {
  first.padding = 26;
  const { id } = await app.completed();
  first.padding = 0;
  expect(first.tokenSize).toBeGreaterThan(11_000);
  expect(first.tokenSize).toBeLessThan(12_288);
  for (const kind of ['certification', 'signer', 'archive-timestamp'])
    expect(await authorityOf(id, kind)).toBe('First Clock');
});

describe('failure of all time-stamping authorities', () => {
  test('returns 503 with Retry-After, and does not sign or change the document', async () => {
    const { id, token, signers } = await app.sentToOne();
    const state = () =>
      app.sql(
        `select (select count(*) from revisions where document_id = $1) as revisions,
           (select count(*) from certificates where document_id = $1) as certificates,
           (select count(*) from outbox where document_id = $1) as events,
           (select n from audit_streams where stream = $1) as entries,
           (select updated_at from documents where id = $1) as updated,
           (select status from signers where id = $2) as signer`,
        [id, signers[0]?.id],
      );
    const before = await state();
    first.mode = 'status-500';
    second.mode = 'other-nonce';
    const answer = await app.sign(id, { token }, { mayFail: true });
    expectError(answer, 'SERVICE_UNAVAILABLE');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(answer.headers.get('retry-after')).toBe('30');
    expect(await state()).toEqual(before);
    const health = await app.anyone.get('/api/health/signing', { mayFail: true });
    expectError(health, 'SERVICE_UNAVAILABLE', { check: 'signing' });
    // Suspended authorities are tried again if no other authority works.
    second.mode = 'good';
    expect((await app.sign(id, { token })).status).toBe(200);
    expect(await authorityOf(id)).toBe('Second Clock');
  });

  test('reports a failure only after the suspended authority was tried again', async () => {
    const [one, other] = [await app.sentToOne(), await app.sentToOne()];
    first.mode = 'status-500';
    expect((await app.sign(one.id, { token: one.token })).status).toBe(200);
    expect(await authorityOf(one.id)).toBe('Second Clock');
    first.mode = 'good';
    second.mode = 'status-500';
    expect((await app.sign(other.id, { token: other.token })).status).toBe(200);
    expect(await authorityOf(other.id)).toBe('First Clock');
  });

  test('does not send a document if all authorities fail', async () => {
    const draft = await app.draft();
    first.mode = 'status-500';
    second.mode = 'status-500';
    const person = app.person();
    const body = { signers: [person] };
    const answer = await app.key.post(`/api/documents/${draft.id}/send-for-signing`, body, { mayFail: true });
    expectError(answer, 'SERVICE_UNAVAILABLE');
    expect(await app.revisions(draft.id)).toBe(0);
    second.mode = 'good';
    expect((await app.key.post(`/api/documents/${draft.id}/send-for-signing`, body)).status).toBe(200);
  });

  test('postpones the seal and does not report a document as completed before it is sealed', async () => {
    const { id, token } = await app.sentToOne();
    const failed = () => app.lines.filter((line) => line.includes('a job failed and will be retried')).length;
    const before = failed();
    // The signature is time-stamped, but the seal that follows is not.
    first.afterwards = 'status-500';
    second.mode = 'status-500';
    expect((await app.sign(id, { token })).status).toBe(200);
    await until('the seal to fail', async () => failed() > before);
    // The request waits for the seal, and finally reports that the seal is pending.
    const waits = vi.spyOn(app.services.sealed, 'wait').mockResolvedValue(false);
    for (const path of ['verify', 'download']) {
      const answer = await app.key.get(`/api/documents/${id}/${path}`, { mayFail: true });
      expect(answer).toMatchObject({ status: 503, body: { error: 'SERVICE_UNAVAILABLE' } });
      expect(answer.headers.get('retry-after')).toBe('5');
    }
    waits.mockRestore();
    first.mode = 'good';
    second.mode = 'good';
    app.clock.advance({ seconds: 40 });
    app.services.runner.wake('seal');
    await app.sealed(id);
    expect(await authorityOf(id, 'archive-timestamp')).toBe('First Clock');
  });
});

test('does not query a failing authority for every signature, and uses the authority again once it works', async () => {
  first.mode = 'status-500';
  await app.completed();
  const asked = first.requests;
  await app.completed();
  expect(first.requests).toBe(asked);
  const health = await app.anyone.get<'getSigningHealth'>('/api/health/signing');
  expect(health.body).toMatchObject({
    status: 'degraded',
    timestamp_authorities: [
      { authority: expect.stringContaining(new URL(first.url).host), status: 'failing', since: expect.any(String) },
      { status: 'working', since: null },
    ],
  });
  expect(health.text).not.toContain('user');
  // After 30 seconds, one signature tries the failing authority again. The authority fails again, and its pause
  // doubles.
  app.clock.advance({ seconds: 31 });
  await app.draft();
  await app.completed();
  expect(first.requests).toBe(asked + 1);
  app.clock.advance({ seconds: 31 });
  await app.completed();
  expect(first.requests).toBe(asked + 1);
  first.mode = 'good';
  app.clock.advance({ seconds: 31 });
  const { id } = await app.completed();
  expect(await authorityOf(id)).toBe('First Clock');
  expect((await app.anyone.get<'getSigningHealth'>('/api/health/signing')).body.status).toBe('healthy');
});

describe('unreachable revocation data of a time-stamping authority', () => {
  test('waits for the revocation data before the document is sealed', async () => {
    app.clock.advance({ hours: 2 });
    first.listsRevocations = false;
    const id = await signUnsealed();
    first.listsRevocations = true;
    app.clock.advance({ seconds: 2 });
    app.services.runner.wake('seal');
    await app.sealed(id);
    const { body } = await app.key.get<'verifyDocument'>(`/api/documents/${id}/verify`);
    expect(body.signatures[0]).toMatchObject({ isValid: true, level: 'B-LTA' });
  });

  test('seals the file without revocation data after an hour and reports level B-T in the verification and the audit trail', async () => {
    app.clock.advance({ hours: 2 });
    first.listsRevocations = false;
    const id = await signUnsealed();
    app.clock.advance({ hours: 1, seconds: 2 });
    app.services.runner.wake('seal');
    await app.sealed(id);
    const { body } = await app.key.get<'verifyDocument'>(`/api/documents/${id}/verify`);
    expect(body).toMatchObject({ isValid: true, signatures: [{ isValid: true, level: 'B-T' }] });
    const audit = await app.key.get<'getDocumentAudit'>(`/api/documents/${id}/audit`);
    expect(audit.body.entries.find(({ action }) => action === 'document.completed')?.context).toMatchObject({
      level: 'B-T',
    });
  });

  async function signUnsealed(): Promise<string> {
    const { id, token } = await app.sentToOne();
    expect((await app.sign(id, { token })).status).toBe(200);
    await until('the seal to wait', async () => {
      const [row] = await app.sql<{ last_error: string | null }>(
        `select last_error from jobs where kind = 'seal-document' and unique_key = $1 and state = 'ready'`,
        [id],
      );
      return row?.last_error?.includes('no revocation data yet');
    });
    return id;
  }
});

test('never sends a request to an external authority for the sandbox', async () => {
  const { requests } = first;
  const { requests: others } = second;
  const { time } = app.services.authority;
  expect((await time.stamp('sandbox', Buffer.alloc(32))).authority).toBe('built-in');
  expect([first.requests, second.requests]).toEqual([requests, others]);
});
