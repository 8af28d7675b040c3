import type { AnswerOf } from '@countersign/client';
import type { Document } from '../api/queries.ts';
import { m } from './document-texts.ts';
import { common } from './common.ts';
import { listed } from './listed.ts';

type AuditEntry = AnswerOf<'getDocumentAudit'>['entries'][number];

const SHOWN = 3;

/**
 * Returns the actor's name if the document contains it. Audit entries themselves contain no names (audit-trail rules).
 */
export function actorName(
  actor: AuditEntry['actor'],
  document: Pick<Document, 'owner'> & { signers: readonly Pick<Document['signers'][number], 'id' | 'name'>[] },
): string {
  if (actor.kind === 'system') return common.countersign;
  if (actor.id === document.owner.id) return document.owner.name;
  const signer = document.signers.find(({ id }) => id === actor.id);
  if (signer !== undefined) return signer.name;
  if (actor.kind === 'api-key' || actor.kind === 'apiKey') return m.actor.apiKey;
  return actor.kind === 'signer' ? m.actor.aSigner : m.actor.memberOfOrganization;
}

/**
 * Returns the people, other than the actor, who are affected by entries with the same summary, such as ": Ada, Bo, Cy
 * +9".
 */
export function concerned(
  entries: readonly Pick<AuditEntry, 'actor' | 'target'>[],
  document: { signers: readonly Pick<Document['signers'][number], 'id' | 'name'>[] },
): string {
  const names = document.signers
    .filter(({ id }) => entries.some(({ actor, target }) => id === target.id && id !== actor.id))
    .map(({ name }) => name);
  if (names.length === 0) return '';
  const more = names.length > SHOWN ? ` +${names.length - SHOWN}` : '';
  return `: ${listed(names.slice(0, SHOWN), 'unit')}${more}`;
}
