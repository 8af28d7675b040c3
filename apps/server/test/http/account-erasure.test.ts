/** What is left of a person whose account was deleted: signed files and retained evidence, and nothing else anywhere. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { replayAccounts } from '../../src/features/account-deletion/index.ts';
import { armFailpoint, type Failpoint, FAILPOINTS } from '../../src/platform/failpoints.ts';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { isOfErasure } from '../crash/crash-steps.ts';
import { cookiesOf, join, logIn, mailToken, PASSWORD } from '../support/people.ts';
import { until } from '../support/until.ts';

const app = await startTestApp();
const run = () => app.services.eraseOld();
const noMailsLeft = () =>
  until(
    'the mails to go out',
    async () => (await app.sql(`select from jobs where kind = 'account-mail'`)).length === 0,
  );

const NAME = 'Zephyrine Quastenbrock';
const EMAIL = 'zephyrine.quastenbrock@unmistakable.example';
const PHONE = '+49 89 5550137';
const STROKE = 'M17.031 23.977 L91.113 11.939';
const AGENT = 'Quastenbrowser/7.31';

/** Everything that the database holds, a row a text; bytes as hexadecimal digits. */
async function everyRow(): Promise<{ table: string; row: string }[]> {
  const tables = await app.sql<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
  );
  const rows: { table: string; row: string }[] = [];
  for (const { name } of tables)
    for (const { row } of await app.sql<{ row: string }>(`select to_jsonb(t)::text as row from ${name} t`))
      rows.push({ table: name, row });
  return rows;
}

/** The forms in which a text may lie somewhere: as it is, in JSON within JSON, in bytes as UTF-8 and UTF-16, in base64 at each offset. */
function formsOf(text: string): string[] {
  const utf8 = Buffer.from(text);
  const utf16 = Buffer.from(text, 'utf16le');
  const base64 = [0, 1, 2].map((offset) => {
    const whole = Buffer.concat([Buffer.alloc(offset), utf8]).toString('base64');
    return whole.slice(4, -4);
  });
  const escaped = JSON.stringify(text).slice(1, -1);
  return [
    text,
    escaped,
    escaped.replaceAll('"', String.raw`\"`),
    utf8.toString('hex'),
    utf16.toString('hex'),
    utf16.swap16().toString('hex'),
    ...base64,
  ].map((form) => form.toLowerCase());
}
const NEEDLES = [NAME, EMAIL, PHONE, STROKE, AGENT, 'Quastenbrock', 'quastenbrock'].flatMap(formsOf);
const found = (text: string): string[] => {
  const lower = text.toLowerCase();
  return NEEDLES.filter((needle) => lower.includes(needle));
};

async function everyFile(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}

/** Somebody who did with an account what leaves traces. */
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
  // So that what comes later is told from them.
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
    `insert into user_imports (tenant_id, id, by_user_id, party, total, created_at) values ($1, 'imp_x', $2, '{}', 1, now())`,
    [app.tenant.tenantId, userId],
  );
  await app.sql(
    `insert into user_import_rows (tenant_id, import_id, n, email, name, role, status) values ($1, 'imp_x', 2, $2, $3, 'member', 'invited')`,
    [app.tenant.tenantId, EMAIL, NAME],
  );
  const { caller: key } = await app.makeKey({ by: caller });
  // Of the person: a draft, and something sent. Of others: something signed by the person, and drafts that name them.
  const draft = await app.draft({ by: key });
  const sent = await app.completed({ by: key });
  const signed = await app.completed({ signers: [{ email: EMAIL, name: NAME }] });
  const planned = await app.draft();
  const plan = { signers: [{ email: EMAIL, name: NAME }] };
  const saved = await app.key.send('PATCH', `/api/documents/${planned.id}`, { body: plan });
  expect(saved.status, saved.text).toBe(200);
  return { caller, userId, key, draft, planned, kept: [sent.id, signed.id] };
}

/** Rows about documents that were sent, which their organization retains. */
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

test('no row, file or line of the log names the person, outside signed files and retained evidence; all of those still verify', async () => {
  const { caller, userId, key, draft, kept } = await seed();
  expect(
    (await everyRow()).filter(({ row }) => found(row).length > 0).length,
    'the search finds what is there',
  ).toBeGreaterThan(10);
  expect((await caller.post('/api/legal/delete-account', { password: PASSWORD })).status).toBe(202);
  await noMailsLeft();
  app.clock.advance({ days: 30 });
  // The first run closes it; the one after the last mail has gone erases it, which may be the same.
  const atOnce = await run();
  expectError(await caller.send('GET', '/api/auth/session', { mayFail: true }), 'UNAUTHORIZED');
  expectError(await key.send('GET', '/api/documents/paginated', { mayFail: true }), 'UNAUTHORIZED');
  await noMailsLeft();
  const later = await run();
  expect((atOnce['accounts'] ?? 0) + (later['accounts'] ?? 0)).toBe(1);

  const left = (await everyRow()).filter(({ row }) => found(row).length > 0);
  const unexpected = left.filter(
    ({ table, row }) => !(RETAINED.includes(table) && kept.some((id) => row.includes(id))),
  );
  expect(unexpected.map(({ table, row }) => `${table}: ${row.slice(0, 400)}`)).toEqual([]);
  expect(left.length, 'evidence stays').toBeGreaterThan(0);
  const files = await everyFile(app.dataDir);
  expect(files.length).toBeGreaterThan(3);
  for (const file of files) {
    const bytes = await readFile(file);
    expect([file, ...found(bytes.toString('latin1')), ...found(bytes.toString('hex'))]).toEqual([file]);
  }
  expect(app.lines.filter((line) => found(line).length > 0)).toEqual([]);

  // What the person had is the owner's, and what was signed is as good as before.
  const owner = await app.session();
  expect((await owner.get<'getDocument'>(`/api/documents/${draft.id}`)).body.document.owner.id).toBe(app.tenant.userId);
  for (const id of kept)
    expect((await owner.get<'verifyDocument'>(`/api/documents/${id}/verify`)).body).toMatchObject({
      isValid: true,
      auditTrail: { isValid: true },
    });
  expect(await app.sql('select from person_keys where person_id = $1', [`${userId}/account`])).toEqual([]);

  // From a backup in which the account was still there.
  await app.sql('delete from account_deletions where user_id = $1', [userId]);
  await app.sql('update users set name = $2, email = $3, email_key = $3 where id = $1', [userId, NAME, EMAIL]);
  const items = await app.services.ledger.erased();
  const replay = async () => (await replayAccounts(app.services, items)).map(({ outcome }) => outcome);
  expect([await replay(), await replay()], 'once').toEqual([['erased'], ['absent']]);
  expect((await everyRow()).filter(({ table, row }) => table === 'users' && found(row).length > 0)).toEqual([]);
});

test('while a legal hold on the person stands nothing of the account goes; another organization’s hold stops nothing', async () => {
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

// ------------------------------------------------------------------ killed at every step
afterEach(() => vi.restoreAllMocks());

/** An erasure that ends there. The signal is stood in for by an error, so that one server serves for all the steps. */
async function dieAt(point: Failpoint): Promise<void> {
  vi.spyOn(process, 'kill').mockImplementation(() => {
    throw new Error(`killed at ${point}`);
  });
  armFailpoint(point, 1);
  await expect(run(), point).rejects.toMatchObject({ errors: [{ cause: { message: `killed at ${point}` } }] });
  vi.restoreAllMocks();
}

test('killed at every step, retention and deletion are finished by the next run, once', async () => {
  const { caller, email, userId } = await join(app);
  await caller.post('/api/legal/delete-account', { password: PASSWORD });
  const { caller: key } = await app.makeKey({ scopes: ['admin', 'documents:read', 'documents:write'] });
  const { id } = await app.draft({ by: key });
  const upload = await app.blobPath(id);
  await app.sql(`update organizations set settings = '{"document_retention_days": 45}'`);
  await run();
  app.clock.advance({ days: 16 });
  const walked: Failpoint[] = [];
  const walk = async (...points: Failpoint[]) => {
    for (const point of points) {
      await dieAt(point);
      walked.push(point);
    }
  };
  await walk('announcement.before-commit');
  expect(await app.sql('select from retention_announcements where document_id = $1', [id])).toEqual([]);
  await walk('announcement.after-commit');
  app.clock.advance({ days: 15 });
  await walk('account-close.before-commit');
  expect((await logIn(app, email)).status, 'nothing happened').toBe(200);
  await walk(
    'account-close.after-commit',
    'account.noted',
    'account-leave.before-commit',
    'account-leave.after-commit',
  );
  await noMailsLeft();
  await walk('account.copies-erased', 'account-overwrite.before-commit');
  expect(await app.sql('select from users where email = $1', [email])).toHaveLength(1);
  await walk('account-overwrite.after-commit');
  await run();
  app.clock.advance({ days: 16 });
  await walk('retention.noted', 'retention.before-commit');
  expect(await app.sql('select from documents where id = $1', [id])).toHaveLength(1);
  await walk('retention.after-commit');
  await run();
  expect(await app.sql('select from documents where id = $1', [id])).toEqual([]);
  await expect(readFile(upload)).rejects.toThrow('ENOENT');
  expect(await app.sql('select from users where email = $1', [email])).toEqual([]);
  const once = async (type: string, stream: string) =>
    (
      await app.sql(
        `select from audit_entries where convert_from(bytes, 'UTF8') like $1 and convert_from(bytes, 'UTF8') like $2`,
        [`%"${type}"%`, `%${stream}%`],
      )
    ).length;
  expect([
    await once('document.erased', id),
    await once('user.account-closed', userId),
    await once('member.removed', userId),
  ]).toEqual([1, 1, 1]);
  expect(new Set(walked)).toEqual(new Set(FAILPOINTS.filter((point) => isOfErasure(point))));
  // The ledger knows all of it, and nothing is left open that nobody will end.
  const ledger = await app.services.ledger.erased();
  expect(ledger).toContainEqual({ kind: 'document', tenantId: app.tenant.tenantId, id });
  expect(ledger).toContainEqual({ kind: 'account', tenantId: null, id: userId });
});
