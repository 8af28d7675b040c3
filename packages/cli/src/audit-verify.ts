import { statSync } from 'node:fs';

import type { LogResult } from '@countersign/audit-log';
import { parseCertificate } from '@countersign/pki';

import { certificateText, logText } from './audit-text.ts';
import { type CertificateResult, verifyCertificate } from './audit-certificate.ts';
import type { AuditVerifyCommand } from './audit-command.ts';
import { verifyExport } from './audit-export.ts';
import { givenKeys } from './audit-keys.ts';
import { isPdf, readPins } from './audit-pins.ts';
import { readReceipts } from './audit-receipts.ts';
import { verifyUrl } from './audit-url.ts';
import { CommandError, ExitCode } from './command-error.ts';
import { readDerFile, readFile } from './files.ts';
import { toJson } from './terminal.ts';
import type { Terminal } from './terminal.ts';

export async function verifyAudit(command: AuditVerifyCommand, terminal: Terminal): Promise<ExitCode> {
  const keys = givenKeys(command.keys);
  const pins = await readPins(command.pins);
  const anchors = command.trust
    .flatMap((name) => readDerFile(name, 'CERTIFICATE', 'certificate', parseCertificate))
    .map(parseCertificate);
  const url = /^https?:\/\//.test(command.file) ? URL.parse(command.file) : null;
  const promised = [...command.entries.map((hash) => ({ hash })), ...readReceipts(command.receipts)];
  const isOwnKey = keys !== undefined;
  if (url !== null) {
    const token = tokenOf(command, terminal);
    const now = terminal.now().toISOString();
    const result = await verifyUrl(url, { keys, pins, promised, now, token });
    return report(command, terminal, result, isOwnKey);
  }
  if (isFolder(command.file)) {
    return report(command, terminal, await verifyExport(command.file, { keys, pins, promised, anchors }), isOwnKey);
  }
  const bytes = readFile(command.file);
  if (!isPdf(bytes)) throw new CommandError(ExitCode.usage, `${command.file} is neither an export folder nor a PDF.`);
  if (promised.length > 0)
    throw new CommandError(ExitCode.usage, '--entry and --receipt require a complete log: an export or a URL.');
  const result = await verifyCertificate(command.file, bytes, { keys, pins, anchors, now: terminal.now() });
  return reportCertificate(command, terminal, result);
}

function report(command: AuditVerifyCommand, terminal: Terminal, result: LogResult, isOwnKey: boolean): ExitCode {
  const about = { format: 1, command: command.kind, file: command.file };
  if (command.json) terminal.out(toJson({ ...about, ...result }));
  else terminal.out(logText(result, terminal.colours, { isOwnKey }));
  if (result.valid) return ExitCode.valid;
  return result.fault.code === 'promise_open' ? ExitCode.indeterminate : ExitCode.invalid;
}

function reportCertificate(command: AuditVerifyCommand, terminal: Terminal, result: CertificateResult): ExitCode {
  const { keyFrom, entry, origin, size, index, cosigners } = result;
  const isConfirmed = keyFrom !== 'file';
  if (command.json) {
    const facts = { origin, size, index, entry, cosigners, keyFrom };
    terminal.out(toJson({ format: 1, command: command.kind, file: command.file, valid: isConfirmed, proof: facts }));
  } else terminal.out(certificateText(command.file, result, terminal.colours));
  return isConfirmed ? ExitCode.valid : ExitCode.indeterminate;
}

function tokenOf({ tokenEnv }: AuditVerifyCommand, { env }: Terminal): string | undefined {
  if (tokenEnv === undefined) return undefined;
  const token = env[tokenEnv];
  if (token === undefined || token === '')
    throw new CommandError(ExitCode.usage, `The environment variable ${tokenEnv} is not set.`);
  return token;
}

const isFolder = (name: string): boolean => statSync(name, { throwIfNoEntry: false })?.isDirectory() ?? false;
