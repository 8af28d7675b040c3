/** OpenID Connect by openid-client: code flow with PKCE, nonce and state, id tokens verified by the provider's keys. */
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  type IDToken,
  None,
  type TokenEndpointResponse,
} from 'openid-client';
import { digest } from '../../platform/crypto/tokens.ts';
import type { Fetcher } from '../../platform/ports/fetcher.ts';
import { askProvider } from './ask-provider.ts';
import { type Attributes, emailFrom } from './domain.ts';
import { issuerFault } from './issuers.ts';
import { SsoRefusal } from './refusal.ts';
import type { OidcSettings } from './settings-domain.ts';

export type Check = { name: string; ok: boolean; message: string };
export type OidcAttempt = { state: string; nonce: string; verifier: string };

/**
 * Asked again for each login: a provider that rotates its keys or moves an address is followed at once.
 * @throws SsoRefusal other-issuer for one that speaks for others too: the library would put a tenant of its choice in the place of {tenantid}
 */
async function discover(fetcher: Fetcher, settings: OidcSettings, secret: string | null): Promise<Configuration> {
  const issuer = new URL(settings.issuer);
  const mayBePlain = issuer.protocol === 'http:' && fetcher.isListed(issuer);
  const configuration = await discovery(issuer, settings.client_id, {}, secret === null ? None() : bySecret(secret), {
    // Id tokens are verified by the provider's keys, though they come by TLS straight from it.
    execute: [enableNonRepudiationChecks, ...(mayBePlain ? [allowInsecureRequests] : [])],
    // The fetcher has its own limit on time, and a shorter one than the library's.
    [customFetch]: (url, { method, headers, body }) =>
      askProvider(fetcher, { method: method === 'POST' ? 'POST' : 'GET', url, headers, body: bodyOf(body) }),
  }).catch((error: unknown) => {
    const named = issuerNamedIn(error);
    throw named === undefined ? error : new SsoRefusal('other-issuer', { detail: issuerFault(settings.issuer, named) });
  });
  const detail = issuerFault(settings.issuer, configuration.serverMetadata().issuer);
  if (detail !== undefined) throw new SsoRefusal('other-issuer', { detail });
  return configuration;
}

/** The issuer of the metadata that the library refused because it is not the one that was asked. */
function issuerNamedIn(error: unknown): string | undefined {
  let cause = error;
  while (cause instanceof Error) cause = cause.cause;
  const body = typeof cause === 'object' && cause !== null && 'body' in cause ? cause.body : undefined;
  const issuer = typeof body === 'object' && body !== null && 'issuer' in body ? body.issuer : undefined;
  return typeof issuer === 'string' ? issuer : undefined;
}

/** HTTP Basic is the protocol's default (OpenID Connect Core §9); some providers take the secret in the body alone, and say so. */
function bySecret(secret: string): ClientAuth {
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const isInBody = !methods.includes('client_secret_basic') && methods.includes('client_secret_post');
    return (isInBody ? ClientSecretPost(secret) : ClientSecretBasic(secret))(server, client, body, headers);
  };
}

function bodyOf(body: unknown): Uint8Array | undefined {
  if (body === undefined || body === null) return undefined;
  if (body instanceof Uint8Array) return body;
  if (typeof body === 'string' || body instanceof URLSearchParams) return Buffer.from(body.toString());
  throw new Error('this kind of request body is not sent');
}

/** Where to send the browser. Throws what keeps the provider from being reached. */
export async function oidcLoginUrl(
  fetcher: Fetcher,
  settings: OidcSettings,
  secret: string | null,
  { attempt, redirectUrl, isFresh }: { attempt: OidcAttempt; redirectUrl: string; isFresh: boolean },
): Promise<string> {
  const configuration = await discover(fetcher, settings, secret);
  return buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUrl,
    scope: settings.scopes.join(' '),
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: 'S256',
    // Core §3.1.2.1: asked again, and told when (auth_time).
    ...(isFresh && { prompt: 'login', max_age: '0' }),
  }).href;
}

/** Redeems the code. @throws SsoRefusal provider-error, email-not-verified */
export async function oidcIdentity(
  fetcher: Fetcher,
  settings: OidcSettings,
  secret: string | null,
  { attempt, callback }: { attempt: OidcAttempt; callback: URL },
): Promise<{ subject: string; attributes: Attributes; authenticatedAt: Date | null }> {
  try {
    const configuration = await discover(fetcher, settings, secret);
    const tokens = await authorizationCodeGrant(configuration, callback, {
      pkceCodeVerifier: attempt.verifier,
      expectedState: attempt.state,
      expectedNonce: attempt.nonce,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims) throw new SsoRefusal('provider-error');
    checkRest(claims, tokens, settings, configuration.serverMetadata().issuer);
    // Many providers say no more than `sub` in the id token. The answer has to be about the same subject.
    const more = configuration.serverMetadata().userinfo_endpoint
      ? await fetchUserInfo(configuration, tokens.access_token, claims.sub)
      : {};
    // What is signed goes before what is not.
    const attributes = attributesOf({ ...more, ...claims });
    // Without an address there is nothing to verify; that it is missing is said later.
    if (emailFrom(attributes, settings, '') !== undefined) checkVerified(settings, claims, more);
    const { auth_time: at } = claims;
    return { subject: claims.sub, attributes, authenticatedAt: typeof at === 'number' ? new Date(at * 1000) : null };
  } catch (cause) {
    throw cause instanceof SsoRefusal ? cause : new SsoRefusal('provider-error', { cause, detail: innermost(cause) });
  }
}

/**
 * Whether the provider calls the address verified (Core §5.1): said where the address is said, and about no other claim than
 * `email`. Silence is a no, unless the organization takes the provider's word for every address. @throws SsoRefusal email-not-verified
 */
function checkVerified(settings: OidcSettings, claims: Claims, more: Claims): void {
  const source = claims['email'] === undefined ? more : claims;
  const isAbout = settings.email_attribute === null || settings.email_attribute === 'email';
  const said = isAbout && source['email'] !== undefined ? source['email_verified'] : undefined;
  // Some write it as a text.
  const isVerified = said === true || said === 'true';
  const isDenied = [claims, more].some(
    ({ email_verified: one }) => ![undefined, true, 'true'].includes(one as undefined),
  );
  const isSilent = said === undefined && !isDenied;
  if (isDenied || !(isVerified || (isSilent && settings.accept_unverified_email === true)))
    throw new SsoRefusal('email-not-verified');
}
type Claims = Readonly<Record<string, unknown>>;

/** What the library leaves open in a signed id token. @throws SsoRefusal provider-error */
function checkRest(
  claims: IDToken,
  tokens: TokenEndpointResponse,
  { client_id: clientId }: OidcSettings,
  issuer: string,
): void {
  const refuse = (detail: string) => {
    throw new SsoRefusal('provider-error', { detail });
  };
  // Everybody without a name would be the same person.
  if (claims.sub === '') refuse('the id token names nobody (sub)');
  // Core §3.1.3.7: to the letter, also where the library knows of providers that fill in a tenant.
  if (claims.iss !== issuer) refuse('the id token comes from another issuer (iss)');
  // Core §3.1.3.7: the library asks it of several audiences alone.
  if (claims.azp !== undefined && claims.azp !== clientId) refuse('the id token was made for another client (azp)');
  // Core §3.1.3.8: so that no other access token is put beside it, which would bring other claims from the userinfo endpoint.
  const atHash = claims['at_hash'];
  if (atHash !== undefined && atHash !== halfHash(tokens.access_token, tokens.id_token ?? ''))
    refuse('the access token is not the one that the id token names (at_hash)');
}

/** The left half of the digest that the signature's algorithm uses (Core §3.1.3.6). */
function halfHash(text: string, idToken: string): string {
  const { alg } = JSON.parse(Buffer.from(idToken.split('.')[0] ?? '', 'base64url').toString()) as { alg: string };
  // Of EdDSA: Ed25519 hashes with SHA-512.
  const bits = /(256|384|512)$/.exec(alg)?.[1] ?? '512';
  const hash = digest(`sha${bits as '256' | '384' | '512'}`, text);
  return hash.subarray(0, hash.length / 2).toString('base64url');
}

/** Texts and lists of texts, as SAML has them. */
function attributesOf(claims: Record<string, unknown>): Attributes {
  const texts = (value: unknown): string[] =>
    (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string');
  return new Map(Object.entries(claims).map(([name, value]) => [name, texts(value)]));
}

/** What an administrator wants to know before people meet it. Never throws. */
export async function tryProvider(fetcher: Fetcher, settings: OidcSettings, secret: string | null): Promise<Check[]> {
  let metadata: ReturnType<Configuration['serverMetadata']>;
  try {
    metadata = (await discover(fetcher, settings, secret)).serverMetadata();
  } catch (error) {
    return [{ name: 'discovery', ok: false, message: innermost(error) }];
  }
  const checks: Check[] = [{ name: 'discovery', ok: true, message: `${metadata.issuer} answers` }];
  const { authorization_endpoint: authorization, token_endpoint: token, jwks_uri: keys } = metadata;
  const missing = Object.entries({ authorization_endpoint: authorization, token_endpoint: token, jwks_uri: keys })
    .filter(([, address]) => address === undefined)
    .map(([name]) => name);
  checks.push({
    name: 'endpoints',
    ok: missing.length === 0,
    message: missing.length === 0 ? 'all there' : `it names no ${missing.join(', ')}`,
  });
  if (keys !== undefined) checks.push(await tryKeys(fetcher, keys));
  return checks;
}

async function tryKeys(fetcher: Fetcher, url: string): Promise<Check> {
  try {
    const response = await askProvider(fetcher, { method: 'GET', url, headers: { accept: 'application/json' } });
    const { keys = [] } = (await response.json()) as { keys?: unknown[] };
    return { name: 'keys', ok: keys.length > 0, message: keys.length > 0 ? `${keys.length} there` : 'there is none' };
  } catch (error) {
    return { name: 'keys', ok: false, message: innermost(error) };
  }
}

/** The provider's own error code (RFC 6749 §4.1.2.1, §5.2), else the sentence closest to the cause. */
export function innermost(error: unknown): string {
  if (error instanceof SsoRefusal && error.detail !== undefined) return error.detail;
  if (typeof error === 'object' && error !== null && 'error' in error && typeof error.error === 'string')
    return error.error.replaceAll(/[^\w.-]+/g, ' ').slice(0, 100);
  let found = error;
  while (found instanceof Error && found.cause instanceof Error) found = found.cause;
  return found instanceof Error ? found.message.slice(0, 300) : 'it does not answer';
}
