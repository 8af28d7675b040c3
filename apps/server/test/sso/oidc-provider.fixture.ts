/** Runs oidc-provider on loopback. Its sign-in page accepts the person that the test sets. */
import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

export type OidcPerson = {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
  groups?: string[];
  amr?: string[];
};

export type OidcFixture = {
  issuer: string;
  /** Sets the person who signs in at the provider. */
  become(person: OidcPerson): void;
  /** Acts as the browser and its user at the provider. Returns the URL that the browser is redirected to. */
  logIn(address: URL, person: OidcPerson): Promise<URL>;
  /** Makes the provider publish keys that do not match those it signs with. */
  forgeKeys(on: boolean): void;
  close(): Promise<void>;
};

const jwk = () =>
  generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }) as Record<string, string>;

export async function startOidcProvider({
  redirectUri,
  secret,
}: {
  redirectUri: string;
  secret: string;
}): Promise<OidcFixture> {
  let person: OidcPerson = { sub: 'nobody' };
  let isForged = false;
  let handle: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) =>
    void response.end();
  const server = createServer((request, response) => handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [{ client_id: 'countersign', client_secret: secret, redirect_uris: [redirectUri] }],
    jwks: { keys: [{ ...jwk(), kid: 'one', use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['a key of the cookies of this test'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups', 'amr'] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_context: unknown, sub: string) => ({ accountId: sub, claims: () => ({ ...person }) }),
    interactions: { url: () => '/interaction' },
    pkce: { required: () => true },
    ttl: { AccessToken: 60, AuthorizationCode: 60, IdToken: 60, Interaction: 60, Session: 60, Grant: 60 },
  });
  const other = (({ kty, n, e }) => ({ kty, n, e, kid: 'one', use: 'sig', alg: 'RS256' }))(jwk());
  const callback = provider.callback();
  handle = (request, response) => {
    if (isForged && request.url?.startsWith('/jwks')) {
      response.setHeader('content-type', 'application/json');
      return void response.end(JSON.stringify({ keys: [other] }));
    }
    if (request.url?.startsWith('/interaction')) return void finish(request, response);
    return void callback(request, response);
  };
  const finish = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const grant = new provider.Grant({ accountId: person.sub, clientId: 'countersign' });
    grant.addOIDCScope('openid email profile');
    await provider.interactionFinished(request, response, {
      login: { accountId: person.sub },
      consent: { grantId: await grant.save() },
    });
  };
  return {
    issuer,
    become: (who) => void (person = who),
    logIn: async (address, who) => {
      person = who;
      return follow(address, issuer);
    },
    forgeKeys: (on) => void (isForged = on),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * Acts as a browser at the provider. Follows the provider's redirects with cookies until one of them points to another
 * site.
 */
async function follow(start: URL, issuer: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let url = start;
  for (let step = 0; step < 8 && url.origin === issuer; step += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    const next = response.headers.get('location');
    if (next === null)
      throw new Error(`The provider did not redirect: ${response.status} ${(await response.text()).slice(0, 500)}`);
    url = new URL(next, url);
  }
  return url;
}
