import { setTimeout } from 'node:timers/promises';

import { type LogResult, LogVerifier, type NamedText, type Promised } from '@countersign/audit-log';
import {
  AuditLogError,
  HASH_BYTES,
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
const MAX_TILE_BYTES = TILE_WIDTH * HASH_BYTES;
const MAX_ATTEMPTS = 10;
const MAX_WAIT_SECONDS = 60;

export interface UrlOptions {
  readonly keys: readonly VerifierKey[] | undefined;
  readonly pins: readonly NamedText[];
  readonly promised: readonly Promised[];
  /** The time of the request, which is also when the evidence from a served log was created. */
  readonly now: string;
  /** The bearer token for logs that are not public. */
  readonly token: string | undefined;
}

/**
 * Verifies a served log (C2SP tlog-tiles): every leaf hash against the checkpoint and the pins. The entries themselves
 * are available only in an export. Throws CommandError (66) if the log cannot be reached.
 */
export async function verifyUrl(prefix: URL, { keys, pins, promised, now, token }: UrlOptions): Promise<LogResult> {
  const load = loader(prefix, token);
  const checkpoint = { name: addressOf(prefix, 'checkpoint'), text: await required(load, prefix, 'checkpoint') };
  const served = keys === undefined ? await load('keys', MAX_TEXT_BYTES) : undefined;
  const listed = keys ?? (served && parseKeys(addressOf(prefix, 'keys'), served.toString()));
  if (listed === undefined)
    throw new CommandError(ExitCode.usage, `${prefix.href} does not publish the log's key. Pass the key with --key.`);
  const evidence = { keys: listed, needsWitness: hasWitness(keys), checkpoints: [checkpoint], pins, promised, now };
  const verifier = await LogVerifier.open(evidence);
  if ('code' in verifier) return { valid: false, fault: verifier };
  for await (const hash of leafHashes(sizeOf(checkpoint.text), load)) if (!verifier.takeHash(hash)) break;
  return verifier.end();
}

async function* leafHashes(size: number, load: Loader): AsyncGenerator<Uint8Array> {
  for (let index = 0; index * TILE_WIDTH < size; index++) {
    const width = Math.min(TILE_WIDTH, size - index * TILE_WIDTH);
    const tile = { level: 0, index, width };
    // A server may delete a partial tile once the full tile exists.
    const hashes =
      (await load(tilePath(tile), MAX_TILE_BYTES)) ??
      (await load(tilePath({ ...tile, width: TILE_WIDTH }), MAX_TILE_BYTES));
    if (hashes === undefined || hashes.length < width * HASH_BYTES)
      throw new CommandError(
        ExitCode.invalid,
        `The server does not provide the hashes of ${tilePath(tile)}, which its checkpoint covers.`,
      );
    yield* splitHashes(hashes.subarray(0, width * HASH_BYTES));
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

/** Loads a resource. Returns undefined if the resource does not exist. */
type Loader = (resource: string, maxBytes: number) => Promise<Buffer | undefined>;

const addressOf = (prefix: URL, resource: string): string => `${prefix.href.replace(/\/$/, '')}/${resource}`;

async function required(load: Loader, prefix: URL, resource: string): Promise<Buffer> {
  const content = await load(resource, MAX_TEXT_BYTES);
  if (content === undefined)
    throw new CommandError(
      ExitCode.noInput,
      `There is no log at this address: ${addressOf(prefix, resource)} does not exist.`,
    );
  return content;
}

function loader(prefix: URL, token: string | undefined): Loader {
  const headers: Record<string, string> = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  return async (resource, maxBytes) => {
    const address = addressOf(prefix, resource);
    try {
      for (let attempt = 1; ; attempt++) {
        const response = await fetch(address, { headers, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
        if (response.ok) return await readBody(response, address, maxBytes);
        await response.body?.cancel();
        if (response.status === 404) return undefined;
        const wait = waitOf(response);
        if (wait === undefined || attempt === MAX_ATTEMPTS)
          throw new CommandError(ExitCode.noInput, `${address} returned status ${response.status}.`);
        await setTimeout(wait);
      }
    } catch (cause) {
      if (cause instanceof TypeError || cause instanceof DOMException)
        throw new CommandError(ExitCode.noInput, `${address} could not be reached.`, cause);
      throw cause;
    }
  };
}

/**
 * Returns the delay in milliseconds that an overloaded server requests, limited to a time that a person would wait.
 * Reading a large log takes many requests, so a delay is likely.
 */
function waitOf({ status, headers }: Response): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  const isBusy = status === 429 || status === 503;
  return isBusy && seconds >= 0 && seconds <= MAX_WAIT_SECONDS ? seconds * 1000 : undefined;
}

async function readBody(response: Response, address: string, maxBytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    if (length > maxBytes) throw new CommandError(ExitCode.invalid, `${address} returned more than ${maxBytes} bytes.`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
