import type { DocumentStatus, SignerStatus } from '@countersign/contract';
import { m } from './texts.ts';
import { common } from './common.ts';
import classes from './StatusPill.module.css';

type Tone = 'quiet' | 'wait' | 'done' | 'no';
type Wording = { label: string; tone: Tone };

const DOCUMENT: Record<DocumentStatus, Wording> = {
  draft: { label: common.draft, tone: 'quiet' },
  'in-progress': { label: common.waiting, tone: 'wait' },
  completed: { label: common.completed, tone: 'done' },
  expired: { label: common.expired, tone: 'no' },
  archived: { label: common.archived, tone: 'quiet' },
  voided: { label: common.voided, tone: 'quiet' },
  declined: { label: common.declined, tone: 'no' },
};

const SIGNER: Record<SignerStatus, Wording> = {
  waiting: { label: m.statusPill.notYetInvited, tone: 'quiet' },
  'pending-signature': { label: m.statusPill.invited, tone: 'wait' },
  signed: { label: common.signed, tone: 'done' },
  declined: { label: common.declined, tone: 'no' },
  notified: { label: m.statusPill.getsCopy, tone: 'quiet' },
};

/** Whether the document has, or will have, an invited signer. */
export const awaitsSigners = (status: DocumentStatus): boolean => status === 'draft' || status === 'in-progress';

/** A short label with a color: green for done, amber for waiting, red for refused. */
export function Pill({ label, tone }: Wording) {
  return (
    <span className={classes['pill']} data-tone={tone}>
      <span className={classes['dot']} aria-hidden="true" />
      {label}
    </span>
  );
}

export const StatusPill = ({ status }: { status: DocumentStatus }) => <Pill {...DOCUMENT[status]} />;

type SignerState = {
  status: SignerStatus;
  /** Whether the recipient was invited and has viewed the document. */
  viewed: boolean;
  /** The document's status. A document that has ended is not waiting for anyone. */
  document: DocumentStatus;
};

/**
 * Returns a recipient's progress. The server keeps the status that the recipient had when the document ended, and
 * this text shows it in the past tense.
 */
function signerWording({ status, viewed, document }: SignerState): Wording {
  const isPending = status === 'pending-signature';
  if (!awaitsSigners(document) && (isPending || status === 'waiting')) {
    if (!isPending) return { label: m.statusPill.notInvited, tone: 'quiet' };
    if (document === 'expired') return { label: m.statusPill.didNotSignInTime, tone: 'quiet' };
    return { label: viewed ? m.statusPill.wasOpened : m.statusPill.wasInvited, tone: 'quiet' };
  }
  return isPending && viewed ? { label: m.statusPill.opened, tone: 'wait' } : SIGNER[status];
}

export const SignerPill = (state: SignerState) => <Pill {...signerWording(state)} />;
