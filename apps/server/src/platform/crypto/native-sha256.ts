/**
 * SHA-256 by the OpenSSL inside Node, with a state that can be saved and resumed (ADR 4). Node does not expose the
 * state of its own hashes, but its executable exports OpenSSL's functions for native modules, and `SHA256_CTX` is a
 * plain structure (openssl/sha.h).
 */
import { createRequire } from 'node:module';
import { endianness } from 'node:os';
import type { Sha256Position } from '@countersign/pdf-sign';

/** The offsets in `SHA256_CTX`: eight words, the length in bits, the incomplete block and its length. */
const AT = { words: 0, bits: 32, block: 40, blockLength: 104, digestLength: 108 } as const;
/** The size of the memory for the structure. The structure takes 112 bytes, and the rest allows for growth. */
const CONTEXT_BYTES = 512;
const BLOCK_BYTES = 64;
const DIGEST_BYTES = 32;

type Koffi = { load(library: null): { func(declaration: string): unknown } };
type Update = (context: Uint8Array, data: Uint8Array, length: number) => number;
let found: { update: Update | undefined } | undefined;

/** Loaded when first needed (10 ms), because most servers never process a large file. */
function opensslUpdate(): Update | undefined {
  found ??= { update: findUpdate() };
  return found.update;
}

function findUpdate(): Update | undefined {
  if (endianness() !== 'LE') return undefined;
  try {
    const koffi = createRequire(import.meta.url)('koffi') as Koffi;
    return koffi.load(null).func('int SHA256_Update(void *context, const void *data, size_t length)') as Update;
  } catch {
    // This version of Node does not export these functions, or koffi does not support the system. The caller then uses
    // the regular hash.
    return undefined;
  }
}

export class NativeSha256 {
  readonly #context: Buffer;
  readonly #update: Update;

  private constructor(context: Buffer, update: Update) {
    this.#context = context;
    this.#update = update;
  }

  /** Returns undefined if OpenSSL's functions are not accessible. */
  static at({ words, length, block }: Sha256Position): NativeSha256 | undefined {
    const update = opensslUpdate();
    if (!update) return undefined;
    const context = Buffer.alloc(CONTEXT_BYTES);
    context.set(words, AT.words);
    context.writeBigUInt64LE(BigInt(length) * 8n, AT.bits);
    context.set(block, AT.block);
    context.writeUInt32LE(block.length, AT.blockLength);
    context.writeUInt32LE(DIGEST_BYTES, AT.digestLength);
    return new NativeSha256(context, update);
  }

  update(piece: Uint8Array): void {
    this.#update(this.#context, piece, piece.length);
  }

  position(): Sha256Position {
    const length = Number(this.#context.readBigUInt64LE(AT.bits) / 8n);
    return {
      words: Uint8Array.from(this.#context.subarray(AT.words, AT.bits)),
      length,
      block: Uint8Array.from(this.#context.subarray(AT.block, AT.block + (length % BLOCK_BYTES))),
    };
  }
}
