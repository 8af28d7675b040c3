import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import {
  expireAll,
  mailsTo,
  makePackage,
  packageEvents,
  packageOf,
  PACKAGES,
  sentPackage,
  signAll,
} from '../support/package-visits.ts';
import { hidesPackages } from '../support/packages.ts';
import { countsRequests, needsCredential, needsScope, refusesOtherMethods } from '../support/refusals.ts';
import { until } from '../support/until.ts';

const app = await startTestApp();
const pathOf = (id: string): string => `${PACKAGES}/${id}/cancel`;
const body = { reason: 'Wrong version' };
const open = (await sentPackage(app)).id;

describe('200', () => {
  test('voids the unfinished documents of a package, keeps the completed documents, and notifies each signer', async () => {
    const signer = app.person();
    const { id, documents } = await sentPackage(app, { signers: [signer] });
    await signAll(app, documents.slice(0, 1), signer.email);
    await app.sealed(documents[0]?.id ?? '');
    const answer = await app.key.post<'cancelPackage'>(pathOf(id), body);
    expect(answer.status, answer.text).toBe(200);
    const cancelled = answer.body.package;
    const now = app.clock.now().toISOString();
    expect(cancelled).toMatchObject({ status: 'cancelled', cancel_reason: 'Wrong version', ended_at: now });
    expect(cancelled.documents.map(({ status, void_reason: reason }) => [status, reason])).toEqual([
      ['completed', null],
      ['voided', 'Wrong version'],
    ]);
    expect(await packageEvents(app, id)).toEqual(['package.cancelled', 'package.sent']);
    await until('the e-mail', async () => (await mailsTo(app, signer.email)).includes('package-cancelled'));
    const voided = await app.sql("select 1 from outbox where kind = 'document.voided' and document_id = any ($1)", [
      documents.map((document) => document.id),
    ]);
    expect(voided).toHaveLength(1);
  });

  test('cancels an expired package, and then rejects an extension of its documents', async () => {
    const { id, documents } = await sentPackage(app, { expirationDays: 1 });
    app.clock.advance({ days: 1 });
    await expireAll(app, id);
    expect((await app.key.post(pathOf(id), body)).status).toBe(200);
    expect((await packageOf(app, id)).documents.map(({ status }) => status)).toEqual(['voided', 'voided']);
    const extended = await app.key.post(`/api/documents/${documents[0]?.id}/extend`, { expirationDays: 5 });
    expectError(extended, 'INVALID_STATE', expect.anything());
  });
});
needsCredential(app, { method: 'POST', path: pathOf(open), body });
needsScope(app, 'documents:write', { method: 'POST', path: pathOf(open), body });
hidesPackages(app, (id) => ({ method: 'POST', path: pathOf(id), body }));

describe('409', () => {
  test('rejects the cancellation of a draft package, a canceled package and a fully signed package', async () => {
    const draft = await makePackage(app);
    expectError(await app.key.post(pathOf(draft.id), body), 'PACKAGE_STATE', {
      packageId: draft.id,
      status: 'draft',
      unfinished: 0,
    });
    const signer = app.person();
    const { id, documents } = await sentPackage(app, { signers: [signer] });
    await signAll(app, documents, signer.email);
    expect((await app.key.post(pathOf(id), body)).text).toContain('PACKAGE_STATE');
    await until('completion', async () => (await packageOf(app, id)).status === 'completed');
    expect((await app.key.post(pathOf(id), body)).text).toContain('PACKAGE_STATE');
  });

  test('cancels the package once if two requests arrive simultaneously', async () => {
    const { id } = await sentPackage(app);
    const answers = await Promise.all([1, 2].map(() => app.key.post(pathOf(id), body)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await packageEvents(app, id)).toEqual(['package.cancelled', 'package.sent']);
  });
});
test('returns 422 for a request without a reason', async () => {
  expectInvalid(await app.key.post(pathOf(open), {}), 'reason');
  expectInvalid(await app.key.post(pathOf(open), { reason: ' ' }), 'reason');
});
refusesOtherMethods(app, pathOf(open), ['POST']);
countsRequests(app, { method: 'POST', path: pathOf(open), body });
