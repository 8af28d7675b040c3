import { type LogResult, LogVerifier, type NamedText } from '@countersign/audit-log';
import {
  AuditLogError,
  parseCheckpointText,
  parseNote,
  splitHashes,
  TILE_WIDTH,
  tilePath,
} from '@countersign/audit-log/tlog';
import type { VerifierKey } from '@countersign/audit-log/tlog';

import { hasWitness, parseKeys } from './audit-keys.ts';
import { CommandError, ExitCode } from './command-error.ts';

const TIMEOUT_MS = 30_000;
const MAX_TEXT_BYTES = 256 * 1024;
const HASH_BYTES = 32;

export interface UrlOptions {
  readonly keys: readonly VerifierKey[] | undefined;
  readonly pins: readonly NamedText[];
  /** API key. */
  readonly token: string | undefined;
}

/**
 * Verifies a served log (C2SP tlog-tiles): every leaf hash against the checkpoint and the pins. Entries are only in an
 * export. Throws CommandError (66) if the log cannot be reached.
 */
export async function verifyUrl(prefix: URL, { keys, pins, token }: UrlOptions): Promise<LogResult> {
  const load = loader(prefix, token);
  const checkpoint = { name: addressOf(prefix, 'checkpoint'), text: await load('checkpoint', MAX_TEXT_BYTES) };
  const listed = keys ?? parseKeys(addressOf(prefix, 'keys'), (await load('keys', MAX_TEXT_BYTES)).toString());
  const evidence = { keys: listed, needsWitness: hasWitness(keys), checkpoints: [checkpoint], pins };
  const verifier = await LogVerifier.open(evidence);
  if ('code' in verifier) return { valid: false, fault: verifier };
  for await (const hash of leafHashes(sizeOf(checkpoint.text), load)) if (!verifier.takeHash(hash)) break;
  return verifier.end();
}

async function* leafHashes(size: number, load: Loader): AsyncGenerator<Uint8Array> {
  for (let index = 0; index * TILE_WIDTH < size; index++) {
    const width = Math.min(TILE_WIDTH, size - index * TILE_WIDTH);
    const tile = await load(tilePath({ level: 0, index, width }), TILE_WIDTH * HASH_BYTES);
    yield* splitHashes(tile.subarray(0, width * HASH_BYTES));
  }
}

/** The verifier has already accepted the checkpoint. */
function sizeOf(text: Buffer): number {
  try {
    return parseCheckpointText(parseNote(text).text).size;
  } catch (error) {
    if (error instanceof AuditLogError) return 0;
    throw error;
  }
}

type Loader = (resource: string, maxBytes: number) => Promise<Buffer>;

const addressOf = (prefix: URL, resource: string): string => `${prefix.href.replace(/\/$/, '')}/${resource}`;

function loader(prefix: URL, token: string | undefined): Loader {
  return async (resource, maxBytes) => {
    const address = addressOf(prefix, resource);
    const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
    try {
      const response = await fetch(address, { headers, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
      if (!response.ok) throw new CommandError(ExitCode.noInput, `${address} answered with status ${response.status}.`);
      const parts: Uint8Array[] = [];
      let length = 0;
      for await (const part of response.body ?? []) {
        length += part.length;
        if (length > maxBytes) throw new CommandError(ExitCode.invalid, `${address} has more than ${maxBytes} bytes.`);
        parts.push(part);
      }
      return Buffer.concat(parts);
    } catch (cause) {
      if (cause instanceof TypeError || cause instanceof DOMException)
        throw new CommandError(ExitCode.noInput, `${address} could not be reached.`, cause);
      throw cause;
    }
  };
}
