import type { NamedText } from '@countersign/audit-log';

import { CommandError, ExitCode } from './command-error.ts';
import { examine } from './examine.ts';
import { readFile } from './files.ts';

/** The names of the files attached to a certificate of completion. */
const PROOF_FILE = 'audit-proof.txt';
const KEYS_FILE = 'audit-keys.txt';

export interface AttachedProof {
  readonly proof: string;
  readonly keys: string | undefined;
}

/** Whether a file is a PDF, based on its first kilobyte. */
export const isPdf = (bytes: Buffer): boolean => bytes.subarray(0, 1024).includes('%PDF-');

/** Reads the proof from a certificate of completion. Throws CommandError (1). */
export async function readAttachedProof(name: string, bytes: Buffer): Promise<AttachedProof> {
  const files = await examine({ kind: 'attached', bytes, names: [PROOF_FILE, KEYS_FILE] });
  const [proof, keys] = [files[PROOF_FILE], files[KEYS_FILE]];
  if (proof === undefined) {
    const message = `${name} contains no proof of the audit log. Only certificates of completion contain this proof.`;
    throw new CommandError(ExitCode.invalid, message);
  }
  return { proof, keys };
}

/**
 * Reads the pins given with `--pin`, which can be signed notes, proof files or certificates of completion. Throws
 * CommandError (1, 66).
 */
export function readPins(names: readonly string[]): Promise<NamedText[]> {
  return Promise.all(
    names.map(async (name) => {
      const bytes = readFile(name);
      return { name, text: isPdf(bytes) ? (await readAttachedProof(name, bytes)).proof : bytes };
    }),
  );
}
