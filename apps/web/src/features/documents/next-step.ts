import type { ListEntry } from '../../api/queries.ts';
import { deadline } from '../../ui/time.ts';
import { m } from './texts.ts';
import { common } from '../../ui/common.ts';

type Person = Pick<ListEntry['signers'][number], 'name' | 'status'>;

const named = (people: readonly Person[]): string => {
  const [first, ...others] = people;
  if (first === undefined) return '';
  return others.length === 0 ? first.name : m.nextStep.andMore(first.name, others.length);
};

/** Returns the line below a title: the people that the document is waiting for, or its outcome. */
export function nextStep(
  entry: Pick<ListEntry, 'status' | 'filename' | 'void_reason' | 'scheduled_for'> & { signers: readonly Person[] },
): string {
  const of = (status: Person['status']) => entry.signers.filter((signer) => signer.status === status);
  switch (entry.status) {
    case 'draft':
      return entry.scheduled_for === null ? m.nextStep.notSentYet : m.nextStep.sendsOn(deadline(entry.scheduled_for));
    case 'in-progress':
      return of('pending-signature').length > 0
        ? m.nextStep.waitingFor(named(of('pending-signature')))
        : m.nextStep.waitingForSignatures;
    case 'declined':
      return of('declined').length > 0 ? m.nextStep.declinedBy(named(of('declined'))) : common.declined;
    case 'expired':
      return of('pending-signature').length > 0
        ? m.nextStep.didNotSignInTime(named(of('pending-signature')))
        : m.nextStep.notSignedInTime;
    case 'voided':
      return entry.void_reason ?? common.voided;
    case 'completed':
    case 'archived':
      return entry.filename;
  }
}

/** Completed, declined and voided documents do not expire. */
export const hasDeadline = (status: ListEntry['status']): boolean =>
  status === 'draft' || status === 'in-progress' || status === 'expired';
