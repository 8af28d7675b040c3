/**
 * Refuses to sign with a certificate outside its validity period, because no verifier would accept the signature (RFC
 * 5280 §6.1.3).
 */
import type { Certificate } from '@countersign/pki';
import { AppError } from '../../platform/errors.ts';

const RETRY_SECONDS = 60;

/** @throws AppError SERVICE_UNAVAILABLE */
export function requireCurrent(certificates: readonly Certificate[], at: Date): void {
  for (const { notBefore, notAfter, subject } of certificates) {
    if (at >= notBefore && at <= notAfter) continue;
    const bounds = `${notBefore.toISOString()} to ${notAfter.toISOString()}`;
    const cause = new Error(`${subject.text} is valid from ${bounds}, but the current time is ${at.toISOString()}`);
    throw notValidNow(cause);
  }
}

/**
 * While the clock is not trusted, no certificates, seals or time-stamps are issued, because a signature with a wrong
 * time would verify for years (ADR 44).
 * @throws AppError SERVICE_UNAVAILABLE
 */
export function requireTrustedTime(isTrusted: boolean): void {
  if (isTrusted) return;
  throw new AppError(
    'SERVICE_UNAVAILABLE',
    {},
    {
      retryAfter: RETRY_SECONDS,
      message:
        "This server's clock is not trusted, so documents cannot be sent or signed until the operator has corrected or confirmed it. Nothing was changed.",
    },
  );
}

function notValidNow(cause: unknown): AppError {
  return new AppError(
    'SERVICE_UNAVAILABLE',
    {},
    {
      cause,
      retryAfter: RETRY_SECONDS,
      message:
        "No valid signature can be created at the moment: according to this server's clock, its certificates are not currently valid. Nothing was changed.",
    },
  );
}
