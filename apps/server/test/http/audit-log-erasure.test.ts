/** Tests erased personal data in the exported audit log. The log is valid only if the erasure was recorded. */
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { auditVerify, writeExport } from '../support/exported-log.ts';

const app = await startTestApp();
const { tenantId } = app.tenant;

test('verifies the audit log before and after the personal data of a document and an account is erased', async () => {
  const { id } = await app.draft();
  const { caller, userId } = await app.member('member');
  await caller.post('/api/auth/logout', {});
  const before = await writeExport(app);
  expect(await auditVerify(before)).toEqual({ code: 0, valid: true });

  await app.key.send('DELETE', `/api/documents/${id}`);
  await app.sql('insert into account_deletions (user_id, requested_at, due_at) values ($1, $2, $2)', [
    userId,
    app.clock.now(),
  ]);
  app.clock.advance({ days: 32 });
  await app.services.eraseOld();
  app.clock.advance({ days: 2 });
  await app.services.eraseOld();
  const actions = await app.sql<{ text: string }>(
    "select convert_from(bytes, 'UTF8') as text from audit_entries where tenant_id = $1 order by at, n",
    [tenantId],
  );
  const erasure = actions.map(({ text }) => JSON.parse(text) as { type: string; data: object; target: { id: string } });
  expect(erasure.filter(({ type }) => type.endsWith('erased')).map(({ type, target }) => [type, target.id])).toEqual([
    ['document.erased', id],
    ['user.personal-data-erased', userId],
  ]);
  expect(await auditVerify(await writeExport(app))).toEqual({ code: 0, valid: true });
});

test('reports personal data that is missing although no erasure was recorded', async () => {
  const { id } = await app.draft();
  await app.services.transparencyLog.cover(tenantId);
  await app.sql(
    'delete from audit_personal where entry_id in (select id from audit_entries where stream = $1 and n = 0)',
    [id],
  );
  expect(await auditVerify(await writeExport(app))).toMatchObject({
    code: 1,
    fault: { code: 'personal_missing' },
  });
});
