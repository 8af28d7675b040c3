import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { needsCredential } from '../support/refusals.ts';

const PATH = '/api/views';
const app = await startTestApp();
const { caller: admin } = await app.member('admin');
const { body } = await admin.post<'createView'>(PATH, { name: 'Leases', filters: {}, shared: true });
const path = `${PATH}/${body.view.id}`;

test('deletes a view once, and only for users who may change the view', async () => {
  const { caller: member } = await app.member('member');
  expectError(await member.send('DELETE', path), 'FORBIDDEN', {});
  expect((await admin.send('DELETE', path)).body).toEqual({ success: true });
  expectError(await admin.send('DELETE', path), 'VIEW_NOT_FOUND', { viewId: body.view.id });
});

needsCredential(app, { method: 'DELETE', path });
