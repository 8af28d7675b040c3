import type { Promised } from '@countersign/audit-log';

import { CommandError, ExitCode } from './command-error.ts';
import { readFile } from './files.ts';

/**
 * Reads the entries that must be in the log according to receipts. A receipt is the response to signing, or its
 * `receipt` member. Throws CommandError (1, 66).
 */
export const readReceipts = (names: readonly string[]): Promised[] =>
  names.map((name) => {
    const body = objectOf(parsed(readFile(name).toString()));
    const { audit } = objectOf(body['receipt'] ?? body);
    const { hash, in_checkpoint_by: by } = objectOf(audit);
    if (typeof hash === 'string' && /^[0-9a-f]{64}$/.test(hash) && (by === undefined || isTime(by)))
      return { hash, by };
    throw new CommandError(
      ExitCode.invalid,
      `${name} is not a receipt. Save the response to the signing request, or its member "receipt", as a JSON file.`,
    );
  });

const isTime = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value);

const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
