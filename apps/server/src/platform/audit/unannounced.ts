/**
 * Changes of a document that are no event of the interface: they stand in the outbox under the name of their action, so that what is
 * counted from the outbox is complete (ADR 60). No webhook and no live update carries them. None of them is on the way from upload to
 * seal, so sending and signing write nothing more for it.
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
