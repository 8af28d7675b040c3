import { describe, expect, test } from 'vitest';
import { OWNER, startTestApp } from '../support/app.ts';
import { needsCredential, needsScope, refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const path = '/api/organization';
const sample = { method: 'GET', path };

describe('200', () => {
  test('returns the default settings until a setting is changed', async () => {
    const { body } = await (await app.session()).get<'getOrganization'>(path);
    expect(body.organization).toEqual({
      id: app.tenant.organizationId,
      logo: null,
      name: OWNER.organization,
      plan: 'enterprise',
      role: 'owner',
      settings: {
        password_min_length: 12,
        session_idle_minutes: 30,
        document_retention_days: 2555,
        audit_retention_days: 3650,
        user_data_retention_days: 30,
        require_two_factor: false,
        sso_requires_mfa: false,
        active_content: 'strip',
        branding_name: null,
        organization_identifier: null,
        locale: null,
        default_expiration_days: 30,
        default_reminders: null,
        address_book: false,
        allowed_networks: [],
        allowed_origins: [],
        redirect_hosts: [],
      },
      settings_revision: 1,
      created_at: app.clock.now().toISOString(),
      deletion: null,
    });
  });

  test('returns the settings to members and to an API key with the admin scope, and no role for the key', async () => {
    const { caller } = await app.member('member');
    expect((await caller.get<'getOrganization'>(path)).body.organization.role).toBe('member');
    const key = await app.makeKey({ scopes: ['admin'] });
    expect((await key.caller.get<'getOrganization'>(path)).body.organization.role).toBeNull();
  });

  test('returns no settings of other organizations', async () => {
    const other = await app.otherTenant();
    expect((await other.owner.get<'getOrganization'>(path)).body.organization.id).toBe(other.organizationId);
  });
});

needsCredential(app, sample);
needsScope(app, 'admin', sample);
refusesOtherMethods(app, path, ['GET', 'PATCH', 'DELETE']);
