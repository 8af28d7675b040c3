import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { administrative } from '../support/guards.ts';
import { refusesOtherMethods } from '../support/refusals.ts';
import { SamlProvider } from '../support/saml-provider.ts';
import { leadsTo, SamlLogin, setSaml } from '../support/sso.ts';

const app = await startTestApp();
const path = '/api/organization/sso';

describe('200', () => {
  test("returns the service's own values for the identity provider before single sign-on is configured", async () => {
    const { caller: reader } = await app.makeKey({ scopes: ['documents:read'] });
    const answer = await reader.get<'getSingleSignOn'>(path);
    expect(answer.status, answer.text).toBe(403);
    const { caller } = await app.makeKey({ scopes: ['admin'] });
    const base = `${app.services.baseUrl()}/api/auth`;
    const id = app.tenant.organizationId;
    expect((await caller.get<'getSingleSignOn'>(path)).body).toEqual({
      single_sign_on: null,
      service_provider: {
        entity_id: `${base}/saml/${id}/metadata`,
        acs_url: `${base}/saml/${id}/acs`,
        metadata_url: `${base}/saml/${id}/metadata`,
        redirect_url: `${base}/oidc/${id}/callback`,
      },
    });
  });

  test('returns the single sign-on settings and the reason why the latest sign-in failed', async () => {
    const provider = await SamlProvider.create('https://idp.example');
    await setSaml(app, provider);
    const refused = await new SamlLogin(app, provider).logIn('a@contoso.example', { signed: 'none' });
    expect(leadsTo(refused).split('#sso=')[1], 'the error code in the redirect').toBe('SSO_REFUSED');
    const { body, text } = await (await app.session()).get<'getSingleSignOn'>(path);
    expect(body.single_sign_on).toMatchObject({
      protocol: 'saml',
      entity_id: 'https://idp.example',
      sso_url: provider.ssoUrl,
      certificates: [{ subject: 'CN=idp.example', not_after: '2040-01-01T00:00:00.000Z' }],
      login_url: `${app.services.baseUrl()}/api/auth/saml/${app.tenant.organizationId}/login`,
      last_refusal: { reason: 'not-signed', message: expect.stringContaining('signed') },
    });
    expect(text).not.toContain('PRIVATE');
  });

  test('tells a person signed in by the identity provider that the organization does not accept them', async () => {
    const provider = await SamlProvider.create('https://idp.example');
    await setSaml(app, provider, { create_members: false });
    const refused = await new SamlLogin(app, provider).logIn('a@contoso.example');
    expect(leadsTo(refused).split('#sso=')[1]).toBe('SSO_NOT_ALLOWED');
    const { body } = await (await app.session()).get<'getSingleSignOn'>(path);
    expect(body.single_sign_on?.last_refusal?.reason).toBe('not-a-member');
  });
});

administrative(app, { method: 'GET', path });

describe('403', () => {
  test.each(['free', 'small-team', 'medium-team'])('rejects an organization on the %s plan', async (plan) => {
    const other = await app.otherTenant();
    await app.sql('update organizations set plan = $2 where tenant_id = $1', [other.tenantId, plan]);
    app.services.memory.forget('credentials');
    expectError(await other.owner.get(path), 'PLAN_REQUIRED', { plan, needed: 'large-team', right: 'singleSignOn' });
  });
});

refusesOtherMethods(app, path, ['GET', 'PUT', 'DELETE']);
