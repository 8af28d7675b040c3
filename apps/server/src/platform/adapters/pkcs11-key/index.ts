/**
 * Signs with a key in a PKCS#11 token. Uses few sessions, which are opened on demand and reopened after the token drops
 * them.
 */
import type { SignatureAlgorithm, StrongDigest } from '@countersign/pki';
import type { Pkcs11Address } from '../../ports/key-uri.ts';
import { KeyRefusedError, KeyUnavailableError, type PrivateKey, refuseUnfit, within } from '../../ports/private-key.ts';
import { type Call, loadModule, Pkcs11Error, Rv } from './module.ts';
import { publicKeyOf } from './public-key.ts';
import { openSession, type Session, sign } from './session.ts';

export type Pkcs11Options = {
  readonly pin: string;
  /** The time limit of a signature, including the wait for a session. Default: 10 s. */
  readonly timeoutMs?: number;
};

const DIGESTS: readonly StrongDigest[] = ['sha256', 'sha384', 'sha512'];

/**
 * The maximum number of sessions at the same time. Each one occupies one of libuv's four threads while the token is
 * busy, and files and look-ups need the other threads.
 */
const SESSIONS = 2;

/**
 * Errors after which the session or the whole token behaves as if it had never been opened. One retry on a new session
 * makes sense.
 */
const LOST: readonly number[] = [
  Rv.generalError,
  Rv.functionFailed,
  Rv.deviceError,
  Rv.deviceRemoved,
  Rv.keyHandleInvalid,
  Rv.objectHandleInvalid,
  Rv.operationActive,
  Rv.sessionClosed,
  Rv.sessionHandleInvalid,
  Rv.tokenNotPresent,
  Rv.userNotLoggedIn,
];
const NEVER: readonly number[] = [Rv.mechanismInvalid, Rv.keyTypeInconsistent, Rv.keyFunctionNotPermitted];

/** @throws KeyRefusedError, KeyUnavailableError */
export async function openPkcs11Key(address: Pkcs11Address, options: Pkcs11Options): Promise<PrivateKey> {
  const call = await loadModule(address.modulePath).catch((cause: unknown) => {
    throw new KeyRefusedError(`${address.modulePath} cannot be loaded as a PKCS#11 library`, { cause });
  });
  const pool = new SessionPool(call, address, options.pin);
  const timeout = options.timeoutMs ?? 10_000;
  const use = <T>(work: (session: Session) => Promise<T>): Promise<T> =>
    within(timeout, 'the token', pool.use(work)).catch((cause: unknown) => {
      throw translated(cause);
    });
  const publicKeySpki = await use((session) => publicKeyOf(call, session, address.object));
  return {
    publicKeySpki,
    digests: DIGESTS,
    sign: async (algorithm: SignatureAlgorithm, data) => {
      refuseUnfit(publicKeySpki, DIGESTS, algorithm);
      return use((session) => sign(call, session, algorithm, data));
    },
    close: () => pool.close(),
  };
}

function translated(error: unknown): Error {
  if (error instanceof KeyUnavailableError || error instanceof KeyRefusedError) return error;
  if (error instanceof Pkcs11Error && NEVER.includes(error.rv))
    return new KeyRefusedError(`the key does not support this: ${error.message}`, { cause: error });
  return new KeyUnavailableError(error instanceof Error ? error.message : 'the token reported an unknown error', {
    cause: error,
  });
}

/**
 * Provides sessions. A session serves one signature at a time (§5.6.1). A session that hangs is unavailable until the
 * library returns.
 */
class SessionPool {
  readonly #call: Call;
  readonly #address: Pkcs11Address;
  readonly #pin: string;
  readonly #idle: Session[] = [];
  readonly #waiting: (() => void)[] = [];
  #busy = 0;
  #closed = false;

  constructor(call: Call, address: Pkcs11Address, pin: string) {
    this.#call = call;
    this.#address = address;
    this.#pin = pin;
  }

  async use<T>(work: (session: Session) => Promise<T>): Promise<T> {
    if (this.#busy >= SESSIONS) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#busy += 1;
    try {
      return await this.#once(work).catch(async (error: unknown) => {
        if (!(error instanceof Pkcs11Error) || !LOST.includes(error.rv)) throw error;
        // If one session has ended, all of them have, because logging out or removing the token ends every session.
        await this.#dropIdle();
        return this.#once(work);
      });
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#busy -= 1;
    }
  }

  async #once<T>(work: (session: Session) => Promise<T>): Promise<T> {
    if (this.#closed) throw new KeyUnavailableError('the PKCS#11 token was closed because the server is stopping');
    const session = this.#idle.pop() ?? (await openSession(this.#call, this.#address, this.#pin));
    try {
      const result = await work(session);
      this.#idle.push(session);
      return result;
    } catch (error) {
      // After a fault, an operation may still be active in the session, so the session is closed.
      await this.#call('C_CloseSession', [session.handle]).catch(() => {});
      throw error;
    }
  }

  async #dropIdle(): Promise<void> {
    const sessions = this.#idle.splice(0);
    for (const { handle } of sessions) await this.#call('C_CloseSession', [handle]).catch(() => {});
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#dropIdle();
  }
}
