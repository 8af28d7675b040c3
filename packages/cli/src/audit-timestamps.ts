import type { LogTimestamp, NamedText } from '@countersign/audit-log';
import { AuditLogError, parseNote } from '@countersign/audit-log/tlog';
import {
  type Certificate,
  parseTimestampResponse,
  PkiError,
  validatePath,
  verifyTimestampToken,
} from '@countersign/pki';

/**
 * Verifies a time-stamp over the text of a checkpoint. Also verifies its certificate path if there are trust anchors.
 */
export function checkTimestamp(
  { name, bytes }: { readonly name: string; readonly bytes: Buffer },
  checkpoint: NamedText,
  anchors: readonly Certificate[],
): LogTimestamp {
  const about = { name, checkpoint: checkpoint.name };
  const data = textOf(checkpoint);
  // If the text of a checkpoint cannot be read, the verification of the log reports that separately.
  if (data === undefined) return { ...about, problem: 'other_data' };
  const stamp = verifyTimestampToken({ token: tokenOf(bytes), data });
  if (stamp.problems.includes('imprint_mismatch')) return { ...about, problem: 'other_data' };
  const { time, signer } = stamp;
  if (!stamp.valid || time === undefined || signer === undefined) return { ...about, problem: 'invalid' };
  const isTrusted =
    anchors.length === 0 ||
    validatePath({ leaf: signer, intermediates: stamp.certificates, anchors, at: time, purpose: 'time-stamping' })
      .valid;
  return isTrusted ? { ...about, time: time.toISOString() } : { ...about, problem: 'untrusted' };
}

function textOf({ text }: NamedText): Buffer | undefined {
  try {
    return Buffer.from(parseNote(text).text);
  } catch (error) {
    if (error instanceof AuditLogError) return undefined;
    throw error;
  }
}

/** Accepts the authority's whole response or only the token, because both formats are common. */
function tokenOf(bytes: Buffer): Buffer {
  try {
    const response = parseTimestampResponse(bytes);
    return response.granted ? response.token : bytes;
  } catch (error) {
    if (error instanceof PkiError) return bytes;
    throw error;
  }
}
