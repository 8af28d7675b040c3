/** Keys for signers: created for one signature, used once, then discarded. */
import {
  generateKey,
  generateKeyAside,
  type KeyKind,
  naturalDigest,
  signingKey,
  type SigningKey,
  type StrongDigest,
} from '@countersign/pki';

/** With `pss`, RSA keys sign with PSS (RFC 4056) instead of PKCS#1 v1.5. */
export type SignerKeyKind = { readonly kind: KeyKind; readonly pss: boolean };

export const DEFAULT_SIGNER_KEY: SignerKeyKind = { kind: 'p256', pss: false };

const SPKI_LENGTHS: Readonly<Record<KeyKind, number>> = {
  p256: 91,
  p384: 120,
  p521: 158,
  rsa2048: 294,
  rsa3072: 422,
  rsa4096: 550,
  ed25519: 44,
};

/** The number of RSA keys that are kept ready. Up to this many simultaneous signatures need not wait for a key. */
const READY = 8;

/**
 * Provides signers' keys. Creating an elliptic-curve key takes hundredths of a millisecond, so these keys are created
 * on demand. Creating an RSA key takes from tenths of a second to several seconds, so RSA keys are created in advance,
 * one at a time and outside the event loop. A signature waits only if simultaneous signatures have used up all prepared
 * keys.
 */
export class SignerKeys {
  readonly #kind: SignerKeyKind;
  readonly #ready: Promise<Awaited<ReturnType<typeof generateKeyAside>>>[] = [];
  #last: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(kind: SignerKeyKind = DEFAULT_SIGNER_KEY) {
    this.#kind = kind;
    if (this.#isSlow) this.#fill();
  }

  get #isSlow(): boolean {
    return this.#kind.kind.startsWith('rsa');
  }

  get digest(): StrongDigest {
    return naturalDigest(this.#kind.kind);
  }

  /**
   * The number of octets of the SubjectPublicKeyInfo, from which an upper bound for the size of a signature is derived.
   */
  get spkiLength(): number {
    return SPKI_LENGTHS[this.#kind.kind];
  }

  /** Returns whether the key can sign over this digest. Ed25519 supports SHA-512 only (RFC 8419 §3). */
  fits(digest: StrongDigest): boolean {
    return this.#kind.kind !== 'ed25519' || digest === 'sha512';
  }

  /**
   * Returns a key that signs over `digest`. If a document was sent before the kind of signers' keys was changed to
   * Ed25519, the key is a P-256 key.
   */
  async take(digest: StrongDigest): Promise<SigningKey> {
    const { kind, pss } = this.#kind;
    if (!this.fits(digest)) return generateKey('p256', { digest }).signingKey;
    if (!this.#isSlow) return generateKey(kind, { digest }).signingKey;
    const key = this.#ready.shift() ?? generateKeyAside(kind);
    this.#fill();
    return signingKey(await key, { digest, pss });
  }

  close(): void {
    this.#closed = true;
  }

  #fill(): void {
    while (this.#ready.length < READY && !this.#closed) {
      const key = this.#last.then(() => {
        if (this.#closed) throw new Error('the key generator has stopped');
        return generateKeyAside(this.#kind.kind);
      });
      // The caller of `take` handles a failure. Until then, the failure must not surface as an unhandled rejection.
      key.catch(() => {});
      this.#last = key.catch(() => {});
      this.#ready.push(key);
    }
  }
}
