import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';

import { appendDss, embedCms, paddedContents, prepareSeal, signedParts } from '@countersign/pdf-sign';
import type { RevisionState, UnsignedRevision } from '@countersign/pdf-sign';
import {
  digestOf,
  isSelfIssued,
  openPkcs12,
  parseCrl,
  PkiError,
  signCades,
  signingKey,
  verifyCms,
} from '@countersign/pki';
import type { Certificate, Pkcs12, SigningKey } from '@countersign/pki';

import { CommandError, ExitCode } from './command-error.ts';
import { gatherEvidence } from './evidence.ts';
import { examine } from './examine.ts';
import type { Prepared } from './examine-tasks.ts';
import { readDerFile, readFile, writeWhole } from './files.ts';
import { readImage } from './images.ts';
import type { SignCommand } from './sign-command.ts';
import { harmless, numberText, table, timeText } from './terminal.ts';
import type { Terminal } from './terminal.ts';
import { requestTimestamp } from './timestamp-client.ts';
import type { Timestamp } from './timestamp-client.ts';

/**
 * The space reserved for a signature container, not counting its certificates and its time-stamp. It must hold two
 * RSA-4096 values, names and attributes.
 */
const RESERVE_BASE = 4096;
/** The largest accepted time-stamp token, including space for its attribute. */
const RESERVE_TIMESTAMP = 16 * 1024;

/**
 * Runs `countersign sign`, which creates one PAdES signature (EN 319 142-1 §6), up to B-LTA. The key never enters the
 * thread that parses the file. The result is verified first, and written only if it reaches the requested level. Throws
 * CommandError.
 */
export async function sign(command: SignCommand, terminal: Terminal): Promise<ExitCode> {
  const out = command.out ?? defaultOut(command.file);
  const bytes = readFile(command.file);
  const given = openKey(command, terminal);
  const signer: Signer = {
    key: keyFor(given.privateKey, command),
    certificate: given.certificate,
    chain: given.chain,
  };
  const prepared = await prepare(command, terminal, signer, bytes);
  const made = await signPrepared(command, signer, Buffer.concat([bytes, prepared.added]), prepared.unsigned);
  const file =
    command.level === 'b-lt' || command.level === 'b-lta' ? await keepEvidence(command, signer, made) : made.file;
  const level = await checkOwnWork(file, prepared.field, anchorsFor(signer, made.timestamp), command, terminal);
  writeWhole(out, [file]);
  terminal.out(summary({ command, out, file, signer, level, prepared, timestamp: made.timestamp }));
  return ExitCode.valid;
}

interface Signer {
  readonly key: SigningKey;
  readonly certificate: Certificate;
  readonly chain: readonly Certificate[];
}

interface Made {
  readonly file: Buffer;
  readonly state: RevisionState;
  /** The value of /Contents, which identifies the signature's entry in the security store. */
  readonly contents: Buffer;
  readonly timestamp: Timestamp | undefined;
}

function prepare(command: SignCommand, terminal: Terminal, signer: Signer, bytes: Buffer): Promise<Prepared> {
  const { certificate, chain } = signer;
  const { reason, location, certify } = command;
  const date = terminal.now();
  const name = command.name ?? certificate.subject.commonName;
  const image = command.image === undefined ? undefined : readImage(readFile(command.image), command.image);
  const facts = [name ?? certificate.subject.text, reason, location, timeText(date.toISOString())];
  const lines = command.text?.split('\n') ?? (image === undefined ? facts.filter((line) => line !== undefined) : []);
  return examine({
    kind: 'prepare',
    bytes,
    options: {
      field: command.field,
      place: command.visible,
      mark: { image, lines: lines.filter((line) => line.trim() !== '') },
      date,
      fileId: randomBytes(16),
      reserve: reserveFor([certificate, ...chain], command.tsa !== undefined),
      ...(name === undefined ? {} : { name }),
      ...(reason === undefined ? {} : { reason }),
      ...(location === undefined ? {} : { location }),
      ...(certify === undefined ? {} : { certify }),
    },
  });
}

async function signPrepared(
  { tsa }: SignCommand,
  { key, certificate, chain }: Signer,
  before: Buffer,
  unsigned: UnsignedRevision,
): Promise<Made> {
  const digestAlgorithm = key.algorithm.digest;
  let timestamp: Timestamp | undefined;
  const cms = await signCades({
    digest: digestOf(digestAlgorithm, Buffer.concat([before, ...signedParts(unsigned)])),
    digestAlgorithm,
    key,
    certificate,
    chain,
    ...(tsa === undefined
      ? {}
      : { timestamp: async (value: Buffer) => (timestamp = await requestTimestamp(tsa, value)).token }),
  });
  const file = Buffer.concat([before, embedCms(unsigned, cms)]);
  return { file, state: unsigned.state, contents: paddedContents(unsigned, cms), timestamp };
}

/** Adds the evidence for long-term validation (B-LT), and a time-stamp over all of it (B-LTA). */
async function keepEvidence(command: SignCommand, signer: Signer, made: Made): Promise<Buffer> {
  const { tsa, level } = command;
  const { file, state, contents, timestamp } = made;
  if (tsa === undefined || timestamp === undefined) throw new Error('evidence without a time-stamp');
  const { signer: authority, certificates } = stampFacts(timestamp);
  const lists = command.crls.flatMap((name) => readDerFile(name, 'X509 CRL', 'revocation list', parseCrl));
  const evidence = await gatherEvidence({
    leaves: [signer.certificate, authority],
    known: [...signer.chain, ...certificates],
    crls: lists.map((der) => parseCrl(der)),
    at: timestamp.time,
  });
  const fileId = randomBytes(16);
  const data = { ...evidence, vri: [contents] };
  if (level === 'b-lt') return Buffer.concat([file, appendDss(state, { ...data, fileId }).tail]);
  const unsigned = prepareSeal(state, data, { fileId, reserve: RESERVE_TIMESTAMP });
  const { token } = await requestTimestamp(tsa, Buffer.concat([file, ...signedParts(unsigned)]));
  return Buffer.concat([file, embedCms(unsigned, token)]);
}

function stampFacts({ token }: Timestamp): { signer: Certificate; certificates: readonly Certificate[] } {
  const { signer, certificates } = verifyCms({ der: token });
  if (signer === undefined) throw new Error('an accepted time-stamp has no signer');
  return { signer, certificates };
}

/**
 * Returns the topmost certificates that were supplied with the key and the time-stamp. The person who verifies
 * the file decides whether to trust them.
 */
function anchorsFor({ certificate, chain }: Signer, timestamp: Timestamp | undefined): Certificate[] {
  const own = chain.at(-1) ?? certificate;
  if (timestamp === undefined) return [own];
  const { signer, certificates } = stampFacts(timestamp);
  let top = signer;
  for (let height = 0; height < certificates.length && !isSelfIssued(top); height++) {
    const below = top;
    top = [...certificates, ...chain].find((one) => one.subject.equals(below.issuer)) ?? below;
  }
  return [own, top];
}

interface Outcome {
  readonly command: SignCommand;
  readonly out: string;
  readonly file: Buffer;
  readonly signer: Signer;
  readonly level: string;
  readonly prepared: Prepared;
  readonly timestamp: Timestamp | undefined;
}

const CERTIFIED = {
  1: 'no further changes are permitted',
  2: 'filling in and signing are still permitted',
  3: 'filling in, signing and comments are still permitted',
} as const;

function summary({ command, out, file, signer, level, prepared, timestamp }: Outcome): string {
  const rows: [string, string][] = [
    ['Written', `${harmless(out)}, ${numberText(file.length)} bytes`],
    ['Signed by', harmless(signer.certificate.subject.text)],
    ['Level', `PAdES ${level}${timestamp === undefined ? ', without a time-stamp' : ''}`],
    ['Field', `${harmless(prepared.field)}, ${prepared.isVisible ? 'visible' : 'invisible'}`],
  ];
  if (command.certify !== undefined) rows.push(['Certified', CERTIFIED[command.certify]]);
  if (timestamp !== undefined)
    rows.push(['Time-stamp', `${timeText(timestamp.time.toISOString())} by ${harmless(timestamp.authority)}`]);
  return `Signed: ${harmless(path.basename(command.file))}\n\n${table(rows)}`;
}

/** Returns the name of a new file beside the original. An existing file is never overwritten. */
function defaultOut(file: string): string {
  const { dir, name, ext } = path.parse(file);
  const out = path.join(dir, `${name}-signed${ext}`);
  if (existsSync(out)) throw new CommandError(ExitCode.usage, `${out} already exists. Choose another file with --out.`);
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
      const hint = passphraseEnv === undefined ? ' Pass the variable that contains it with --passphrase-env.' : '';
      throw new CommandError(ExitCode.invalid, `The passphrase for ${p12} is wrong.${hint}`, cause);
    }
    const message = `${p12} cannot be used: ${cause.message}.`;
    const hint = cause.code === 'unsupported_algorithm' ? ' Export it again, protected with AES.' : '';
    throw new CommandError(ExitCode.invalid, `${message}${hint}`, cause);
  }
}

function keyFor(privateKey: Pkcs12['privateKey'], { digest }: SignCommand): SigningKey {
  try {
    return signingKey(privateKey, digest === undefined ? {} : { digest });
  } catch (cause) {
    if (!(cause instanceof PkiError)) throw cause;
    const why = cause.code === 'algorithm_mismatch' ? cause.message : `it is ${cause.message}`;
    throw new CommandError(ExitCode.invalid, `The key cannot be used: ${why}.`, cause);
  }
}

function reserveFor(certificates: readonly Certificate[], isStamped: boolean): number {
  const room = certificates.reduce((sum, { der }) => sum + der.length, RESERVE_BASE);
  return room + (isStamped ? RESERVE_TIMESTAMP : 0);
}

/**
 * Verifies the result, trusting the topmost available certificates, and returns its level. This check detects an
 * expired certificate, a certificate issued for a different purpose, and earlier signatures that were already broken or
 * that forbid ours.
 */
async function checkOwnWork(
  bytes: Buffer,
  field: string,
  anchors: readonly Certificate[],
  { level }: SignCommand,
  terminal: Terminal,
): Promise<string> {
  const input = { anchors: anchors.map(({ der }) => der), now: terminal.now().toISOString() };
  const { signatures } = await examine({ kind: 'verify', bytes, input });
  const own = signatures.find((signature) => signature.field === field);
  if (own === undefined) throw new Error('the new signature was not found');
  if (!own.isValid)
    throw new CommandError(
      ExitCode.invalid,
      `The file was not signed because the signature would not be valid. ${own.reasons.join(' ')}`,
    );
  const broken = signatures.find((signature) => signature.indication === 'TOTAL-FAILED');
  if (broken !== undefined)
    throw new CommandError(
      ExitCode.invalid,
      `The file was not signed: the signature in ${broken.field} is invalid, or would become invalid. ${broken.reasons.join(' ')}`,
    );
  const reached = own.level ?? 'no level';
  if (reached.toLowerCase() !== level)
    throw new CommandError(
      ExitCode.invalid,
      `The file was not signed: the signature would reach ${reached}, not ${level.toUpperCase()}. ${signatures.flatMap(({ reasons }) => reasons).join(' ')}`.trim(),
    );
  return reached;
}
