import { outcomeOf } from '@countersign/pades';
import type { Outcome } from '@countersign/pades';
import { parseCertificate, parseCrl, parseOcspResponse } from '@countersign/pki';

import { ExitCode } from './command-error.ts';
import type { VerifyCommand } from './command-line.ts';
import { readEuLists } from './eu-lists.ts';
import { examine } from './examine.ts';
import { readDerFile, readFile } from './files.ts';
import { harmless, toJson } from './terminal.ts';
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
  const ocsps = command.ocsps.flatMap((name) => readDerFile(name, 'OCSP RESPONSE', 'OCSP response', parseOcspResponse));
  const now = (command.at ?? terminal.now()).toISOString();
  const { services, warnings } = await readEuLists(command.euLists, command.euListSigners, terminal.now());
  for (const warning of warnings) terminal.error(`countersign: ${harmless(warning)}\n`);
  const input = { anchors, services, crls, ocsps, now, requireRevocation: true };
  const report = await examine({ kind: 'verify', bytes, input });
  const outcome = outcomeOf(report);
  const facts = factsOf(command.file, bytes);
  terminal.out(
    command.json
      ? toJson(verifyJson(facts, outcome, report))
      : verifyText({ facts, outcome, report, anchors: anchors.length + services.length, colours: terminal.colours }),
  );
  return EXIT_CODES[outcome];
}
