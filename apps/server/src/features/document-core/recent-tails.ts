/**
 * Tails of revisions as the database keeps them (ADR 77). Sending, signing, sealing and a download follow within moments, and each
 * needs the tails that the one before packed; so the process remembers the newest ones. They are found by the hash of the bytes that
 * were kept: whoever has those has read the row, and a row that was damaged has another hash and is unpacked, which reports it.
 */
import { sha256Hex } from '../../platform/crypto/tokens.ts';
import { pack, unpack } from '../../platform/tail-compression.ts';

type Remembered = { tail: Buffer; first: Buffer | undefined };

const sizeOf = ({ tail, first }: Remembered): number => tail.length + (first?.length ?? 0);
/** A longer tail would push out those of several documents, and is rare. */
const LONGEST = 2 ** 17;

export class RecentTails {
  /** By the hash of what is kept, the longest unused one first. */
  readonly #remembered = new Map<string, Remembered>();
  readonly #most: number;
  #bytes = 0;

  /** @param most bytes that all tails together may have, each with its first one */
  constructor(most: number) {
    this.#most = most;
  }

  /** As the database keeps it. The tail is not changed afterwards, nor is the document's first one, which it may be packed against. */
  pack(tail: Buffer, first?: Buffer): Buffer {
    const kept = pack(tail, first);
    this.#remember(sha256Hex(kept), { tail, first });
    return kept;
  }

  /**
   * The tail that was packed, which the caller does not change; undefined where what is kept was damaged.
   * @param most how many bytes it can have
   * @param first what it may have been packed against
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

/** Those of some twenty envelopes, which share their first tail: about 1 MiB. */
export const recentTails = new RecentTails(2 ** 21);
