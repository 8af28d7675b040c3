/** Describes a problem in a log with a code and one sentence. */
import type { EntryProblem } from './errors.ts';

/** The codes of log errors. More codes may be added, so treat an unknown code as an error too. */
export type LogFaultCode =
  | EntryProblem
  | 'other_tenant'
  | 'wrong_number'
  | 'broken_chain'
  | 'time_back'
  | 'checkpoint_missing'
  | 'checkpoint_unreadable'
  | 'checkpoint_signature'
  | 'checkpoint_key'
  | 'checkpoint_other_log'
  | 'checkpoint_root'
  | 'unknown_cosigner'
  | 'witness_missing'
  | 'fork'
  | 'promise_broken'
  | 'promise_open'
  | 'entries_missing'
  | 'entries_not_covered'
  | 'pin_unreadable'
  | 'pin_signature'
  | 'pin_key'
  | 'pin_other_log'
  | 'behind_pin'
  | 'pin_root'
  | 'proof_unreadable'
  | 'proof_path'
  | 'proof_entry'
  | 'timestamp_invalid'
  | 'timestamp_other_data'
  | 'timestamp_without_checkpoint'
  | 'timestamp_missing'
  | 'timestamp_early'
  | 'personal_unreadable'
  | 'personal_data'
  | 'personal_missing'
  | 'erasure_not_recorded'
  | 'erasure_of_other_data'
  | 'erasure_not_in_ledger'
  | 'removal_not_recorded'
  | 'personal_without_entry';

/** The first fault found in a log. */
export type LogFault = {
  readonly code: LogFaultCode;
  /** One sentence for readers, with all relevant names and numbers. */
  readonly message: string;
  /** The position of the faulty entry in the log, starting at 0. Undefined if the fault is not in a single entry. */
  readonly index?: number;
};

export const logFault = (code: LogFaultCode, message: string, index?: number): LogFault =>
  index === undefined ? { code, message } : { code, message, index };

/** `1 entry`, `1,000 entries` */
export const entriesText = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'entry' : 'entries'}`;
