import type { DocumentStatus, SignerStatus } from '@countersign/contract';
import classes from './StatusPill.module.css';

type Tone = 'quiet' | 'wait' | 'done' | 'no';
type Wording = { label: string; tone: Tone };

const DOCUMENT: Record<DocumentStatus, Wording> = {
  draft: { label: 'Draft', tone: 'quiet' },
  'in-progress': { label: 'Waiting', tone: 'wait' },
  completed: { label: 'Completed', tone: 'done' },
  expired: { label: 'Expired', tone: 'no' },
  archived: { label: 'Archived', tone: 'quiet' },
  voided: { label: 'Voided', tone: 'quiet' },
  declined: { label: 'Declined', tone: 'no' },
};

const SIGNER: Record<SignerStatus, Wording> = {
  waiting: { label: 'Not yet invited', tone: 'quiet' },
  'pending-signature': { label: 'Invited', tone: 'wait' },
  signed: { label: 'Signed', tone: 'done' },
  declined: { label: 'Declined', tone: 'no' },
  notified: { label: 'Gets a copy', tone: 'quiet' },
};

/** Whether anyone is, or will be, asked to sign it. */
export const awaitsSigners = (status: DocumentStatus): boolean => status === 'draft' || status === 'in-progress';

/** A word and its color: green for done, amber for waiting, red for refused. */
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
  /** Invited, and has viewed the document. */
  viewed: boolean;
  /** The document's status: once it has ended, it waits for no one. */
  document: DocumentStatus;
};

/**
 * A recipient's progress. The server keeps the status at the time the document ended; here it is shown in the past
 * tense.
 */
function signerWording({ status, viewed, document }: SignerState): Wording {
  const isPending = status === 'pending-signature';
  if (!awaitsSigners(document) && (isPending || status === 'waiting')) {
    if (!isPending) return { label: 'Was not invited', tone: 'quiet' };
    if (document === 'expired') return { label: 'Did not sign in time', tone: 'quiet' };
    return { label: `Was ${viewed ? 'opened' : 'invited'}; no longer needed`, tone: 'quiet' };
  }
  return isPending && viewed ? { label: 'Opened', tone: 'wait' } : SIGNER[status];
}

export const SignerPill = (state: SignerState) => <Pill {...signerWording(state)} />;
