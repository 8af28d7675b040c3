import { Oid, parseCertificate } from '@countersign/pki';
import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectInvalid } from '../support/expect-answer.ts';
import { administrative } from '../support/guards.ts';
import { join, trailOf } from '../support/people.ts';

const app = await startTestApp();
const path = '/api/organization';
const patch = async (body: object) => (await app.session()).send<'updateOrganization'>('PATCH', path, { body });
/** Acts as a person with a second factor. suspended-keys.test.ts tests who may do this. */
const secure = async (settings: object) => {
  const headers = { 'x-organization-id': app.tenant.organizationId };
  expect((await app.service.send('PATCH', path, { headers, body: { settings } })).status).toBe(200);
};

describe('200', () => {
  test('changes the given settings in both the live environment and the sandbox', async () => {
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

  test('records the old and new value of each setting in the audit log', async () => {
    const { organization } = (await (await app.session()).get<'getOrganization'>(path)).body;
    await patch({
      settings: { user_data_retention_days: 14, default_reminders: { everyDays: 2, max: 4 }, locale: null },
    });
    const { entries } = (await (await app.session()).get<'listAuditLog'>('/api/audit?pageSize=1')).body;
    expect(entries[0]).toMatchObject({
      action: 'organization.changed',
      summary:
        'Organization changed (default_reminders from null to "every 2 days, at most 4 times", user_data_retention_days from 30 to 14)',
    });
    const after = (await (await app.session()).get<'getOrganization'>(path)).body.organization;
    expect(after.settings_revision).toBe(organization.settings_revision + 1);
  });

  test('writes the registration number into the certificate of the next seal', async () => {
    const sealNow = async () => {
      await app.sent();
      const rows = await app.sql<{ certificate: Buffer }>(
        'select certificate from seals where tenant_id = $1 order by generation desc limit 1',
        [app.tenant.tenantId],
      );
      return rows.map(({ certificate }) => parseCertificate(certificate).subject)[0];
    };
    expect((await sealNow())?.first(Oid.organizationIdentifier)).toBeUndefined();
    await patch({ name: 'Northwind Ltd', settings: { organization_identifier: 'NTRGB-12345678' } });
    expect((await sealNow())?.text).toMatch(
      /^serialNumber=org-\w+,CN=Northwind Ltd,organizationIdentifier=NTRGB-12345678,O=Northwind Ltd,C=GB$/,
    );
  });

  test('ends sessions that exceed the new idle limit', async () => {
    const { caller } = await join(app);
    await secure({ session_idle_minutes: 5 });
    app.clock.advance({ minutes: 5, seconds: 1 });
    expect((await caller.get('/api/auth/session')).status).toBe(401);
    await secure({ session_idle_minutes: 60 });
    const patient = await join(app);
    app.clock.advance({ minutes: 59 });
    expect((await patient.caller.get('/api/auth/session')).status).toBe(200);
  });

  test('accepts an administrator, and an API key with the required scope', async () => {
    const admin = await app.member('admin');
    expect((await admin.caller.send('PATCH', path, { body: { name: 'One' } })).status).toBe(200);
    const key = await app.makeKey({ scopes: ['admin'] });
    expect((await key.caller.send('PATCH', path, { body: { name: 'Two' } })).status).toBe(200);
  });
});

describe('409', () => {
  test('rejects a change based on outdated settings', async () => {
    const seen = (await (await app.session()).get<'getOrganization'>(path)).body.organization.settings_revision;
    expect((await patch({ settings: { default_expiration_days: 10 }, revision: seen })).status).toBe(200);
    const late = await patch({ settings: { default_expiration_days: 20 }, revision: seen });
    expect(late.status).toBe(409);
    expect(late.body).toMatchObject({ error: 'SETTINGS_CHANGED', details: { revision: seen + 1 } });
    const { settings } = (await (await app.session()).get<'getOrganization'>(path)).body.organization;
    expect(settings.default_expiration_days).toBe(10);
  });
});

administrative(app, { method: 'PATCH', path, body: {} });

describe('422', () => {
  test.each([
    [
      'a minimum password length of seven characters',
      { settings: { password_min_length: 7 } },
      'settings.password_min_length',
    ],
    [
      'a session timeout of more than 12 hours',
      { settings: { session_idle_minutes: 721 } },
      'settings.session_idle_minutes',
    ],
    [
      'a retention period of 91 days for user data',
      { settings: { user_data_retention_days: 91 } },
      'settings.user_data_retention_days',
    ],
    [
      'a retention period of 7 days for documents',
      { settings: { document_retention_days: 7 } },
      'settings.document_retention_days',
    ],
    [
      'a shorter retention period for the audit trail than for documents',
      { settings: { document_retention_days: 800, audit_retention_days: 799 } },
      'settings.audit_retention_days',
    ],
    [
      'a retention period of 3,651 days for documents',
      { settings: { document_retention_days: 3651 } },
      'settings.document_retention_days',
    ],
    ['an invalid network', { settings: { allowed_networks: ['office'] } }, 'settings.allowed_networks[0]'],
    ['an unknown setting', { settings: { plan: 'free' } }, 'settings.plan'],
    ['another plan', { plan: 'enterprise' }, 'plan'],
    ['a change of the operator flag', { is_operator: true }, 'is_operator'],
    ['an empty name', { name: '' }, 'name'],
  ])('rejects an invalid settings change: %s', async (_name, body, field) => {
    expectInvalid(await patch(body), field);
  });
});
