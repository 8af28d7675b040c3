/** An OpenID provider in this process with arbitrary responses. Its `fetcher` reaches only this provider. */
import { createHmac, createSign, generateKeyPairSync, type KeyObject, sign as signBytes } from 'node:crypto';
import type { FetchAnswer, Fetcher } from '../../src/platform/ports/fetcher.ts';

export const ISSUER = 'https://op.example';
export const CLIENT = 'countersign';
export const SECRET = 'secret-of-the-client-0123456789';

export type Claims = Record<string, unknown>;
/** The provider's response, in which each part can be replaced. */
export type Said = {
  idToken?: unknown;
  /** Properties that are added to the token response, or that replace its usual properties. */
  tokenAnswer?: Record<string, unknown>;
  tokenStatus?: number;
  metadata?: Record<string, unknown>;
  userinfo?: unknown;
  keys?: unknown[];
};
export type Asked = { address: string; method: string; body: URLSearchParams; authorization: string | undefined };

const rsa = () => generateKeyPairSync('rsa', { modulusLength: 2048 });

export class ForgedOidc {
  readonly keys = rsa();
  readonly stranger = rsa();
  readonly asked: Asked[] = [];
  said: Said = {};

  get jwk(): Record<string, unknown> {
    return { ...this.keys.publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' };
  }

  /** Returns valid claims. */
  claims(nonce: string): Claims {
    const now = Math.floor(Date.now() / 1000);
    return {
      iss: ISSUER,
      sub: 'subject-1',
      aud: CLIENT,
      exp: now + 300,
      iat: now,
      nonce,
      email: 'ada@contoso.example',
      email_verified: true,
    };
  }

  token(claims: Claims | string, header: Record<string, unknown> | string = {}, key: KeyObject = this.keys.privateKey) {
    const head = typeof header === 'string' ? header : JSON.stringify({ alg: 'RS256', kid: 'one', ...header });
    const text = `${part(head)}.${part(typeof claims === 'string' ? claims : JSON.stringify(claims))}`;
    return `${text}.${createSign('RSA-SHA256').update(text).sign(key).toString('base64url')}`;
  }

  /** Signs a token with HMAC, using any secret. */
  symmetric(claims: Claims, secret: string | Buffer, alg = 'HS256'): string {
    const text = `${part(JSON.stringify({ alg, kid: 'one' }))}.${part(JSON.stringify(claims))}`;
    return `${text}.${createHmac(alg.replace('HS', 'sha'), secret).update(text).digest('base64url')}`;
  }

  /** Signs with the right key, but with a padding or digest other than the one that was published for the key. */
  otherwise(claims: Claims, alg: 'PS256' | 'RS512'): string {
    const text = `${part(JSON.stringify({ alg, kid: 'one' }))}.${part(JSON.stringify(claims))}`;
    const options = alg === 'PS256' ? { key: this.keys.privateKey, padding: 6, saltLength: 32 } : this.keys.privateKey;
    return `${text}.${signBytes(alg === 'PS256' ? 'sha256' : 'sha512', Buffer.from(text), options).toString('base64url')}`;
  }

  readonly fetcher: Fetcher = {
    judge: async () => undefined,
    isListed: () => false,
    fetch: async ({ url, method, headers, body }) => {
      this.asked.push({
        address: url,
        method,
        body: new URLSearchParams(Buffer.from(body ?? []).toString()),
        authorization: headers['authorization'],
      });
      return this.#answer(url);
    },
    close: () => {},
  };

  #answer(address: string): FetchAnswer {
    const { metadata, keys, tokenAnswer, tokenStatus = 200, userinfo, idToken } = this.said;
    switch (address) {
      case `${ISSUER}/.well-known/openid-configuration`:
        return json({
          issuer: ISSUER,
          authorization_endpoint: `${ISSUER}/authorize`,
          token_endpoint: `${ISSUER}/token`,
          jwks_uri: `${ISSUER}/keys`,
          response_types_supported: ['code'],
          ...(userinfo !== undefined && { userinfo_endpoint: `${ISSUER}/me` }),
          ...metadata,
        });
      case `${ISSUER}/keys`:
        return json({ keys: keys ?? [this.jwk] });
      case `${ISSUER}/token`:
        return json({ access_token: 'access', token_type: 'Bearer', id_token: idToken, ...tokenAnswer }, tokenStatus);
      case `${ISSUER}/me`:
        return json(userinfo);
      default:
        return answer('', 404);
    }
  }
}

const part = (text: string): string => Buffer.from(text).toString('base64url');
const json = (body: unknown, status = 200): FetchAnswer => answer(JSON.stringify(body), status);
const answer = (body: string, status: number): FetchAnswer => ({
  kind: 'answer',
  status,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(body),
  isWhole: true,
});
