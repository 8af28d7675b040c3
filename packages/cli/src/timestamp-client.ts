import { digestOf, PkiError, requestTimestamp as request } from '@countersign/pki';

import { CommandError, ExitCode } from './command-error.ts';

const TIMEOUT_MS = 10_000;

export interface Timestamp {
  /** The token in DER. */
  readonly token: Buffer;
  readonly time: Date;
  readonly authority: string;
}

/**
 * Requests a time-stamp over the SHA-256 of `data`. The person who verifies the file decides whether to trust the
 * authority.
 * Throws CommandError (1) if no valid response arrives in time, so that no file claims a level it does not reach.
 */
export async function requestTimestamp(url: URL, data: Uint8Array, timeoutMs = TIMEOUT_MS): Promise<Timestamp> {
  try {
    const { token, time, signer } = await request({ url, imprint: digestOf('sha256', data), timeoutMs });
    return { token, time, authority: signer.subject.commonName ?? signer.subject.text };
  } catch (cause) {
    if (!(cause instanceof PkiError)) throw cause;
    const message = `The authority did not provide a time-stamp: ${cause.message}. The file was not signed.`;
    throw new CommandError(ExitCode.invalid, message, cause);
  }
}
