import type { ListEntry } from '../../api/queries.ts';
import { deadline } from '../../ui/time.ts';

type Person = Pick<ListEntry['signers'][number], 'name' | 'status'>;

const named = (people: readonly Person[]): string => {
  const [first, ...others] = people;
  if (first === undefined) return '';
  return others.length === 0 ? first.name : `${first.name} and ${others.length} more`;
};

/** One line below a title: the people the document waits for, or its outcome. */
export function nextStep(
  entry: Pick<ListEntry, 'status' | 'filename' | 'void_reason' | 'scheduled_for'> & { signers: readonly Person[] },
): string {
  const of = (status: Person['status']) => entry.signers.filter((signer) => signer.status === status);
  switch (entry.status) {
    case 'draft':
      return entry.scheduled_for === null ? 'Not sent yet' : `Sends on ${deadline(entry.scheduled_for)}`;
    case 'in-progress':
      return of('pending-signature').length > 0
        ? `Waiting for ${named(of('pending-signature'))}`
        : 'Waiting for signatures';
    case 'declined':
      return of('declined').length > 0 ? `Declined by ${named(of('declined'))}` : 'Declined';
    case 'expired':
      return of('pending-signature').length > 0
        ? `${named(of('pending-signature'))} did not sign in time`
        : 'Not signed in time';
    case 'voided':
      return entry.void_reason ?? 'Voided';
    case 'completed':
    case 'archived':
      return entry.filename;
  }
}
