/** What the certificate of completion says, from rows and the audit trail: a pure function, so that every sentence can be tested. */
import { type Entry, parseEntry } from '@countersign/audit-log';
import type {
  AuthenticationMethod,
  CertificateFacts,
  CertificateParty,
  CertificateRevision,
} from '../../platform/pdf/index.ts';
import type { AuditRow, DocumentRow, SignerRow } from '../documents/index.ts';
import { consentOf } from '../signing/index.ts';
import type { RevisionLine } from './store.ts';

export type Evidence = {
  document: DocumentRow;
  organization: string;
  signers: readonly SignerRow[];
  revisions: readonly RevisionLine[];
  /** The document's trail, in order. */
  entries: readonly AuditRow[];
  auditHead: { n: number; hash: string };
  /** Personal fields by entry; what was erased is not there. */
  personal: ReadonlyMap<string, Record<string, string>>;
  serials: ReadonlyMap<string, string>;
  timestampAuthorities: readonly string[];
  certificationAuthority: string;
  sealSerial: string;
  /** Where anyone can check it; null without an address of ours. */
  verifyUrl: string | null;
  locale: string | null;
  fileId: string;
  now: Date;
};

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

/** How a credential that signed says who somebody is; a link says how it got to them. */
const OF_CREDENTIAL: Readonly<Record<string, AuthenticationMethod>> = {
  account: 'account',
  embedded: 'linkByCaller',
  'in-person': 'inPerson',
};

/** What was asked of a signer besides, as the entry of the signature names it. */
const OF_FACTOR: Readonly<Record<string, AuthenticationMethod>> = {
  'access-code': 'accessCode',
  'email-code': 'emailCode',
  'account-two-factor': 'secondFactor',
};

export function certificateFacts(evidence: Evidence): CertificateFacts {
  const { document, organization, auditHead } = evidence;
  const entries = evidence.entries.map(({ id, bytes }) => ({ ...parseEntry(bytes), id }));
  const completed = entries.findLast(({ type }) => type === 'document.completed');
  return {
    locale: evidence.locale,
    firstPage: document.pages[0] ?? { width: 595, height: 842 },
    notice: document.environment === 'sandbox' ? 'TEST - NOT LEGALLY BINDING' : null,
    madeAt: evidence.now.toISOString(),
    document: {
      id: document.id,
      title: document.title,
      filename: document.filename,
      pages: document.page_count,
      sha256: document.sha256,
      order: document.signing_order,
      sentAt: iso(document.sent_at),
      completedAt: (document.completed_at ?? evidence.now).toISOString(),
    },
    organization,
    sender: { name: document.owner_name, email: document.owner_email },
    parties: evidence.signers.map((signer) => partyOf(evidence, entries, signer)),
    revisions: revisionsOf(evidence),
    consents: consentsOf(entries),
    evidence: {
      level: textOf(completed, 'level') ?? 'B-LTA',
      timestampAuthorities: evidence.timestampAuthorities,
      certificationAuthority: evidence.certificationAuthority,
      sealSerial: evidence.sealSerial,
      auditHead: auditHead.hash,
      auditEntries: auditHead.n + 1,
    },
    verifyUrl: evidence.verifyUrl,
    fileId: evidence.fileId,
  };
}

type KnownEntry = Entry & { id: string };

/** What the signers agreed to, each text once. */
function consentsOf(entries: readonly KnownEntry[]): CertificateFacts['consents'] {
  const given = new Map<string, string>();
  for (const entry of entries) {
    const sha256 = entry.type === 'document.signed' ? textOf(entry, 'consent') : undefined;
    if (sha256 !== undefined) given.set(sha256, textOf(entry, 'consent_version') ?? '');
  }
  // Of a version that is no longer shown, version and hash stand for the text.
  return [...given].map(([sha256, version]) => ({ version, sha256, text: consentOf(sha256)?.text ?? '' }));
}

function partyOf(evidence: Evidence, entries: readonly KnownEntry[], signer: SignerRow): CertificateParty {
  const { name, email, role } = signer;
  const invitation = entries.find(
    ({ type, target, data }) =>
      type === 'mail.sent' && target.id === signer.id && (data as Record<string, unknown>)['mail'] === 'invitation',
  );
  const signed = entries.findLast(({ type, actor }) => type === 'document.signed' && actor.id === signer.id);
  const personal = signed === undefined ? undefined : evidence.personal.get(signed.id);
  return {
    name,
    email,
    role,
    authentication: signed === undefined ? [] : authentication(signed, invitation),
    host: personal?.['host'] ?? null,
    invitedAt: invitation?.at ?? null,
    viewedAt: iso(signer.viewed_at),
    // Consent and signature are one request; a host may have taken the consent outside of the service.
    consentedAt: signed !== undefined && textOf(signed, 'consent') !== undefined ? signed.at : null,
    signedAt: iso(signer.signed_at),
    signature: signed === undefined ? null : signatureKind(textOf(signed, 'signature'), role),
    address: personal?.['address'] ?? null,
    userAgent: personal?.['user_agent'] ?? null,
    certificateSerial: evidence.serials.get(signer.id) ?? null,
    attachments: attachmentsOf(signed, personal),
  };
}

function authentication(signed: KnownEntry, invitation: KnownEntry | undefined): AuthenticationMethod[] {
  const first =
    OF_CREDENTIAL[textOf(signed, 'credential') ?? ''] ??
    (textOf(invitation, 'via') === 'mailbox' ? 'linkByMailbox' : 'linkByMail');
  const factors = (textOf(signed, 'factors') ?? '').split(' ').flatMap((factor) => OF_FACTOR[factor] ?? []);
  return [first, ...factors];
}

function signatureKind(kind: string | undefined, role: SignerRow['role']): CertificateParty['signature'] {
  if (role === 'approver') return 'approval';
  return kind === 'drawn' || kind === 'typed' || kind === 'uploaded' ? kind : null;
}

/** The hashes stand in the entry; the names beside them can be erased. */
function attachmentsOf(
  signed: KnownEntry | undefined,
  personal: Record<string, string> | undefined,
): CertificateParty['attachments'] {
  const hashes = (textOf(signed, 'attachments') ?? '').split(' ').filter((hash) => hash !== '');
  const names = (personal?.['attachments'] ?? '').split('\n');
  return hashes.map((sha256, index) => {
    const [hash, ...name] = (names[index] ?? '').split(' ');
    return { sha256, filename: hash === sha256 ? name.join(' ') : null };
  });
}

const KINDS: Readonly<Record<string, CertificateRevision['kind']>> = {
  sent: 'certifiedAndSent',
  signature: 'signatureOf',
  seal: 'seal',
};

function revisionsOf({ document, organization, revisions, signers }: Evidence): CertificateRevision[] {
  const upload: CertificateRevision = {
    number: 0,
    kind: 'upload',
    at: document.created_at.toISOString(),
    by: document.owner_name,
    sha256: document.sha256,
  };
  const later = revisions.map(({ n, kind, sha256, signer_id: signerId, created_at: at }): CertificateRevision => {
    const signer = signers.find(({ id }) => id === signerId);
    const by = signer?.name ?? organization;
    return { number: n, kind: KINDS[kind] ?? 'renewal', at: at.toISOString(), by, sha256 };
  });
  return [upload, ...later];
}

function textOf(entry: KnownEntry | undefined, key: string): string | undefined {
  const value = (entry?.data as Record<string, unknown> | undefined)?.[key];
  return typeof value === 'string' ? value : undefined;
}
