/**
 * Idempotency-Key (ADR 20): a retried request gets the first response again, for 24 hours. The response is stored in
 * the transaction that does the work. If the process is killed after the commit, the response is not lost. If it is
 * killed before the commit, none of the work remains.
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

/** A response as sent: status, body, and the cookies that were set (null means cleared). */
export type KeptAnswer = {
  status: number;
  body: JsonValue;
  session?: string | null;
  device?: string;
  loginStep?: null;
};
export type KeyScope = { principal: Principal; operation: string; params: unknown; key: string };
/**
 * Returns the fingerprint of the request, or undefined if the work ended before reading all of the request. If
 * `isReplay` is true, the function must read the request itself, because the work does not run.
 */
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
   * Runs `handle` once for this key and stores its response. `handle` uses the database through `work`. Errors it
   * throws (5xx, 429) are not stored, so that a retry does the work. `fingerprint` identifies the request. It runs
   * after the work, because a file is known only once it has been read. Throws IDEMPOTENCY_KEY_IN_USE while the first
   * request runs, and ValidationError if the key was used for another request.
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
      // The commit does not wait for the disk, because a crash that loses the claim also loses the work that it
      // protects.
      looseCommit('idempotency key claimed'),
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
      // Nothing was written, or the work was committed earlier, so the response is stored separately.
      if (!isKept) await this.#keepAlone(claimed, keep);
      return answer;
    } catch (error) {
      // The caller gets the first error, and `work` tracks whether anything may have been committed.
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
    // Another process took over the key, because it considered this process dead. The work of this process is rolled
    // back.
    if (!kept) throw inUse();
  }

  async #replay(place: Place, fingerprint: Fingerprint): Promise<KeptAnswer> {
    const [row] = await this.#database.query(place.context, selectKept(place.tenantId, place.hash));
    if (!row || row.state === 'running' || !row.fingerprint || !row.answer_sealed) throw inUse();
    const asked = await fingerprint(true);
    if (!asked || !constantTimeEqual(row.fingerprint, fingerprintAtRest(place.secret, asked)))
      throw invalid(
        'Idempotency-Key',
        'was used for another request. Use a new key for each request, and reuse a key only to repeat the same request.',
        'idempotency_key_reused',
      );
    return JSON.parse(unseal(answerKey(place.secret), PURPOSE, row.answer_sealed).toString()) as KeptAnswer;
  }

  /** The work is committed, or there was none, so its response is valid and is stored as soon as possible. */
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

  /**
   * Retries until storing succeeds or is refused. Otherwise, the key would stay in use as long as this process lives.
   */
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
/** The placeholder for a tenant in anonymous requests, which belong to no tenant. */
const PUBLIC = 'public';

/**
 * `hash` is the storage key, and `secret` is the source of the encryption keys. Neither can be derived from the other.
 */
type Place = { tenantId: string; context: Context; hash: Buffer; secret: Buffer };
type Claimed = Place & { claim: string };

/**
 * Derives where a key is stored. The key of the installation is included, because callers choose short keys such as
 * `1`. A copy of the database therefore does not allow guessing keys or requests.
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

/**
 * Hashes a fingerprint for storage, with a key, because a short request, such as a four-digit access code, could be
 * guessed from a plain hash.
 */
function fingerprintAtRest(secret: Buffer, asked: Buffer): Buffer {
  return keyedHash(deriveKey(secret, NO_SALT, 'countersign/fingerprint/1'), 'what was asked', asked);
}

function inUse(): AppError {
  return new AppError('IDEMPOTENCY_KEY_IN_USE', {}, { retryAfter: 1 });
}

/**
 * Returns the request in a canonical form, for comparison in memory. It does not depend on the order of properties, and
 * files are represented by their hash.
 */
export function fingerprintOf(values: Record<string, unknown>): Buffer {
  return sha256(canonicalize(plain(values)));
}

/** Converts a value as JSON does: dates become strings, and undefined values are dropped. */
function plain(value: unknown): JsonValue {
  return value === undefined ? null : (JSON.parse(JSON.stringify(value)) as JsonValue);
}
