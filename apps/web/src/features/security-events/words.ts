/** Texts of security events, and the parameters in the page's address. */
import type { SecurityEvent, SecurityEventFilter } from './queries.ts';

/** Groups of events, by the part before the dot. */
export const FAMILIES = [
  { value: 'user', label: 'Accounts and sign-ins' },
  { value: 'attempts', label: 'Too many attempts' },
  { value: 'credential', label: 'Rejected keys' },
  { value: 'access', label: 'Rejected operations' },
  { value: 'limit', label: 'Limits reached' },
  { value: 'request', label: 'Request firewall' },
  { value: 'member', label: 'Members and roles' },
  { value: 'invitation', label: 'Invitations' },
  { value: 'api-key', label: 'API keys' },
  { value: 'webhook', label: 'Webhooks' },
  { value: 'sso', label: 'Single sign-on' },
  { value: 'domain', label: 'Domains' },
  { value: 'organization', label: 'Organization' },
  { value: 'certificate', label: 'Certificates' },
  { value: 'keys', label: 'Certificate authority keys' },
  { value: 'incident', label: 'Security incidents' },
  { value: 'trust-anchor', label: 'Trust anchors' },
  { value: 'export', label: 'Data exports' },
  { value: 'backup', label: 'Backups' },
  { value: 'retention', label: 'Retention' },
  { value: 'legal-hold', label: 'Legal holds' },
  { value: 'user-import', label: 'User imports' },
];

export const SEVERITIES = [
  { value: 'critical', label: 'Critical' },
  { value: 'high', label: 'High' },
  { value: 'medium', label: 'Medium' },
  { value: 'low', label: 'Low' },
] as const;
export const severityLabel = (severity: SecurityEvent['severity']): string =>
  SEVERITIES.find(({ value }) => value === severity)?.label ?? severity;

/** Shows firewall rules and operations, but not ids, which mean nothing to a reader. */
export const shownSubject = ({ subject, kind }: SecurityEvent): string | null =>
  subject !== null && /^(request|access|credential|attempts|limit)\./.test(kind) ? subject : null;

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Ignores unknown parameters in the address. */
export function parseEventSearch(search: Record<string, unknown>): SecurityEventFilter {
  const severity = SEVERITIES.find(({ value }) => value === search['severity'])?.value;
  const found = {
    kind: text(search['kind']),
    severity,
    user: text(search['user']),
    address: text(search['address']),
    from: text(search['from']),
    to: text(search['to']),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}
