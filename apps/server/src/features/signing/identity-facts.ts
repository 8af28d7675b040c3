import type { IdentityCheck } from '@countersign/contract';
import { type AuditData, shown } from '../../platform/audit/actions.ts';

/**
 * Returns how the host of an in-person session checked the signer's identity, for audit entries. Empty if the host
 * stated nothing. `identified` is set only if the host confirmed the identity (ADR 31).
 */
export function identityFacts(check: IdentityCheck | undefined): Record<string, string> {
  if (check === undefined) return {};
  return {
    ...(check.method !== 'none' && { identified: 'in person, by host' }),
    identity_check: check.method,
    ...(check.kind !== undefined && { identity_document: check.kind }),
  };
}

/** Describes the identity check. Entries from before November 2026 do not record one. */
export function identityCheckText(data: AuditData): string {
  if (data['identity_check'] === 'none') return 'identity not checked by the host';
  if (data['identity_check'] === 'known') return 'signer known to the host in person';
  if (data['identity_check'] === 'document')
    return `identity document checked by the host (${shown(data['identity_document'], 'other').replaceAll('-', ' ')})`;
  return 'no identity check recorded';
}
