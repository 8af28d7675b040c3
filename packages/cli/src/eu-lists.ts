import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';

import type { TrustedService } from '@countersign/pades';
import { parseCertificate } from '@countersign/pki';

import { CommandError, ExitCode } from './command-error.ts';
import { readDerFile, readFile } from './files.ts';

export interface EuLists {
  readonly services: readonly TrustedService[];
  /** Warnings about lists that are not used or are out of date. */
  readonly warnings: readonly string[];
}

/**
 * Reads trusted lists from files, or from the .xml files in folders. An invalid list only causes a warning, because
 * ignoring a list can only reduce trust. The command fails if no list is valid. Throws CommandError (64, 66).
 */
export async function readEuLists(
  sources: readonly string[],
  signerFiles: readonly string[],
  now: Date,
): Promise<EuLists> {
  if (sources.length === 0) return { services: [], warnings: [] };
  const signers = signerFiles.flatMap((name) => readDerFile(name, 'CERTIFICATE', 'certificate', parseCertificate));
  const files = sources.flatMap(filesOf).map((name) => ({ name, bytes: readFile(name) }));
  // The XML parser is loaded only when needed, because trusting a single root does not require it.
  const { readTrustLists } = await import('@countersign/trust-lists');
  const { services, lists, refused } = readTrustLists(files, { signers, now });
  const warnings = [
    ...refused.map(({ file, message }) => `The trusted list ${file} is not used: ${message}.`),
    ...lists
      .filter(({ isOutdated }) => isOutdated)
      .map(({ file, nextUpdate }) =>
        nextUpdate === null
          ? `The trusted list ${file} is closed and no longer in force.`
          : `The trusted list ${file} is out of date. It was valid until ${nextUpdate.slice(0, 10)}.`,
      ),
  ];
  if (lists.length === 0) throw new CommandError(ExitCode.usage, warnings.join(' ') || 'No trusted list was found.');
  return { services, warnings };
}

function filesOf(name: string): string[] {
  const facts = statSync(name, { throwIfNoEntry: false });
  if (facts === undefined) throw new CommandError(ExitCode.noInput, `The file ${name} does not exist.`);
  if (!facts.isDirectory()) return [name];
  return readdirSync(name)
    .filter((entry) => /\.(xml|tsl)$/i.test(entry))
    .toSorted()
    .map((entry) => path.join(name, entry));
}
