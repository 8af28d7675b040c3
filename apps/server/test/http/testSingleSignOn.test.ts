import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { sessionOnly } from '../support/guards.ts';
import { refusesOtherMethods } from '../support/refusals.ts';
import { SamlProvider } from '../support/saml-provider.ts';
import { setSaml } from '../support/sso.ts';

const app = await startTestApp({ ssoPrivateHosts: ['127.0.0.1'] });
const path = '/api/organization/sso/test';
let document: object = {};
const server = createServer((request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(request.url === '/jwks' ? { keys: [{ kty: 'RSA' }] } : document));
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
afterAll(() => void server.close());

async function tryIssuer(address: string) {
  const owner = await app.session();
  const body = { protocol: 'oidc', issuer: address, client_id: 'countersign' };
  const set = await owner.send('PUT', '/api/organization/sso', { body });
  expect(set.status, set.text).toBe(200);
  return (await owner.post<'testSingleSignOn'>(path)).body;
}

describe('200', () => {
  test('returns the certificates of the SAML provider', async () => {
    await setSaml(app, await SamlProvider.create('https://idp.example'));
    const { body } = await (await app.session()).post<'testSingleSignOn'>(path);
    expect(body).toEqual({
      ok: true,
      checks: [{ name: 'certificate 1', ok: true, message: 'valid until 2040-01-01' }],
    });
  });

  test('returns the metadata and keys of the OpenID Connect provider', async () => {
    const endpoints = {
      authorization_endpoint: `${issuer}/a`,
      token_endpoint: `${issuer}/t`,
      jwks_uri: `${issuer}/jwks`,
    };
    document = { issuer, ...endpoints };
    expect((await tryIssuer(issuer)).checks.map(({ name, ok }) => [name, ok])).toEqual([
      ['discovery', true],
      ['endpoints', true],
      ['keys', true],
    ]);
    document = { issuer, jwks_uri: `${issuer}/jwks` };
    expect((await tryIssuer(issuer)).checks[1]).toEqual({
      name: 'endpoints',
      ok: false,
      message: 'it does not contain authorization_endpoint, token_endpoint',
    });
    document = { issuer: 'https://other.example', ...endpoints };
    expect((await tryIssuer(issuer)).ok, 'an issuer that names another issuer is rejected').toBe(false);
  });

  test('sends no request to an internal address unless the operator has allowed it', async () => {
    const { checks } = await tryIssuer('https://127.0.0.2:8443');
    expect(checks).toEqual([{ name: 'discovery', ok: false, message: expect.stringContaining('SSO_PRIVATE_HOSTS') }]);
  });
});

sessionOnly(app, { method: 'POST', path });

describe('403', () => {
  test('rejects an organization whose plan does not include single sign-on', async () => {
    const other = await app.otherTenant();
    await app.sql(`update organizations set plan = 'free' where tenant_id = $1`, [other.tenantId]);
    app.services.memory.forget('credentials');
    expectError(await other.owner.post(path), 'PLAN_REQUIRED', {
      plan: 'free',
      needed: 'large-team',
      right: 'singleSignOn',
    });
  });
});

describe('404', () => {
  test('rejects an organization that has no identity provider', async () => {
    expectError(await (await app.otherTenant()).owner.post(path), 'SSO_NOT_FOUND');
  });
});

refusesOtherMethods(app, path, ['POST']);
