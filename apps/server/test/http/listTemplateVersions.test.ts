import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectInvalid } from '../support/expect-answer.ts';
import { countsRequests, needsCredential, needsScope, refusesOtherMethods } from '../support/refusals.ts';
import { hidesTemplates, makeTemplate, templateKey } from '../support/templates.ts';

const app = await startTestApp();
const key = await templateKey(app);
const { id } = await makeTemplate(key);
const path = `/api/templates/${id}/versions`;

test('returns the versions of a template newest first, with their authors', async () => {
  await key.send('PUT', `/api/templates/${id}/update`, { body: { name: 'Second', fields: [] } });
  const { versions, pagination } = (await key.get<'listTemplateVersions'>(`${path}?pageSize=1`)).body;
  expect(versions).toMatchObject([{ version: 2, name: 'Second', fields: 0, made_by: { id: app.tenant.userId } }]);
  expect(pagination).toMatchObject({ total: 2, hasMore: true });
  const rest = (await key.get<'listTemplateVersions'>(`${path}?pageSize=1&page=2`)).body.versions;
  expect(rest).toMatchObject([{ version: 1, name: 'Lease', fields: 4 }]);
});
needsCredential(app, { method: 'GET', path });
needsScope(app, 'templates', { method: 'GET', path });
hidesTemplates(app, key, (other) => ({ method: 'GET', path: `/api/templates/${other}/versions` }));
test('422: rejects an invalid page number', async () => {
  expectInvalid(await key.get(`${path}?page=x`), 'page');
});
refusesOtherMethods(app, path, ['GET']);
countsRequests(app, { method: 'GET', path }, ['templates']);
