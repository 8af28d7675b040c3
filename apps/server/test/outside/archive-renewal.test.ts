/**
 * Over the years, time-stamps and algorithms expire. Signatures remain verifiable, because they are time-stamped again
 * early enough.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { verifyDocument } from '@countersign/pades';
import { afterAll, expect, test } from 'vitest';
import { sha256Hex } from '../../src/platform/crypto/tokens.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { startTestAuthority } from '../support/timestamp-authority.ts';
import { until } from '../support/until.ts';

const YEAR = 365.25;
const START = '2026-11-20T09:00:00.000Z';
const folder = mkdtempSync(path.join(tmpdir(), 'countersign-trust-'));
afterAll(() => rmSync(folder, { recursive: true }));

const app = await startTestApp({ startAt: START });
const often = await startTestApp({ startAt: START, renewalDays: 3000 });
const chain = await startTestApp({ startAt: START, renewalDays: 3000 });
const certified = await startTestApp({ startAt: START, renewalDays: 3000 });
const now = (): Date => late.outside?.clock.now() ?? new Date(START);
const late: { outside?: TestApp } = {};
const rsa = await startTestAuthority('RSA Clock', now, { key: 'rsa2048', years: 30 });
writeFileSync(path.join(folder, 'roots.pem'), rsa.rootPem);
const timestamps = { urls: `${rsa.url},built-in`, trust: path.join(folder, 'roots.pem') };
const outside = await startTestApp({ startAt: START, timestamps });
late.outside = outside;

/**
 * Creates a completed document, its certificate of completion and a time-stamping unit before the clock moves.
 * Otherwise, the certificate might be time-stamped after the clock moves.
 */
const completed = async (at: TestApp, options?: Parameters<TestApp['completed']>[0]) => {
  const done = await at.completed(options);
  await file(at, done.id, 'audit');
  await at.atRest(done.id);
  return done;
};
const file = async (at: TestApp, id: string, type = 'signed'): Promise<Buffer> => {
  const { body } = await at.key.get<'downloadDocument'>(`/api/documents/${id}/download?type=${type}`);
  return Buffer.from(await (await fetch(at.url + new URL(body.downloadUrl).pathname)).arrayBuffer());
};
const verify = async (at: TestApp, id: string) =>
  (await at.key.get<'verifyDocument'>(`/api/documents/${id}/verify`)).body;
const renewals = async (at: TestApp, id: string): Promise<number> => {
  const select = `select count(*)::int as count from revisions where document_id = $1 and kind = 'renewal'`;
  return (await at.sql<{ count: number }>(select, [id]))[0]?.count ?? 0;
};
const protection = async (at: TestApp, id: string, kind = 'document') => {
  const select = 'select expires_at, algorithms, retry_at from archive_stamps where document_id = $1 and file = $2';
  return (await at.sql<{ expires_at: Date | null; algorithms: string; retry_at: Date }>(select, [id, kind]))[0];
};
const appended = async (at: TestApp, id: string): Promise<number> => {
  const select = 'select count(*)::int as count from certificate_renewals where document_id = $1';
  return (await at.sql<{ count: number }>(select, [id]))[0]?.count ?? 0;
};
const certificateOf = (at: TestApp, id: string): Promise<Buffer> => file(at, id, 'audit');
const noJobs = (at: TestApp) =>
  until('the renewals to end', async () => {
    const [row] = await at.sql<{ count: number }>(
      `select count(*)::int as count from jobs where kind = 'renew-archive' and state <> 'dead'`,
    );
    return row?.count === 0;
  });
const anchorsOf = (at: TestApp) => [at.services.authority.anchor('live').der];

test("renews a document's time-stamp after nine years and keeps the document at B-LTA in year twelve", async () => {
  const { id } = await completed(app, { signers: [app.person(), app.person()] });
  expect((await protection(app, id))?.expires_at?.getUTCFullYear()).toBe(2036);
  const before = await file(app, id);
  app.clock.advance({ days: 8 * YEAR });
  await app.services.timers.run('archive renewal');
  await noJobs(app);
  expect(await renewals(app, id)).toBe(0);

  app.clock.advance({ days: YEAR + 1 });
  await app.services.timers.run('archive renewal');
  await noJobs(app);
  expect(await renewals(app, id)).toBe(1);
  const after = await file(app, id);
  expect(after.subarray(0, before.length).equals(before)).toBe(true);
  expect((await protection(app, id))?.expires_at?.getUTCFullYear()).toBe(2045);

  app.clock.advance({ days: 3 * YEAR });
  const report = await verify(app, id);
  expect(report).toMatchObject({ isValid: true, auditTrail: { isValid: true } });
  expect(report.signatures.map(({ level, isValid }) => ({ level, isValid }))).toEqual([
    { level: 'B-LTA', isValid: true },
    { level: 'B-LTA', isValid: true },
  ]);
  expect(report.seal?.signatures.map(({ isValid }) => isValid)).toEqual([true, true, true]);
  const late = { anchors: anchorsOf(app), now: app.clock.now().toISOString() };
  const stale = await verifyDocument(before, late);
  expect(stale.isValid).toBe(false);
  expect(stale.signatures.at(-1)).toMatchObject({
    indication: 'INDETERMINATE',
    subIndication: 'OUT_OF_BOUNDS_NO_POE',
  });
  expect(stale.signatures.some(({ level }) => level === 'B-LTA')).toBe(false);
  const { body } = await app.key.get<'getDocumentAudit'>(`/api/documents/${id}/audit`);
  expect(body.entries.filter(({ action }) => action === 'document.renewed')).toMatchObject([
    { context: { revision: 5, authority: 'built-in' } },
  ]);
});

test('renews the time-stamp three times and keeps every earlier file as the beginning of the next one', async () => {
  const { id } = await completed(chain);
  const files = [await file(chain, id)];
  for (let round = 1; round <= 3; round += 1) {
    chain.clock.advance({ days: 2 * YEAR + 30 });
    await chain.services.timers.run('archive renewal');
    await noJobs(chain);
    expect(await renewals(chain, id)).toBe(round);
    const next = await file(chain, id);
    const last = files.at(-1) ?? Buffer.alloc(0);
    expect(next.subarray(0, last.length).equals(last)).toBe(true);
    files.push(next);
  }
  // The first three time-stamps have expired, and the fourth is valid.
  chain.clock.advance({ days: 9 * YEAR });
  expect(await verify(chain, id)).toMatchObject({ isValid: true, signatures: [{ level: 'B-LTA' }] });
  const late = { anchors: anchorsOf(chain), now: chain.clock.now().toISOString() };
  const reports = await Promise.all(files.map((bytes) => verifyDocument(bytes, late)));
  expect(reports.map(({ isValid }) => isValid)).toEqual([false, false, false, true]);
});

test('uses only the new time-stamping unit for concurrent requests once two years have passed', async () => {
  const { authority } = often.services;
  often.clock.advance({ days: 2 * YEAR + 30 });
  const stamps = await Promise.all(
    ['one', 'two', 'three'].map((text) => authority.time.stamp('live', Buffer.from(sha256Hex(text), 'hex'), {})),
  );
  const ends = stamps.map(({ token }) =>
    authority.time.protection(token, authority.anchors('live'))?.expiresAt.toISOString().slice(0, 10),
  );
  const inTenYears = new Date(often.clock.now().getTime() + 10 * YEAR * 86_400_000).getUTCFullYear();
  expect(new Set(ends).size, ends.join()).toBe(1);
  expect(ends[0]).toContain(String(inTenYears));
});

test('leaves the document unchanged if a renewal is interrupted, and retries the renewal', async () => {
  const { id } = await completed(often);
  often.clock.advance({ days: 2 * YEAR + 30 });
  const before = await file(often, id);
  await often.sql(
    `create function refuse() returns trigger language plpgsql as $$ begin raise 'the power is gone'; end $$`,
  );
  await often.sql(
    `create trigger refuse before insert on revisions for each row when (new.kind = 'renewal') execute function refuse()`,
  );
  await often.services.timers.run('archive renewal');
  const failure = await until('the renewal to fail', async () => {
    const select = `select last_error from jobs where kind = 'renew-archive' and unique_key = $1 and state = 'ready'`;
    return (await often.sql<{ last_error: string | null }>(select, [`${id} document`]))[0]?.last_error ?? undefined;
  });
  expect(failure).toContain('the power is gone');
  expect(await file(often, id)).toEqual(before);
  expect(await verify(often, id)).toMatchObject({ isValid: true, auditTrail: { isValid: true } });
  await often.sql('drop trigger refuse on revisions');
  often.clock.advance({ seconds: 11 });
  often.services.runner.wake('bulk');
  await noJobs(often);
  expect(await renewals(often, id)).toBe(1);
});

test('renews the time-stamp of a document only once if two renewal jobs exist for it', async () => {
  const { id } = await completed(often);
  often.clock.advance({ days: 2 * YEAR + 30 });
  const { tenantId } = often.tenant;
  for (const name of ['job_one', 'job_two'])
    await often.sql(
      `insert into jobs (tenant_id, id, kind, unique_key, lane, payload, run_at, created_at)
       values ($1, $2, 'renew-archive', $2, 'timer', jsonb_build_object('documentId', $3::text), $4, $4)`,
      [tenantId, `${name}_${id}`, id, often.clock.now()],
    );
  often.services.runner.wake('timer');
  await noJobs(often);
  expect(await renewals(often, id)).toBe(1);
  await often.services.timers.run('archive renewal');
  await noJobs(often);
  expect(await renewals(often, id)).toBe(1);
  expect(await verify(often, id)).toMatchObject({ isValid: true, auditTrail: { isValid: true } });
});

test('records when the time-stamp of a document sealed by an older version expires', async () => {
  const { id } = await completed(often);
  const known = await protection(often, id);
  await often.sql(`update archive_stamps set expires_at = null, algorithms = '' where document_id = $1`, [id]);
  await often.services.timers.run('archive renewal');
  await noJobs(often);
  expect(await renewals(often, id)).toBe(0);
  expect(await protection(often, id)).toMatchObject({ expires_at: known?.expires_at, algorithms: known?.algorithms });
});

test('renews time-stamps before an algorithm expires, and only with an authority that does not use that algorithm', async () => {
  const { id } = await completed(outside);
  expect(await protection(outside, id)).toMatchObject({ algorithms: 'ecdsa-p256 rsa-2048 sha256' });
  const first = await verify(outside, id);
  expect(first).toMatchObject({
    isValid: true,
    signatures: [{ level: 'B-LTA', timestamp: { authority: 'RSA Clock' } }],
  });
  outside.clock.advance({ days: 3.5 * YEAR });
  await outside.services.timers.run('archive renewal');
  await noJobs(outside);
  expect(await renewals(outside, id)).toBe(0);
  expect(outside.lines.some((line) => line.includes('archive renewal was postponed'))).toBe(true);
  rsa.mode = 'status-500';
  outside.clock.advance({ days: 31 });
  await outside.services.timers.run('archive renewal');
  await noJobs(outside);
  rsa.mode = 'good';
  expect(await renewals(outside, id)).toBe(1);
  expect(await protection(outside, id)).toMatchObject({ algorithms: 'ecdsa-p256 sha256' });
  expect(await verify(outside, id)).toMatchObject({ isValid: true, signatures: [{ level: 'B-LTA' }] });
});

test('renews the certificate of completion, which verifies in year eleven with the same result as at its creation', async () => {
  const { id } = await completed(certified);
  const before = await certificateOf(certified, id);
  const end = (await protection(certified, id, 'certificate'))?.expires_at ?? new Date(0);
  expect(end).toEqual((await protection(certified, id))?.expires_at);
  certified.clock.advance({ days: 2 * YEAR + 30 });
  await certified.services.timers.run('archive renewal');
  await noJobs(certified);
  expect([await appended(certified, id), await renewals(certified, id)]).toEqual([1, 1]);
  const after = await certificateOf(certified, id);
  expect(after.length).toBeGreaterThan(before.length);
  expect(after.subarray(0, before.length).equals(before)).toBe(true);
  expect((await protection(certified, id, 'certificate'))?.expires_at?.getTime()).toBeGreaterThan(end.getTime());

  // A single run renews all files, so the next run has no files to renew.
  await certified.services.timers.run('archive renewal');
  await noJobs(certified);
  expect(await appended(certified, id)).toBe(1);

  // By that time, the first time-stamps have expired, and the new one is valid.
  const inNineYears = new Date(certified.clock.now().getTime() + 9 * YEAR * 86_400_000);
  const late = { anchors: anchorsOf(certified), now: inNineYears.toISOString() };
  const report = await verifyDocument(after, late);
  expect(report).toMatchObject({ isValid: true, reasons: [], certification: 1 });
  expect(report.signatures.map(({ kind, isValid }) => [kind, isValid])).toEqual([
    ['certification', true],
    ['archive-timestamp', true],
    ['archive-timestamp', true],
  ]);
  expect(report.signatures[0]?.level).toBe('B-LTA');
  expect(await verifyDocument(before, late)).toMatchObject({ isValid: false });
  const { body } = await certified.key.get<'getDocumentAudit'>(`/api/documents/${id}/audit`);
  expect(body.entries.filter(({ action }) => action === 'document.certificate-renewed')).toMatchObject([
    { context: { renewal: 1, authority: 'built-in', certificate_sha256: sha256Hex(after) } },
  ]);
  expect(await verify(certified, id)).toMatchObject({ auditTrail: { isValid: true } });
  expect((await file(certified, id, 'bundle')).includes(after)).toBe(true);
});

test('renews a certificate only once if two jobs exist for it, and appends each renewal to the previous one', async () => {
  const { id } = await completed(certified);
  const files = [await certificateOf(certified, id)];
  const { tenantId } = certified.tenant;
  for (let round = 1; round <= 2; round += 1) {
    certified.clock.advance({ days: 2 * YEAR + 30 });
    for (const name of ['job_three', 'job_four'])
      await certified.sql(
        `insert into jobs (tenant_id, id, kind, unique_key, lane, payload, run_at, created_at)
         values ($1, $2, 'renew-archive', $2, 'timer', jsonb_build_object('documentId', $3::text, 'file', 'certificate'), $4, $4)`,
        [tenantId, `${name}_${id}_${round}`, id, certified.clock.now()],
      );
    certified.services.runner.wake('timer');
    await noJobs(certified);
    expect(await appended(certified, id)).toBe(round);
    const next = await certificateOf(certified, id);
    const last = files.at(-1) ?? Buffer.alloc(0);
    expect(next.subarray(0, last.length).equals(last)).toBe(true);
    files.push(next);
  }
  const report = await verifyDocument(files.at(-1) ?? Buffer.alloc(0), {
    anchors: anchorsOf(certified),
    now: certified.clock.now().toISOString(),
  });
  expect(report).toMatchObject({ isValid: true, reasons: [] });
  expect(report.signatures.filter(({ kind }) => kind === 'archive-timestamp')).toHaveLength(3);
});

test('records when the time-stamp of a certificate of completion created by an older version expires', async () => {
  const { id } = await completed(certified);
  await certificateOf(certified, id);
  const known = await protection(certified, id, 'certificate');
  await certified.sql(`update archive_stamps set expires_at = null, algorithms = '' where document_id = $1`, [id]);
  await certified.services.timers.run('archive renewal');
  await noJobs(certified);
  expect(await appended(certified, id)).toBe(0);
  expect(await protection(certified, id, 'certificate')).toMatchObject({
    expires_at: known?.expires_at,
    algorithms: known?.algorithms,
  });
});

test('renews the time-stamp of a document in the trash, so that the document verifies after it is restored years later', async () => {
  const { id } = await completed(often);
  await often.sql('update documents set deleted_at = now() where id = $1', [id]);
  often.clock.advance({ days: 2 * YEAR + 30 });
  await often.services.timers.run('archive renewal');
  await noJobs(often);
  await often.sql('update documents set deleted_at = null where id = $1', [id]);
  expect(await renewals(often, id)).toBe(1);
});
