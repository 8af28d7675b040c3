import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import {
  countsRequests,
  hidesDocuments,
  needsCredential,
  needsScope,
  refusesOtherMethods,
} from '../support/refusals.ts';
import { until } from '../support/until.ts';

const app = await startTestApp();
const draft = await app.draft();
const path = `/api/documents/${draft.id}/status`;

describe('200', () => {
  test('returns the status of a draft', async () => {
    const { status, body } = await app.key.both('GET', path);
    expect(status).toBe(200);
    expect(body).toEqual({ signedCount: 0, totalSigners: 0, completionPercentage: 0, status: 'draft', signers: [] });
  });

  test('counts signers and approvers but not copy recipients in the progress, and rounds the percentage', async () => {
    const [one, approver, three, copy] = [app.person(), app.person(), app.person(), app.person()];
    const { id } = await app.sent({
      signers: [one, { ...approver, role: 'approver' }, three, { ...copy, role: 'cc' }],
    });
    const at = `/api/documents/${id}/status`;
    const waiting = (person: typeof one) => ({ ...person, status: 'pending-signature', signed_at: null });
    expect((await app.key.both('GET', at)).body).toEqual({
      signedCount: 0,
      totalSigners: 3,
      completionPercentage: 0,
      status: 'in-progress',
      signers: [waiting(one), waiting(approver), waiting(three), { ...copy, status: 'notified', signed_at: null }],
    });
    app.clock.advance({ minutes: 1, ms: 7 });
    await app.sign(id, { token: await app.link(one.email) });
    expect((await app.key.both('GET', at)).body).toEqual({
      signedCount: 1,
      totalSigners: 3,
      completionPercentage: 33,
      status: 'in-progress',
      signers: [
        { ...one, status: 'signed', signed_at: app.clock.now().toISOString() },
        waiting(approver),
        waiting(three),
        { ...copy, status: 'notified', signed_at: null },
      ],
    });
    await app.sign(id, { token: await app.link(approver.email) });
    await app.sign(id, { token: await app.link(three.email) });
    expect((await app.key.both('GET', at)).body).toMatchObject({
      signedCount: 3,
      totalSigners: 3,
      completionPercentage: 100,
      status: 'completed',
    });
  });

  test('reports recipients who must wait for their turn', async () => {
    const { id } = await app.sent({ signers: [app.person(), app.person()], signingOrder: 'sequential' });
    const { body } = await app.key.get<'getDocumentStatus'>(`/api/documents/${id}/status`);
    expect(body.signers.map(({ status }) => status)).toEqual(['pending-signature', 'waiting']);
  });

  test('reports an expired document as expired even before a job records the expiration', async () => {
    const { id } = await app.sent({ expirationDays: 1 });
    app.clock.advance({ days: 1 });
    app.services.runner.wake('timer');
    await until(
      'the document to expire',
      async () => (await app.key.get<'getDocumentStatus'>(`/api/documents/${id}/status`)).body.status === 'expired',
    );
    const events = await app.sql('select kind from outbox where document_id = $1 order by id', [id]);
    expect(events.filter(({ kind }) => kind === 'document.expired')).toHaveLength(1);
  });
});

needsCredential(app, { method: 'GET', path });
needsScope(app, 'documents:read', { method: 'GET', path });
hidesDocuments(app, (id) => ({ method: 'GET', path: `/api/documents/${id}/status` }));
refusesOtherMethods(app, path, ['GET']);
countsRequests(app, { method: 'GET', path });
