import type { IdentityCheck } from '@countersign/contract';

/**
 * How the host of an in-person session checked who the signer is, as entries say it. Nothing where the host said nothing, and
 * `identified` only where the host affirmed it (ADR 31).
 */
export function identityFacts(check: IdentityCheck | undefined): Record<string, string> {
  if (check === undefined) return {};
  return {
    ...(check.method !== 'none' && { identified: 'in person, by host' }),
    identity_check: check.method,
    ...(check.kind !== undefined && { identity_document: check.kind }),
  };
}
