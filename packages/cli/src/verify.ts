import { outcomeOf } from '@countersign/pades';
import type { Outcome } from '@countersign/pades';
import { parseCertificate, parseCrl } from '@countersign/pki';

import { ExitCode } from './command-error.ts';
import type { VerifyCommand } from './command-line.ts';
import { examine } from './examine.ts';
import { readDerFile, readFile } from './files.ts';
import { toJson } from './terminal.ts';
import type { Terminal } from './terminal.ts';
import { factsOf, verifyJson } from './json.ts';
import { verifyText } from './verify-text.ts';

const EXIT_CODES: Readonly<Record<Outcome, ExitCode>> = {
  valid: ExitCode.valid,
  invalid: ExitCode.invalid,
  indeterminate: ExitCode.indeterminate,
};

/** `countersign verify`. Throws CommandError. */
export async function verify(command: VerifyCommand, terminal: Terminal): Promise<ExitCode> {
  const bytes = readFile(command.file);
  const anchors = command.trust.flatMap((name) => readDerFile(name, 'CERTIFICATE', 'certificate', parseCertificate));
  const crls = command.crls.flatMap((name) => readDerFile(name, 'X509 CRL', 'revocation list', parseCrl));
  const now = (command.at ?? terminal.now()).toISOString();
  const report = await examine({ kind: 'verify', bytes, input: { anchors, crls, now, requireRevocation: true } });
  const outcome = outcomeOf(report);
  const facts = factsOf(command.file, bytes);
  terminal.out(
    command.json
      ? toJson(verifyJson(facts, outcome, report))
      : verifyText({ facts, outcome, report, anchors: anchors.length, colours: terminal.colours }),
  );
  return EXIT_CODES[outcome];
}
