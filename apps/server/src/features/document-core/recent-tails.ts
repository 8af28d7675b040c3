/**
 * A cache of revision tails as the database stores them (ADR 77). Sending, signing, sealing and a download follow each
 * other within moments, and each needs the tails that the previous step packed. The cache key is the hash of the stored
 * bytes. A caller must therefore have read the row, and a damaged row has a different hash and is unpacked, which
 * reports the damage.
 */
import { sha256Hex } from '../../platform/crypto/tokens.ts';
import { pack, unpack } from '../../platform/tail-compression.ts';

type Remembered = { tail: Buffer; first: Buffer | undefined };

const sizeOf = ({ tail, first }: Remembered): number => tail.length + (first?.length ?? 0);
/** Longer tails are rare and would evict those of several documents. */
const LONGEST = 2 ** 17;

export class RecentTails {
  /** By the hash of the stored bytes, least recently used first. */
  readonly #remembered = new Map<string, Remembered>();
  readonly #most: number;
  #bytes = 0;

  /** @param most maximum bytes of all tails together, each with its first tail */
  constructor(most: number) {
    this.#most = most;
  }

  /**
   * The tail as the database stores it. Neither the tail nor the document's first tail, which it may be packed against,
   * may change afterwards.
   */
  pack(tail: Buffer, first?: Buffer): Buffer {
    const kept = pack(tail, first);
    this.#remember(sha256Hex(kept), { tail, first });
    return kept;
  }

  /**
   * The original tail, which the caller must not change; undefined if the stored bytes are damaged.
   * @param most maximum bytes of the tail
   * @param first the tail it may be packed against
   */
  unpack(kept: Buffer, most: number, first?: Buffer): Buffer | undefined {
    const name = sha256Hex(kept);
    const found = this.#remembered.get(name);
    if (found && found.tail.length <= most && (!found.first || (first && found.first.equals(first)))) {
      this.#remembered.delete(name);
      this.#remembered.set(name, found);
      return found.tail;
    }
    const tail = unpack(kept, most, first);
    if (tail) this.#remember(name, { tail, first });
    return tail;
  }

  #remember(name: string, entry: Remembered): void {
    if (sizeOf(entry) > LONGEST) return;
    this.#forget(name);
    this.#remembered.set(name, entry);
    this.#bytes += sizeOf(entry);
    for (const oldest of this.#remembered.keys()) {
      if (this.#bytes <= this.#most) return;
      this.#forget(oldest);
    }
  }

  #forget(name: string): void {
    const entry = this.#remembered.get(name);
    if (!entry) return;
    this.#bytes -= sizeOf(entry);
    this.#remembered.delete(name);
  }
}

/** Enough for some twenty documents, including the first tails they share: about 1 MiB. */
export const recentTails = new RecentTails(2 ** 21);
