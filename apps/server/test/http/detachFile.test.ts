import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { attach, guardedAttachment, pathOf, sentWithAttachment } from '../support/attachments.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { startWith } from '../support/in-person.ts';

const app = await startTestApp();

describe('200', () => {
  test('empties the file field, and records the attachment and its removal in the audit trail', async () => {
    const sent = await sentWithAttachment(app);
    await attach(sent);
    const answer = await sent.caller.send('DELETE', sent.path);
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: { success: true } });
    const { view } = (await sent.caller.get<'getSigningView'>(`/api/signing/${sent.signerId}`)).body;
    expect(view.attachments).toEqual([]);
    expectInvalid(await app.sign(sent.id, { token: sent.token }), 'fields[0].id', 'required');
    const { entries } = (await app.key.get<'getDocumentAudit'>(`/api/documents/${sent.id}/audit`)).body;
    expect(entries.map(({ action }) => action).filter((action) => action.includes('attachment'))).toEqual([
      'signer.attachment-added',
      'signer.attachment-removed',
    ]);
  });

  test('changes nothing if the field has no file', async () => {
    const sent = await sentWithAttachment(app, { required: false });
    const before = (await app.key.get<'getDocumentAudit'>(`/api/documents/${sent.id}/audit`)).body.entries.length;
    expect((await sent.caller.send('DELETE', sent.path)).status).toBe(200);
    const after = (await app.key.get<'getDocumentAudit'>(`/api/documents/${sent.id}/audit`)).body.entries.length;
    expect(after).toBe(before);
    expect((await app.sign(sent.id, { token: sent.token })).status).toBe(200);
  });
});

describe('401', () => {
  test("rejects a missing signing link and another signer's link", async () => {
    const other = app.person();
    const sent = await sentWithAttachment(app, { more: [other] });
    await attach(sent);
    expectError(await app.anyone.send('DELETE', sent.path), 'UNAUTHORIZED');
    const { caller } = await app.recipient(other.email);
    expectError(await caller.send('DELETE', sent.path), 'INVALID_LINK');
  });
});

describe('403', () => {
  test('rejects an API key', async () => {
    const sent = await sentWithAttachment(app);
    expectError(await app.key.send('DELETE', sent.path), 'FORBIDDEN');
  });
});

describe('403 before recipient authentication', () => {
  test('rejects a signer who has not passed recipient authentication, or is locked', async () => {
    const { caller, path, lock } = await guardedAttachment(app);
    expect((await caller.send('DELETE', path)).body).toMatchObject({ error: 'SIGNER_STEP_REQUIRED' });
    await lock();
    expect((await caller.send('DELETE', path)).body).toMatchObject({ error: 'SIGNER_STEP_LOCKED' });
  });
});

describe('409', () => {
  test('rejects the removal of a file after its signer has signed', async () => {
    const sent = await sentWithAttachment(app, { more: [app.person()] });
    await attach(sent);
    await app.sign(sent.id, { token: sent.token });
    expectError(await sent.caller.send('DELETE', sent.path), 'ALREADY_SIGNED', { documentId: sent.id });
  });
});

describe('410', () => {
  test('rejects an in-person session on the device after the host ended it', async () => {
    const sent = await sentWithAttachment(app);
    const { device, session } = await startWith(app, sent.id, sent.signers[0]?.email ?? '');
    await app.key.send('DELETE', `/api/signing/in-person/${session.id}`);
    expectError(await device.send('DELETE', sent.path), 'IN_PERSON_ENDED', { status: 'ended' });
  });

  test('rejects a voided document', async () => {
    const sent = await sentWithAttachment(app);
    await app.key.post(`/api/documents/${sent.id}/void`, { reason: 'x' });
    expect((await sent.caller.send('DELETE', sent.path)).body).toMatchObject({ error: 'DOCUMENT_VOIDED' });
  });
});

describe('422', () => {
  test('rejects a field that is not a file field', async () => {
    const sent = await sentWithAttachment(app);
    expectInvalid(await sent.caller.send('DELETE', pathOf(sent.signerId, sent.document.fields[1]?.id ?? '')), 'field');
  });
});
