/**
 * Changes of a document that are not events of the API. The outbox stores them under the name of their action, so that
 * counts from the outbox are complete (ADR 60). No webhook or live update includes them. None of them occurs between
 * upload and sealing, so sending and signing write no additional rows.
 */
import type { AuditAction } from './actions.ts';

export const UNANNOUNCED = [
  'document.archived',
  'document.deleted',
  'document.restored',
  'document.erased',
  'document.extended',
] as const satisfies readonly AuditAction[];

const kinds: ReadonlySet<string> = new Set(UNANNOUNCED);

export const isUnannounced = (action: AuditAction): boolean => kinds.has(action);
