/**
 * The tokens of public links and the codes of their visitors are derived from IDs under an HMAC (ADR 10). Nothing
 * secret is stored. An owner can therefore copy a link again, and the job that sends a code derives it on every run.
 */
import type { Id } from '@countersign/contract';
import { idBytes, idFromBytes } from '../../platform/crypto/ids.ts';
import { keyedHash, readToken, type SecretKey, signToken } from '../../platform/crypto/tokens.ts';
import { networkOf } from '../../platform/network-of.ts';

const LINK = 'countersign/public-link/1';
const CODE = 'countersign/public-link-code/1';
const NETWORK = 'countersign/public-link-network/1';

const bytesOf = (tenantId: string, id: string): Buffer => Buffer.concat([idBytes(tenantId), idBytes(id)]);

/** The token is in the URL fragment, so that it does not appear in server logs or in the Referer header. */
export const linkUrl = (key: SecretKey, baseUrl: string, tenantId: string, linkId: string): string =>
  `${baseUrl}/start#${signToken(key, LINK, bytesOf(tenantId, linkId))}`;

/** Returns undefined if the token was not issued here. The caller checks whether the link still exists. */
export function readLink(
  key: SecretKey,
  token: string,
): { tenantId: Id<'tenant'>; linkId: Id<'publicLink'> } | undefined {
  const body = readToken(key, LINK, token);
  if (body?.length !== 32) return undefined;
  return {
    tenantId: idFromBytes('tenant', body.subarray(0, 16)),
    linkId: idFromBytes('publicLink', body.subarray(16)),
  };
}

export function codeOf(key: SecretKey, tenantId: string, requestId: string): string {
  // Each code is derived from 48 bits, which keeps the modulo bias below 2^-28.
  const bits = keyedHash(key, CODE, bytesOf(tenantId, requestId)).readUIntBE(0, 6);
  return String(bits % 1_000_000).padStart(6, '0');
}

/** Without the key, nobody can find out which address a hash belongs to. */
export const networkHash = (key: SecretKey, address: string): Buffer =>
  keyedHash(key, NETWORK, Buffer.from(networkOf(address)));
