import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { LEDGER } from './restore.ts';

/** The ledger of erasures as it is now; empty before the first erasure. */
export async function* ledgerOf({ dataDir }: { readonly dataDir: string }): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(join(dataDir, LEDGER)) as AsyncIterable<Uint8Array>;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}
