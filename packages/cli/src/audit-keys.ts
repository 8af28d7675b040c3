import { AuditLogError, parseVerifierKey, SIGNATURE_TYPE, type VerifierKey } from '@countersign/audit-log/tlog';

import { CommandError, ExitCode } from './command-error.ts';
import { readFile } from './files.ts';

/** Parses verifier keys from text with one key per line. Throws CommandError (1). */
export function parseKeys(name: string, text: string): VerifierKey[] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.flatMap((line, index) => {
    if (line === '') return [];
    try {
      return parseVerifierKey(line);
    } catch (cause) {
      if (!(cause instanceof AuditLogError)) throw cause;
      throw new CommandError(ExitCode.invalid, `Line ${index + 1} of ${name}: ${cause.message}`, cause);
    }
  });
}

/**
 * Reads the keys given with `--key`, as files or as text. Returns undefined if the option is not given. Throws
 * CommandError (1, 66).
 */
export function givenKeys(options: readonly string[]): VerifierKey[] | undefined {
  if (options.length === 0) return undefined;
  return options.flatMap((option) =>
    /^[^+]+\+[0-9a-f]{8}\+/.test(option) ? parseKeys('--key', option) : parseKeys(option, readFile(option).toString()),
  );
}

/** If the caller passes a witness's key, a cosignature from a witness is required. */
export const hasWitness = (keys: readonly VerifierKey[] | undefined): boolean =>
  keys?.some(({ type }) => type === SIGNATURE_TYPE.cosignature) ?? false;
