import { describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/crypto/ids.ts';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid, statusesOf } from '../support/expect-answer.ts';
import {
  countsRequests,
  hidesDocuments,
  needsCredential,
  needsScope,
  refusesOtherMethods,
} from '../support/refusals.ts';
import { until } from '../support/until.ts';

const app = await startTestApp();
const { id: open } = await app.sent();
const pathOf = (id: string): string => `/api/documents/${id}/void`;
const body = { reason: 'Wrong version' };

describe('200', () => {
  test('voids the document and notifies invited recipients', async () => {
    const [one, two] = [app.person(), app.person()];
    const { id, document } = await app.sent({ signers: [one, two], signingOrder: 'sequential' });
    await app.link(one.email);
    app.clock.advance({ minutes: 1 });
    const answer = await app.key.post<'voidDocument'>(`/v1${pathOf(id)}`, { reason: ' Wrong version ' });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      success: true,
      document: {
        ...document,
        status: 'voided',
        void_reason: 'Wrong version',
        updated_at: app.clock.now().toISOString(),
      },
    });
    expect((await app.key.get<'getDocument'>(`/api/documents/${id}`)).body.document).toEqual(answer.body.document);
    const mail = await app.mail(one.email, 'voided');
    expect(mail.text).toContain('Wrong version');
    const [{ count } = { count: '' }] = await app.sql<{ count: string }>(
      'select count(*) from mails where to_address = $1',
      [two.email],
    );
    expect(count, 'a recipient whose turn had not come got no e-mail').toBe('0');
    const [event] = await app.sql("select data from outbox where document_id = $1 and kind = 'document.voided'", [id]);
    expect(event?.['data']).toMatchObject({
      documentId: id,
      document: { id, title: document.title, status: 'voided' },
      reason: 'Wrong version',
    });
  });

  test('cancels an invitation that has not been sent yet when the document is voided', async () => {
    const { id, signers } = await app.sent();
    const [signer] = signers;
    await app.link(signer?.email ?? '');
    await app.key.post(pathOf(id), body);
    const job = newId('job');
    await app.sql(
      `insert into jobs (tenant_id, id, kind, unique_key, lane, payload, run_at, created_at) values ($1, $2, 'send-mail', $2, 'mail', $3, $4, $4)`,
      [app.tenant.tenantId, job, { mail: 'invitation', documentId: id, to: signer?.id }, app.clock.now()],
    );
    app.services.runner.wake('mail');
    await until('the job to end', async () => (await app.sql('select 1 from jobs where id = $1', [job])).length === 0);
    const invitations = await app.sql("select 1 from mails where to_address = $1 and kind = 'invitation'", [
      signer?.email,
    ]);
    expect(invitations, 'only the earlier invitation exists').toHaveLength(1);
  });
});

needsCredential(app, { method: 'POST', path: pathOf(open), body });
needsScope(app, 'documents:write', { method: 'POST', path: pathOf(open), body });
hidesDocuments(
  app,
  (id) => ({ method: 'POST', path: pathOf(id), body }),
  async (by) => (await app.sent({ by })).id,
);
refusesOtherMethods(app, pathOf(open), ['POST']);

describe('409', () => {
  test.each(['draft', 'completed', 'voided', 'expired', 'declined', 'archived'])(
    'rejects voiding a document with the status "%s"',
    async (status) => {
      const { id } = await app.draft();
      await app.sql('update documents set status = $2 where id = $1', [id, status]);
      expectError(await app.key.both('POST', pathOf(id), { body }), 'INVALID_STATE', {
        status,
        allowed: ['in-progress'],
      });
    },
  );

  test('voids the document only once when two void requests arrive at the same time', async () => {
    const { id } = await app.sent();
    const answers = await Promise.all([1, 2].map(() => app.key.post(pathOf(id), body)));
    expect(statusesOf(answers)).toEqual([200, 409]);
    const events = await app.sql("select 1 from outbox where document_id = $1 and kind = 'document.voided'", [id]);
    expect(events).toHaveLength(1);
  });
});

describe('422', () => {
  test.each([
    ['a missing reason', {}, 'reason'],
    ['an empty reason', { reason: '  ' }, 'reason'],
    ['a reason of 501 characters', { reason: 'x'.repeat(501) }, 'reason'],
    ['a reason with a line break', { reason: 'a\nb' }, 'reason'],
    ['a reason with a lone surrogate', { reason: 'a \udfff' }, 'reason'],
    ['a reason that is not text', { reason: 1 }, 'reason'],
    ['an unknown property', { ...body, notify: false }, 'notify'],
  ])('rejects an invalid void request: %s', async (_, wrong, field) => {
    expectInvalid(await app.key.both('POST', pathOf(open), { body: wrong }), field);
    expect((await app.key.get<'getDocumentStatus'>(`/api/documents/${open}/status`)).body.status).toBe('in-progress');
  });

  test('rejects a void request without a body', async () => {
    expectInvalid(await app.key.both('POST', pathOf(open)), 'body');
  });
});

countsRequests(app, { method: 'POST', path: pathOf((await app.sent()).id), body });
