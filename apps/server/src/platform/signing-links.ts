/**
 * Signing links and the bearers of their sessions: `tenant, signer, generation, expiry` under an HMAC (decisions §3).
 * Nothing is stored, so jobs can make a link anew whenever a mail is sent; raising the generation ends all older ones.
 */
import { LIMITS, type Id } from '@countersign/contract';
import { idBytes, idFromBytes } from './crypto/ids.ts';
import { readToken, type SecretKey, signToken } from './crypto/tokens.ts';
import type { SignerPrincipal } from './principal.ts';

const LINK = 'countersign/signing-link/1';
const SESSION = 'countersign/signing-session/1';

export class SigningLinks {
  readonly #key: SecretKey;

  constructor(linkKey: SecretKey) {
    this.#key = linkKey;
  }

  /** A fragment, so that the token reaches no server log and no Referer. */
  url(baseUrl: string, signer: { tenantId: string; signerId: string; generation: number }): string {
    return `${baseUrl}/sign#${signToken(this.#key, LINK, body(signer, 0))}`;
  }

  /** A bearer for the tab that opened a link; 30 minutes from now, extended by asking again. */
  session(signer: SignerPrincipal, now: Date): { bearer: string; expiresAt: Date } {
    const seconds = Math.floor(now.getTime() / 1000) + LIMITS.signingSessionMinutes * 60;
    return { bearer: signToken(this.#key, SESSION, body(signer, seconds)), expiresAt: new Date(seconds * 1000) };
  }

  /** Who a token stands for; undefined when it is none of ours or its time is over. The generation is checked with the signer. */
  read(token: string, now: Date): SignerPrincipal | undefined {
    const link = readToken(this.#key, LINK, token);
    if (link?.length === BODY_BYTES) return principal(link, 'link');
    const session = readToken(this.#key, SESSION, token);
    if (session?.length !== BODY_BYTES || session.readUInt32BE(36) * 1000 <= now.getTime()) return undefined;
    return principal(session, 'session');
  }
}

const BODY_BYTES = 40;

function body(
  { tenantId, signerId, generation }: { tenantId: string; signerId: string; generation: number },
  expires: number,
): Buffer {
  const bytes = Buffer.alloc(BODY_BYTES);
  idBytes(tenantId).copy(bytes, 0);
  idBytes(signerId).copy(bytes, 16);
  bytes.writeUInt32BE(generation, 32);
  bytes.writeUInt32BE(expires, 36);
  return bytes;
}

function principal(bytes: Buffer, via: 'link' | 'session'): SignerPrincipal {
  const tenantId: Id<'tenant'> = idFromBytes('tenant', bytes.subarray(0, 16));
  const signerId: Id<'signer'> = idFromBytes('signer', bytes.subarray(16, 32));
  return { kind: 'signer', tenantId, signerId, generation: bytes.readUInt32BE(32), via };
}
