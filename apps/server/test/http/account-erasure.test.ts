/**
 * After an account is deleted, the only remaining data about its owner is in signed files and retained evidence.
 */
import { expect, test } from 'vitest';
import { replayAccounts } from '../../src/features/account-deletion/index.ts';
import { startTestApp } from '../support/app.ts';
import type { Caller } from '../support/caller.ts';
import { expectError } from '../support/expect-answer.ts';
import { cookiesOf, join, logIn, mailToken, PASSWORD } from '../support/people.ts';
import { readyExport } from '../support/exports.ts';
import { everyRow, filesWith, finderOf, storedFilesWith } from '../support/personal-search.ts';
import { storedFiles } from '../support/stored-files.ts';
import { until } from '../support/until.ts';

const app = await startTestApp();
const files = storedFiles(app);
const run = () => app.services.eraseOld();
const noMailsLeft = () =>
  until(
    'the e-mails to be sent',
    async () => (await app.sql(`select from jobs where kind = 'account-mail'`)).length === 0,
  );

const NAME = 'Zephyrine Quastenbrock';
/** This address contains an apostrophe, which is escaped in HTML. */
const EMAIL = "zephyrine.o'quastenbrock@unmistakable.example";
const PHONE = '+49 89 5550137';
const STROKE = 'M17.031 23.977 L91.113 11.939';
const AGENT = 'Quastenbrowser/7.31';

const found = finderOf([NAME, EMAIL, PHONE, STROKE, AGENT, 'Quastenbrock', 'quastenbrock']);

/** Creates an incident that the person has reported, and the e-mails to the person about it. */
async function seedIncident(by: Caller): Promise<void> {
  const report = { title: `Laptop of ${NAME}`, description: `Ask ${EMAIL}.`, severity: 'low', affectedData: NAME };
  const { body } = await by.post<'reportIncident'>('/api/security/incidents', report);
  const incident = `/api/security/incidents/${body.incident.id}`;
  const note = await by.send('PATCH', incident, { body: { note: `${NAME} found it.` } });
  expect(note.status, note.text).toBe(200);
  const mail = { subject: `To ${NAME}`, text: `${EMAIL} is concerned.`, recipients: [EMAIL] };
  expect((await by.post(`${incident}/mails`, mail)).status).toBe(202);
}

/** Creates a person who has used every feature of an account that stores data. */
async function seed() {
  app.secret(PASSWORD);
  const inviter = await app.session();
  await inviter.post('/api/organization/invitations', { email: EMAIL, role: 'admin', name: NAME });
  const invitationToken = await mailToken(app, EMAIL, 'invitation');
  const headers = { 'user-agent': AGENT };
  const body = { email: EMAIL, name: NAME, password: PASSWORD, invitationToken };
  const registered = await app.anyone.post<'register'>('/api/auth/register', body, { headers });
  const userId = registered.body.session?.user.id ?? '';
  const caller = app.anyone.with({ cookie: cookiesOf(registered) });
  // The kind is changed, so that these e-mails can be distinguished from later ones.
  await app.sql(`update mails set kind = 'invitation-to-join' where to_address = $1`, [EMAIL]);
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 40"><path d="${STROKE}" stroke="#000" fill="none"/></svg>`;
  const signature = { type: 'drawn', data: Buffer.from(drawing).toString('base64') };
  const profile = await caller.send('PUT', '/api/user/profile', { body: { signature }, headers });
  expect(profile.status, profile.text).toBe(200);
  await app.anyone.post('/api/auth/login', { email: EMAIL, password: 'wrong wrong wrong' }, { headers, mayFail: true });
  await app.sql(
    `insert into passkeys (id, user_id, credential_id, public_key, counter, transports, backed_up, name, created_at)
     values ('psk_x', $1, '\\x01', '\\x01', 0, '{}', false, $2, now())`,
    [userId, `Phone ${PHONE}`],
  );
  await app.sql(
    `insert into user_imports (tenant_id, id, by_user_id, party, total, created_at) values ($1, 'imp_x', $2, $3, 1, now())`,
    [app.tenant.tenantId, userId, { actor: { kind: 'user', id: userId }, address: '192.0.2.7', userAgent: AGENT }],
  );
  await seedIncident(caller);
  await caller.post('/api/views', { name: `Sent to ${EMAIL}`, filters: { recipient: EMAIL } });
  await caller.post('/api/folders', { name: `Private of ${NAME}` });
  await app.sql(
    `insert into user_import_rows (tenant_id, import_id, n, email, name, role, status) values ($1, 'imp_x', 2, $2, $3, 'member', 'invited')`,
    [app.tenant.tenantId, EMAIL, NAME],
  );
  const { caller: key } = await app.makeKey({ by: caller });
  // The person owns a draft and a sent document. Other users own a document that the person signed, and drafts that
  // contain the person's name.
  const draft = await app.draft({ by: key });
  const sent = await app.completed({ by: key });
  const signed = await app.completed({ signers: [{ email: EMAIL, name: NAME }] });
  const planned = await app.draft();
  const plan = { signers: [{ email: EMAIL, name: NAME }] };
  const saved = await app.key.send('PATCH', `/api/documents/${planned.id}`, { body: plan });
  expect(saved.status, saved.text).toBe(200);
  return { caller, userId, key, draft, planned, kept: [sent.id, signed.id] };
}

/** Returns e-mails whose HTML contains the person's name or address. */
async function mailsAbout(): Promise<string[]> {
  const rows = await app.sql<{ id: string; html: string }>('select id, body_html as html from mails');
  return rows.flatMap(({ id, html }) => (found(html).length > 0 ? [id] : []));
}

/** Rows about sent documents, which their organization retains. */
const RETAINED = [
  'documents',
  'signers',
  'document_recipients',
  'revisions',
  'certificates',
  'completion_certificates',
  'outbox',
  'fields',
  'jobs',
];

test("removes the person's name from all rows, files and log lines, except signed files and retained evidence", async () => {
  const { caller, userId, key, draft, kept } = await seed();
  expect(
    (await everyRow((text) => app.sql(text))).filter(({ row }) => found(row).length > 0).length,
    'the search finds existing data',
  ).toBeGreaterThan(10);
  expect((await caller.post('/api/legal/delete-account', { password: PASSWORD })).status).toBe(202);
  await noMailsLeft();
  // The person exports all data shortly before the account is erased.
  app.clock.advance({ days: 29 });
  const leaver = app.anyone.with({ cookie: cookiesOf(await logIn(app, EMAIL)) });
  const made = await readyExport(leaver, 'own');
  const parts = await app.sql<{ blob_id: string }>('select blob_id from export_parts where export_id = $1', [made.id]);
  const partFiles = parts.map(({ blob_id: blob }) => `${app.tenant.tenantId}/${blob}`);
  expect(await Promise.all(partFiles.map(files.has))).toEqual([true]);
  await noMailsLeft();
  expect((await mailsAbout()).length).toBeGreaterThan(3);
  app.clock.advance({ days: 1 });
  // The first run closes the account. The account is erased by the first run after the last e-mail was sent, which may
  // be the same run.
  const atOnce = await run();
  expectError(await caller.send('GET', '/api/auth/session', { mayFail: true }), 'UNAUTHORIZED');
  expectError(await key.send('GET', '/api/documents/paginated', { mayFail: true }), 'UNAUTHORIZED');
  await noMailsLeft();
  const later = await run();
  expect((atOnce['accounts'] ?? 0) + (later['accounts'] ?? 0)).toBe(1);

  const left = (await everyRow((text) => app.sql(text))).filter(({ row }) => found(row).length > 0);
  const unexpected = left.filter(
    ({ table, row }) => !(RETAINED.includes(table) && kept.some((id) => row.includes(id))),
  );
  expect(unexpected.map(({ table, row }) => `${table}: ${row.slice(0, 400)}`)).toEqual([]);
  expect(left.length, 'evidence is kept').toBeGreaterThan(0);
  expect(await mailsAbout()).toEqual([]);
  expect(await filesWith(app.dataDir, found)).toEqual([]);
  expect(await storedFilesWith(files, found)).toEqual([]);
  expect(app.lines.filter((line) => found(line).length > 0)).toEqual([]);
  // If the account had not been erased, the export would be available for six more days.
  expect(await app.sql('select status from exports where id = $1', [made.id])).toEqual([{ status: 'expired' }]);
  expect(await Promise.all(partFiles.map(files.has))).toEqual([false]);

  // The owner has received the person's documents, and the signed ones remain valid.
  const owner = await app.session();
  expect((await owner.get<'getDocument'>(`/api/documents/${draft.id}`)).body.document.owner.id).toBe(app.tenant.userId);
  for (const id of kept)
    expect((await owner.get<'verifyDocument'>(`/api/documents/${id}/verify`)).body).toMatchObject({
      isValid: true,
      auditTrail: { isValid: true },
    });
  expect(await app.sql('select from person_keys where person_id = $1', [`${userId}/account`])).toEqual([]);

  // Simulates a restored backup in which the account still existed.
  await app.sql('delete from account_deletions where user_id = $1', [userId]);
  await app.sql('update users set name = $2, email = $3, email_key = $3 where id = $1', [userId, NAME, EMAIL]);
  const items = await app.services.ledger.erased();
  const replay = async () => (await replayAccounts(app.services, items)).map(({ outcome }) => outcome);
  expect([await replay(), await replay()], 'once').toEqual([['erased'], ['absent']]);
  expect(
    (await everyRow((text) => app.sql(text))).filter(({ table, row }) => table === 'users' && found(row).length > 0),
  ).toEqual([]);
});

test('keeps all data while the person is under a legal hold, and ignores legal holds of other organizations', async () => {
  const { caller, email, userId } = await join(app);
  const { caller: admin } = await app.makeKey({ scopes: ['admin'] });
  const hold = { kind: 'person', target: email, reason: 'r' };
  await (await app.otherTenant()).owner.post('/api/legal/holds', hold);
  const { body } = await admin.post<'placeLegalHold'>('/api/legal/holds', hold);
  await caller.post('/api/legal/delete-account', { password: PASSWORD });
  app.clock.advance({ days: 31 });
  await run();
  const [waiting] = await app.sql('select waits_for, begun_at from account_deletions where user_id = $1', [userId]);
  expect(waiting).toEqual({ waits_for: 'legal-hold', begun_at: null });
  expect((await logIn(app, email)).status).toBe(200);
  await admin.send('DELETE', `/api/legal/holds/${body.hold.id}`, { body: { reason: 'closed' } });
  await run();
  await noMailsLeft();
  await run();
  expect(await app.sql('select from users where email = $1', [email])).toEqual([]);
});
