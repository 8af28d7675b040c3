import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { countsRequests, needsCredential, needsScope, refusesOtherMethods } from '../support/refusals.ts';
import { hidesTemplates, makeTemplate, templateKey } from '../support/templates.ts';

const app = await startTestApp();
const key = await templateKey(app);
const { id } = await makeTemplate(key);
const path = `/api/templates/${id}/share`;

test('shares a template with the organization and stops sharing it', async () => {
  const member = (await app.member('member')).caller;
  const seen = async () => (await member.get(`/api/templates/${id}`)).status;
  expect(await seen()).toBe(404);
  const answer = await key.post<'shareTemplate'>(path, { shared: true });
  expect(answer.body.template).toMatchObject({ shared: true, version: 1 });
  expect(await seen()).toBe(200);
  expectError(await member.post(path, { shared: false }), 'FORBIDDEN');
  await key.post(path, { shared: false });
  expect(await seen()).toBe(404);
});
const sample = { method: 'POST', path, body: { shared: true } };
needsCredential(app, sample);
needsScope(app, 'templates', sample);
hidesTemplates(app, key, (other) => ({ ...sample, path: `/api/templates/${other}/share` }));
test('422: rejects a request without the required property', async () => {
  expectInvalid(await key.post(path, {}), 'shared');
});
refusesOtherMethods(app, path, ['POST']);
countsRequests(app, sample, ['templates']);
