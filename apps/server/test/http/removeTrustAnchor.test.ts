import { toPem } from '@countersign/pki';
import { describe, expect, test } from 'vitest';
import { makeAuthority } from '../../../../packages/pades/test/kit.ts';
import { newId } from '../../src/platform/crypto/ids.ts';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { needsCredential } from '../support/refusals.ts';

const app = await startTestApp();
const path = '/api/admin/trust-anchors';
const { root } = await makeAuthority('Removed', app.clock.now());
const added = await app.owner.post<'addTrustAnchor'>(path, { certificate: toPem('CERTIFICATE', root.certificate.der) });
const { id } = added.body.trustAnchor;

needsCredential(app, { method: 'DELETE', path: `${path}/${id}` });

test("returns 403 to everyone except administrators of the operator's organization", async () => {
  const { caller } = await app.member('member');
  for (const who of [caller, app.key, (await app.otherTenant()).owner])
    expectError(await who.send('DELETE', `${path}/${id}`), 'FORBIDDEN');
});

test('removes the trust anchor', async () => {
  const answer = await app.owner.send('DELETE', `${path}/${id}`);
  expect(answer.status, answer.text).toBe(200);
  expect((await app.owner.get<'listTrustAnchors'>(path)).body.trustAnchors).toEqual([]);
});

describe('404', () => {
  test('rejects an unknown ID, and the ID of a trust anchor that was removed', async () => {
    for (const anchorId of [id, newId('anchor')])
      expectError(await app.owner.send('DELETE', `${path}/${anchorId}`), 'TRUST_ANCHOR_NOT_FOUND', { anchorId });
  });
});
