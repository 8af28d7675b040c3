/** The text of a security event: the text of the audited action, or one of these for counted refusals. */
import { auditText } from '../../platform/audit/actions.ts';

const REFUSED: Readonly<Record<string, string>> = {
  'request.blocked': 'Request blocked by the firewall',
  'request.suspicious': 'Request that looks like an attack, let through',
  'access.refused': 'Operation refused: not allowed for this person or key',
  'network.refused': 'Session or API key used from outside the allowed networks, and refused',
  'credential.refused': 'API key or secret refused: unknown, expired or revoked',
  'attempts.locked': 'Further attempts refused after too many failed ones',
  'limit.exceeded': 'Requests refused: the limit per hour was reached',
};

export const sentenceOf = (kind: string, data: Readonly<Record<string, unknown>>): string =>
  REFUSED[kind] ?? auditText(kind, data);
