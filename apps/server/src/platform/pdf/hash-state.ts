import { createHasher } from '@countersign/pdf-sign';
import { type LocalSource, readPieces } from './pdf-source.ts';

/** Where the SHA-256 of a file stands after its last byte, and what it is. */
export type HashState = { readonly state: Uint8Array; readonly sha256: string };

/** Reads a file through for the state that revisions go on from; a piece of it at a time is in memory. */
export async function hashStateOf(source: LocalSource): Promise<HashState> {
  const hasher = await createHasher('sha256');
  readPieces(source, (piece) => hasher.update(piece));
  return { state: hasher.save(), sha256: hasher.digest().toString('hex') };
}
