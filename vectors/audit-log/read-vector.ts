/** Verifies a vector with our verifier. */
import { LogVerifier, type LogResult } from '../../packages/audit-log/src/index.ts';
import { parseVerifierKey } from '../../packages/audit-log/src/tlog.ts';
import type { Log } from './log.ts';

export type Vector = Log & {
  readonly about: string;
  readonly expected:
    | { readonly valid: true }
    | { readonly valid: false; readonly code: string; readonly message: string };
};

const named = (texts: Record<string, string>) => Object.entries(texts).map(([name, text]) => ({ name, text }));

export async function verifyVector(log: Log): Promise<LogResult> {
  const verifier = await LogVerifier.open({
    keys: log.keys.map(parseVerifierKey),
    listedKeys: [],
    checkpoints: named(log.checkpoints),
    proofs: named(log.proofs),
    pins: named(log.pins),
    timestamps: log.timestamps,
    erasures: log.erasures,
    personal: log.personal.map((one) => ('fields' in one ? { ...one, salt: Buffer.from(one.salt, 'hex') } : one)),
  });
  if ('code' in verifier) return { valid: false, fault: verifier };
  for (const entry of log.entries) if (!verifier.take(Buffer.from(entry))) break;
  return verifier.end();
}
