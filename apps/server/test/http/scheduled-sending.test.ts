/** Tests drafts that the server sends at a set time: scheduling, sending, and drafts that cannot be sent. */
import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { saveBody } from '../support/draft.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { MULTIPART, pdfUpload } from '../support/multipart.ts';
import { makePdf } from '../support/pdf.ts';
import { sandbox } from '../support/sandbox.ts';
import { inDays, scheduled } from '../support/schedules.ts';
import { LEASE, makeTemplate, templateKey } from '../support/templates.ts';
import { until } from '../support/until.ts';

const app = await startTestApp();
const sendPath = (id: string): string => `/api/documents/${id}/send-for-signing`;
const read = async (id: string) => (await app.key.get<'getDocument'>(`/api/documents/${id}`)).body.document;
const kindsOf = async (id: string) =>
  (await app.sql<{ kind: string }>('select kind from outbox where document_id = $1 order by sequence', [id])).map(
    ({ kind }) => kind,
  );
const jobsOf = (id: string) => app.sql('select 1 from jobs where strpos(payload::text, $1) > 0', [id]);
const trailOf = async (id: string) =>
  (await app.key.get<'getDocumentAudit'>(`/api/documents/${id}/audit`)).body.entries.map(({ action }) => action);
/** Advances the clock by a day, and runs every job that is then due. */
async function tomorrow(id: string): Promise<void> {
  app.clock.advance({ days: 1 });
  app.services.runner.wake('timer');
  await app.atRest(id);
}

describe('a scheduled draft', () => {
  test('keeps a scheduled document as a draft until the scheduled time, and then sends it with all its options', async () => {
    const [first, second] = [app.person(), app.person()];
    const { id, sendAt, document } = await scheduled(app, {
      signers: [
        { ...second, order: 2 },
        { ...first, order: 1, accessCode: '4711' },
      ],
      signingOrder: 'sequential',
      expirationDays: 7,
      emailSubject: 'The lease',
      fields: [{ kind: 'signature', signer: first.email, page: 1, x: 60, y: 600, width: 200, height: 50 }],
      notify: true,
    });
    expect(document).toMatchObject({ status: 'draft', scheduled_for: sendAt, sent_at: null, signers: [] });
    const status = await app.key.get<'getDocumentStatus'>(`/api/documents/${id}/status`);
    expect(status.body).toMatchObject({ status: 'draft', scheduledFor: sendAt });
    const list = await app.key.get<'listDocuments'>('/api/documents/paginated?pageSize=1');
    expect(list.body.documents[0]).toMatchObject({ id, scheduled_for: sendAt });
    expect(await app.sql('select 1 from mails where to_address = $1', [first.email])).toEqual([]);
    await tomorrow(id);
    const sent = await read(id);
    expect(sent).toMatchObject({
      status: 'in-progress',
      scheduled_for: null,
      email_subject: 'The lease',
      signing_order: 'sequential',
      expiration: inDays(app, 7),
    });
    expect(sent.signers.map(({ email, status: one, access_code: code }) => [email, one, code])).toEqual([
      [second.email, 'waiting', 'none'],
      [first.email, 'pending-signature', 'required'],
    ]);
    expect(await kindsOf(id)).toEqual(['document.created', 'document.scheduled', 'document.sent']);
    const { body } = await app.key.get<'getDocumentAudit'>(`/api/documents/${id}/audit`);
    const entry = body.entries.find(({ action }) => action === 'document.sent');
    expect(entry?.actor).toEqual(body.entries[0]?.actor);
    expect(JSON.parse(Buffer.from(entry?.bytes ?? '', 'base64').toString())).toMatchObject({
      data: { scheduled_for: sendAt },
    });
  });

  test('lets a recipient sign a document that was sent on schedule, and verifies the signed document', async () => {
    const own = app.person();
    const { id } = await scheduled(app, { signers: [own] });
    await tomorrow(id);
    expect((await app.sign(id, { token: await app.link(own.email) })).status).toBe(200);
    await app.sealed(id);
    const { body } = await app.key.get<'verifyDocument'>(`/api/documents/${id}/verify`);
    expect(body).toMatchObject({ isValid: true, auditTrail: { isValid: true } });
  });

  test('reschedules a document earlier or later, keeps its options, and sends it once', async () => {
    const { id } = await scheduled(app, { sendAt: inDays(app, 2), expirationDays: 3, placeTags: false });
    const later = await app.key.post<'sendForSigning'>(sendPath(id), { sendAt: inDays(app, 5) });
    expect(later.body.document.scheduled_for).toBe(inDays(app, 5));
    await app.key.post(sendPath(id), { sendAt: inDays(app, 1) });
    await tomorrow(id);
    expect(await read(id)).toMatchObject({ status: 'in-progress', expiration: inDays(app, 3) });
    app.clock.advance({ days: 5 });
    app.services.runner.wake('timer');
    await until('the jobs of earlier times to end', async () => {
      const rows = await app.sql("select 1 from jobs where kind = 'send-scheduled'");
      return rows.length === 0;
    });
    expect((await kindsOf(id)).filter((kind) => kind === 'document.sent')).toHaveLength(1);
  });

  test('sends a scheduled document immediately, with its saved options, if a send request specifies no time', async () => {
    const { id } = await scheduled(app, { expirationDays: 4, emailMessage: 'Please sign.' });
    const { body } = await app.key.post<'sendForSigning'>(sendPath(id), {});
    expect(body.document).toMatchObject({
      status: 'in-progress',
      scheduled_for: null,
      email_message: 'Please sign.',
      expiration: inDays(app, 4),
    });
    await tomorrow(id);
    expect((await kindsOf(id)).filter((kind) => kind === 'document.sent')).toHaveLength(1);
  });

  test('rejects changes to the recipients, fields or file until the schedule is canceled', async () => {
    const { id, sendAt } = await scheduled(app);
    const details = { documentId: id, status: 'draft', scheduledFor: sendAt };
    const patch = (body: object) => app.key.send('PATCH', `/api/documents/${id}`, { body });
    expectError(await patch({ signers: [app.person()] }), 'INVALID_STATE', details);
    const put = { body: pdfUpload(makePdf()), headers: MULTIPART };
    expectError(await app.key.send('PUT', `/api/documents/${id}/file`, put), 'INVALID_STATE', details);
    const save = await (await app.session()).send('PUT', `/api/documents/${id}/draft`, { body: saveBody(0) });
    expectError(save, 'INVALID_STATE', details);
    expectError(await app.key.post('/api/packages', { title: 'P', documentIds: [id] }), 'INVALID_STATE', details);
    expect((await patch({ title: 'Renamed', metadata: { k: 'v' } })).status).toBe(200);
    await app.key.send('DELETE', `/api/documents/${id}/schedule`);
    expect((await patch({ signers: [app.person()] })).status).toBe(200);
  });

  test.each([
    ['archived', { action: 'archive' }],
    ['deleted', { action: 'delete' }],
  ])('cancels the schedule when the document is %s', async (_, action) => {
    const { id } = await scheduled(app);
    await app.key.post('/api/documents/paginated', { ...action, documentIds: [id] });
    await app.key.post('/api/documents/paginated', { action: 'restore', documentIds: [id] });
    await tomorrow(id);
    expect(await read(id)).toMatchObject({ status: 'draft', scheduled_for: null });
    expect(await kindsOf(id)).toContain('document.unscheduled');
    expect(await jobsOf(id)).toEqual([]);
  });
});

describe('validation of a schedule', () => {
  test.each([
    ['a time in the past', () => ({ sendAt: new Date(app.clock.now().getTime() - 1000).toISOString() }), 'sendAt'],
    ['a time more than 90 days ahead', () => ({ sendAt: inDays(app, 91) }), 'sendAt'],
    ['an invalid time', () => ({ sendAt: 'tomorrow' }), 'sendAt'],
    ['recipients who do not sign', () => ({ signers: [{ ...app.person(), role: 'cc' }] }), 'signers'],
    ['a text tag without a recipient', () => ({ placeTags: true, signers: [app.person()] }), 'placeTags'],
  ])('422: rejects an invalid schedule: %s', async (_, change, field) => {
    const upload = await app.key.upload(
      pdfUpload(makePdf({ content: 'BT /F1 14 Tf 72 700 Td ({{signature:2}}) Tj ET' })),
    );
    const { id } = upload.body.document;
    const body = { signers: [app.person()], sendAt: inDays(app, 1), ...change() };
    expectInvalid(await app.key.post(sendPath(id), body), field);
    expect(await read(id)).toMatchObject({ scheduled_for: null, planned: null });
  });

  test('treats a scheduled time with an offset as the same moment in UTC', async () => {
    const { document } = await scheduled(app, { sendAt: inDays(app, 3).replace(/T.*/, 'T12:00:00+02:00') });
    expect(document.scheduled_for).toMatch(/T10:00:00\.000Z$/);
  });
});

describe('a draft that cannot be sent at the scheduled time', () => {
  test('keeps the document as a draft, records the reason, and sends the owner one e-mail', async () => {
    const { id } = await scheduled(app);
    await app.sql("update organizations set plan = 'free' where tenant_id = $1", [app.tenant.tenantId]);
    await app.sql(
      `insert into outbox (tenant_id, id, kind, document_id, data, created_at)
       select $1, 'evt_plan' || n, 'document.sent', 'doc_plan' || n, '{}', $2 from generate_series(1, 50) n`,
      [app.tenant.tenantId, new Date(app.clock.now().getTime() + 86_400_000)],
    );
    await tomorrow(id);
    await app.sql("update organizations set plan = 'enterprise' where tenant_id = $1", [app.tenant.tenantId]);
    await app.sql("delete from outbox where id like 'evt_plan%'");
    const document = await read(id);
    expect(document).toMatchObject({
      status: 'draft',
      scheduled_for: null,
      signers: [],
      schedule_error: { code: 'PLAN_REQUIRED', field: null, at: app.clock.now().toISOString() },
    });
    expect(await app.sql('select 1 from signers where document_id = $1', [id])).toEqual([]);
    expect(await kindsOf(id)).toEqual(['document.created', 'document.scheduled', 'document.schedule_failed']);
    expect(await trailOf(id)).toContain('document.schedule-failed');
    const mail = await app.mail('grace@northwind.example', 'not-sent');
    expect(mail.text.replaceAll(/\s+/g, ' ')).toContain(document.schedule_error?.message);
    expect((await app.key.post<'sendForSigning'>(sendPath(id), {})).body.document).toMatchObject({
      status: 'in-progress',
      schedule_error: null,
    });
  });

  test('reports that a scheduled document was not sent because its sender has left', async () => {
    const member = await app.member('member');
    const { id } = await scheduled(app, { by: member.caller });
    await app.sql('update memberships set deactivated_at = now() where user_id = $1', [member.userId]);
    await tomorrow(id);
    expect((await read(id)).schedule_error).toMatchObject({ code: 'FORBIDDEN' });
  });

  test('reports that a scheduled document was not sent because its redirect host is no longer allowed', async () => {
    const owner = await app.session();
    const hosts = (redirect_hosts: string[]) =>
      owner.send('PATCH', '/api/organization', { body: { settings: { redirect_hosts } } });
    await hosts(['app.example']);
    const { id } = await scheduled(app, { redirectUrl: 'https://app.example/done' });
    await hosts([]);
    await tomorrow(id);
    expect((await read(id)).schedule_error).toMatchObject({ code: 'host_not_allowed', field: 'redirectUrl' });
  });
});

describe('documents created and scheduled in one request', () => {
  const create = (members: Record<string, string>) =>
    app.key.send<'createDocument'>('POST', '/api/documents', {
      body: pdfUpload(makePdf(), members),
      headers: MULTIPART,
    });

  test('creates and schedules a document from a file', async () => {
    const signers = JSON.stringify([app.person()]);
    const answer = await create({ signers, sendAt: inDays(app, 1) });
    expect(answer.status, answer.text).toBe(201);
    const { id } = answer.body.document;
    expect(answer.body.document).toMatchObject({ status: 'draft', scheduled_for: inDays(app, 1) });
    await tomorrow(id);
    expect((await read(id)).status).toBe('in-progress');
    expectInvalid(await create({ signers, sendAt: inDays(app, 1), send: 'false' }), 'send');
  });

  test('creates and schedules a document from a template', async () => {
    const by = await templateKey(app);
    const template = await makeTemplate(by, LEASE);
    const signers = template.roles.map(({ name }) => ({ role: name, ...app.person() }));
    const body = { signers, sendAt: inDays(app, 1) };
    const used = await by.post<'useTemplate'>(`/api/templates/${template.id}/use`, body);
    expect(used.status, used.text).toBe(201);
    const created = await by.post<'createDocument'>('/api/documents', { ...body, templateId: template.id });
    for (const { document } of [used.body, created.body])
      expect(document).toMatchObject({ status: 'draft', scheduled_for: body.sendAt });
    await tomorrow(created.body.document.id);
    await app.atRest(used.body.document.id);
    for (const { document } of [used.body, created.body])
      expect(await read(document.id)).toMatchObject({ status: 'in-progress', template_id: template.id });
  });
});

test('applies the sandbox clock to the scheduled time', async () => {
  const { key } = await sandbox(app);
  const upload = await key.send<'uploadDocument'>('POST', '/sandbox/api/documents/upload', {
    body: pdfUpload(makePdf()),
    headers: MULTIPART,
  });
  const path = `/sandbox/api/documents/${upload.body.document.id}`;
  await key.post(`${path}/send-for-signing`, { signers: [app.person()], sendAt: inDays(app, 2) });
  await key.post('/sandbox/api/sandbox/clock/advance', { seconds: 2 * 86_400 });
  await until('the document to be sent', async () => {
    const { document } = (await key.get<'getDocument'>(path)).body;
    return document.status === 'in-progress';
  });
});
