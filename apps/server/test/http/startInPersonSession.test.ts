import { LIMITS } from '@countersign/contract';
import { describe, expect, test } from 'vitest';
import { OWNER, startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { actions, handOver, startWith, verify } from '../support/in-person.ts';

const app = await startTestApp();
const start = (body: object, by = app.owner) => by.post<'startInPersonSession'>('/api/signing/in-person', body);

describe('201', () => {
  test('creates a 30-minute in-person session for a signer of a sent document, and returns its credential only once', async () => {
    const { id, signers, answer, sessionId, session } = await handOver(app);
    const expiresAt = new Date(app.clock.now().getTime() + LIMITS.inPersonMinutes * 60_000).toISOString();
    expect(answer.body).toMatchObject({
      success: true,
      status: 'open',
      documentId: id,
      signerEmail: signers[0]?.email,
      accessCodeRequired: false,
      url: expect.stringMatching(/^http:.*\/sign#inperson_/),
      qrCode: expect.stringMatching(/^data:image\/svg\+xml;base64,/),
      expiresAt,
    });
    expect(session).toMatchObject({
      document: { id },
      signer: { id: signers[0]?.id },
      host: { kind: 'user', name: OWNER.name },
    });
    const rows = await app.sql<{ all: string }>('select s::text as all from in_person_sessions s');
    expect(rows.some(({ all }) => all.includes(sessionId))).toBe(false);
    const entry = (await actions(app, id)).find(({ action }) => action === 'in-person.started');
    expect(entry).toMatchObject({ actor: { kind: 'user' }, target: { kind: 'signer', id: signers[0]?.id } });
    expect(entry?.context).toMatchObject({ session: session.id, access_code: false });
    expect(JSON.stringify(entry)).not.toContain(sessionId);
  });

  test('adds the signer to a draft that has no signers, and sends the draft immediately without e-mails', async () => {
    const draft = await app.draft();
    const { email } = app.person();
    const answer = await start({ documentId: draft.id, signerEmail: email, signerName: 'Ada Lovelace' });
    expect(answer.status, answer.text).toBe(201);
    app.secret(answer.body.sessionId);
    const { body } = await app.key.get<'getDocument'>(`/api/documents/${draft.id}`);
    expect(body.document).toMatchObject({
      status: 'in-progress',
      signers: [{ email, name: 'Ada Lovelace', status: 'pending-signature' }],
    });
    await app.atRest(draft.id);
    expect(await app.sql('select 1 from mails where to_address = $1', [email])).toEqual([]);
  });

  test("uses the e-mail address if the signer's name is missing", async () => {
    const draft = await app.draft();
    const { email } = app.person();
    const answer = await start({ documentId: draft.id, signerEmail: email });
    app.secret(answer.body.sessionId);
    expect(answer.body.session.signer).toMatchObject({ email, name: email });
  });

  test('accepts an API key as the host of an in-person session, on behalf of its organization', async () => {
    const { session } = await handOver(app, { host: app.key });
    expect(session.host).toEqual({ kind: 'api-key', name: OWNER.organization });
  });

  test("stores how the host checked the signer's identity, and includes the check in the session", async () => {
    const { id, session } = await handOver(app, { identityCheck: { method: 'document', kind: 'identity-card' } });
    expect(session.identity_check).toEqual({ method: 'document', kind: 'identity-card' });
    const entry = (await actions(app, id)).find(({ action }) => action === 'in-person.started');
    expect(entry?.context).toMatchObject({ identity_check: 'document', identity_document: 'identity-card' });
    expect((await handOver(app)).session.identity_check).toBeNull();
  });

  test.each([
    [{ method: 'document' }, 'identityCheck.kind'],
    [{ method: 'known', kind: 'passport' }, 'identityCheck.kind'],
    [{ method: 'video' }, 'identityCheck.method'],
  ])('rejects the invalid identity check %j with 422', async (identityCheck, field) => {
    const { id, signers } = await app.sent();
    const answer = await start({ documentId: id, signerEmail: signers[0]?.email, identityCheck });
    expectInvalid(answer, field);
  });

  test('ends an earlier in-person session of the same signer', async () => {
    const first = await handOver(app);
    const second = await startWith(app, first.id, first.signers[0]?.email.toUpperCase() ?? '');
    expectError(await verify(app, first.sessionId), 'IN_PERSON_ENDED', { status: 'ended' });
    expect((await verify(app, second.sessionId)).status).toBe(200);
  });

  test('requires the access code that was set when the document was sent', async () => {
    const { sessionId, answer } = await handOver(app, { signers: [{ ...app.person(), accessCode: 'Blue 7!' }] });
    expect(answer.body.accessCodeRequired).toBe(true);
    expect((await verify(app, sessionId)).status).toBe(403);
    expect((await verify(app, sessionId, 'Blue 7!')).status).toBe(200);
  });
});

describe('404', () => {
  test("rejects another member's document and an unknown document", async () => {
    const { owner } = await app.otherTenant();
    const { id, signers } = await app.sent();
    expectError(await start({ documentId: id, signerEmail: signers[0]?.email }, owner), 'DOCUMENT_NOT_FOUND', {
      documentId: id,
    });
    const { caller } = await app.member('member');
    expectError(await start({ documentId: id, signerEmail: signers[0]?.email }, caller), 'DOCUMENT_NOT_FOUND', {
      documentId: id,
    });
  });

  test('rejects a person who is not a recipient', async () => {
    const { id } = await app.sent();
    const signerEmail = 'nobody@contoso.example';
    expectError(await start({ documentId: id, signerEmail }), 'SIGNER_NOT_FOUND', { signerEmail });
  });
});

describe('409', () => {
  test('rejects a draft with planned recipients until the draft is sent', async () => {
    const draft = await app.draft();
    const signer = app.person();
    await app.key.send('PATCH', `/api/documents/${draft.id}`, { body: { signers: [signer] } });
    const answer = await start({ documentId: draft.id, signerEmail: signer.email });
    expectError(answer, 'INVALID_STATE', { documentId: draft.id, status: 'draft', allowed: ['in-progress'] });
    expect(answer.text).toContain('Send it first');
  });

  test('rejects an in-person session for a voided document', async () => {
    const { id, signers } = await app.sent();
    await app.key.post(`/api/documents/${id}/void`, { reason: 'A slip' });
    const body = { documentId: id, signerEmail: signers[0]?.email };
    expectError(await start(body), 'INVALID_STATE', { status: 'voided', allowed: ['in-progress'] });
  });

  test('rejects a signer who has already signed, a signer whose turn has not come, and a viewer', async () => {
    const signers = [app.person(), app.person(), { ...app.person(), role: 'viewer' as const }];
    const { id } = await app.sent({ signers, signingOrder: 'sequential' });
    const at = (n: number) => start({ documentId: id, signerEmail: signers[n]?.email });
    expectError(await at(1), 'SIGNER_NOT_INVITED', {});
    expectError(await at(2), 'NOT_A_SIGNER', {});
    await app.sign(id, { token: await app.link(signers[0]?.email ?? '') });
    expectError(await at(0), 'SIGNER_HAS_SIGNED', {});
  });
});

describe('422', () => {
  test.each([
    ['documentId', { documentId: 'doc_1' }],
    ['signerEmail', { signerEmail: 'nobody' }],
    ['signerEmail', { signerEmail: undefined }],
    ['signerName', { signerName: '' }],
    ['accessCode', { accessCode: 'abc' }],
    ['host', { host: 'me' }],
  ])('rejects an in-person session with an invalid %s', async (field, body) => {
    const { id, signers } = await app.sent();
    expectInvalid(await start({ documentId: id, signerEmail: signers[0]?.email, ...body }), field);
  });

  test('rejects a new access code if the sender has already set one', async () => {
    const { id, signers } = await app.sent({ signers: [{ ...app.person(), accessCode: 'Blue 7!' }] });
    const body = { documentId: id, signerEmail: signers[0]?.email, accessCode: 'Green 8?' };
    expectInvalid(await start(body), 'accessCode');
  });
});
