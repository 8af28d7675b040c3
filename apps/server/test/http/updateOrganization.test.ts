import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectInvalid } from '../support/expect-answer.ts';
import { administrative } from '../support/guards.ts';
import { join, trailOf } from '../support/people.ts';

const app = await startTestApp();
const path = '/api/organization';
const patch = async (body: object) => (await app.session()).send<'updateOrganization'>('PATCH', path, { body });
/** As somebody with a second factor would: suspended-keys.test.ts shows who may. */
const secure = async (settings: object) => {
  const headers = { 'x-organization-id': app.tenant.organizationId };
  expect((await app.service.send('PATCH', path, { headers, body: { settings } })).status).toBe(200);
};

describe('200', () => {
  test('what is given changes, in the live tenant and in the sandbox', async () => {
    const answer = await patch({
      name: 'Northwind & Sons',
      settings: { active_content: 'keep', document_retention_days: 400 },
    });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.organization).toMatchObject({
      name: 'Northwind & Sons',
      settings: { active_content: 'keep', document_retention_days: 400, password_min_length: 12 },
    });
    const second = await patch({ settings: { branding_name: 'Northwind' } });
    expect(second.body.organization.settings).toMatchObject({ active_content: 'keep', branding_name: 'Northwind' });
    const rows = await app.sql('select name, settings from organizations where id = $1', [app.tenant.organizationId]);
    expect(rows).toHaveLength(2);
    expect(rows[0]).toEqual(rows[1]);
    expect((await trailOf(app)).at(-1)).toBe('organization.changed');
  });

  test('the idle limit ends sessions', async () => {
    const { caller } = await join(app);
    await secure({ session_idle_minutes: 5 });
    app.clock.advance({ minutes: 5, seconds: 1 });
    expect((await caller.get('/api/auth/session')).status).toBe(401);
    await secure({ session_idle_minutes: 60 });
    const patient = await join(app);
    app.clock.advance({ minutes: 59 });
    expect((await patient.caller.get('/api/auth/session')).status).toBe(200);
  });

  test('by an administrator, and by a key that may', async () => {
    const admin = await app.member('admin');
    expect((await admin.caller.send('PATCH', path, { body: { name: 'One' } })).status).toBe(200);
    const key = await app.makeKey({ scopes: ['admin'] });
    expect((await key.caller.send('PATCH', path, { body: { name: 'Two' } })).status).toBe(200);
  });
});

administrative(app, { method: 'PATCH', path, body: {} });

describe('422', () => {
  test.each([
    ['passwords of seven', { settings: { password_min_length: 7 } }, 'settings.password_min_length'],
    ['sessions without end', { settings: { session_idle_minutes: 721 } }, 'settings.session_idle_minutes'],
    ['a setting that is none', { settings: { plan: 'free' } }, 'settings.plan'],
    ['another plan', { plan: 'enterprise' }, 'plan'],
    ['being the operator', { is_operator: true }, 'is_operator'],
    ['an empty name', { name: '' }, 'name'],
  ])('%s', async (_name, body, field) => {
    expectInvalid(await patch(body), field);
  });
});
