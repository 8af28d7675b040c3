import { digestOf, PkiError, requestTimestamp as request } from '@countersign/pki';

import { CommandError, ExitCode } from './command-error.ts';

const TIMEOUT_MS = 10_000;

export interface Timestamp {
  /** DER. */
  readonly token: Buffer;
  readonly time: Date;
  readonly authority: string;
}

/**
 * Lets an authority stamp the SHA-256 of `data`. Whether the authority is trusted is for whoever verifies to say.
 * Throws CommandError (1) when there is no such answer within the time: nothing may claim a level it lacks.
 */
export async function requestTimestamp(url: URL, data: Uint8Array, timeoutMs = TIMEOUT_MS): Promise<Timestamp> {
  try {
    const { token, time, signer } = await request({ url, imprint: digestOf('sha256', data), timeoutMs });
    return { token, time, authority: signer.subject.commonName ?? signer.subject.text };
  } catch (cause) {
    if (!(cause instanceof PkiError)) throw cause;
    const message = `No time-stamp from the authority: ${cause.message}. Nothing was signed.`;
    throw new CommandError(ExitCode.invalid, message, cause);
  }
}
