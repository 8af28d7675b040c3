import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import {
  countsRequests,
  hidesDocuments,
  needsCredential,
  needsScope,
  refusesOtherMethods,
} from '../support/refusals.ts';

const app = await startTestApp();
const pathOf = (id: string): string => `/api/documents/${id}/certificates`;
const done = await app.completed({ signers: [app.person(), app.person()] });

test('returns one certificate per signature', async () => {
  const { status, body } = await app.key.both<'listCertificates'>('GET', pathOf(done.id));
  expect(status).toBe(200);
  expect(body.certificates).toEqual(
    done.signers.map(({ id, email }) => ({
      serial: expect.stringMatching(/^[0-9a-f]+$/),
      signer_id: id,
      email,
      subject: expect.stringContaining(email),
      issuer: expect.stringContaining('Issuing CA'),
      valid_from: expect.stringMatching(/Z$/),
      valid_to: expect.stringMatching(/Z$/),
      issued_at: expect.stringMatching(/Z$/),
      revocation: null,
    })),
  );
});

test('returns no certificates before the first signature', async () => {
  const { id } = await app.sent();
  expect((await app.key.get<'listCertificates'>(pathOf(id))).body.certificates).toEqual([]);
});

needsCredential(app, { method: 'GET', path: pathOf(done.id) });
needsScope(app, 'documents:read', { method: 'GET', path: pathOf(done.id) });
refusesOtherMethods(app, pathOf(done.id), ['GET']);
hidesDocuments(app, (id) => ({ method: 'GET', path: pathOf(id) }));
countsRequests(app, { method: 'GET', path: pathOf(done.id) });
