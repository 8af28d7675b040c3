/** Checks whether signing works by issuing a test certificate and a test time-stamp. */
import { parseCertificate, verifyTimestampToken } from '@countersign/pki';
import { sha256 } from '../../platform/crypto/tokens.ts';
import { AppError } from '../../platform/errors.ts';
import type { Clock } from '../../platform/ports/clock.ts';
import type { Authority, AuthorityState } from '../authority/index.ts';

export type SigningHealth = {
  status: 'healthy' | 'degraded';
  pki: 'operational';
  certificates: 'valid';
  timestamp_authorities?: AuthorityState[];
};

/**
 * Issues a test certificate and a test time-stamp, and verifies them. External authorities are not queried, because
 * each time-stamp can cost money. Their last result is reported instead.
 */
export async function signingHealth(authority: Authority, clock: Clock): Promise<SigningHealth> {
  const down = (cause?: unknown) =>
    new AppError(
      'SERVICE_UNAVAILABLE',
      { check: 'signing' },
      { cause, message: 'Signatures cannot be created at the moment.', retryAfter: 30 },
    );
  const now = clock.now();
  const imprint = sha256(Buffer.from('health'));
  const [certificate, { token }] = await Promise.all([
    authority.probe('live'),
    authority.time.own('live', imprint),
  ]).catch((cause: unknown) => {
    if (!(cause instanceof AppError)) throw down(cause);
    // The error message names the operator's key that cannot be reached, or states that the time is outside the
    // validity of the certificates.
    const { message, retryAfter = 30 } = cause;
    throw new AppError(cause.code, { check: 'signing', ...cause.details }, { cause, message, retryAfter });
  });
  const stamped = verifyTimestampToken({ token, imprint });
  const chain = [
    certificate,
    authority.certificate('live', 'issuing'),
    authority.certificate('live', 'timestamp'),
    authority.anchor('live'),
  ];
  const current = chain.every(({ der }) => {
    const { notBefore, notAfter } = parseCertificate(der);
    return notBefore <= now && now <= notAfter;
  });
  if (!stamped.valid || !current) throw down();
  if (!authority.time.hasOutside) return { status: 'healthy', pki: 'operational', certificates: 'valid' };
  const states = authority.time.states();
  const failing = states.filter(({ status }) => status === 'failing').length;
  if (failing === states.length) throw down();
  const status = failing > 0 ? 'degraded' : 'healthy';
  return { status, pki: 'operational', certificates: 'valid', timestamp_authorities: states };
}
