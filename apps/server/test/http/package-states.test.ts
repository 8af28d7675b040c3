/**
 * Tests how a document that is completed, expires or is voided affects its package, in cases that
 * package-endings.test.ts does not cover.
 */
import { expect, test } from 'vitest';
import { sealDocumentHandler } from '../../src/features/signing/seal-document.ts';
import { newId } from '../../src/platform/crypto/ids.ts';
import { startTestApp } from '../support/app.ts';
import { expireAll, packageEvents, packageOf, sentPackage, signAll } from '../support/package-visits.ts';
import { until } from '../support/until.ts';

const app = await startTestApp();
type SealJob = ReturnType<typeof sealDocumentHandler>;
const statusOf = async (id: string): Promise<string> => (await packageOf(app, id)).status;
const becomes = (id: string, status: string): Promise<unknown> =>
  until(`the package to be ${status}`, async () => (await statusOf(id)) === status);

test('completes the package only once if two documents are sealed at the same moment', async () => {
  const signer = app.person();
  const { id, documents } = await sentPackage(app, { signers: [signer] });
  const last = documents[1]?.id ?? newId('document');
  const waiting = (count: number) =>
    until(`${count} seals to wait for the package`, async () => {
      const select = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        and query like '%from packages where%for update%'`;
      // Clears the statistics, because PostgreSQL reads them only once in a transaction.
      await app.sql('select pg_stat_clear_snapshot()');
      return (await app.sql(select)).length === count;
    });
  await app.sql('begin');
  await app.sql('select from packages where id = $1 for update', [id]);
  await signAll(app, documents.slice(0, 1), signer.email);
  await waiting(1);
  await signAll(app, documents.slice(1), signer.email);
  // The job runs as in another process, because the jobs of this process run one after another.
  const job = { tenantId: app.tenant.tenantId, payload: { documentId: last }, done: () => () => true };
  const sealing = sealDocumentHandler(app.services).run(job as unknown as Parameters<SealJob['run']>[0]);
  await waiting(2);
  await app.sql('commit');
  await sealing;
  await becomes(id, 'completed');
  await until('the announcement', async () => (await packageEvents(app, id)).length === 2);
  expect(await packageEvents(app, id)).toEqual(['package.completed', 'package.sent']);
  const found = await packageOf(app, id);
  expect(found).toMatchObject({ completed_count: 2, ended_at: app.clock.now().toISOString(), cancel_reason: null });
});

test('counts a completed document of the package even if it is archived or deleted afterwards', async () => {
  const signer = app.person();
  const { id, documents } = await sentPackage(app, { titles: ['A', 'B', 'C'], signers: [signer] });
  await signAll(app, documents.slice(0, 2), signer.email);
  for (const { id: one } of documents.slice(0, 2)) await app.sealed(one);
  const [a, b] = documents.map((document) => document.id);
  await app.key.post('/api/documents/paginated', { action: 'archive', documentIds: [a] });
  await app.key.send('DELETE', `/api/documents/${b}`);
  await signAll(app, documents.slice(2), signer.email);
  await becomes(id, 'completed');
});

test('sends one event when all documents of the package expire, and reopens the package when all of them are extended', async () => {
  const { id, documents } = await sentPackage(app, { expirationDays: 1 });
  app.clock.advance({ days: 1 });
  await expireAll(app, id);
  expect(await packageEvents(app, id)).toEqual(['package.expired', 'package.sent']);
  const extend = (document: string) => app.key.post(`/api/documents/${document}/extend`, { expirationDays: 5 });
  await extend(documents[0]?.id ?? '');
  expect(await statusOf(id)).toBe('expired');
  await extend(documents[1]?.id ?? '');
  expect(await statusOf(id)).toBe('in-progress');
});

test('ends a package when its last open document is voided', async () => {
  const { id, documents } = await sentPackage(app);
  for (const { id: one } of documents) await app.key.post(`/api/documents/${one}/void`, { reason: 'x' });
  expect(await packageOf(app, id)).toMatchObject({
    status: 'cancelled',
    cancel_reason: '2 of 2 documents were not completed: 2 voided.',
  });
});
