import { createSHA256, createSHA384, createSHA512 } from 'hash-wasm';
import type { IHasher } from 'hash-wasm';
import { PdfError } from './errors.ts';

/** The digest algorithms of our signatures. */
export type DigestAlgorithm = 'sha256' | 'sha384' | 'sha512';

/**
 * A hash whose state can be saved (117 bytes for SHA-256) and resumed later in another process. A signature over a
 * large document then requires hashing only the appended bytes. Keep a saved state as confidential as the document,
 * because it contains up to one block of the document.
 */
export interface Hasher {
  readonly algorithm: DigestAlgorithm;
  update: (data: Uint8Array) => Hasher;
  save: () => Uint8Array;
  /** Returns the digest of all bytes hashed so far. Further updates may follow. */
  digest: () => Buffer;
}

/**
 * The first byte of a saved state, which identifies the algorithm. Otherwise, SHA-384 and SHA-512 states would be
 * indistinguishable.
 */
const tags = { sha256: 1, sha384: 2, sha512: 3 };

const factories = { sha256: createSHA256, sha384: createSHA384, sha512: createSHA512 };

/**
 * All hashers of one algorithm share a WebAssembly instance. Every operation first loads the hasher's own state and
 * runs synchronously, so hashers do not affect each other and are cheap to create.
 */
const engines = new Map<DigestAlgorithm, Promise<IHasher>>();

function engineFor(algorithm: DigestAlgorithm): Promise<IHasher> {
  let engine = engines.get(algorithm);
  if (engine === undefined) {
    engine = factories[algorithm]();
    engines.set(algorithm, engine);
  }
  return engine;
}

function hasherFrom(algorithm: DigestAlgorithm, engine: IHasher, initial: Uint8Array): Hasher {
  let state = initial;
  const hasher: Hasher = {
    algorithm,
    update: (data) => {
      state = engine.load(state).update(data).save();
      return hasher;
    },
    save: () => Uint8Array.from([tags[algorithm], ...state]),
    digest: () => Buffer.from(engine.load(state).digest('binary')),
  };
  return hasher;
}

/**
 * Creates a hasher. The WebAssembly engine of an algorithm is loaded at first use. Throws only errors of the libraries
 * it calls.
 */
export async function createHasher(algorithm: DigestAlgorithm = 'sha256'): Promise<Hasher> {
  const engine = await engineFor(algorithm);
  return hasherFrom(algorithm, engine, engine.init().save());
}

/**
 * Resumes from a state saved with `Hasher.save`. Throws `hash_state_unreadable` if the state was saved for another
 * algorithm or by another build of the hash library. In that case, hash the document's bytes again.
 */
export async function resumeHasher(state: Uint8Array, algorithm: DigestAlgorithm = 'sha256'): Promise<Hasher> {
  const engine = await engineFor(algorithm);
  const inner = Uint8Array.from(state.subarray(1));
  if (state[0] !== tags[algorithm]) throw new PdfError('hash_state_unreadable', `not a saved ${algorithm} state`);
  try {
    engine.init().load(inner);
  } catch (error) {
    throw new PdfError('hash_state_unreadable', 'the saved hash state cannot be resumed', { cause: error });
  }
  return hasherFrom(algorithm, engine, inner);
}

/** The intermediate state of SHA-256, which every implementation keeps between chunks of input. */
export interface Sha256Position {
  /** The eight words of the state, each in little-endian byte order. */
  readonly words: Uint8Array;
  /** The number of bytes hashed so far. */
  readonly length: number;
  /** The last hashed bytes, which do not yet fill a block. */
  readonly block: Uint8Array;
}

/** The offsets within a saved SHA-256 state, which starts with our tag byte and four bytes from hash-wasm. */
const AT = { block: 5, length: 69, words: 77, end: 109 } as const;
const BLOCK_BYTES = 64;

/**
 * Extracts the intermediate state from a SHA-256 state saved with `Hasher.save`. Throws `RangeError` if the saved state
 * is too short.
 */
export function positionOf(state: Uint8Array): Sha256Position {
  const length = Number(Buffer.from(state).readBigUInt64LE(AT.length));
  return {
    words: state.slice(AT.words, AT.end),
    length,
    block: state.slice(AT.block, AT.block + (length % BLOCK_BYTES)),
  };
}

/**
 * Creates a hasher that continues from the intermediate SHA-256 state of another implementation.
 *
 * Throws `RangeError` if the words or the block are too long. A wrong state cannot be detected and results in a wrong
 * hash.
 */
export async function hasherAt({ words, length, block }: Sha256Position): Promise<Hasher> {
  const state = Buffer.from((await createHasher('sha256')).save());
  state.set(block, AT.block);
  state.writeBigUInt64LE(BigInt(length), AT.length);
  state.set(words, AT.words);
  return resumeHasher(state);
}
