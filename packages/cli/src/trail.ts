import { AuditLogError, type Entry, hashEntry, parseEntry, positionFault, verifyStream } from '@countersign/audit-log';
import type { SignatureVerdict, VerifyReport } from '@countersign/pades';

import { CommandError, ExitCode } from './command-error.ts';
import { readFile } from './files.ts';

export interface TrailCheck {
  /** The number of entries in the trail. */
  readonly entries: number;
  readonly document: string;
  /** The hash of the last entry. */
  readonly head: string;
  /** The number of signatures and seals that cover the trail. */
  readonly covering: number;
  /** Sentences that describe contradictions. Empty if there are none. */
  readonly findings: readonly string[];
}

type Line = { readonly bytes: Buffer; readonly entry: Entry };

/**
 * Compares the entries of a file with the signatures of a PDF. The file comes from the bundle of a completed document
 * (`audit/entries.jsonl`) or from an export of the audit log. Throws CommandError (64, 66).
 */
export function checkTrail(name: string, report: VerifyReport): TrailCheck {
  const lines = streamOf(name, readLines(name), report);
  const result = verifyStream(lines.map(({ bytes }) => bytes));
  const hashes = lines.map(({ bytes }) => hashEntry(bytes));
  const own = report.signatures.filter(({ trailPosition }) => trailPosition !== null);
  const about = {
    entries: lines.length,
    document: lines[0]?.entry.stream ?? '',
    head: hashes.at(-1) ?? '',
    covering: own.length,
  };
  if (!result.valid) return { ...about, findings: [`The audit trail is not valid: ${result.message}`] };
  const entries = lines.map(({ entry }) => entry);
  const isCertificate = report.summary.outcome === 'completion-certificate';
  const findings = own.flatMap((signature) => {
    const record = isCertificate ? undefined : recordOf(entries, signature);
    const fault = signature.trailPosition && positionFault(hashes, signature.trailPosition, record);
    return fault ? [`${nameOf(signature)} ${fault}`] : [];
  });
  return { ...about, findings: isCertificate ? findings : [...findings, ...fileFindings(entries, report)] };
}

function readLines(name: string): Line[] {
  const text = readFile(name);
  const lines: Line[] = [];
  for (const line of text.toString('utf8').split('\n')) {
    if (line.trim() === '') continue;
    const bytes = exported(line) ?? Buffer.from(line);
    try {
      lines.push({ bytes, entry: parseEntry(bytes) });
    } catch (cause) {
      if (!(cause instanceof AuditLogError)) throw cause;
      throw new CommandError(
        ExitCode.invalid,
        `Line ${lines.length + 1} of ${name} is not an audit entry: ${cause.message}`,
        cause,
      );
    }
  }
  if (lines.length === 0) throw new CommandError(ExitCode.usage, `${name} contains no audit entries.`);
  return lines;
}

/** Parses a line from an audit log export: `{"hash": ..., "bytes": base64}`. */
function exported(line: string): Buffer | undefined {
  if (!line.includes('"bytes"')) return undefined;
  try {
    const { bytes } = JSON.parse(line) as { bytes?: unknown };
    return typeof bytes === 'string' ? Buffer.from(bytes, 'base64') : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Finds the document's trail in an export that contains many trails. The right trail is the one that the signatures
 * cover, or the one that recorded one of their certificates.
 */
function streamOf(name: string, lines: readonly Line[], report: VerifyReport): Line[] {
  const streams = new Map<string, Line[]>();
  for (const line of lines) {
    const { stream } = line.entry;
    const known = streams.get(stream);
    if (known) known.push(line);
    else streams.set(stream, [line]);
  }
  const [only, ...more] = streams.values();
  if (only && more.length === 0) return only;
  const covered = new Set(report.signatures.flatMap(({ trailPosition }) => trailPosition?.hash ?? []));
  const serials = new Set(report.signatures.flatMap(({ certificate }) => certificate?.serial ?? []));
  const found = [...streams.values()].find((all) =>
    all.some(({ bytes, entry }) => covered.has(hashEntry(bytes)) || serials.has(textOf(entry, 'certificate') ?? '')),
  );
  if (!found)
    throw new CommandError(
      ExitCode.invalid,
      `${name} contains audit trails of other documents, but none for this file.`,
    );
  return found;
}

function recordOf(entries: readonly Entry[], { kind, certificate }: SignatureVerdict): Entry | undefined {
  if (kind === 'archive-timestamp') return entries.find(({ type }) => type === 'document.completed');
  if (kind === 'certification')
    return entries.findLast((entry) => SENDING.has(entry.type) && textOf(entry, 'seal') === certificate?.serial);
  return entries.find(
    (entry) => entry.type === 'document.signed' && textOf(entry, 'certificate') === certificate?.serial,
  );
}

/**
 * Checks that signatures and entries match one to one, and that each recorded hash matches the file as it was at that
 * time.
 */
function fileFindings(entries: readonly Entry[], { signatures, revisions }: VerifyReport): string[] {
  const hashes = new Set(revisions.map(({ sha256 }) => sha256));
  const found: string[] = [];
  const upload = entries.findLast(({ type }) => UPLOADING.has(type));
  const sending = entries.findLast(({ type }) => SENDING.has(type));
  for (const entry of entries) {
    if (!RECORDING.has(entry.type)) continue;
    // An uploaded file that was later replaced in the draft was never signed.
    if (UPLOADING.has(entry.type) && entry !== upload) continue;
    // The sender changed recipients or fields before the first signature, so a later revision replaced the sent
    // revision.
    if (SENDING.has(entry.type) && entry !== sending) continue;
    const serial = textOf(entry, 'certificate');
    if (serial !== undefined && !signatures.some(({ certificate }) => certificate?.serial === serial))
      found.push(
        `Entry ${entry.n} recorded a signature with certificate ${serial}, but the file does not contain this signature.`,
      );
    const sha256 = textOf(entry, 'sha256');
    if (sha256 !== undefined && !hashes.has(sha256))
      found.push(
        `Entry ${entry.n} (${entry.type}) recorded SHA-256 ${sha256}, but no revision of the file has this hash.`,
      );
  }
  for (const signature of signatures)
    if (signature.kind === 'signer' && signature.origin === 'own' && !recordOf(entries, signature))
      found.push(`No entry of the audit trail records ${nameOf(signature)}.`);
  return found;
}

const UPLOADING: ReadonlySet<string> = new Set(['document.created', 'document.file-replaced']);

/** The types of entries that record a certified first revision. */
const SENDING: ReadonlySet<string> = new Set(['document.sent', 'document.corrected']);

const RECORDING: ReadonlySet<string> = new Set([...UPLOADING, ...SENDING, 'document.signed', 'document.completed']);

function textOf({ data }: Entry, key: string): string | undefined {
  const value = (data as Readonly<Record<string, unknown>>)[key];
  return typeof value === 'string' ? value : undefined;
}

function nameOf({ kind, signerEmail, certificate }: SignatureVerdict): string {
  if (kind === 'archive-timestamp') return 'The time-stamp over the whole document';
  if (kind === 'certification') return 'The seal';
  return `The signature of ${signerEmail ?? certificate?.subject ?? 'an unknown signer'}`;
}
