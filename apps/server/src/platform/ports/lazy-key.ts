/** A key that could not be reached at the start (ADR 90). It is opened at the next use, or by the retries between them. */
import type { SignatureAlgorithm, StrongDigest } from '@countersign/pki';
import { KeyRefusedError, type PrivateKey, within } from './private-key.ts';

export type LazyKeyOptions = {
  /** What the key's certificate says it is. */
  readonly publicKeySpki: Buffer;
  readonly digests: readonly StrongDigest[];
  readonly open: () => Promise<PrivateKey>;
  /** Proves that the opened key works. Rejects with KeyRefusedError where it does not fit. */
  readonly tryOut: (key: PrivateKey) => Promise<void>;
  readonly onOpened: () => void;
  /** Called once for each reason: a person has to correct a setting. */
  readonly onRefused: (error: KeyRefusedError) => void;
  readonly retryMs?: number;
};

const RETRY_MS = 10_000;
/** How long a signature waits for a key that is being opened. */
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

  /** Whether it was opened. */
  get isReachable(): boolean {
    return this.#timer === undefined;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    // One that still opens closes itself, below.
    if (this.#timer === undefined) await (await this.#opening)?.close();
  }

  /** Several who ask at once share one try. */
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
          throw new KeyRefusedError('the key is another one than that of its certificate');
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
      const again = () => {
        if (!this.#isClosed) this.#retryLater();
      };
      this.#open().catch(again);
    }, this.#options.retryMs ?? RETRY_MS).unref();
  }
}
