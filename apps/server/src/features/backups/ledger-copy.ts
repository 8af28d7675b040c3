import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { LEDGER } from './restore.ts';

/** Yields the erasure ledger, or nothing before the first erasure. */
export async function* ledgerOf({ dataDir }: { readonly dataDir: string }): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(join(dataDir, LEDGER)) as AsyncIterable<Uint8Array>;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}

/** Returns the size of the ledger in bytes. The ledger is append-only. */
export async function ledgerSize({ dataDir }: { readonly dataDir: string }): Promise<number> {
  try {
    return (await stat(join(dataDir, LEDGER))).size;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 0;
    throw error;
  }
}
