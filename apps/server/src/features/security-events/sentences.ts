/**
 * The message of a security event: the sentence of the audited action, or one of these sentences for counted refusals.
 */
import type { Language } from '@countersign/contract/languages';
import { auditTextIn } from '@countersign/words/audit';
import { auditText } from '../../platform/audit/actions.ts';

const REFUSALS = {
  'request.blocked': 'blocked',
  'request.suspicious': 'suspicious',
  'access.refused': 'notPermitted',
  'network.refused': 'network',
  'credential.refused': 'credential',
  'attempts.locked': 'attempts',
  'limit.exceeded': 'limit',
} as const;

const isRefusal = (kind: string): kind is keyof typeof REFUSALS => Object.hasOwn(REFUSALS, kind);

export const sentenceOf = (kind: string, data: Readonly<Record<string, unknown>>, language: Language): string =>
  isRefusal(kind) ? auditTextIn(language).refusals[REFUSALS[kind]] : auditText(kind, data, language);
