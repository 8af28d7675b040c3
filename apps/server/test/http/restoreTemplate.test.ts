import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { countsRequests, needsCredential, needsScope, refusesOtherMethods } from '../support/refusals.ts';
import { hidesTemplates, makeTemplate, templateKey } from '../support/templates.ts';

const app = await startTestApp();
const key = await templateKey(app);
const { id } = await makeTemplate(key);
const path = `/api/templates/${id}/restore`;

test('restores a deleted template unchanged, but does not change a template that was not deleted', async () => {
  const before = (await key.get<'getTemplate'>(`/api/templates/${id}`)).body.template;
  await key.send('DELETE', `/api/templates/${id}`);
  const answer = await key.post<'restoreTemplate'>(path);
  expect(answer.body.template).toEqual({ ...before, updated_at: app.clock.now().toISOString() });
  expect((await key.post<'restoreTemplate'>(path)).body.template).toEqual(answer.body.template);
});
needsCredential(app, { method: 'POST', path });
needsScope(app, 'templates', { method: 'POST', path });
hidesTemplates(app, key, (other) => ({ method: 'POST', path: `/api/templates/${other}/restore` }), { deleted: false });
test('returns 404 to a member who restores a template that another person deleted', async () => {
  const shared = await makeTemplate(key);
  await key.post(`/api/templates/${shared.id}/share`, { shared: true });
  await key.send('DELETE', `/api/templates/${shared.id}`);
  const { caller } = await app.member('member');
  expectError(await caller.post(`/api/templates/${shared.id}/restore`), 'TEMPLATE_NOT_FOUND', {
    templateId: shared.id,
  });
});
refusesOtherMethods(app, path, ['POST']);
countsRequests(app, { method: 'POST', path }, ['templates']);
