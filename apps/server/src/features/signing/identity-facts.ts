import type { IdentityCheck } from '@countersign/contract';
import type { AuditData, AuditText } from '../../platform/audit/actions.ts';

/**
 * Returns data for the audit entries of in-person sessions, or an empty object if the host stated nothing. `identified`
 * is set only if the host confirmed the identity (ADR 31).
 */
export function identityFacts(check: IdentityCheck | undefined): Record<string, string> {
  if (check === undefined) return {};
  return {
    ...(check.method !== 'none' && { identified: 'in person, by host' }),
    identity_check: check.method,
    ...(check.kind !== undefined && { identity_document: check.kind }),
  };
}

/** Entries from before November 2026 do not record an identity check. */
export function identityCheckText({ inPerson, identityDocuments, name }: AuditText, data: AuditData): string {
  if (data['identity_check'] === 'none') return inPerson.identityNone;
  if (data['identity_check'] === 'known') return inPerson.identityKnown;
  if (data['identity_check'] === 'document')
    return inPerson.identityDocument(name(identityDocuments, data['identity_document']));
  return inPerson.identityUnrecorded;
}
