/** A key that could not be reached at startup (ADR 90). It is opened at the next use, or by background retries. */
import type { SignatureAlgorithm, StrongDigest } from '@countersign/pki';
import { KeyRefusedError, type PrivateKey, within } from './private-key.ts';

export type LazyKeyOptions = {
  /** The SubjectPublicKeyInfo of the key's certificate, in DER. */
  readonly publicKeySpki: Buffer;
  readonly digests: readonly StrongDigest[];
  readonly open: () => Promise<PrivateKey>;
  /** Checks that the opened key works. Rejects with KeyRefusedError if it does not match. */
  readonly tryOut: (key: PrivateKey) => Promise<void>;
  readonly onOpened: () => void;
  /**
   * Called once for each reason for which the key is refused. Retries cannot help, because a person must correct a
   * setting.
   */
  readonly onRefused: (error: KeyRefusedError) => void;
  readonly retryMs?: number;
};

const RETRY_MS = 10_000;
/** The time that a signature waits for a key that is being opened. */
const OPEN_LIMIT_MS = 10_000;

export class LazyKey implements PrivateKey {
  readonly publicKeySpki: Buffer;
  readonly digests: readonly StrongDigest[];
  readonly #options: LazyKeyOptions;
  #opening: Promise<PrivateKey> | undefined;
  #refused: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: LazyKeyOptions) {
    this.#options = options;
    this.publicKeySpki = options.publicKeySpki;
    this.digests = options.digests;
    this.#retryLater();
  }

  async sign(algorithm: SignatureAlgorithm, data: Uint8Array): Promise<Buffer> {
    const key = await within(OPEN_LIMIT_MS, 'the token or key service', this.#open());
    return key.sign(algorithm, data);
  }

  get isReachable(): boolean {
    return this.#timer === undefined;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    // `close` cannot abort an attempt to open the key, so it waits for the attempt and closes the key.
    if (this.#timer === undefined) await (await this.#opening)?.close();
  }

  /** Concurrent callers share one attempt. */
  #open(): Promise<PrivateKey> {
    this.#opening ??= this.#openOnce().catch((error: unknown) => {
      this.#opening = undefined;
      throw error;
    });
    return this.#opening;
  }

  async #openOnce(): Promise<PrivateKey> {
    const { open, tryOut, onOpened, onRefused } = this.#options;
    try {
      const key = await open();
      try {
        if (!key.publicKeySpki.equals(this.publicKeySpki))
          throw new KeyRefusedError('the key does not match its certificate');
        await tryOut(key);
        if (this.#isClosed) throw new KeyRefusedError('the key was closed');
      } catch (error) {
        await key.close();
        throw error;
      }
      clearTimeout(this.#timer);
      this.#timer = undefined;
      onOpened();
      return key;
    } catch (error) {
      if (error instanceof KeyRefusedError && !this.#isClosed && error.message !== this.#refused) {
        this.#refused = error.message;
        onRefused(error);
      }
      throw error;
    }
  }

  #retryLater(): void {
    this.#timer = setTimeout(() => {
      const retry = () => {
        if (!this.#isClosed) this.#retryLater();
      };
      this.#open().catch(retry);
    }, this.#options.retryMs ?? RETRY_MS).unref();
  }
}
