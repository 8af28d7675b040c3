import type { LogEntry } from './queries.ts';
import { m } from './texts.ts';
import { common } from '../../ui/common.ts';
import { labels } from '../../ui/labels.ts';

/** Groups actions by the part of their name before the dot. */
export const FAMILIES = [
  { value: 'document', label: common.documents },
  { value: 'signer', label: m.words.signers },
  { value: 'in-person', label: m.words.signingInPerson },
  { value: 'package', label: common.packages },
  { value: 'template', label: common.templates },
  { value: 'bulk-send', label: labels.bulkSends },
  { value: 'mail', label: m.words.mail },
  { value: 'user', label: m.words.accountsAndSignIns },
  { value: 'member', label: labels.members },
  { value: 'invitation', label: m.words.invitations },
  { value: 'organization', label: labels.organization },
  { value: 'sso', label: labels.singleSignOn },
  { value: 'domain', label: labels.domains },
  { value: 'api-key', label: labels.apiKeys },
  { value: 'webhook', label: labels.webhooks },
  { value: 'certificate', label: m.words.certificates },
  { value: 'keys', label: m.words.certificateAuthorityKeys },
  { value: 'export', label: m.words.dataExports },
  { value: 'backup', label: labels.backups },
  { value: 'incident', label: m.words.securityIncidents },
  { value: 'retention', label: m.words.retention },
  { value: 'legal-hold', label: labels.legalHolds },
  { value: 'processing-activity', label: m.words.recordsOfProcessing },
  { value: 'sub-processors', label: m.words.subProcessors },
  { value: 'consent-text', label: m.words.consentTexts },
  { value: 'trust-anchor', label: m.words.trustAnchors },
];

const KINDS: Readonly<Record<string, string>> = {
  'api-key': labels.apiKey,
  operator: m.words.theOperator,
  service: m.words.operatorsProgram,
  signer: m.words.aRecipient,
  system: common.countersign,
  user: labels.formerMember,
};

/** Returns the actor's name if the actor still exists. Otherwise, returns the kind of actor. */
export function whoActed({ actor, actor_name: name }: Pick<LogEntry, 'actor' | 'actor_name'>): string {
  if (name === null) return KINDS[actor.kind] ?? actor.kind;
  return actor.kind === 'api-key' ? m.words.apiKey(name) : name;
}
