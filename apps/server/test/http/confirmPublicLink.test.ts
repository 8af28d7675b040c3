import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { outsideTool } from '../../../../scripts/outside-tools.ts';
import { OWNER, startTestApp } from '../support/app.ts';
import { expectError, expectInvalid, statusesOf } from '../support/expect-answer.ts';
import { MULTIPART, pdfUpload } from '../support/multipart.ts';
import { makePdf } from '../support/pdf.ts';
import { CONFIRM, confirm, documentsOf, linkFor, linksPath, publicLink, visitor } from '../support/public-links.ts';
import { refusesOtherMethods } from '../support/refusals.ts';
import { makeTemplate, NOTICE, templateKey } from '../support/templates.ts';

const app = await startTestApp();
const key = await templateKey(app);
const tokenOf = (url: string) => app.secret(new URL(url).hash.slice(1));
const wrong = (code: string) => (code === '000000' ? '000001' : '000000');

/** Returns the text of the certificate of completion, without the marks that isolate parts of a line (UAX #9). */
async function certificateOf(id: string): Promise<string> {
  const link = await app.key.get<'downloadDocument'>(`/api/documents/${id}/download?type=audit`);
  const { bytes } = await app.anyone.get(new URL(link.body.downloadUrl).pathname);
  const text = execFileSync(outsideTool('pdftotext'), ['-layout', '-', '-'], { input: bytes, encoding: 'utf8' });
  return text.replaceAll(/[\u2066-\u2069]/g, '').replaceAll(/\s+/g, ' ');
}

describe('200', () => {
  test("creates a document even over the storage quota, because the document shares the template's file", async () => {
    const other = await app.otherTenant();
    const { token, template } = await publicLink(app, {}, { by: other.owner });
    await app.sql('insert into organization_storage values ($1, 0, 0)', [other.organizationId]);
    const file = makePdf();
    const upload = await other.owner.send('POST', '/api/documents/upload', {
      body: pdfUpload(file),
      headers: MULTIPART,
    });
    expectError(upload, 'STORAGE_QUOTA_EXCEEDED', { quota_bytes: 0, used_bytes: 0, file_bytes: file.length });
    const { body } = await confirm(app, await visitor(app, token));
    tokenOf(body.url);
    expect(await documentsOf(app, template.id)).toMatchObject([{ status: 'in-progress' }]);
    const { publicLinks } = (await other.owner.get<'listPublicLinks'>(linksPath(template.id))).body;
    expect(publicLinks).toMatchObject([{ status: 'active', problem: null }]);
  });

  test('creates and sends a document that the visitor can sign immediately', async () => {
    const template = await makeTemplate(key);
    const landlord = app.person();
    const { link, token } = await linkFor(app, key, template.id, {
      role: 'Tenant',
      signers: [{ role: 'Landlord', ...landlord }],
    });
    const guest = await visitor(app, token, { locale: 'fr' });
    const answer = await confirm(app, { ...guest, code: `${guest.code.slice(0, 3)} ${guest.code.slice(3)} ` });
    expect(answer.status, answer.text).toBe(200);
    const [made, ...others] = await documentsOf(app, template.id);
    expect(others).toEqual([]);
    const id = made?.id ?? '';
    const { document } = (await key.get<'getDocument'>(`/api/documents/${id}`)).body;
    expect(document).toMatchObject({ status: 'in-progress', title: 'Lease', owner: { id: link.owner.id } });
    expect(document.signers).toMatchObject([
      { email: guest.email, name: guest.name, role: 'signer', status: 'pending-signature' },
      { email: landlord.email, role: 'approver' },
    ]);
    const own = tokenOf(answer.body.url);
    const session = await app.anyone.post<'openSigningSession'>('/api/signing/session', { token: own });
    expect(session.body.view).toMatchObject({ signer: { email: guest.email }, document: { id } });
    expect((await app.sign(id, { token: own })).status).toBe(200);
    expect((await app.sign(id, { token: await app.link(landlord.email) })).status).toBe(200);
    await app.sealed(id);
    expect((await app.key.get<'verifyDocument'>(`/api/documents/${id}/verify`)).body.isValid).toBe(true);
    const { entries, isValid } = (await app.key.get<'getDocumentAudit'>(`/api/documents/${id}/audit`)).body;
    expect(isValid).toBe(true);
    expect(entries[0]).toMatchObject({
      action: 'document.created',
      actor: { kind: 'user', id: link.owner.id },
      summary: 'Created from a template (version 1) through a public link',
    });
    expect(entries.find(({ action }) => action === 'signer.address-confirmed')).toMatchObject({
      actor: { kind: 'signer', id: document.signers[0]?.id },
      summary: expect.stringContaining('confirmed the e-mail address with a code'),
    });
    const confirmedAt = entries.find(({ action }) => action === 'signer.address-confirmed')?.timestamp ?? '';
    const certificate = await certificateOf(id);
    expect(certificate).toContain(
      `Code delivered to the built-in mailbox, entered on ${confirmedAt.slice(0, 19).replace('T', ' ')} UTC`,
    );
    expect(certificate).toContain(`E-mail address confirmed with a code – ${guest.name}`);
    // The landlord got a link and did not confirm a code.
    expect(certificate.match(/Code delivered/g)).toHaveLength(1);
    const events = await app.sql('select kind from outbox where document_id = $1 order by sequence limit 2', [id]);
    expect(events.map(({ kind }) => kind)).toEqual(['document.created', 'document.sent']);
    const [shown] = (await key.get<'listPublicLinks'>(linksPath(template.id))).body.publicLinks;
    expect(shown).toMatchObject({ documents: 1, documents_of_day: 1 });
  });

  test('returns the link to the same document if the visitor repeats a confirmation whose response was lost', async () => {
    const { token, template } = await publicLink(app, {}, { by: key });
    const guest = await visitor(app, token);
    const answers = [];
    // The number of attempts exceeds the number of allowed incorrect codes.
    for (let n = 0; n < 7; n += 1) answers.push(await confirm(app, guest));
    expect(new Set(answers.map(({ body }) => tokenOf(body.url))).size).toBe(1);
    expect(await documentsOf(app, template.id)).toHaveLength(1);
  });

  test('creates one document if five requests arrive simultaneously', async () => {
    const { token, template } = await publicLink(app, {}, { by: key });
    const guest = await visitor(app, token);
    const answers = await Promise.all(Array.from({ length: 5 }, () => confirm(app, guest)));
    expect(statusesOf(answers)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => tokenOf(body.url))).size).toBe(1);
    expect(await documentsOf(app, template.id)).toHaveLength(1);
  });

  test('creates a document from a public link in the sandbox', async () => {
    const session = await app.session();
    const { token, template } = await publicLink(app, {}, { by: session, prefix: '/sandbox' });
    const answer = await confirm(app, await visitor(app, token));
    expect(answer.status, answer.text).toBe(200);
    tokenOf(answer.body.url);
    expect(await documentsOf(app, template.id)).toHaveLength(1);
  });

  test('creates a document for the member who took over the public link from a removed member', async () => {
    const template = await makeTemplate(key, NOTICE);
    await key.post(`/api/templates/${template.id}/share`, { shared: true });
    const leaving = await app.member('member');
    const { token } = await linkFor(app, leaving.caller, template.id);
    const removed = await (await app.session()).send('DELETE', `/api/organization/members/${leaving.userId}`);
    expect(removed.status, removed.text).toBe(200);
    const answer = await confirm(app, await visitor(app, token));
    expect(answer.status, answer.text).toBe(200);
    tokenOf(answer.body.url);
    const [made] = await app.sql('select owner_id from documents where template_id = $1', [template.id]);
    expect(made).toEqual({ owner_id: app.tenant.userId });
  });
});

describe('403', () => {
  test('counts wrong codes, and rejects even the correct code after five wrong codes', async () => {
    const { token, template } = await publicLink(app, {}, { by: key });
    const guest = await visitor(app, token);
    for (const attemptsLeft of [4, 3, 2, 1, 0])
      expectError(await confirm(app, { ...guest, code: wrong(guest.code) }), 'PUBLIC_LINK_CODE_WRONG', {
        attemptsLeft,
      });
    expectError(await confirm(app, guest), 'PUBLIC_LINK_CODE_EXPIRED');
    expect(await documentsOf(app, template.id)).toEqual([]);
  });

  test('checks only five of fifty codes that arrive simultaneously', async () => {
    const { token } = await publicLink(app, {}, { by: key });
    const guest = await visitor(app, token);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => confirm(app, { ...guest, code: wrong(guest.code) })),
    );
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(5);
  });

  test('rejects a code that was sent to another visitor', async () => {
    const { token } = await publicLink(app, {}, { by: key });
    const [one, other] = [await visitor(app, token), await visitor(app, token)];
    expectError(await confirm(app, { ...one, code: other.code }), 'PUBLIC_LINK_CODE_WRONG', { attemptsLeft: 4 });
  });
});

describe('409', () => {
  test('creates exactly as many documents as the daily limit allows, and more after 24 hours', async () => {
    const { token, template } = await publicLink(app, { dailyLimit: 3 }, { by: key });
    const guests = await Promise.all(Array.from({ length: 6 }, () => visitor(app, token)));
    const answers = await Promise.all(guests.map((guest) => confirm(app, guest)));
    for (const { body } of answers) if (body.url !== undefined) tokenOf(body.url);
    expect(statusesOf(answers)).toEqual([200, 200, 200, 409, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    if (refused) expectError(refused, 'PUBLIC_LINK_CLOSED', { status: 'limit-reached' });
    expect(await documentsOf(app, template.id)).toHaveLength(3);
    app.clock.advance({ hours: 24 });
    const later = await confirm(app, await visitor(app, token));
    expect(later.status, later.text).toBe(200);
    tokenOf(later.body.url);
  });

  test('creates no document while the public link is paused, and creates one after the link is resumed', async () => {
    const { path, token } = await publicLink(app, {}, { by: key });
    const guest = await visitor(app, token);
    await key.send('PATCH', path, { body: { paused: true } });
    expectError(await confirm(app, guest), 'PUBLIC_LINK_CLOSED', { status: 'paused' });
    await key.send('PATCH', path, { body: { paused: false } });
    const answer = await confirm(app, guest);
    expect(answer.status, answer.text).toBe(200);
    tokenOf(answer.body.url);
  });

  test('creates no document if the owner of the public link is no longer an active member', async () => {
    const { caller, userId } = await app.member('member');
    const { token, template } = await publicLink(app, {}, { by: caller });
    const guest = await visitor(app, token);
    await app.sql('update memberships set deactivated_at = now() where user_id = $1', [userId]);
    expectError(await confirm(app, guest), 'PUBLIC_LINK_CLOSED', { status: 'unusable' });
    expect(await documentsOf(app, template.id)).toEqual([]);
  });

  test('reports only that the public link is unusable if the plan has no documents left', async () => {
    const other = await app.otherTenant();
    const { token } = await publicLink(app, {}, { by: other.owner });
    const guest = await visitor(app, token);
    for (let sent = 0; sent < 5; sent += 1) await app.sent({ by: other.owner });
    await app.sql("update organizations set plan = 'free' where tenant_id = $1", [other.tenantId]);
    expectError(await confirm(app, guest), 'PUBLIC_LINK_CLOSED', { status: 'unusable' });
  });
});

describe('410', () => {
  test('rejects a code after 10 minutes, and rejects an unknown request', async () => {
    const { token } = await publicLink(app, {}, { by: key });
    const guest = await visitor(app, token);
    app.clock.advance({ minutes: 10 });
    expectError(await confirm(app, guest), 'PUBLIC_LINK_CODE_EXPIRED');
    for (const request of ['nonsense', token, `start_${'0'.repeat(26)}_${'a'.repeat(43)}`])
      expectError(await confirm(app, { request, code: guest.code }), 'PUBLIC_LINK_CODE_EXPIRED');
  });
});

describe('503', () => {
  test('creates no document if no mail server is configured', async () => {
    const other = await startTestApp({ isMailOwnersOnly: true });
    const { token } = await publicLink(other);
    const guest = await visitor(other, token);
    await other.sql('update organizations set is_operator = false');
    const answer = await other.anyone.post(CONFIRM, { request: guest.request, code: guest.code }, { mayFail: true });
    expectError(answer, 'MAIL_NOT_CONFIGURED');
  });
});

test('422: rejects a request without a code', async () => {
  expectInvalid(await app.anyone.post(CONFIRM, { request: 'x' }), 'code');
});

test('names the owner of the public link in the invitation to the visitor', async () => {
  const { token } = await publicLink(app, {}, { by: key });
  const guest = await visitor(app, token);
  tokenOf((await confirm(app, guest)).body.url);
  const { subject } = await app.mail(guest.email, 'invitation');
  expect(subject).toContain(OWNER.name);
});

refusesOtherMethods(app, CONFIRM, ['POST']);
