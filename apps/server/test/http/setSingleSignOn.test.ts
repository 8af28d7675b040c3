import { beforeAll, describe, expect, test } from 'vitest';
import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { buildCertificate, encodeName, signingKey, toPem } from '@countersign/pki';
import { OWNER, startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { sessionOnly } from '../support/guards.ts';
import { join, mailCount, trailOf } from '../support/people.ts';
import { refusesOtherMethods } from '../support/refusals.ts';
import { SamlProvider } from '../support/saml-provider.ts';

const app = await startTestApp({ ssoPrivateHosts: ['inside.example'] });
const path = '/api/organization/sso';
const oidc = { protocol: 'oidc', issuer: 'https://idp.example', client_id: 'countersign' };
const put = async (body: object) => (await app.session()).send<'setSingleSignOn'>('PUT', path, { body });
let provider: SamlProvider;
beforeAll(async () => {
  provider = await SamlProvider.create('https://idp.example');
});
const spelled = () => ({
  protocol: 'saml',
  entity_id: 'https://idp.example',
  sso_url: 'https://idp.example/sso',
  certificates: [provider.certificatePem],
});

describe('200', () => {
  test('reads the same SAML settings from metadata as from separate properties', async () => {
    const byMetadata = await put({ protocol: 'saml', metadata_xml: provider.metadata() });
    expect(byMetadata.status, byMetadata.text).toBe(200);
    const bare = provider.certificatePem.replaceAll(/-----[A-Z ]+-----/g, '');
    expect((await put({ ...spelled(), certificates: [bare] })).body).toEqual(byMetadata.body);
    expect((await trailOf(app)).filter((action) => action === 'sso.changed')).toHaveLength(2);
  });

  test('encrypts the OpenID Connect client secret, never returns it, and keeps it if the request omits it', async () => {
    const client_secret = app.secret('a-secret-of-the-provider-0123456789');
    const first = await put({ ...oidc, client_secret });
    expect(first.body.single_sign_on).toMatchObject({
      protocol: 'oidc',
      has_secret: true,
      scopes: ['openid', 'email', 'profile'],
    });
    expect(first.text).not.toContain(client_secret);
    expect((await put({ ...oidc, scopes: ['openid'] })).body.single_sign_on).toMatchObject({
      has_secret: true,
      scopes: ['openid'],
    });
    const [row] = await app.sql<{ sealed: Buffer; settings: object }>(
      'select secret_sealed as sealed, settings from single_sign_on',
    );
    expect(row?.sealed.includes(client_secret)).toBe(false);
    expect(JSON.stringify(row?.settings)).not.toContain(client_secret);
    // The client secret belongs to one issuer, so it is not kept when the issuer changes.
    expect((await put({ ...oidc, issuer: 'https://other.example' })).body.single_sign_on).toMatchObject({
      has_secret: false,
    });
  });

  test('notifies only owners and admins about the new identity provider', async () => {
    const [admin, member] = [await join(app, { role: 'admin' }), await join(app)];
    const told = () => mailCount(app, admin.email, 'sso-changed');
    expect((await put({ ...oidc, issuer: 'https://new.example' })).status).toBe(200);
    const { subject, text } = await app.mail(admin.email, 'sso-changed');
    expect(subject).toBe(`New identity provider for ${OWNER.organization}`);
    expect(text.replaceAll(/\s+/g, ' ')).toContain(`${OWNER.name} changed the identity provider`);
    expect(text).toContain('https://new.example');
    expect(await told()).toBe(1);
    expect(await mailCount(app, member.email, 'sso-changed')).toBe(0);
    await put({ ...oidc, issuer: 'https://new.example', create_members: false });
    expect(await told(), 'the trusted identity provider is unchanged').toBe(1);
  });

  test("keeps the service's SAML key when the settings change, so that the provider needs no update", async () => {
    await put(spelled());
    const metadata = async () => (await app.anyone.get(`/api/auth/saml/${app.tenant.organizationId}/metadata`)).text;
    const before = await metadata();
    await put({ ...spelled(), entity_id: 'https://other.example' });
    expect(await metadata()).toEqual(before);
    await (await app.session()).send('DELETE', path);
    expect(await metadata(), 'the metadata is the same without a provider').toEqual(before);
    const [, der = ''] = /<ds:X509Certificate>([^<]+)</.exec(before) ?? [];
    const { asymmetricKeyDetails: key } = new X509Certificate(Buffer.from(der, 'base64')).publicKey;
    expect(key?.modulusLength).toBe(3072);
  });
});

sessionOnly(app, { method: 'PUT', path, body: oidc });

describe('403', () => {
  test('rejects a member without the admin role', async () => {
    const { caller } = await join(app);
    expectError(await caller.send('PUT', path, { body: oidc }), 'FORBIDDEN');
  });
  test('rejects a session whose last sign-in is more than ten minutes old', async () => {
    const owner = await app.session();
    app.clock.advance({ minutes: 11 });
    expectError(await owner.send('PUT', path, { body: oidc }), 'STEP_UP_REQUIRED', { proofMinutes: 10 });
  });
  test('rejects a session that was opened through an identity provider', async () => {
    const { caller, userId } = await join(app, { role: 'admin' });
    await app.sql(`update sessions set method = 'oidc' where user_id = $1`, [userId]);
    app.clock.advance({ seconds: 2 });
    expectError(await caller.send('PUT', path, { body: oidc }), 'FORBIDDEN');
  });
  test('rejects an organization whose plan does not include single sign-on', async () => {
    const other = await app.otherTenant();
    await app.sql(`update organizations set plan = 'medium-team' where tenant_id = $1`, [other.tenantId]);
    app.services.memory.forget('credentials');
    expectError(await other.owner.send('PUT', path, { body: oidc }), 'PLAN_REQUIRED', {
      plan: 'medium-team',
      needed: 'large-team',
      right: 'singleSignOn',
    });
  });
});

describe('422', () => {
  test.each<[string, () => object, string]>([
    ['another protocol', () => ({ protocol: 'ldap' }), 'protocol'],
    ['a missing client ID', () => ({ ...oidc, client_id: undefined }), 'client_id'],
    ['scopes without openid', () => ({ ...oidc, scopes: ['email'] }), 'scopes'],
    ['an issuer without TLS', () => ({ ...oidc, issuer: 'http://idp.example' }), 'issuer'],
    [
      'an issuer for all tenants',
      () => ({ ...oidc, issuer: 'https://login.microsoftonline.com/common/v2.0' }),
      'issuer',
    ],
    ['an issuer with a placeholder', () => ({ ...oidc, issuer: 'https://idp.example/{tenantid}/v2.0' }), 'issuer'],
    ['an issuer that contains a password', () => ({ ...oidc, issuer: 'https://a:b@idp.example' }), 'issuer'],
    [
      'a role mapping to owner',
      () => ({ ...oidc, role_mapping: { attribute: 'g', owner: ['x'] } }),
      'role_mapping.admin',
    ],
    ['an invalid domain', () => ({ ...oidc, allowed_domains: ['localhost'] }), 'allowed_domains[0]'],
    ['metadata that is not XML', () => ({ protocol: 'saml', metadata_xml: 'hello' }), 'metadata_xml'],
    [
      'metadata with a DOCTYPE',
      () => ({ protocol: 'saml', metadata_xml: `<!DOCTYPE x>${provider.metadata()}` }),
      'metadata_xml',
    ],
    [
      'metadata of a service provider',
      () => ({ protocol: 'saml', metadata_xml: provider.metadata().replaceAll('IDPSSO', 'SPSSO') }),
      'metadata_xml',
    ],
    [
      'metadata together with separate settings',
      () => ({ ...spelled(), metadata_xml: provider.metadata() }),
      'metadata_xml',
    ],
    ['no provider settings', () => ({ protocol: 'saml' }), 'entity_id'],
    ['a sign-in address that is not a web page', () => ({ ...spelled(), sso_url: 'mailto:a@b.example' }), 'sso_url'],
    ['text that is not a certificate', () => ({ ...spelled(), certificates: ['hello'] }), 'certificates[0]'],
    [
      'a private key instead of a certificate',
      () => ({ ...spelled(), certificates: [provider.keyPem] }),
      'certificates[0]',
    ],
  ])('rejects invalid single sign-on settings: %s', async (_name, body, field) => {
    expectInvalid(await put(body()), field);
  });

  test('rejects a provider certificate whose key type or length is not supported for signatures', async () => {
    const self = signingKey(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey);
    const short = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ type: 'spki', format: 'der' });
    for (const subjectPublicKeySpki of [self.publicKeySpki, short]) {
      const { der } = await buildCertificate({
        subject: encodeName({ commonName: 'x' }),
        subjectPublicKeySpki,
        issuer: { self },
        notBefore: new Date(0),
        notAfter: new Date('2040-01-01'),
        extensions: [],
      });
      const answer = await put({ ...spelled(), certificates: [toPem('CERTIFICATE', der)] });
      expectInvalid(answer, 'certificates[0]', 'unsupported_key');
    }
  });

  test('accepts plain HTTP only for hosts that the operator has allowed', async () => {
    expect((await put({ ...oidc, issuer: 'http://inside.example' })).status).toBe(200);
  });
});

refusesOtherMethods(app, path, ['GET', 'PUT', 'DELETE']);
