/** Every mutation of an OpenID provider's response must be refused, or identify the same person. */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Claims, CLIENT, ForgedOidc, ISSUER, type Said, SECRET } from '../../../test/support/forged-oidc.ts';
import { oidcIdentity, oidcLoginUrl } from './oidc.ts';
import { SsoRefusal } from './refusal.ts';
import type { OidcSettings } from './settings-domain.ts';

const provider = new ForgedOidc();
const settings: OidcSettings = {
  protocol: 'oidc',
  issuer: ISSUER,
  client_id: CLIENT,
  scopes: ['openid', 'email'],
  email_attribute: null,
  role_mapping: null,
  allowed_domains: [],
  create_members: true,
};
const attempt = { state: 'state-of-this-login', nonce: 'nonce-of-this-login', verifier: 'v'.repeat(64) };
const REDIRECT = 'https://sign.example/api/auth/oidc/org_1/callback';
const claims = (change: Claims = {}): Claims => ({ ...provider.claims(attempt.nonce), ...change });
const without = (name: string): Claims => Object.fromEntries(Object.entries(claims()).filter(([key]) => key !== name));

async function outcome(
  said: Said,
  query: string = `code=c&state=${attempt.state}`,
  change: Partial<OidcSettings> = {},
): Promise<unknown> {
  provider.said = said;
  try {
    const callback = new URL(`${REDIRECT}?${query}`);
    const given = { ...settings, ...change };
    const { subject, attributes } = await oidcIdentity(provider.fetcher, given, SECRET, { attempt, callback });
    return { subject, email: attributes.get('email') };
  } catch (error) {
    if (error instanceof SsoRefusal) return error.reason;
    throw error;
  }
}
const ADA = { subject: 'subject-1', email: ['ada@contoso.example'] };
const saying = (change: Claims) => outcome({ idToken: provider.token(claims(change)) });

test('accepts a valid OpenID Connect response', async () => {
  expect(await saying({})).toEqual(ADA);
  expect(await saying({ email_verified: true })).toEqual(ADA);
  expect(
    await saying({ email_verified: 'true' }),
    'accepts `email_verified` as a string, as sent by Amazon Cognito',
  ).toEqual(ADA);
  expect(await saying({ aud: [CLIENT], azp: CLIENT })).toEqual(ADA);
});

describe('claims of an ID token', () => {
  const now = Math.floor(Date.now() / 1000);
  const OTHERS: Record<string, unknown[]> = {
    iss: ['https://evil.example', `${ISSUER}/`, ISSUER.toUpperCase(), [ISSUER], '', null, 1, {}],
    sub: ['', null, 1, ['subject-1'], { id: 'subject-1' }, true],
    aud: [
      'other',
      '',
      `${CLIENT} `,
      CLIENT.toUpperCase(),
      [],
      ['other'],
      [CLIENT, 'other'],
      [[CLIENT]],
      { 0: CLIENT },
      null,
      1,
    ],
    azp: ['other', '', null, [CLIENT], 1],
    exp: [now - 31, 0, -1, `${now + 300}`, null, [now + 300], true],
    iat: [`${now}`, null, [now], true],
    nbf: [now + 120, `${now}`, null],
    nonce: ['another', '', null, 1, [attempt.nonce], attempt.nonce.toUpperCase(), `${attempt.nonce} `],
    at_hash: ['', 'x', null, 1, createHash('sha256').update('another').digest().subarray(0, 16).toString('base64url')],
    email_verified: [false, 'false', 'no', 0, null, [], 'TRUE'],
  };
  test.each(Object.entries(OTHERS).flatMap(([name, values]) => values.map((value) => [name, value] as const)))(
    'rejects the claim %s with the value %j',
    async (name, value) => {
      const reason = name === 'email_verified' ? 'email-not-verified' : 'provider-error';
      expect(await saying({ [name]: value })).toBe(reason);
    },
  );

  test.each(['iss', 'sub', 'aud', 'exp', 'iat', 'nonce'])('rejects an ID token without %s', async (name) => {
    expect(await outcome({ idToken: provider.token(without(name)) })).toBe('provider-error');
  });

  test('requires an ID token with several audiences to name Countersign as the authorized party', async () => {
    expect(await saying({ aud: [CLIENT, 'other'], azp: CLIENT })).toEqual(ADA);
    expect(await saying({ aud: [CLIENT, 'other'], azp: 'other' })).toBe('provider-error');
  });

  test('requires the access token to match the hash in the ID token', async () => {
    const hash = createHash('sha256').update('access').digest().subarray(0, 16).toString('base64url');
    expect(await saying({ at_hash: hash })).toEqual(ADA);
  });

  test('uses the last value of a claim that is repeated in the ID token', async () => {
    const twice = JSON.stringify(claims()).replace('"sub":', '"sub":"somebody else","sub":');
    expect(await outcome({ idToken: provider.token(twice) })).toEqual(ADA);
    const nonce = JSON.stringify(claims()).replace(/\}$/, ',"nonce":"another"}');
    expect(await outcome({ idToken: provider.token(nonce) })).toBe('provider-error');
  });

  test.each(['[]', '"x"', 'null', '1', '{', '', '{"sub":"subject-1"}x', '\uFEFF{}'])(
    'rejects the claims %j',
    async (text) => {
      expect(await outcome({ idToken: provider.token(text) })).toBe('provider-error');
    },
  );
});

describe('signature of an ID token', () => {
  const victim = () => claims({ sub: 'victim' });
  const pem = provider.keys.publicKey.export({ type: 'spki', format: 'pem' });
  const strangersJwk = provider.stranger.publicKey.export({ format: 'jwk' });
  const bare = (header: object, body: Claims = victim()) =>
    [header, body].map((one) => Buffer.from(JSON.stringify(one)).toString('base64url')).join('.');
  const good = provider.token(claims());
  const [head = '', body = '', signature = ''] = good.split('.');
  const forged = bare({}, victim()).split('.')[1] ?? '';

  test.each<[string, () => unknown]>([
    ...['none', 'None', 'NONE', 'nOnE', ''].flatMap((alg): [string, () => unknown][] => [
      [`alg ${alg}, no signature`, () => `${bare({ alg })}.`],
      [`alg ${alg}, no third part`, () => bare({ alg })],
      [`alg ${alg}, with a signature`, () => `${bare({ alg, kid: 'one' })}.${signature}`],
    ]),
    ...(['HS256', 'HS384', 'HS512'] as const).flatMap((alg): [string, () => unknown][] => [
      [`${alg}, the public key for a secret`, () => provider.symmetric(victim(), pem, alg)],
      [
        `${alg}, its DER`,
        () => provider.symmetric(victim(), provider.keys.publicKey.export({ type: 'spki', format: 'der' }), alg),
      ],
      [`${alg}, its JWK`, () => provider.symmetric(victim(), JSON.stringify(provider.jwk), alg)],
      [
        `${alg}, its modulus`,
        () => provider.symmetric(victim(), Buffer.from(String(provider.jwk['n']), 'base64url'), alg),
      ],
      [`${alg}, the secret of the client`, () => provider.symmetric(victim(), SECRET, alg)],
      [`${alg}, nothing`, () => provider.symmetric(victim(), '', alg)],
    ]),
    ['an unknown key', () => provider.token(victim(), {}, provider.stranger.privateKey)],
    [
      'an unknown key, included in the header',
      () => provider.token(victim(), { jwk: strangersJwk }, provider.stranger.privateKey),
    ],
    [
      'an unknown key, with a key URL in the header',
      () => provider.token(victim(), { jku: 'https://evil.example/keys' }, provider.stranger.privateKey),
    ],
    [
      'an unknown key, with a certificate in the header',
      () => provider.token(victim(), { x5c: ['MIIB'], x5u: 'https://evil.example/c' }, provider.stranger.privateKey),
    ],
    ['an unknown key with a known key ID', () => provider.token(claims(), { kid: 'two' })],
    [
      'a key ID that is a path',
      () => provider.token(victim(), { kid: '../../dev/null' }, provider.stranger.privateKey),
    ],
    ['RS512 with a key for RS256', () => provider.otherwise(claims(), 'RS512')],
    ['PS256 with a key for RS256', () => provider.otherwise(claims(), 'PS256')],
    [
      'an ES256 signature of zeros (CVE-2022-21449)',
      () => `${bare({ alg: 'ES256', kid: 'one' })}.${Buffer.alloc(64).toString('base64url')}`,
    ],
    ['a critical extension', () => provider.token(claims(), { crit: ['b64'], b64: false })],
    ['an unknown extension', () => provider.token(claims(), { crit: ['x'], x: 1 })],
    [
      'a duplicate alg header',
      () => provider.token(victim(), '{"alg":"RS256","alg":"none","kid":"one"}', provider.stranger.privateKey),
    ],
    ['a missing alg header', () => provider.token(claims(), '{"kid":"one"}')],
    ['an alg header that is a list', () => provider.token(claims(), { alg: ['RS256'] })],
    ['a header that is not an object', () => provider.token(claims(), 'RS256')],
    ['a replaced payload', () => `${head}.${forged}.${signature}`],
    ['a second payload after the signature', () => `${head}.${body}.${signature}.${forged}`],
    ['two payloads', () => `${head}.${body}.${forged}.${signature}`],
    ['no signature', () => `${head}.${body}.`],
    ['a truncated signature', () => `${head}.${body}.${signature.slice(0, 170)}`],
    ['a signature with extra bytes', () => `${head}.${body}.${signature}AAAA`],
    ['a signature of zeros', () => `${head}.${body}.${Buffer.alloc(256).toString('base64url')}`],
    ['an encrypted ID token', () => `${bare({ alg: 'RSA-OAEP', enc: 'A256GCM' })}.a.b.c`],
    ['an empty string', () => ''],
    ['a number instead of a token', () => 1],
    ['null instead of a token', () => null],
    ['a list instead of a token', () => [good]],
    ['an object instead of a string', () => ({ sub: 'victim' })],
  ])('rejects an ID token without a valid signature: %s', async (_name, token) => {
    expect(await outcome({ idToken: token() })).toBe('provider-error');
  });

  test('ignores keys that are not for signing, and selects the matching key', async () => {
    const idToken = provider.token(claims());
    expect(await outcome({ idToken, keys: [] })).toBe('provider-error');
    expect(await outcome({ idToken, keys: [{ ...provider.jwk, use: 'enc' }] })).toBe('provider-error');
    expect(await outcome({ idToken, keys: [{ ...provider.jwk, key_ops: ['encrypt'] }] })).toBe('provider-error');
    expect(await outcome({ idToken, keys: [{ ...provider.jwk, alg: 'RS512' }] })).toBe('provider-error');
    expect(await outcome({ idToken, keys: [{ kty: 'oct', k: 'AAAA', kid: 'one' }] })).toBe('provider-error');
    expect(await outcome({ idToken, keys: [{ ...strangersJwk, kid: 'two', alg: 'RS256' }, provider.jwk] })).toEqual(
      ADA,
    );
  });

  test('rejects an ID token with one changed character', async () => {
    const taken: number[] = [];
    for (let place = 0; place < good.length; place += 7) {
      const other = good[place] === 'A' ? 'B' : 'A';
      if (typeof (await outcome({ idToken: good.slice(0, place) + other + good.slice(place + 1) })) !== 'string')
        taken.push(place);
    }
    expect(taken).toEqual([]);
  });
});

describe('data outside the ID token', () => {
  const idToken = provider.token(claims());
  test.each<[string, Said]>([
    ['metadata without an issuer', { metadata: { issuer: undefined } }],
    ['metadata without a token endpoint', { metadata: { token_endpoint: undefined } }],
    ['a key URL without TLS', { metadata: { jwks_uri: 'http://op.example/keys' } }],
    ['a missing access token', { tokenAnswer: { access_token: undefined } }],
    ['an unexpected token type', { tokenAnswer: { token_type: 'mac' } }],
    ['an error response', { tokenAnswer: { error: 'invalid_grant' }, tokenStatus: 400 }],
    ['a missing ID token', { tokenAnswer: { id_token: undefined } }],
    [
      'a different subject from the userinfo endpoint',
      { userinfo: { sub: 'somebody else', email: 'eva@contoso.example' } },
    ],
    ['a response without a subject from the userinfo endpoint', { userinfo: { email: 'eva@contoso.example' } }],
    ['a list from the userinfo endpoint', { userinfo: [] }],
  ])('rejects unusable data outside the ID token: %s', async (_name, said) => {
    expect(await outcome({ idToken, ...said })).toBe('provider-error');
  });

  test('prefers signed data to userinfo, but accepts any statement that an address is unverified', async () => {
    const userinfo = { sub: 'subject-1', email: 'eva@contoso.example' };
    expect(await outcome({ idToken, userinfo })).toEqual(ADA);
    expect(await outcome({ idToken, userinfo: { ...userinfo, email_verified: false } })).toBe('email-not-verified');
    const unverified = provider.token(claims({ email_verified: false }));
    expect(await outcome({ idToken: unverified, userinfo: { ...userinfo, email_verified: true } })).toBe(
      'email-not-verified',
    );
  });
});

describe('verification of the e-mail address', () => {
  const usual = `code=c&state=${attempt.state}`;
  const silent = provider.token(without('email_verified'));
  const bare = (change: Claims) =>
    provider.token(Object.fromEntries(Object.entries(claims(change)).filter(([name]) => !name.startsWith('email'))));
  const accepting = { accept_unverified_email: true };

  test('treats an address as unverified unless the provider confirms it or the organization trusts all addresses of the provider', async () => {
    expect(await outcome({ idToken: silent })).toBe('email-not-verified');
    expect(await outcome({ idToken: silent }, usual, accepting)).toEqual(ADA);
  });

  test('accepts the claim email_verified only from the same source as the address', async () => {
    const userinfo = { sub: 'subject-1', email: 'eva@contoso.example', email_verified: true };
    expect(await outcome({ idToken: silent, userinfo })).toBe('email-not-verified');
    const unverified = { sub: 'subject-1', email: 'eva@contoso.example' };
    expect(await outcome({ idToken: bare({}), userinfo: unverified })).toBe('email-not-verified');
    const signedWord = provider.token({ ...claims(), email: undefined });
    expect(await outcome({ idToken: signedWord, userinfo: unverified })).toBe('email-not-verified');
    expect(await outcome({ idToken: bare({}), userinfo })).toEqual({
      subject: 'subject-1',
      email: ['eva@contoso.example'],
    });
  });

  test('applies the claim email_verified only to the claim email', async () => {
    const idToken = provider.token(claims({ upn: 'ada@contoso.example' }));
    const chosen = { email_attribute: 'upn' };
    expect(await outcome({ idToken }, usual, chosen)).toBe('email-not-verified');
    expect(await outcome({ idToken }, usual, { ...chosen, ...accepting })).toEqual(ADA);
  });

  test("treats an address as unverified if the provider reports it as unverified, regardless of the organization's settings", async () => {
    const denied = provider.token(claims({ email_verified: false }));
    expect(await outcome({ idToken: denied }, usual, accepting)).toBe('email-not-verified');
    const userinfo = { sub: 'subject-1', email_verified: false };
    expect(await outcome({ idToken: silent, userinfo }, usual, accepting)).toBe('email-not-verified');
  });
});

describe('declared issuer', () => {
  test.each(['https://evil.example', 'https://{tenantid}.example', `${ISSUER}/{tenantid}/v2.0`])(
    'rejects an issuer that declares itself as %s',
    async (issuer) => {
      expect(await outcome({ idToken: provider.token(claims({ iss: issuer })), metadata: { issuer } })).toBe(
        'other-issuer',
      );
    },
  );
});

describe('sign-in callback', () => {
  const idToken = provider.token(claims());
  const { state } = attempt;
  test.each([
    'code=c',
    `state=${state}`,
    '',
    'code=c&state=another',
    'code=c&state=',
    `code=c&state=${state}&state=another`,
    `code=c&code=d&state=${state}`,
    `code=c&state=${state}&error=access_denied`,
    `code=c&state=${state}&iss=https://evil.example`,
    `code=c&state=${state}&response=${idToken}`,
    `state=${state}&id_token=${idToken}`,
    `state=${state}&access_token=access`,
    `#code=c&state=${state}`,
  ])('rejects a callback with %s', async (query) => {
    expect(await outcome({ idToken }, query)).toBe('provider-error');
  });

  test('requires the callback to name the provider if the provider supports RFC 9207', async () => {
    const metadata = { authorization_response_iss_parameter_supported: true };
    expect(await outcome({ idToken, metadata })).toBe('provider-error');
    expect(await outcome({ idToken, metadata }, `code=c&state=${state}&iss=${encodeURIComponent(ISSUER)}`)).toEqual(
      ADA,
    );
  });

  test('always uses PKCE with S256 and sends the verifier with the code', async () => {
    for (const methods of [undefined, [], ['plain'], ['S256', 'plain']]) {
      provider.said = { metadata: { code_challenge_methods_supported: methods } };
      const url = new URL(
        await oidcLoginUrl(provider.fetcher, settings, SECRET, { attempt, redirectUrl: REDIRECT, isFresh: false }),
      );
      expect(url.searchParams.get('code_challenge_method')).toBe('S256');
      expect(url.searchParams.get('code_challenge')).toBe(
        createHash('sha256').update(attempt.verifier).digest('base64url'),
      );
      expect(url.searchParams.get('response_type')).toBe('code');
    }
    provider.asked.length = 0;
    await outcome({ idToken });
    const redeemed = provider.asked.find(({ address }) => address === `${ISSUER}/token`);
    expect(Object.fromEntries(redeemed?.body ?? [])).toMatchObject({
      grant_type: 'authorization_code',
      code: 'c',
      code_verifier: attempt.verifier,
      redirect_uri: REDIRECT,
    });
  });
});
