/**
 * The actions of the audit trail. Each feature declares its own actions in `audit-actions.ts`, with the words of their
 * sentences in every language (packages/words), and lists them in its descriptor. Recording an
 * undeclared action is a compile error.
 */
import type { Language } from '@countersign/contract/languages';
import { type AuditText, auditTextIn } from '@countersign/words/audit';

export type { AuditText } from '@countersign/words/audit';
export type AuditData = Record<string, unknown>;
export type AuditSentences = Readonly<Record<string, (words: AuditText, data: AuditData) => string>>;

/** Features add the names of their actions to this interface. */
export interface AuditActions {}
export type AuditAction = keyof AuditActions;

const sentences = new Map<string, AuditSentences[string]>();

/** Called once with all features. Throws Error if two of them declare the same action. */
export function declareAuditActions(
  features: readonly { readonly name: string; readonly auditActions?: AuditSentences }[],
): void {
  const owners = new Map<string, string>();
  for (const { name, auditActions = {} } of features)
    for (const [action, sentence] of Object.entries(auditActions)) {
      const other = owners.get(action);
      if (other !== undefined) throw new Error(`two features declare the audit action ${action}: ${other} and ${name}`);
      owners.set(action, name);
      sentences.set(action, sentence);
    }
}

export function auditText(action: string, data: AuditData, language: Language = 'en'): string {
  return sentences.get(action)?.(auditTextIn(language), data) ?? action;
}
