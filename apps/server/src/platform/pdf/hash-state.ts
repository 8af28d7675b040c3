import { createHasher } from '@countersign/pdf-sign';
import { type LocalSource, readPieces } from './pdf-source.ts';

export type HashState = { readonly state: Uint8Array; readonly sha256: string };

/**
 * Reads a file and computes the hash state that later revisions continue from. Only one piece is in memory at a time.
 */
export async function hashStateOf(source: LocalSource): Promise<HashState> {
  const hasher = await createHasher('sha256');
  readPieces(source, (piece) => hasher.update(piece));
  return { state: hasher.save(), sha256: hasher.digest().toString('hex') };
}
