import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid, statusesOf } from '../support/expect-answer.ts';
import { countsRequests, needsCredential, needsScope, refusesOtherMethods } from '../support/refusals.ts';
import { hidesTemplates, LEASE, makeTemplate, templateKey, useOf } from '../support/templates.ts';

const app = await startTestApp();
const key = await templateKey(app);
const lease = await makeTemplate(key);
const pathOf = (id: string) => `/api/templates/${id}/update`;
const path = pathOf(lease.id);
const put = (id: string, body: object, by = key) => by.send<'updateTemplate'>('PUT', pathOf(id), { body });

describe('200', () => {
  test('creates a new template version, but keeps the earlier version for existing documents', async () => {
    const { id } = await makeTemplate(key);
    const [tenant, landlord] = [app.person(), app.person()];
    const signers = [
      { role: 'Tenant', ...tenant },
      { role: 'Landlord', ...landlord },
    ];
    const before = await useOf(key, id, { signers });
    const answer = await put(id, { fields: [LEASE.fields[0]], emailSubject: 'New', version: 1 });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.template).toMatchObject({
      version: 2,
      fields: [LEASE.fields[0]],
      email_subject: 'New',
      roles: LEASE.roles,
    });
    const kept = (await key.get<'getDocument'>(`/api/documents/${before.id}`)).body.document;
    expect(kept.planned?.fields).toHaveLength(4);
    expect((await useOf(key, id, { signers })).planned?.fields).toHaveLength(1);
  });
  test('keeps the fields of remaining roles when only the roles change, and creates no version if nothing changes', async () => {
    const { id } = await makeTemplate(key);
    const roles = [{ name: 'Tenant', role: 'signer' }];
    expect((await put(id, { roles })).body.template).toMatchObject({ version: 2, roles, fields: LEASE.fields });
    expect((await put(id, { roles, name: 'Lease' })).body.template.version).toBe(2);
    expect((await put(id, { roles: [{ name: 'Guest' }] })).body.template.fields).toEqual([]);
  });
});

describe('409', () => {
  test('rejects one of two changes based on the same template version', async () => {
    const { id } = await makeTemplate(key);
    const answers = await Promise.all(['A', 'B'].map((name) => put(id, { name, version: 1 })));
    expect(statusesOf(answers)).toEqual([200, 409]);
    expectError(await put(id, { name: 'C', version: 1 }), 'TEMPLATE_CHANGED', { version: 2 });
  });
});

const sample = { method: 'PUT', path, body: { name: 'Other' } };
needsCredential(app, sample);
needsScope(app, 'templates', sample);
test('lets a member use a shared template, but rejects changes by that member with 403', async () => {
  const shared = await makeTemplate(key);
  await key.post(`/api/templates/${shared.id}/share`, { shared: true });
  expectError(await put(shared.id, { name: 'Mine' }, (await app.member('member')).caller), 'FORBIDDEN');
});
hidesTemplates(app, key, (id) => ({ ...sample, path: pathOf(id) }));
test.each<[string, object, string]>([
  ['an empty body', {}, 'body'],
  ['only a version', { version: 1 }, 'body'],
  ['fields for an unknown role', { fields: [{ ...LEASE.fields[1], role: 'Guest' }] }, 'fields[0].role'],
  ['no roles', { roles: [] }, 'roles'],
])('rejects a template change with %s', async (_, body, at) => {
  expectInvalid(await put(lease.id, body), at);
});
refusesOtherMethods(app, path, ['PUT']);
countsRequests(app, sample, ['templates']);
