/**
 * Idempotency-Key (ADR 20): a request that is sent again gets the first answer again, for 24 hours. The answer is kept in
 * the transaction that does the work, so a process killed between its commit and the answer has not lost it, and one killed
 * before has done nothing.
 */
import { canonicalize, type JsonValue } from '@countersign/audit-log';
import { deriveKey, seal, unseal } from '../crypto/seal.ts';
import { constantTimeEqual, keyedHash, randomToken, type SecretKey, sha256 } from '../crypto/tokens.ts';
import type { Context } from '../db/context.ts';
import type { Database } from '../db/database.ts';
import { looseCommit } from '../db/loose-commits.ts';
import type { Presence } from '../db/presence.ts';
import type { RequestWork } from '../db/request-work.ts';
import type { Tx } from '../db/transaction.ts';
import { AppError, invalid } from '../errors.ts';
import { outageOf } from '../outage.ts';
import type { Clock } from '../ports/clock.ts';
import type { Principal } from '../principal.ts';
import { claimKey, deleteOldAnswers, dropClaim, keepAnswer, selectKept } from './store.ts';

/** What went out: status, body, and the cookies where they were set (null: cleared). */
export type KeptAnswer = {
  status: number;
  body: JsonValue;
  session?: string | null;
  device?: string;
  loginStep?: null;
};
/** Whose key it is, for which operation, on which target. */
export type KeyScope = { principal: Principal; operation: string; params: unknown; key: string };
/** What was asked; undefined when the work ended before it had read it all. A replay has to read it itself. */
export type Fingerprint = (isReplay: boolean) => Promise<Buffer | undefined>;

const KEEP_MS = 24 * 3_600_000;
const AGAIN_MS = 500;

export class Idempotency {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #linkKey: SecretKey;
  readonly #presence: Presence;
  #isClosed = false;

  constructor(options: { database: Database; clock: Clock; linkKey: SecretKey; presence: Presence }) {
    this.#linkKey = options.linkKey;
    this.#presence = options.presence;
    this.#database = options.database;
    this.#clock = options.clock;
  }

  /**
   * Does `handle` once for this key, which works in the database by `work`, and keeps what it answers with. What it throws is not
   * kept (5xx, 429), so the next try does the work. `fingerprint` says what was asked; after the work, since a file is known once it was read. Throws
   * IDEMPOTENCY_KEY_IN_USE while the first request runs, ValidationError when the key stood for something else.
   */
  async once(
    scope: KeyScope,
    fingerprint: Fingerprint,
    work: RequestWork,
    handle: () => Promise<KeptAnswer>,
  ): Promise<{ answer: KeptAnswer; isReplay: boolean }> {
    const place = placeOf(this.#linkKey, scope);
    const claim = await this.#claim(place);
    if (claim === undefined) return { answer: await this.#replay(place, fingerprint), isReplay: true };
    return { answer: await this.#first({ ...place, claim }, fingerprint, work, handle), isReplay: false };
  }

  close(): void {
    this.#isClosed = true;
  }

  async #claim(place: Place): Promise<string | undefined> {
    const now = this.#clock.now();
    const claim = randomToken(12);
    const holder = await this.#presence.number();
    const oldest = new Date(now.getTime() - KEEP_MS);
    const [, , claimed] = await this.#database.queryAll(place.context, [
      // A claim that a crash loses protects work that the crash lost as well.
      looseCommit('request key claimed'),
      deleteOldAnswers(place.tenantId, oldest),
      claimKey(place.tenantId, place.hash, claim, now, holder, oldest),
    ]);
    return claimed.length === 1 ? claim : undefined;
  }

  async #first(
    claimed: Claimed,
    fingerprint: Fingerprint,
    work: RequestWork,
    handle: () => Promise<KeptAnswer>,
  ): Promise<KeptAnswer> {
    try {
      const answer = await handle();
      const asked = await fingerprint(false);
      if (!asked) {
        await work.close();
        await this.#drop(claimed);
        return answer;
      }
      const keep = (tx: Tx): Promise<void> => this.#keep(tx, claimed, asked, answer);
      const isKept = await work.finish(keep);
      // Nothing was written, or it was committed before the end: the answer is kept by itself.
      if (!isKept) await this.#keepAlone(claimed, keep);
      return answer;
    } catch (error) {
      // Whether that succeeds or not, `work` knows what may have been committed, and the error says what went wrong first.
      await work.close().catch(() => {});
      await this.#drop(claimed);
      throw error;
    }
  }

  async #keep(
    tx: Tx,
    { context, tenantId, hash, secret, claim }: Claimed,
    asked: Buffer,
    answer: KeptAnswer,
  ): Promise<void> {
    tx.enter(context);
    const sealed = seal(answerKey(secret), PURPOSE, Buffer.from(JSON.stringify(answer)));
    const [kept] = await tx.query(keepAnswer(tenantId, hash, claim, fingerprintAtRest(secret, asked), sealed));
    // We were taken for dead and somebody else does the work: what we did is rolled back.
    if (!kept) throw inUse();
  }

  async #replay(place: Place, fingerprint: Fingerprint): Promise<KeptAnswer> {
    const [row] = await this.#database.query(place.context, selectKept(place.tenantId, place.hash));
    if (!row || row.state === 'running' || !row.fingerprint || !row.answer_sealed) throw inUse();
    const asked = await fingerprint(true);
    if (!asked || !constantTimeEqual(row.fingerprint, fingerprintAtRest(place.secret, asked)))
      throw invalid(
        'Idempotency-Key',
        'was used for another request. Use a new key for each request, and the same one only to repeat it.',
        'idempotency_key_reused',
      );
    return JSON.parse(unseal(answerKey(place.secret), PURPOSE, row.answer_sealed).toString()) as KeptAnswer;
  }

  /** The work is committed, or there was none: its answer is true, and kept as soon as that is possible. */
  async #keepAlone({ context }: Claimed, keep: (tx: Tx) => Promise<void>): Promise<void> {
    const alone = () => this.#database.transaction(context, () => this.#clock.now(), keep);
    await alone().catch((error: unknown) => {
      if (outageOf(error) === undefined) throw error;
      this.#again(alone);
    });
  }

  async #drop({ context, tenantId, hash, claim }: Claimed): Promise<void> {
    const drop = () => this.#database.query(context, dropClaim(tenantId, hash, claim));
    await drop().catch(() => this.#again(drop));
  }

  /** Until it succeeds or is refused: a key left in use would stay so for as long as this process lives. */
  #again(work: () => Promise<unknown>): void {
    if (!this.#isClosed) setTimeout(() => void this.#tryAgain(work), AGAIN_MS).unref();
  }

  async #tryAgain(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (outageOf(error) !== undefined) this.#again(work);
    }
  }
}

const PURPOSE = 'kept answer';
const NO_SALT = new Uint8Array();
/** Requests of nobody in particular belong to no tenant. */
const PUBLIC = 'public';

/** `hash` is where it is kept, `secret` what the keys of its contents are made of; neither leads to the other. */
type Place = { tenantId: string; context: Context; hash: Buffer; secret: Buffer };
type Claimed = Place & { claim: string };

/**
 * Callers choose their keys, and some choose `1`: with a key of the installation in it, whoever has a copy of the database can
 * try no guesses, neither of the key nor of what was asked with it.
 */
function placeOf(linkKey: SecretKey, { principal, operation, params, key }: KeyScope): Place {
  const tenantId = 'tenantId' in principal ? principal.tenantId : PUBLIC;
  const name = canonicalize([tenantId, nameOf(principal), operation, plain(params), key]);
  return {
    tenantId,
    hash: keyedHash(linkKey, 'countersign/idempotency/place/1', name),
    secret: keyedHash(linkKey, 'countersign/idempotency/secret/1', name),
    context: tenantId === PUBLIC ? { role: 'auth' } : { role: 'app', tenantId },
  };
}

function nameOf(principal: Principal): string {
  switch (principal.kind) {
    case 'user':
    case 'login-step':
      return principal.userId;
    case 'api-key':
      return principal.keyId;
    case 'signer':
      return principal.signerId;
    case 'service':
    case 'cron':
    case 'public':
      return principal.kind;
  }
}

function answerKey(secret: Buffer): SecretKey {
  return deriveKey(secret, NO_SALT, 'countersign/kept answer/2');
}

/** What was asked may be as little as an access code of four digits. */
function fingerprintAtRest(secret: Buffer, asked: Buffer): Buffer {
  return keyedHash(deriveKey(secret, NO_SALT, 'countersign/fingerprint/1'), 'what was asked', asked);
}

function inUse(): AppError {
  return new AppError('IDEMPOTENCY_KEY_IN_USE', {}, { retryAfter: 1 });
}

/** For comparing in memory. What was asked, in one form whatever the order of its members: parsed values, and files by their hash. */
export function fingerprintOf(values: Record<string, unknown>): Buffer {
  return sha256(canonicalize(plain(values)));
}

/** As JSON carries it: dates as text, nothing undefined. */
function plain(value: unknown): JsonValue {
  return value === undefined ? null : (JSON.parse(JSON.stringify(value)) as JsonValue);
}
