/** Security events in words, and what of their page stands in the address. */
import type { SecurityEvent, SecurityEventFilter } from './queries.ts';

/** Families of events, by what stands before the dot of a kind. */
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

/** A rule of the firewall or an operation says something to whoever reads; an id does not. */
export const shownSubject = ({ subject, kind }: SecurityEvent): string | null =>
  subject !== null && /^(request|access|credential|attempts|limit)\./.test(kind) ? subject : null;

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** What an address gives that is no filter is left out. */
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
