import { randomBytes } from 'node:crypto';

import {
  buildTimestampRequest,
  digestOf,
  parseTimestampResponse,
  PkiError,
  verifyTimestampToken,
} from '@countersign/pki';

import { CommandError, ExitCode } from './command-error.ts';

const TIMEOUT_MS = 10_000;
/** Tokens with a chain of certificates stay far below this. */
const MAX_ANSWER_BYTES = 64 * 1024;

export interface Timestamp {
  /** DER. */
  readonly token: Buffer;
  readonly time: Date;
  readonly authority: string;
}

/**
 * Lets an authority stamp the SHA-256 of `data` (RFC 3161 §3.4, over HTTP), and checks its answer: imprint, nonce, signature
 * and the purpose of its certificate. Whether the authority is trusted is for whoever verifies to say.
 * Throws CommandError (1) when there is no such answer within the time: nothing may claim a level it lacks.
 */
export async function requestTimestamp(url: URL, data: Uint8Array, timeoutMs = TIMEOUT_MS): Promise<Timestamp> {
  const imprint = digestOf('sha256', data);
  const nonce = randomBytes(12);
  const answer = await post(url, buildTimestampRequest({ digestAlgorithm: 'sha256', imprint, nonce }), timeoutMs);
  const token = readToken(answer);
  const { valid, weak, problems, time, signer } = verifyTimestampToken({ token, imprint, nonce });
  if (!valid || weak || time === undefined)
    throw failure(`its answer does not hold (${[...problems, ...(weak ? ['weak'] : [])].join(', ')})`);
  return { token, time, authority: signer?.subject.commonName ?? signer?.subject.text ?? url.host };
}

async function post(url: URL, body: Buffer, timeoutMs: number): Promise<Buffer> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/timestamp-query' },
      body,
      // The time-out covers the body too: an authority that trickles would hold us otherwise.
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) throw failure(`it answers with status ${response.status}`);
    const parts: Uint8Array[] = [];
    let length = 0;
    for await (const part of response.body ?? []) {
      length += part.length;
      if (length > MAX_ANSWER_BYTES) throw failure('its answer is too long');
      parts.push(part);
    }
    return Buffer.concat(parts);
  } catch (cause) {
    if (cause instanceof CommandError) throw cause;
    const isLate = cause instanceof Error && cause.name === 'TimeoutError';
    throw failure(isLate ? `there is no answer within ${timeoutMs / 1000} seconds` : 'it cannot be reached', cause);
  }
}

function readToken(answer: Buffer): Buffer {
  try {
    const response = parseTimestampResponse(answer);
    if (response.granted) return response.token;
    throw failure(`it refuses (status ${response.status})`);
  } catch (cause) {
    if (cause instanceof PkiError) throw failure('what it answers is no time-stamp', cause);
    throw cause;
  }
}

function failure(why: string, cause?: unknown): CommandError {
  return new CommandError(ExitCode.invalid, `No time-stamp from the authority: ${why}. Nothing was signed.`, cause);
}
