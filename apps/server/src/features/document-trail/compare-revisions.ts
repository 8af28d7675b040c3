/**
 * Each stored revision must have an entry, and each entry of a revision must have a row: kind, number, hash, person and
 * time.
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
  renewal: 'a time-stamp for the archive',
};

export function compareRevisions({ entries, revisions, document, completion, renewals }: Evidence): Finding[] {
  const naming = namingOf(entries);
  const makers = entries.filter((entry) => entry.type in KINDS && !isReplaced(entry, naming));
  return [
    ...revisions.flatMap((row, index) => revisionFindings(row, index, makers)),
    ...makers.flatMap((entry) => {
      const n = numberOf(entry, 'revision');
      if (revisions.some((row) => row.n === n)) return [];
      const message = `Entry ${entry.n} (${entry.type}) recorded revision ${n ?? '?'} of the file, and the stored document has no such revision.`;
      return [finding('entry-without-revision', message, { entry, ...(n !== undefined && { revision: n }) })];
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
            `Revision ${n} stands where revision ${index + 1} belongs: one is missing.`,
            about,
          ),
        ];
  const own = makers.filter((entry) => numberOf(entry, 'revision') === n);
  const entry = own.find(({ type }) => KINDS[type] === kind);
  if (!entry) {
    const message = `The document holds ${NAMES[kind]} (revision ${n}), and no entry of the trail recorded it.`;
    return [...numbered, finding('revision-without-entry', message, about)];
  }
  const both = { ...about, entry };
  const found = [...numbered];
  if (own.length > 1)
    found.push(
      finding('entry-without-revision', `Revision ${n} is claimed by ${own.length} entries of the trail.`, both),
    );
  if (textOf(entry, 'sha256') !== sha256)
    found.push(
      finding(
        'revision-hash',
        `Entry ${entry.n} (${entry.type}) recorded another SHA-256 of revision ${n} than the one it is stored with.`,
        both,
      ),
    );
  if (kind === 'signature' && entry.actor.id !== signer)
    found.push(
      finding(
        'revision-maker',
        `Entry ${entry.n} says that ${entry.actor.id} made the signature of revision ${n}; the revision itself says ${signer ?? 'nobody'}.`,
        both,
      ),
    );
  if (!isTimeOf(createdAt, entry))
    found.push(
      finding(
        'revision-time',
        `Revision ${n} was stored at ${moment(createdAt)}; entry ${entry.n}, which recorded it, says ${entry.at}.`,
        both,
      ),
    );
  return found;
}

function uploadFindings(entries: readonly Said[], document: NonNullable<Evidence['document']>): Finding[] {
  const entry = uploadOf(entries);
  if (!entry) return [];
  if (textOf(entry, 'sha256') === document.sha256 && numberOf(entry, 'size_bytes') === document.size_bytes) return [];
  const message = `Entry ${entry.n} recorded another uploaded file (by SHA-256 or size) than the one that is stored.`;
  return [finding('upload-hash', message, { entry })];
}

/** Bytes. */
const MAX_CERTIFICATE = 2 ** 28;

/** The certificate of completion: the file, its row and the entries about it. */
function certificateFindings(
  entries: readonly Said[],
  completion: Evidence['completion'],
  renewals: readonly string[],
): Finding[] {
  const entry = entries.find(({ type }) => type === 'document.certificate-made');
  const code = 'completion-certificate';
  if (!completion) {
    if (!entry) return [];
    return [finding(code, `Entry ${entry.n} recorded a certificate of completion, and none is stored.`, { entry })];
  }
  if (!entry) return [finding(code, 'A certificate of completion is stored, and no entry of the trail recorded it.')];
  const found: Finding[] = [];
  const stored = unpack(Buffer.from(completion.bytes, 'base64'), MAX_CERTIFICATE);
  const isItself = stored !== undefined && sha256Hex(stored) === completion.sha256;
  if (textOf(entry, 'certificate_sha256') !== completion.sha256 || !isItself)
    found.push(
      finding(code, `The stored certificate of completion is not the one whose SHA-256 entry ${entry.n} recorded.`, {
        entry,
      }),
    );
  if (numberOf(entry, 'entries') !== completion.audit_n + 1)
    found.push(
      finding(
        code,
        `Entry ${entry.n} says up to which entry the certificate of completion speaks; its row says another.`,
        {
          entry,
        },
      ),
    );
  const renewed = entries.filter(({ type }) => type === 'document.certificate-renewed');
  const recorded = renewed.flatMap((one) => textOf(one, 'certificate_sha256') ?? textOf(one, 'sha256') ?? []);
  if (renewed.length !== renewals.length || recorded.some((sha256) => !renewals.includes(sha256)))
    found.push(
      finding(
        code,
        'The time-stamps for the archive on the certificate of completion are not those that the trail recorded.',
        {
          entry: renewed.at(-1) ?? entry,
        },
      ),
    );
  return found;
}
