/**
 * OpenID Connect with openid-client: code flow with PKCE, nonce and state. ID tokens are verified with the provider's
 * keys.
 */
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
 * Fetches the metadata for each sign-in, so that rotated keys and changed addresses take effect immediately.
 * @throws SsoRefusal other-issuer for a shared issuer, because the library would replace {tenantid} with a tenant of
 * the provider's choice
 */
async function discover(fetcher: Fetcher, settings: OidcSettings, secret: string | null): Promise<Configuration> {
  const issuer = new URL(settings.issuer);
  const mayBePlain = issuer.protocol === 'http:' && fetcher.isListed(issuer);
  const configuration = await discovery(issuer, settings.client_id, {}, secret === null ? None() : bySecret(secret), {
    // ID tokens are verified with the provider's keys, although they come directly from the provider over TLS.
    execute: [enableNonRepudiationChecks, ...(mayBePlain ? [allowInsecureRequests] : [])],
    // The fetcher has its own, shorter time limit.
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

/**
 * Returns the issuer that the library refused because it differs from the configured issuer. Undefined for other
 * errors.
 */
function issuerNamedIn(error: unknown): string | undefined {
  let cause = error;
  while (cause instanceof Error) cause = cause.cause;
  const body = typeof cause === 'object' && cause !== null && 'body' in cause ? cause.body : undefined;
  const issuer = typeof body === 'object' && body !== null && 'issuer' in body ? body.issuer : undefined;
  return typeof issuer === 'string' ? issuer : undefined;
}

/**
 * HTTP Basic is the protocol's default (OpenID Connect Core §9). Some providers accept the secret only in the body, and
 * declare this in their metadata.
 */
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
  throw new Error('this kind of request body is not supported');
}

/**
 * Returns the URL of the provider's sign-in page. Throws an error with the reason if the provider cannot be reached.
 */
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
    // Core §3.1.2.1: the provider must authenticate the person again, and report the time (auth_time).
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
    // Many providers include only `sub` in the ID token. The userinfo response must have the same subject.
    const more = configuration.serverMetadata().userinfo_endpoint
      ? await fetchUserInfo(configuration, tokens.access_token, claims.sub)
      : {};
    // Signed data takes precedence over unsigned data.
    const attributes = attributesOf({ ...more, ...claims });
    // Without an address, there is nothing to verify. The missing address is reported later.
    if (emailFrom(attributes, settings, '') !== undefined) checkVerified(settings, claims, more);
    const { auth_time: at } = claims;
    return { subject: claims.sub, attributes, authenticatedAt: typeof at === 'number' ? new Date(at * 1000) : null };
  } catch (cause) {
    throw cause instanceof SsoRefusal ? cause : new SsoRefusal('provider-error', { cause, detail: innermost(cause) });
  }
}

/**
 * The provider must mark the address as verified (Core §5.1). `email_verified` must be in the same source as the
 * address, and applies only to the claim `email`. Without it, the address is not verified, unless the organization
 * trusts the provider for every address.
 * @throws SsoRefusal email-not-verified
 */
function checkVerified(settings: OidcSettings, claims: Claims, more: Claims): void {
  const source = claims['email'] === undefined ? more : claims;
  const isAbout = settings.email_attribute === null || settings.email_attribute === 'email';
  const said = isAbout && source['email'] !== undefined ? source['email_verified'] : undefined;
  // Some providers send this claim as text instead of a boolean.
  const isVerified = said === true || said === 'true';
  const isDenied = [claims, more].some(
    ({ email_verified: one }) => ![undefined, true, 'true'].includes(one as undefined),
  );
  const isSilent = said === undefined && !isDenied;
  if (isDenied || !(isVerified || (isSilent && settings.accept_unverified_email === true)))
    throw new SsoRefusal('email-not-verified');
}
type Claims = Readonly<Record<string, unknown>>;

/** The library leaves these checks of a signed ID token to its callers. @throws SsoRefusal provider-error */
function checkRest(
  claims: IDToken,
  tokens: TokenEndpointResponse,
  { client_id: clientId }: OidcSettings,
  issuer: string,
): void {
  const refuse = (detail: string) => {
    throw new SsoRefusal('provider-error', { detail });
  };
  // Without this check, all people with an empty subject would count as the same person.
  if (claims.sub === '') refuse('the ID token contains no subject (sub)');
  // Core §3.1.3.7 requires an exact comparison, even for providers whose tenant the library fills in.
  if (claims.iss !== issuer) refuse('the ID token comes from another issuer (iss)');
  // Core §3.1.3.7: the library checks `azp` only if there are several audiences.
  if (claims.azp !== undefined && claims.azp !== clientId) refuse('the ID token was issued for another client (azp)');
  // Core §3.1.3.8: this check prevents the use of a different access token, which would fetch other claims from the
  // userinfo endpoint.
  const atHash = claims['at_hash'];
  if (atHash !== undefined && atHash !== halfHash(tokens.access_token, tokens.id_token ?? ''))
    refuse('the access token does not match the ID token (at_hash)');
}

/** Uses the digest of the signature algorithm (Core §3.1.3.6). */
function halfHash(text: string, idToken: string): string {
  const { alg } = JSON.parse(Buffer.from(idToken.split('.')[0] ?? '', 'base64url').toString()) as { alg: string };
  // EdDSA with Ed25519 uses SHA-512.
  const bits = /(256|384|512)$/.exec(alg)?.[1] ?? '512';
  const hash = digest(`sha${bits as '256' | '384' | '512'}`, text);
  return hash.subarray(0, hash.length / 2).toString('base64url');
}

/** Keeps claims that are strings or lists of strings, as in SAML. */
function attributesOf(claims: Record<string, unknown>): Attributes {
  const texts = (value: unknown): string[] =>
    (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string');
  return new Map(Object.entries(claims).map(([name, value]) => [name, texts(value)]));
}

/** Tests the provider for an administrator, before people use it. Never throws. */
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
    message: missing.length === 0 ? 'complete' : `it does not contain ${missing.join(', ')}`,
  });
  if (keys !== undefined) checks.push(await tryKeys(fetcher, keys));
  return checks;
}

async function tryKeys(fetcher: Fetcher, url: string): Promise<Check> {
  try {
    const response = await askProvider(fetcher, { method: 'GET', url, headers: { accept: 'application/json' } });
    const { keys = [] } = (await response.json()) as { keys?: unknown[] };
    return {
      name: 'keys',
      ok: keys.length > 0,
      message: keys.length > 0 ? `${keys.length} there` : 'it contains no keys',
    };
  } catch (error) {
    return { name: 'keys', ok: false, message: innermost(error) };
  }
}

/**
 * The provider's own error code (RFC 6749 §4.1.2.1, §5.2) if there is one, otherwise the message closest to the cause.
 */
export function innermost(error: unknown): string {
  if (error instanceof SsoRefusal && error.detail !== undefined) return error.detail;
  if (typeof error === 'object' && error !== null && 'error' in error && typeof error.error === 'string')
    return error.error.replaceAll(/[^\w.-]+/g, ' ').slice(0, 100);
  let found = error;
  while (found instanceof Error && found.cause instanceof Error) found = found.cause;
  return found instanceof Error ? found.message.slice(0, 300) : 'it does not respond';
}
