/**
 * The words of the verify page. A further language is one more file of the same shape: a missing or surplus entry does not
 * compile. What the service says of a file in sentences (reasons, changes, notes) comes in English and is marked as such.
 */
import type { FileVerification } from '@countersign/contract';
import type { Outcome } from '../outcome.ts';

type Signature = FileVerification['signatures'][number];
type Revision = FileVerification['revisions'][number];

export type Words = {
  locale: string;
  direction: 'ltr' | 'rtl';
  title: string;
  lead: string;
  choose: string;
  drop: string;
  limit: string;
  privacy: string;
  checking: (file: string) => string;
  another: string;
  print: string;
  /** `count`: all signatures in the file. */
  verdicts: Record<Outcome, (count: number) => string>;
  /** What the verdict does not say. */
  caution: string;
  size: string;
  fingerprint: string;
  checkedAt: string;
  problems: string;
  signatures: string;
  kinds: Record<Signature['kind'], string>;
  states: Record<'valid' | 'unconfirmed' | 'invalid', string>;
  timeProved: string;
  timeClaimed: string;
  trustedBy: string;
  history: string;
  version: (number: number) => string;
  revisions: Record<Revision['kind'], string>;
  details: string;
  field: string;
  certificate: string;
  issuer: string;
  serial: string;
  validity: string;
  level: string;
  timeStamp: string;
  revocation: string;
  revocations: Record<Signature['revocation'], string>;
  changesSince: string;
  notes: string;
  judgement: string;
  faults: Record<'size' | 'type' | 'unreadable' | 'busy' | 'offline' | 'other', string>;
};
