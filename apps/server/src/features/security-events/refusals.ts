/** The refusals that count as security events. A typo or a late request does not count. */
import { type ErrorCode, type Operation, operations } from '@countersign/contract';
import type { RefusedCall } from '../../platform/invoke/invoke.ts';
import type { SecurityEvent } from './security-events.ts';

const OF_CODE: { readonly [C in ErrorCode]?: Pick<SecurityEvent, 'kind' | 'severity'> } = {
  FORBIDDEN: { kind: 'access.refused', severity: 'low' },
  WRONG_ENVIRONMENT: { kind: 'access.refused', severity: 'low' },
  API_KEY_SUSPENDED: { kind: 'access.refused', severity: 'low' },
  TWO_FACTOR_REQUIRED: { kind: 'access.refused', severity: 'low' },
  NETWORK_NOT_ALLOWED: { kind: 'network.refused', severity: 'medium' },
  TOO_MANY_ATTEMPTS: { kind: 'attempts.locked', severity: 'medium' },
  TOO_MANY_CODES: { kind: 'attempts.locked', severity: 'medium' },
  SETUP_LINK_INVALID: { kind: 'credential.refused', severity: 'high' },
  RATE_LIMIT_EXCEEDED: { kind: 'limit.exceeded', severity: 'low' },
};

const BAD_KEY = { kind: 'credential.refused', severity: 'low' } as const;

/**
 * Returns undefined if the refusal is not a security event. An invalid signing link does not count, because links
 * expire or are mistyped. An invalid key or secret counts.
 */
export function refusalEvent({
  code,
  operation,
  address,
  principal,
  hasBearer,
}: RefusedCall): SecurityEvent | undefined {
  const { credentials }: Operation = operations[operation];
  const isBadKey = code === 'UNAUTHORIZED' && hasBearer && !credentials.includes('signing-link');
  const known = isBadKey ? BAD_KEY : OF_CODE[code];
  if (!known) return undefined;
  return {
    ...known,
    tenantId: principal && 'tenantId' in principal ? principal.tenantId : undefined,
    userId: principal && 'userId' in principal ? principal.userId : undefined,
    address,
    subject: operation,
    details: { code, ...(principal?.kind === 'api-key' && { key: principal.keyId }) },
  };
}
