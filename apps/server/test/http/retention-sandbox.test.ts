import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { sandbox } from '../support/sandbox.ts';

const app = await startTestApp();
const run = async () => (await app.cron.post<'runDataRetention'>('/api/cron/data-retention')).body.erased;
const isThere = async (id: string) => (await app.sql('select 1 from documents where id = $1', [id])).length === 1;

test('uses the sandbox clock to announce and carry out the deletion of a completed document', async () => {
  await app.sql(`update organizations set settings = settings || '{"document_retention_days": 40}'`);
  const box = await sandbox(app);
  const { key } = box;
  const inSandbox = await box.makeKey(['admin']);
  const move = (days: number) => key.post('/sandbox/api/sandbox/clock/advance', { seconds: days * 86_400 });
  const dueIds = async () =>
    (await inSandbox.get<'listRetentionDue'>('/sandbox/api/legal/retention/due')).body.documents.map((item) => item.id);
  const complete = async () => {
    const signer = app.person();
    const { id } = await box.sent({ signers: [signer] });
    const token = await app.link(signer.email);
    await app.sign(id, { token });
    await app.sealed(id);
    return id;
  };
  const old = await complete();
  await move(9);
  expect(await dueIds()).toEqual([]);
  await move(2);
  expect(await dueIds()).toEqual([old]);
  app.clock.advance({ seconds: 1 });
  const young = await complete();
  expect(await run()).toMatchObject({ retention_announcements: 1 });
  await move(28);
  expect((await run())['retained_documents']).toBe(0);
  await move(2);
  expect((await run())['retained_documents']).toBe(1);
  expect(await isThere(old)).toBe(false);
  expect(await isThere(young), 'only clock changes after completion count for a document').toBe(true);
  expect(await dueIds()).toEqual([young]);
});
