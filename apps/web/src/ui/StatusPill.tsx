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

/** A word and its tone: green for done, amber for waiting, red for refused. */
export function Pill({ label, tone }: Wording) {
  return (
    <span className={classes['pill']} data-tone={tone}>
      <span className={classes['dot']} aria-hidden="true" />
      {label}
    </span>
  );
}

export const StatusPill = ({ status }: { status: DocumentStatus }) => <Pill {...DOCUMENT[status]} />;

/** `viewed`: invited, and has opened the document. */
export function SignerPill({ status, viewed }: { status: SignerStatus; viewed: boolean }) {
  const wording =
    status === 'pending-signature' && viewed ? { label: 'Opened', tone: 'wait' as const } : SIGNER[status];
  return <Pill {...wording} />;
}
