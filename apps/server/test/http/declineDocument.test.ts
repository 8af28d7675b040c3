import { describe, expect, test } from 'vitest';
import { OWNER, startTestApp } from '../support/app.ts';
import { expectError, expectInvalid, statusesOf } from '../support/expect-answer.ts';
import { refusesOtherMethods } from '../support/refusals.ts';
import { signerOperationRefusals } from '../support/signer-refusals.ts';

const app = await startTestApp();
const pathOf = (id: string): string => `/api/documents/${id}/decline`;
const reason = 'Clause 4 is not what we agreed.\nPlease change it.';

describe('200', () => {
  test('marks the document as declined, and tells the sender and the invited recipients the reason', async () => {
    const [one, two, later, reader] = [app.person(), app.person(), app.person(), app.person()];
    const { id, signers, document } = await app.sent({
      signers: [
        { ...one, order: 1 },
        { ...two, order: 1 },
        { ...later, order: 2 },
        { ...reader, role: 'cc' },
      ],
      signingOrder: 'sequential',
    });
    const token = await app.link(one.email);
    const other = await app.link(two.email);
    app.clock.advance({ minutes: 5 });
    const answer = await app.anyone.post<'declineDocument'>(`/v1${pathOf(id)}`, { token, reason: ` ${reason} ` });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toEqual({
      success: true,
      signer: {
        ...signers[0],
        status: 'declined',
        declined_at: app.clock.now().toISOString(),
        decline_reason: reason,
      },
      document: { id, status: 'declined' },
    });
    expect((await app.key.get<'getDocument'>(`/api/documents/${id}`)).body.document).toMatchObject({
      status: 'declined',
      signers: [{ status: 'declined', decline_reason: reason }, {}, { status: 'waiting' }, { status: 'notified' }],
    });
    for (const email of [OWNER.email, two.email, reader.email])
      expect(await app.mailId(email, 'declined')).toBeDefined();
    expect((await app.mail(two.email, 'declined')).text).toContain('Clause 4 is not what we agreed.');
    const unheard = await app.sql('select 1 from mails where to_address = any ($1)', [[later.email]]);
    expect(unheard, 'a recipient whose turn had not come got no e-mail').toEqual([]);
    const [event] = await app.sql<{ data: object }>(
      "select data from outbox where document_id = $1 and kind = 'recipient.declined'",
      [id],
    );
    expect(event?.data).toMatchObject({
      documentId: id,
      document: { id, title: document.title, status: 'declined' },
      signer: { id: signers[0]?.id, email: one.email, name: one.name },
      reason,
    });
    expectError(await app.sign(id, { token: other }), 'DOCUMENT_DECLINED', {
      documentId: id,
      title: document.title,
      sender: { name: OWNER.name, email: OWNER.email, organization: OWNER.organization },
    });
    expectError(await app.key.post(`/api/documents/${id}/void`, { reason: 'x' }), 'INVALID_STATE', {
      status: 'declined',
      allowed: ['in-progress'],
    });
  });

  test('stores the reason for the decline in the audit trail only in encrypted form', async () => {
    const { id, token } = await app.sentToOne();
    await app.anyone.post(pathOf(id), { token, reason: 'a reason of mine' });
    const { body } = await app.key.get<'getDocumentAudit'>(`/api/documents/${id}/audit`);
    expect(body.isValid).toBe(true);
    const [entry] = body.entries.filter(({ action }) => action === 'document.declined');
    expect(entry?.summary).toContain('Declined');
    expect(JSON.stringify(body)).not.toContain('a reason of mine');
    expect(Buffer.from(entry?.bytes ?? '', 'base64').toString()).not.toContain('a reason of mine');
  });
});

signerOperationRefusals(app, (id, token) => ({ method: 'POST', path: pathOf(id), body: { token, reason } }));
refusesOtherMethods(app, pathOf((await app.draft()).id), ['POST']);

describe('409', () => {
  test('accepts either the signature or the refusal if both arrive at the same time, and reports the result', async () => {
    const { id, token } = await app.sentToOne();
    const answers = await Promise.all([app.sign(id, { token }), app.anyone.post(pathOf(id), { token, reason })]);
    const codes = statusesOf(answers);
    expect(codes[0]).toBe(200);
    expect([409, 410]).toContain(codes[1]);
    const { body } = await app.key.get<'getDocumentStatus'>(`/api/documents/${id}/status`);
    expect([body.status, body.signers[0]?.status]).toEqual(
      answers[0]?.status === 200 ? ['completed', 'signed'] : ['declined', 'declined'],
    );
  });
});

describe('422', () => {
  test.each([
    ['a missing reason', {}, 'reason'],
    ['an empty reason', { reason: ' \n ' }, 'reason'],
    ['a reason of 1,001 characters', { reason: 'x'.repeat(1001) }, 'reason'],
    ['a reason with a NUL character', { reason: 'a\u0000b' }, 'reason'],
    ['an unknown property', { reason, silently: true }, 'silently'],
  ])('rejects an invalid decline: %s', async (_, body, field) => {
    const { id, token } = await app.sentToOne();
    expectInvalid(await app.anyone.post(pathOf(id), { token, ...body }), field);
    expect((await app.key.get<'getDocumentStatus'>(`/api/documents/${id}/status`)).body.status).toBe('in-progress');
  });
});
