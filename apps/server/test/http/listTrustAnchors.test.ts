import { toPem } from '@countersign/pki';
import { expect, test } from 'vitest';
import { makeAuthority } from '../../../../packages/pades/test/kit.ts';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { needsCredential } from '../support/refusals.ts';

const app = await startTestApp();
const path = '/api/admin/trust-anchors';

test("returns the added trust anchors to administrators of the operator's organization", async () => {
  expect((await app.owner.get<'listTrustAnchors'>(path)).body).toMatchObject({ trustAnchors: [] });
  const { root } = await makeAuthority('Listed', app.clock.now());
  const certificate = toPem('CERTIFICATE', root.certificate.der);
  const { body } = await app.owner.post<'addTrustAnchor'>(path, { certificate });
  const admin = await app.member('admin');
  expect((await admin.caller.get<'listTrustAnchors'>(path)).body).toMatchObject({ trustAnchors: [body.trustAnchor] });
});

test("returns 403 to everyone except administrators of the operator's organization", async () => {
  const { caller } = await app.member('member');
  for (const who of [caller, app.key, (await app.otherTenant()).owner]) expectError(await who.get(path), 'FORBIDDEN');
});

needsCredential(app, { method: 'GET', path });
