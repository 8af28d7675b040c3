/**
 * Verifies each new signature before it is used, so that a defect or a flipped bit in memory cannot end up in a signed
 * document.
 */
import type { Certificate } from '@countersign/pki';
import { verifyCms, verifyTimestampToken } from '@countersign/pki';
import { AppError } from '../../platform/errors.ts';
import { requireCurrent } from './current.ts';

const RETRY_SECONDS = 5;

/** @throws AppError SERVICE_UNAVAILABLE if a verifier would reject the signature. Nothing was recorded in that case. */
export function checkSignature(
  cms: Buffer,
  digest: Buffer,
  { certificate, chain }: { certificate: Certificate; chain: readonly Certificate[] },
): void {
  const result = verifyCms({ der: cms, digestOf: () => digest });
  const { signer, timestampToken: token, cms: parsed } = result;
  if (result.problems.length > 0 || signer?.serial !== certificate.serial || !token || !parsed) {
    const why = result.problems.join(', ') || 'it has a different certificate or no time-stamp';
    throw notVerified(`the new signature could not be verified: ${why}`);
  }
  const stamp = verifyTimestampToken({ token, data: parsed.signature });
  if (!stamp.time || stamp.problems.includes('imprint_mismatch'))
    throw notVerified(`the time-stamp could not be verified: ${stamp.problems.join(', ')}`);
  // The certificates must be valid at the time in the time-stamp, which may come from another authority's clock.
  requireCurrent([certificate, ...chain, ...(stamp.signer ? [stamp.signer] : [])], stamp.time);
}

const notVerified = (why: string): AppError =>
  new AppError(
    'SERVICE_UNAVAILABLE',
    {},
    {
      cause: new Error(why),
      retryAfter: RETRY_SECONDS,
      message: 'The new signature could not be verified, so it was not used. Nothing was changed. Try again shortly.',
    },
  );
