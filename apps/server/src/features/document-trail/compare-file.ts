/**
 * Compares the signatures in the stored PDF with entries and rows. Write access to the database is not enough to forge
 * signatures.
 */
import { addressKey } from '@countersign/contract';
import type { SignatureVerdict, VerifyReport } from '../../platform/pdf/index.ts';
import { compareFields } from './compare-fields.ts';
import { comparePositions } from './compare-positions.ts';
import { type Evidence, type Finding, finding, namingOf, numberOf, quoted, type Said, textOf } from './evidence.ts';

/**
 * The maximum time between a signature's creation, its time-stamp and its entry. It is usually a few seconds. The
 * authority's clock may differ from ours, and a signer may wait for others who sign at the same moment.
 */
const APART_MS = 15 * 60_000;

export function compareFile(evidence: Evidence, report: VerifyReport): Finding[] {
  // An unreadable file cannot be compared. It is reported as a separate fault.
  if (report.revisions.length === 0) return [];
  const { entries, document } = evidence;
  const uploaded = document?.size_bytes ?? 0;
  // Signatures in the uploaded file were made elsewhere, or for another document.
  const made = report.signatures.filter((one) => lengthOf(report, one) > uploaded);
  const signed = entries.filter(({ type }) => type === 'document.signed');
  return [
    ...bytesFindings(evidence, report),
    ...signed.flatMap((entry) => signatureFindings(evidence, entry, made, report)),
    ...made.flatMap((one) => unrecorded(one, evidence, report)),
    ...sealFindings(entries, made),
    ...stampFindings(entries, made),
    ...comparePositions(evidence, made),
    ...compareFields(evidence, report),
  ];
}

const lengthOf = ({ revisions }: VerifyReport, { revision }: SignatureVerdict): number =>
  revision === null ? 0 : (revisions[revision - 1]?.bytes ?? 0);

function bytesFindings({ revisions, document }: Evidence, report: VerifyReport): Finding[] {
  const saved = new Map(report.revisions.map(({ bytes, sha256 }) => [bytes, sha256]));
  const stored = document && saved.get(document.size_bytes);
  const found =
    typeof stored === 'string' && stored !== document?.sha256
      ? [
          finding('upload-hash', 'The SHA-256 of the stored upload differs from the one stored with the document.', {
            stored,
            recorded: document?.sha256,
          }),
        ]
      : [];
  for (const { n, length, sha256 } of revisions) {
    if (saved.get(length) === sha256) continue;
    const message = `The stored bytes of revision ${n} do not match the length and SHA-256 stored with it.`;
    found.push(finding('revision-file', message, { revision: n, stored: saved.get(length), recorded: sha256 }));
  }
  return found;
}

function signatureFindings(
  { recipients, revisions }: Evidence,
  entry: Said,
  made: readonly SignatureVerdict[],
  report: VerifyReport,
): Finding[] {
  const row = recipients.find(({ id }) => id === entry.actor.id);
  const about = { entry, recipient: entry.actor.id, subject: row?.email ?? entry.actor.id };
  const who = quoted(about.subject);
  const signature = made.find(({ field, kind }) => field === row?.pdf_field && kind !== 'archive-timestamp');
  if (!signature)
    return [
      finding(
        'signature-missing',
        `Entry ${entry.n} says that ${who} signed, but the file contains no signature of theirs.`,
        about,
      ),
    ];
  const found: Finding[] = [];
  const add = (code: Finding['code'], message: string, values: Parameters<typeof finding>[2]): void =>
    void found.push(finding(code, message, { ...about, ...values }));
  const serial = textOf(entry, 'certificate');
  if (signature.certificate !== null && signature.certificate.serial !== serial)
    add(
      'signature-certificate',
      `The signature of ${who} in the file was made with certificate ${signature.certificate.serial}, but entry ${entry.n} says ${serial ?? 'none'}.`,
      { stored: signature.certificate.serial, recorded: serial },
    );
  const named = signature.signerEmail;
  const said = entry.personal?.['email'] ?? row?.email;
  if (named !== null && said !== undefined && addressKey(named) !== addressKey(said))
    add(
      'signature-signer',
      `The signature in the file contains the name ${quoted(named)}, but according to the audit trail, ${quoted(said)} signed there.`,
      { stored: named, recorded: said },
    );
  const length = revisions.find(({ n }) => n === numberOf(entry, 'revision'))?.length;
  if (length !== undefined && length !== lengthOf(report, signature))
    add(
      'signature-revision',
      `Entry ${entry.n} says that the signature of ${who} made revision ${numberOf(entry, 'revision') ?? '?'}, but in the file it is in a different revision.`,
      { stored: signature.revision, recorded: numberOf(entry, 'revision') },
    );
  const { timestamp, isTimeProved, signedAt } = signature;
  if (isTimeProved && signedAt !== null && Math.abs(Date.parse(signedAt) - Date.parse(entry.at)) > APART_MS)
    add(
      'signature-time',
      `The time-stamp proves that ${who} signed at ${signedAt}, but entry ${entry.n} says ${entry.at}.`,
      { stored: signedAt, recorded: entry.at },
    );
  const stampedBy = textOf(entry, 'time_stamped_by');
  if (stampedBy !== undefined && timestamp?.authority !== stampedBy)
    add(
      'signature-time',
      `Entry ${entry.n} says that ${quoted(stampedBy)} time-stamped the signature of ${who}, but in the file it is ${quoted(timestamp?.authority ?? 'nobody')}.`,
      { stored: timestamp?.authority, recorded: stampedBy },
    );
  return found;
}

function unrecorded(signature: SignatureVerdict, { entries, recipients }: Evidence, report: VerifyReport): Finding[] {
  if (signature.kind !== 'signer' && signature.kind !== 'foreign') return [];
  const row = recipients.find(({ pdf_field: field }) => field === signature.field);
  if (row && entries.some(({ type, actor }) => type === 'document.signed' && actor.id === row.id)) return [];
  const subject = signature.signerEmail ?? signature.certificate?.subject ?? null;
  const who = quoted(subject ?? 'somebody');
  const message = `The file contains a signature of ${who} (revision ${signature.revision ?? '?'} of ${report.revisions.length}), but no entry in the audit trail records it.`;
  return [
    finding('signature-unrecorded', message, {
      subject,
      ...(row && { recipient: row.id }),
      ...(signature.revision !== null && { revision: signature.revision }),
    }),
  ];
}

/**
 * Compares the organization's certificate in the certification signature with the one that was recorded when the
 * document was sent.
 */
function sealFindings(entries: readonly Said[], made: readonly SignatureVerdict[]): Finding[] {
  const sent = namingOf(entries);
  if (!sent) return [];
  const seal = made.find(({ kind }) => kind === 'certification');
  const isRecorded = sent.data['certified'] === true;
  const serial = textOf(sent, 'seal');
  if (isRecorded !== (seal !== undefined))
    return [
      finding(
        'seal-certificate',
        isRecorded
          ? `Entry ${sent.n} says that the organization certified the document, but the file contains no such seal.`
          : `The file contains an organization's seal, but entry ${sent.n} says that it was sent without one.`,
        { entry: sent, stored: seal?.certificate?.serial, recorded: serial },
      ),
    ];
  if (serial === undefined || !seal?.certificate || seal.certificate.serial === serial) return [];
  const message = `The seal in the file was made with certificate ${seal.certificate.serial}, but entry ${sent.n} says ${serial}.`;
  return [finding('seal-certificate', message, { entry: sent, stored: seal.certificate.serial, recorded: serial })];
}

/** Expects one time-stamp for the seal, and one for each renewal. */
function stampFindings(entries: readonly Said[], made: readonly SignatureVerdict[]): Finding[] {
  const stamped = entries.filter(({ type }) => type === 'document.completed' || type === 'document.renewed');
  const stamps = made.filter(({ kind }) => kind === 'archive-timestamp');
  if (stamps.length !== stamped.length)
    return [
      finding(
        'timestamp-count',
        `The file contains ${stamps.length} time-stamps over the whole document, but the audit trail recorded ${stamped.length}.`,
        { stored: stamps.length, recorded: stamped.length },
      ),
    ];
  return stamped.flatMap((entry, index) => {
    const time = stamps[index]?.signedAt;
    if (!time || Math.abs(Date.parse(time) - Date.parse(entry.at)) <= APART_MS) return [];
    const message = `The time-stamp over the whole document has the time ${time}, but entry ${entry.n} (${entry.type}) says ${entry.at}.`;
    return [finding('signature-time', message, { entry, stored: time, recorded: entry.at })];
  });
}
