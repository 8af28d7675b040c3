/**
 * The completion watch finds and finishes a signed document whose seal job was lost, and reports it. It does not change
 * a document that is being sealed.
 */
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';

const app = await startTestApp();
app.tolerate(/has not been sealed yet/);
const reports = (id: string) =>
  app.lines.filter((line) => line.includes('has not been sealed yet') && line.includes(id)).length;

test('reports a late completion once after five minutes, records the delay in the audit log, and still seals the document', async () => {
  // A trigger discards the seal job's row to simulate a lost job.
  await app.sql(`create function lose() returns trigger language plpgsql as $$ begin return null; end $$`);
  await app.sql(
    `create trigger lose before insert on jobs for each row when (new.kind = 'seal-document') execute function lose()`,
  );
  const { id, token } = await app.sentToOne();
  expect((await app.sign(id, { token })).body.document.status).toBe('completed');
  app.clock.advance({ minutes: 4 });
  await app.services.timers.run('completion watch');
  expect(reports(id)).toBe(0);
  app.clock.advance({ minutes: 1 });
  await app.services.timers.run('completion watch');
  app.clock.advance({ minutes: 1 });
  await app.services.timers.run('completion watch');
  expect(reports(id), 'the event is reported once an hour').toBe(1);
  await app.sql('drop trigger lose on jobs');
  app.clock.advance({ hours: 1 });
  await app.services.timers.run('completion watch');
  expect(reports(id)).toBe(2);
  await app.sealed(id);
  const [written] = await app.sql<{ updated_at: Date; completed_at: Date }>(
    'select updated_at, completed_at from documents where id = $1',
    [id],
  );
  expect(written?.updated_at, 'a delayed seal changes no property that lists show').toEqual(written?.completed_at);
  expect(await app.sql('select from awaited_seals')).toEqual([]);
  const { body } = await app.key.get<'getDocumentAudit'>(`/api/documents/${id}/audit`);
  expect(body.isValid).toBe(true);
  expect(body.entries.filter(({ action }) => action === 'document.stuck')).toHaveLength(2);
  expect((await app.key.get<'verifyDocument'>(`/api/documents/${id}/verify`)).body.isValid).toBe(true);
});

test('does not report a late completion of a document that was erased before it was sealed', async () => {
  const erased = 'doc_00000000000000000000000000';
  await app.sql(
    `insert into awaited_seals (tenant_id, document_id, completed_at) select tenant_id, $1, completed_at from documents limit 1`,
    [erased],
  );
  app.clock.advance({ hours: 1 });
  await app.services.timers.run('completion watch');
  expect(reports(erased)).toBe(0);
  expect(await app.sql('select from awaited_seals')).toEqual([]);
  expect(await app.sql('select from audit_streams where stream = $1', [erased])).toEqual([]);
});
