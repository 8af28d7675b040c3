import type { LogEntry } from './queries.ts';

/** Groups of actions, by the part before the dot. */
export const FAMILIES = [
  { value: 'document', label: 'Documents' },
  { value: 'signer', label: 'Signers' },
  { value: 'in-person', label: 'Signing in person' },
  { value: 'package', label: 'Packages' },
  { value: 'template', label: 'Templates' },
  { value: 'bulk-send', label: 'Bulk sends' },
  { value: 'mail', label: 'Mail' },
  { value: 'user', label: 'Accounts and sign-ins' },
  { value: 'member', label: 'Members' },
  { value: 'invitation', label: 'Invitations' },
  { value: 'organization', label: 'Organization' },
  { value: 'sso', label: 'Single sign-on' },
  { value: 'domain', label: 'Domains' },
  { value: 'api-key', label: 'API keys' },
  { value: 'webhook', label: 'Webhooks' },
  { value: 'certificate', label: 'Certificates' },
  { value: 'keys', label: 'Certificate authority keys' },
  { value: 'export', label: 'Data exports' },
  { value: 'backup', label: 'Backups' },
  { value: 'incident', label: 'Security incidents' },
  { value: 'retention', label: 'Retention' },
  { value: 'legal-hold', label: 'Legal holds' },
  { value: 'processing-activity', label: 'Records of processing' },
  { value: 'sub-processors', label: 'Sub-processors' },
  { value: 'consent-text', label: 'Consent texts' },
  { value: 'trust-anchor', label: 'Trust anchors' },
];

const KINDS: Readonly<Record<string, string>> = {
  'api-key': 'API key',
  operator: 'The operator',
  service: "The operator's program",
  signer: 'A recipient',
  system: 'Countersign',
  user: 'Former member',
};

/** The actor's name if it still exists, otherwise the kind of actor. */
export function whoActed({ actor, actor_name: name }: Pick<LogEntry, 'actor' | 'actor_name'>): string {
  if (name === null) return KINDS[actor.kind] ?? actor.kind;
  return actor.kind === 'api-key' ? `API key ${name}` : name;
}
