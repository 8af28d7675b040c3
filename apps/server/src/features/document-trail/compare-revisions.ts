/**
 * Compares each stored revision with its audit entry, and each audit entry about a revision with the stored revision:
 * kind, number, hash, person and time.
 */
import { sha256Hex } from '../../platform/crypto/tokens.ts';
import { unpack } from '../../platform/optimizations/tail-compression.ts';
import {
  type Evidence,
  type Finding,
  finding,
  isReplaced,
  isTimeOf,
  moment,
  namingOf,
  numberOf,
  type Said,
  textOf,
  timeOf,
  uploadOf,
} from './evidence.ts';
import type { KeptRevision } from './store.ts';

const KINDS: Readonly<Record<string, KeptRevision['kind']>> = {
  'document.sent': 'sent',
  'document.corrected': 'sent',
  'document.signed': 'signature',
  'document.completed': 'seal',
  'document.renewed': 'renewal',
};

const NAMES: Readonly<Record<KeptRevision['kind'], string>> = {
  sent: 'the file as it was sent',
  signature: 'a signature',
  seal: 'the seal',
  renewal: 'an archive time-stamp',
};

export function compareRevisions({ entries, revisions, document, completion, renewals }: Evidence): Finding[] {
  const naming = namingOf(entries);
  const makers = entries.filter((entry) => entry.type in KINDS && !isReplaced(entry, naming));
  return [
    ...revisions.flatMap((row, index) => revisionFindings(row, index, makers)),
    ...makers.flatMap((entry) => {
      const n = numberOf(entry, 'revision');
      if (revisions.some((row) => row.n === n)) return [];
      const message = `Entry ${entry.n} (${entry.type}) recorded revision ${n ?? '?'} of the file, but the stored document has no such revision.`;
      return [
        finding('entry-without-revision', message, {
          entry,
          detail: entry.type,
          ...(n !== undefined && { revision: n }),
        }),
      ];
    }),
    ...(document === null ? [] : uploadFindings(entries, document)),
    ...certificateFindings(entries, completion, renewals),
  ];
}

function revisionFindings(row: KeptRevision, index: number, makers: readonly Said[]): Finding[] {
  const { n, kind, sha256, signer_id: signer, created_at: createdAt } = row;
  const about = { revision: n };
  const numbered =
    n === index + 1
      ? []
      : [
          finding(
            'revision-number',
            `Revision ${n} is in the position of revision ${index + 1}, so a revision is missing.`,
            { ...about, stored: n, recorded: index + 1 },
          ),
        ];
  const own = makers.filter((entry) => numberOf(entry, 'revision') === n);
  const entry = own.find(({ type }) => KINDS[type] === kind);
  if (!entry) {
    const message = `The document contains ${NAMES[kind]} (revision ${n}), but no entry in the audit trail records it.`;
    return [...numbered, finding('revision-without-entry', message, { ...about, detail: kind })];
  }
  const both = { ...about, entry };
  const found = [...numbered];
  if (own.length > 1)
    found.push(
      finding('entry-without-revision', `Revision ${n} is claimed by ${own.length} entries in the audit trail.`, both),
    );
  if (textOf(entry, 'sha256') !== sha256)
    found.push(
      finding(
        'revision-hash',
        `Entry ${entry.n} (${entry.type}) recorded a different SHA-256 of revision ${n} than the stored one.`,
        { ...both, stored: sha256, recorded: textOf(entry, 'sha256') },
      ),
    );
  if (kind === 'signature' && entry.actor.id !== signer)
    found.push(
      finding(
        'revision-maker',
        `Entry ${entry.n} says that ${entry.actor.id} made the signature of revision ${n}, but the revision itself says ${signer ?? 'nobody'}.`,
        { ...both, stored: signer, recorded: entry.actor.id },
      ),
    );
  if (!isTimeOf(createdAt, entry))
    found.push(
      finding(
        'revision-time',
        `Revision ${n} was stored at ${moment(createdAt)}, but entry ${entry.n}, which recorded it, says ${entry.at}.`,
        { ...both, stored: timeOf(createdAt), recorded: entry.at },
      ),
    );
  return found;
}

function uploadFindings(entries: readonly Said[], document: NonNullable<Evidence['document']>): Finding[] {
  const entry = uploadOf(entries);
  if (!entry) return [];
  if (textOf(entry, 'sha256') === document.sha256 && numberOf(entry, 'size_bytes') === document.size_bytes) return [];
  const message = `Entry ${entry.n} recorded a different uploaded file (SHA-256 or size) than the stored one.`;
  return [finding('upload-hash', message, { entry, stored: document.sha256, recorded: textOf(entry, 'sha256') })];
}

const MAX_CERTIFICATE = 2 ** 28;

/** Compares the certificate's bytes with its row and with the entries about it. */
function certificateFindings(
  entries: readonly Said[],
  completion: Evidence['completion'],
  renewals: readonly string[],
): Finding[] {
  const entry = entries.find(({ type }) => type === 'document.certificate-made');
  const code = 'completion-certificate';
  if (!completion) {
    if (!entry) return [];
    return [finding(code, `Entry ${entry.n} recorded a certificate of completion, but none is stored.`, { entry })];
  }
  if (!entry)
    return [finding(code, 'A certificate of completion is stored, but no entry in the audit trail records it.')];
  const found: Finding[] = [];
  const stored = unpack(Buffer.from(completion.bytes, 'base64'), MAX_CERTIFICATE);
  const isItself = stored !== undefined && sha256Hex(stored) === completion.sha256;
  if (textOf(entry, 'certificate_sha256') !== completion.sha256 || !isItself)
    found.push(
      finding(code, `The stored certificate of completion does not match the SHA-256 that entry ${entry.n} recorded.`, {
        entry,
        stored: completion.sha256,
        recorded: textOf(entry, 'certificate_sha256'),
      }),
    );
  if (numberOf(entry, 'entries') !== completion.audit_n + 1)
    found.push(
      finding(
        code,
        `Entry ${entry.n} names the last entry that the certificate of completion covers, but the database row of the certificate names a different one.`,
        { entry, stored: completion.audit_n, recorded: (numberOf(entry, 'entries') ?? 0) - 1 },
      ),
    );
  const renewed = entries.filter(({ type }) => type === 'document.certificate-renewed');
  const recorded = renewed.flatMap((one) => textOf(one, 'certificate_sha256') ?? textOf(one, 'sha256') ?? []);
  if (renewed.length !== renewals.length || recorded.some((sha256) => !renewals.includes(sha256)))
    found.push(
      finding(
        code,
        'The archive time-stamps on the certificate of completion differ from those that the trail recorded.',
        { entry: renewed.at(-1) ?? entry, stored: renewals.length, recorded: renewed.length },
      ),
    );
  return found;
}
