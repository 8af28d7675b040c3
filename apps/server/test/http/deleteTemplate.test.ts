import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { countsRequests, needsCredential, needsScope } from '../support/refusals.ts';
import { hidesTemplates, makeTemplate, templateKey } from '../support/templates.ts';

const app = await startTestApp();
const key = await templateKey(app);
const { id } = await makeTemplate(key);
const path = `/api/templates/${id}`;

test('hides a deleted template everywhere except in the trash', async () => {
  const made = await makeTemplate(key);
  const its = `/api/templates/${made.id}`;
  expect((await key.send<'deleteTemplate'>('DELETE', `/v1${its}`)).body).toEqual({ success: true });
  expectError(await key.get(its), 'TEMPLATE_NOT_FOUND', { templateId: made.id });
  expectError(await key.send('DELETE', its), 'TEMPLATE_NOT_FOUND', { templateId: made.id });
  const { templates } = (await key.get<'listTemplates'>('/api/templates?trash=true')).body;
  expect(templates).toMatchObject([{ id: made.id, deleted_at: app.clock.now().toISOString() }]);
});
needsCredential(app, { method: 'DELETE', path });
needsScope(app, 'templates', { method: 'DELETE', path });
test("rejects the deletion of another member's shared template with 403", async () => {
  const shared = await makeTemplate(key);
  await key.post(`/api/templates/${shared.id}/share`, { shared: true });
  expectError(await (await app.member('member')).caller.send('DELETE', `/api/templates/${shared.id}`), 'FORBIDDEN');
});
hidesTemplates(app, key, (other) => ({ method: 'DELETE', path: `/api/templates/${other}` }));
countsRequests(app, { method: 'DELETE', path }, ['templates']);
