/**
 * The message of a security event: the sentence of the audited action, or one of these sentences for counted refusals.
 */
import { auditText } from '../../platform/audit/actions.ts';

const REFUSED: Readonly<Record<string, string>> = {
  'request.blocked': 'Request blocked by the firewall',
  'request.suspicious': 'Request that looks like an attack was allowed',
  'access.refused': 'Operation rejected: not permitted for this user or key',
  'network.refused': 'Session or API key rejected: used from outside the allowed networks',
  'credential.refused': 'API key or secret rejected: unknown, expired or revoked',
  'attempts.locked': 'Further attempts rejected after too many failures',
  'limit.exceeded': 'Requests rejected: the hourly limit was reached',
};

export const sentenceOf = (kind: string, data: Readonly<Record<string, unknown>>): string =>
  REFUSED[kind] ?? auditText(kind, data);
