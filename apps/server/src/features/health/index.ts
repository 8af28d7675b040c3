/** Is it up, can it sign, does the database answer: each asks the real thing. */
import { parseCertificate, verifyTimestampToken } from '@countersign/pki';
import { newId } from '../../platform/crypto/ids.ts';
import { randomSecret, sha256 } from '../../platform/crypto/tokens.ts';
import type { Database } from '../../platform/db/database.ts';
import { statement } from '../../platform/db/statement.ts';
import { AppError } from '../../platform/errors.ts';
import type { Outage } from '../../platform/outage.ts';
import type { BlobStore } from '../../platform/ports/blob-store.ts';
import type { Clock } from '../../platform/ports/clock.ts';
import type { Authority, AuthorityState } from '../authority/index.ts';

/** A record in the log and a durable commit, in no table: a database that can only be read is not well. */
const write = statement('health-write', `select pg_logical_emit_message(true, 'countersign health', '')`);

export type PartHealth = { status: 'healthy'; latency_ms: number };

/** How each part did when it was last needed. A disk that is full for a document may still take what health tries it with. */
export class Outages {
  readonly #last = new Map<Outage, number>();

  note(part: Outage): void {
    this.#last.set(part, performance.now());
  }
  isRecent(part: Outage): boolean {
    const at = this.#last.get(part);
    return at !== undefined && performance.now() - at < RECENT_MS;
  }
}
/** So long a request that failed for an outage speaks against what health finds. */
const RECENT_MS = 2_000;

type HealthDependencies = { database: Database; blobs: BlobStore; clock: Clock; outages: Outages };

/** What anybody may ask for as often as they like: asked once a second, whoever asks meanwhile shares the answer. */
export class PartsHealth {
  readonly #dependencies: HealthDependencies;
  readonly #asked = new Map<Outage, { at: number; answer: Promise<PartHealth> }>();

  constructor(dependencies: HealthDependencies) {
    this.#dependencies = dependencies;
  }

  async of(part: Outage): Promise<PartHealth> {
    const last = this.#asked.get(part);
    const answer = last && performance.now() - last.at < REMEMBERED_MS ? last.answer : this.#ask(part);
    const healthy = await answer;
    if (this.#dependencies.outages.isRecent(part)) throw down(part);
    return healthy;
  }

  #ask(part: Outage): Promise<PartHealth> {
    const started = performance.now();
    const took = (): PartHealth => ({
      status: 'healthy',
      latency_ms: Math.round((performance.now() - started) * 100) / 100,
    });
    const answer = within(LIMIT_MS, this.#probe(part)).then(took, (cause: unknown) => {
      throw down(part, cause);
    });
    this.#asked.set(part, { at: started, answer });
    return answer;
  }

  /** What is written is brought to the disk: memory alone takes much that a full or read-only disk does not. */
  async #probe(part: Outage): Promise<void> {
    const { database, clock, blobs } = this.#dependencies;
    if (part === 'database') {
      const now = () => clock.now();
      await database.transaction({ role: 'auth' }, now, (tx) => tx.query(write()));
      return;
    }
    // No organization is called so, and no two probes alike.
    const key = `${NOBODY}/${newId('blob')}`;
    const { sha256: hash } = await blobs.put(key, randomSecret(PROBE_BYTES));
    await blobs.get(key, { sha256: hash });
    await blobs.delete(key);
  }
}

const REMEMBERED_MS = 1_000;
/** A disk may hang, and a database that still makes connections: nobody waits for an answer of health longer. */
const LIMIT_MS = 2_500;
const PROBE_BYTES = 64 * 1024;
const NOBODY = `hlt_${'0'.repeat(26)}`;
const SENTENCES = {
  database: 'The database does not answer, or takes no changes.',
  storage: 'Files cannot be stored.',
} as const;

function down(part: Outage, cause?: unknown): AppError {
  return new AppError('SERVICE_UNAVAILABLE', { check: part }, { cause, message: SENTENCES[part], retryAfter: 5 });
}

function within<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer in ${ms} ms`)), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
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
      { cause, message: 'Signatures cannot be created at the moment.', retryAfter: 30 },
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
