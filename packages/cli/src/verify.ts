import { basename } from 'node:path';

import { outcomeOf } from '@countersign/pades';
import type { Outcome, VerifyReport } from '@countersign/pades';
import { parseCertificate, parseCrl, parseOcspResponse } from '@countersign/pki';

import { ExitCode } from './command-error.ts';
import type { ReportKind, VerifyCommand } from './command-line.ts';
import { readEuLists } from './eu-lists.ts';
import { examine } from './examine.ts';
import { readDerFile, readFile, writeWhole } from './files.ts';
import { harmless, toJson } from './terminal.ts';
import type { Terminal } from './terminal.ts';
import { factsOf, verifyJson } from './json.ts';
import type { FileFacts } from './json.ts';
import { checkTrail } from './trail.ts';
import { verifyText } from './verify-text.ts';

const EXIT_CODES: Readonly<Record<Outcome, ExitCode>> = {
  valid: ExitCode.valid,
  invalid: ExitCode.invalid,
  indeterminate: ExitCode.indeterminate,
};

/** Runs `countersign verify`. Throws CommandError. */
export async function verify(command: VerifyCommand, terminal: Terminal): Promise<ExitCode> {
  const bytes = readFile(command.file);
  const anchors = command.trust.flatMap((name) => readDerFile(name, 'CERTIFICATE', 'certificate', parseCertificate));
  const crls = command.crls.flatMap((name) => readDerFile(name, 'X509 CRL', 'revocation list', parseCrl));
  const ocsps = command.ocsps.flatMap((name) => readDerFile(name, 'OCSP RESPONSE', 'OCSP response', parseOcspResponse));
  const now = (command.at ?? terminal.now()).toISOString();
  const { services, warnings } = await readEuLists(command.euLists, command.euListSigners, terminal.now());
  for (const warning of warnings) terminal.error(`countersign: ${harmless(warning)}\n`);
  const { report: wanted } = command;
  const withProof = wanted !== undefined;
  const input = { anchors, services, crls, ocsps, now, requireRevocation: true, withProof };
  const report = await examine({ kind: 'verify', bytes, input });
  const outcome = outcomeOf(report);
  const facts = factsOf(command.file, bytes);
  if (wanted !== undefined) {
    const text = await validationReport(wanted, report, facts);
    if (command.output === undefined) terminal.out(text);
    else writeWhole(command.output, [Buffer.from(text)]);
    return EXIT_CODES[outcome];
  }
  const trail = command.trail === undefined ? undefined : checkTrail(command.trail, report);
  terminal.out(
    command.json
      ? toJson(verifyJson(facts, outcome, report, trail))
      : verifyText({
          facts,
          outcome,
          report,
          anchors: anchors.length + services.length,
          colours: terminal.colours,
          trail,
        }),
  );
  return trail !== undefined && trail.findings.length > 0 ? ExitCode.invalid : EXIT_CODES[outcome];
}

async function validationReport(kind: ReportKind, report: VerifyReport, facts: FileFacts): Promise<string> {
  // The report modules are loaded only when needed, because they require an XML library.
  const { buildValidationReport, etsiReport } = await import('@countersign/pades/validation-report');
  const { file, bytes, sha256 } = facts;
  const built = buildValidationReport(report, { name: basename(file), sizeBytes: bytes, sha256 });
  return kind === 'etsi' ? etsiReport(built) : toJson(built);
}
