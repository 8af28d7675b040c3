/** Is it up, can it sign, does the database answer: each asks the real thing. */
import { parseCertificate, verifyTimestampToken } from '@countersign/pki';
import { sha256 } from '../../platform/crypto/tokens.ts';
import type { Database } from '../../platform/db/database.ts';
import { statement } from '../../platform/db/statement.ts';
import { AppError } from '../../platform/errors.ts';
import type { Clock } from '../../platform/ports/clock.ts';
import type { Authority, AuthorityState } from '../authority/index.ts';

const ping = statement('health-ping', 'select 1');

export async function databaseHealth(database: Database): Promise<{ status: 'healthy'; latency_ms: number }> {
  const started = performance.now();
  await database.query({ role: 'auth' }, ping()).catch((cause: unknown) => {
    throw new AppError(
      'SERVICE_UNAVAILABLE',
      { check: 'database' },
      { cause, message: 'The database does not answer.', retryAfter: 5 },
    );
  });
  return { status: 'healthy', latency_ms: Math.round((performance.now() - started) * 100) / 100 };
}

/** What an operator has to see to although everything is answered. */
export type Problem = { code: 'files-damaged' | 'clock-jumped'; message: string; since: string };

/** The member of an answer; none where there is nothing. */
export function problemsOf(...found: (Problem | undefined)[]): { problems?: Problem[] } {
  const problems = found.filter((problem) => problem !== undefined);
  return problems.length === 0 ? {} : { problems };
}

export function damageProblem({ files, since }: { files: number; since: Date | null }): Problem | undefined {
  if (files === 0 || since === null) return undefined;
  const message =
    files === 1
      ? 'A stored file is damaged or missing. The log and the mail to the administrators name it.'
      : `${files} stored files are damaged or missing. The log and the mails to the administrators name them.`;
  return { code: 'files-damaged', message, since: since.toISOString() };
}

export function clockProblem(doubt: { since: Date; message: string } | undefined): Problem | undefined {
  return doubt && { code: 'clock-jumped', message: doubt.message, since: doubt.since.toISOString() };
}

export type SigningHealth = {
  status: 'healthy' | 'degraded';
  pki: 'operational';
  certificates: 'valid';
  timestamp_authorities?: AuthorityState[];
};

/**
 * Issues a certificate and a time-stamp for nobody, and checks them. Outside authorities are not asked, for each of their
 * time-stamps may cost money: what their last answer was is told.
 */
export async function signingHealth(authority: Authority, clock: Clock): Promise<SigningHealth> {
  const down = (cause?: unknown) =>
    new AppError(
      'SERVICE_UNAVAILABLE',
      { check: 'signing' },
      { cause, message: 'Signatures cannot be made at the moment.', retryAfter: 30 },
    );
  const now = clock.now();
  const imprint = sha256(Buffer.from('health'));
  const [certificate, { token }] = await Promise.all([
    authority.probe('live'),
    authority.time.own('live', imprint),
  ]).catch((cause: unknown) => {
    if (!(cause instanceof AppError)) throw down(cause);
    // A key of the operator's that cannot be reached is named, and so is a time outside the validity of certificates.
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
