/** Checks access to the metrics with the operator's token, if one is set. */
import { constantTimeEqual, hashToken } from '../../platform/crypto/tokens.ts';

/** @param expected SHA-256 of the token */
export function isMetricsToken(authorization: string | undefined, expected: Uint8Array): boolean {
  const [, given] = /^Bearer ([\x21-\x7e]{1,200})$/i.exec(authorization ?? '') ?? [];
  return given !== undefined && constantTimeEqual(hashToken(given), expected);
}
