import type { SecurityEvent } from './queries.ts';
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';

/** Groups events by the part of their kind before the dot. */
export const FAMILIES = [
  { value: 'user', label: m.words.accountsAndSignIns },
  { value: 'attempts', label: m.words.tooManyAttempts },
  { value: 'credential', label: m.words.rejectedKeys },
  { value: 'access', label: m.words.rejectedOperations },
  { value: 'limit', label: m.words.limitsReached },
  { value: 'request', label: m.words.requestFirewall },
  { value: 'member', label: m.words.membersAndRoles },
  { value: 'invitation', label: m.words.invitations },
  { value: 'api-key', label: labels.apiKeys },
  { value: 'webhook', label: labels.webhooks },
  { value: 'sso', label: labels.singleSignOn },
  { value: 'domain', label: labels.domains },
  { value: 'organization', label: labels.organization },
  { value: 'certificate', label: m.words.certificates },
  { value: 'keys', label: m.words.certificateAuthorityKeys },
  { value: 'incident', label: m.words.securityIncidents },
  { value: 'trust-anchor', label: m.words.trustAnchors },
  { value: 'export', label: m.words.dataExports },
  { value: 'backup', label: labels.backups },
  { value: 'retention', label: m.words.retention },
  { value: 'legal-hold', label: labels.legalHolds },
  { value: 'user-import', label: m.words.userImports },
];

export const SEVERITY_LABELS: Readonly<Record<SecurityEvent['severity'], string>> = {
  critical: m.words.critical,
  high: m.words.high,
  medium: m.words.medium,
  low: m.words.low,
};

/**
 * Returns the subject of an event, such as a firewall rule or an operation. IDs are hidden, because they mean nothing
 * to a reader.
 */
export const shownSubject = ({ subject, kind }: SecurityEvent): string | null =>
  subject !== null && /^(request|access|credential|attempts|limit)\./.test(kind) ? subject : null;
