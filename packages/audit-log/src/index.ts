export { canonicalize, type JsonObject, type JsonValue } from './canonical.ts';
export {
  buildEntry,
  type Entry,
  type EntryInput,
  GENESIS,
  hashEntry,
  MAX_ENTRY_BYTES,
  parseEntry,
  type Party,
} from './entry.ts';
export { AuditLogError, type AuditLogErrorCode, type EntryProblem, type StreamProblem } from './errors.ts';
export { commitPii, PII_SALT_BYTES, type PiiFields, verifyPii } from './pii.ts';
export { positionFault, type SignedPosition } from './trail-position.ts';
export { type StreamExpectation, type StreamResult, StreamVerifier, verifyStream } from './verify-stream.ts';
export { type LogFault, type LogFaultCode } from './log-fault.ts';
export { type LogEvidence, type LogTimestamp, type NamedText, type Promised } from './log-evidence.ts';
export { type LedgerLine, type PersonalFields } from './log-personal.ts';
export { type LogResult, LogVerifier } from './verify-log.ts';
