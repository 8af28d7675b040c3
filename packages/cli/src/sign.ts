import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';

import { embedCms, signedParts } from '@countersign/pdf-sign';
import { digestOf, openPkcs12, PkiError, signCades, signingKey } from '@countersign/pki';
import type { Certificate, Pkcs12, SigningKey } from '@countersign/pki';

import { CommandError, ExitCode } from './command-error.ts';
import type { SignCommand } from './command-line.ts';
import { examine } from './examine.ts';
import { readFile, writeWhole } from './files.ts';
import { harmless, numberText, table, timeText } from './terminal.ts';
import type { Terminal } from './terminal.ts';
import { requestTimestamp } from './timestamp-client.ts';
import type { Timestamp } from './timestamp-client.ts';

/** Everything in a signature container but certificates and time-stamp: two RSA-4096 values, names and attributes. */
const RESERVE_BASE = 4096;
/** The largest token that is accepted, with room for its attribute. */
const RESERVE_TIMESTAMP = 16 * 1024;

/**
 * `countersign sign`: one signature, PAdES B-B, or B-T with a time-stamp (EN 319 142-1 §6). The key never enters the thread
 * that parses the file. What was made is verified before it is written. Throws CommandError.
 */
export async function sign(command: SignCommand, terminal: Terminal): Promise<ExitCode> {
  const out = command.out ?? defaultOut(command.file);
  const bytes = readFile(command.file);
  const { privateKey, certificate, chain } = openKey(command, terminal);
  const key = keyFor(privateKey);
  const certificates = [certificate, ...chain];
  const { field, added, unsigned } = await examine({
    kind: 'prepare',
    bytes,
    options: {
      field: command.field,
      date: terminal.now(),
      fileId: randomBytes(16),
      reserve: reserveFor(certificates, command.tsa !== undefined),
      ...(command.reason === undefined ? {} : { reason: command.reason }),
      ...(certificate.subject.commonName === undefined ? {} : { name: certificate.subject.commonName }),
    },
  });
  const digestAlgorithm = key.algorithm.digest;
  let timestamp: Timestamp | undefined;
  const { tsa } = command;
  const cms = await signCades({
    digest: digestOf(digestAlgorithm, Buffer.concat([bytes, added, ...signedParts(unsigned)])),
    digestAlgorithm,
    key,
    certificate,
    chain,
    ...(tsa === undefined
      ? {}
      : { timestamp: async (value: Buffer) => (timestamp = await requestTimestamp(tsa, value)).token }),
  });
  const file = Buffer.concat([bytes, added, embedCms(unsigned, cms)]);
  await checkOwnWork(file, field, certificates, terminal);
  writeWhole(out, [file]);
  const rows: [string, string][] = [
    ['Written', `${harmless(out)}, ${numberText(file.length)} bytes`],
    ['Signed by', harmless(certificate.subject.text)],
    ['Level', timestamp === undefined ? 'PAdES B-B, without a time-stamp' : 'PAdES B-T'],
    ['Field', harmless(field)],
  ];
  if (timestamp !== undefined)
    rows.push(['Time-stamp', `${timeText(timestamp.time.toISOString())} by ${harmless(timestamp.authority)}`]);
  terminal.out(`Signed: ${harmless(path.basename(command.file))}\n\n${table(rows)}`);
  return ExitCode.valid;
}

/** Beside the file, never over another one. */
function defaultOut(file: string): string {
  const { dir, name, ext } = path.parse(file);
  const out = path.join(dir, `${name}-signed${ext}`);
  if (existsSync(out)) throw new CommandError(ExitCode.usage, `${out} exists already: say with --out where to write.`);
  return out;
}

function openKey({ p12, passphraseEnv }: SignCommand, { env }: Terminal): Pkcs12 {
  const passphrase = passphraseEnv === undefined ? '' : env[passphraseEnv];
  if (passphrase === undefined)
    throw new CommandError(ExitCode.usage, `The environment variable ${passphraseEnv ?? ''} is not set.`);
  const bytes = readFile(p12);
  try {
    return openPkcs12(bytes, passphrase);
  } catch (cause) {
    if (!(cause instanceof PkiError)) throw cause;
    if (cause.code === 'wrong_passphrase') {
      const hint = passphraseEnv === undefined ? ' Name the variable that holds it with --passphrase-env.' : '';
      throw new CommandError(ExitCode.invalid, `The passphrase does not open ${p12}.${hint}`, cause);
    }
    const message = `${p12} cannot be used: ${cause.message}.`;
    const hint = cause.code === 'unsupported_algorithm' ? ' Export it once more, protected with AES.' : '';
    throw new CommandError(ExitCode.invalid, `${message}${hint}`, cause);
  }
}

function keyFor(privateKey: Pkcs12['privateKey']): SigningKey {
  try {
    return signingKey(privateKey);
  } catch (cause) {
    if (!(cause instanceof PkiError)) throw cause;
    throw new CommandError(ExitCode.invalid, `The key cannot be used: it is ${cause.message}.`, cause);
  }
}

function reserveFor(certificates: readonly Certificate[], isStamped: boolean): number {
  const room = certificates.reduce((sum, { der }) => sum + der.length, RESERVE_BASE);
  return room + (isStamped ? RESERVE_TIMESTAMP : 0);
}

/**
 * Verifies what was made, the uppermost of our own certificates taken as trusted. This finds an expired certificate, one for
 * another purpose, and earlier signatures that the file had broken, or that forbid ours.
 */
async function checkOwnWork(
  bytes: Buffer,
  field: string,
  certificates: readonly Certificate[],
  terminal: Terminal,
): Promise<void> {
  const anchors = certificates.slice(-1).map(({ der }) => der);
  const input = { anchors, now: terminal.now().toISOString() };
  const { signatures } = await examine({ kind: 'verify', bytes, input });
  const own = signatures.find((signature) => signature.field === field);
  if (own === undefined) throw new Error('our own signature is not found');
  if (!own.isValid)
    throw new CommandError(ExitCode.invalid, `Nothing was signed, for it would not be valid. ${own.reasons.join(' ')}`);
  const broken = signatures.find((signature) => signature.indication === 'TOTAL-FAILED');
  if (broken !== undefined)
    throw new CommandError(
      ExitCode.invalid,
      `Nothing was signed: the signature in ${broken.field} is not valid, or would not be any more. ${broken.reasons.join(' ')}`,
    );
}
