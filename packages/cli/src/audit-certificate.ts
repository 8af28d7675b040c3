import { type Entry, hashEntry, type NamedText, parseEntry } from '@countersign/audit-log';
import { AuditLogError, openCheckpoint, parseProof, SIGNATURE_TYPE, verifyProof } from '@countersign/audit-log/tlog';
import type { VerifiedCheckpoint, VerifierKey } from '@countersign/audit-log/tlog';
import { outcomeOf, type VerifyReport } from '@countersign/pades';
import type { Certificate } from '@countersign/pki';

import { hasWitness, parseKeys } from './audit-keys.ts';
import { readAttachedProof } from './audit-pins.ts';
import { CommandError, ExitCode } from './command-error.ts';
import { examine } from './examine.ts';

export interface CertificateOptions {
  readonly keys: readonly VerifierKey[] | undefined;
  readonly pins: readonly NamedText[];
  readonly anchors: readonly Certificate[];
  readonly now: Date;
}

/** The verified proof from a certificate of completion. */
export interface CertificateResult {
  readonly origin: string;
  readonly size: number;
  readonly index: number;
  readonly entry: Entry;
  readonly cosigners: readonly string[];
  /** Where the log's key comes from: the `--key` option, the seal on the certificate, or only the file itself. */
  readonly keyFrom: 'option' | 'seal' | 'file';
}

/** Verifies the proof in a certificate of completion without the log. Throws CommandError (1). */
export async function verifyCertificate(
  name: string,
  bytes: Buffer,
  { keys, pins, anchors, now }: CertificateOptions,
): Promise<CertificateResult> {
  const attached = await readAttachedProof(name, bytes);
  const report = anchors.length === 0 ? undefined : await sealReport(name, bytes, anchors, now);
  const trusted =
    keys ?? (attached.keys === undefined ? undefined : parseKeys(`audit-keys.txt of ${name}`, attached.keys));
  if (trusted === undefined)
    throw new CommandError(ExitCode.usage, `${name} does not contain the log's key. Pass the key with --key.`);
  return refusing(name, async () => {
    const proof = parseProof(attached.proof);
    const roles = {
      logs: trusted.filter(({ type }) => type === SIGNATURE_TYPE.ed25519),
      witnesses: trusted.filter(({ type }) => type === SIGNATURE_TYPE.cosignature),
    };
    const checkpoint = await verifyProof(proof, roles);
    if (hasWitness(keys) && checkpoint.cosignatures.length === 0)
      throw invalid(`No trusted witness cosigned the checkpoint in ${name}.`);
    const entry = parseEntry(proof.extra ?? new Uint8Array());
    if (report) comparePosition(name, report, entry, proof.extra ?? new Uint8Array());
    for (const pin of pins) await comparePin(name, checkpoint, pin, roles);
    const cosigners = [...new Set(checkpoint.cosignatures.map(({ key }) => key.name))];
    const keyFrom = keys !== undefined ? 'option' : report === undefined ? 'file' : 'seal';
    return { origin: checkpoint.origin, size: checkpoint.size, index: proof.index, entry, cosigners, keyFrom };
  });
}

/** Converts an error in the proof to a CommandError, because an invalid proof is not a bug. */
async function refusing<Value>(name: string, check: () => Promise<Value>): Promise<Value> {
  try {
    return await check();
  } catch (cause) {
    if (cause instanceof AuditLogError) throw invalid(`The proof in ${name} is not valid. ${cause.message}`, cause);
    throw cause;
  }
}

async function sealReport(
  name: string,
  bytes: Buffer,
  anchors: readonly Certificate[],
  now: Date,
): Promise<VerifyReport> {
  const input = {
    anchors: anchors.map(({ der }) => der),
    services: [],
    crls: [],
    ocsps: [],
    now: now.toISOString(),
    requireRevocation: false,
    withProof: false,
  };
  const report = await examine({ kind: 'verify', bytes, input });
  if (outcomeOf(report) !== 'valid')
    throw invalid(`${name} is not a valid certificate of completion: ${report.verdict}`);
  return report;
}

/** The seal covers a later entry of the same stream, or the proved entry itself. */
function comparePosition(name: string, { signatures }: VerifyReport, entry: Entry, bytes: Uint8Array): void {
  for (const { trailPosition } of signatures) {
    if (trailPosition === null) continue;
    const isOlder = entry.n < trailPosition.sequence;
    const isSame = entry.n === trailPosition.sequence && hashEntry(bytes) === trailPosition.hash;
    if (!isOlder && !isSame)
      throw invalid(
        `The seal of ${name} covers entry ${trailPosition.sequence} of its audit trail (SHA-256 ${trailPosition.hash}). The proof is for another entry: ${entry.n}.`,
      );
  }
}

/** Without the log, only pins of the same size can be compared with the proof. */
async function comparePin(
  name: string,
  checkpoint: VerifiedCheckpoint,
  pin: NamedText,
  keys: Parameters<typeof openCheckpoint>[1],
): Promise<void> {
  const text = typeof pin.text === 'string' ? pin.text : Buffer.from(pin.text).toString();
  const other = await openCheckpoint(text.startsWith('c2sp.org/') ? parseProof(text).checkpoint : text, keys);
  if (other.origin !== checkpoint.origin)
    throw invalid(
      `${pin.name} belongs to the log ${other.origin}, but the proof in ${name} belongs to the log ${checkpoint.origin}.`,
    );
  if (other.size === checkpoint.size && !Buffer.from(other.root).equals(checkpoint.root))
    throw invalid(`${name} and ${pin.name} show two different logs of ${other.size} entries: the log was forked.`);
}

const invalid = (message: string, cause?: unknown): CommandError => new CommandError(ExitCode.invalid, message, cause);
