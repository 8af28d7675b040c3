import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { countsRequests, needsCredential, needsScope, refusesOtherMethods } from '../support/refusals.ts';
import { hidesTemplates, makeTemplate, templateKey } from '../support/templates.ts';

const app = await startTestApp();
const key = await templateKey(app);
const made = await makeTemplate(key);
const path = `/api/templates/${made.id}`;

describe('200', () => {
  test('returns the current version of a template, or the requested version', async () => {
    await key.send('PUT', `${path}/update`, { body: { name: 'Lease 2', fields: [] } });
    const now = (await key.get<'getTemplate'>(path)).body.template;
    expect(now).toMatchObject({ version: 2, name: 'Lease 2', fields: [] });
    const then = (await key.get<'getTemplate'>(`${path}?version=1`)).body.template;
    expect(then).toMatchObject({ version: 1, name: 'Lease', fields: made.fields });
  });
  test('returns a shared template of another member', async () => {
    const shared = await makeTemplate(key);
    await key.post(`/api/templates/${shared.id}/share`, { shared: true });
    const member = (await app.member('member')).caller;
    const answer = await member.get<'getTemplate'>(`/api/templates/${shared.id}`);
    expect(answer.body.template).toMatchObject({ id: shared.id, can_edit: false });
    const admin = (await app.member('admin')).caller;
    expect((await admin.get<'getTemplate'>(path)).body.template.can_edit).toBe(true);
  });
});

needsCredential(app, { method: 'GET', path });
needsScope(app, 'templates', { method: 'GET', path });
hidesTemplates(app, key, (id) => ({ method: 'GET', path: `/api/templates/${id}` }));
test('returns 404 for an unknown template version, and 422 for an invalid version', async () => {
  expectError(await key.get(`${path}?version=99`), 'NOT_FOUND', { version: 99 });
  expectInvalid(await key.get(`${path}?version=0`), 'version');
});
refusesOtherMethods(app, path, ['GET', 'DELETE']);
countsRequests(app, { method: 'GET', path }, ['templates']);
