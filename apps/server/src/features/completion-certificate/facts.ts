/**
 * Derives the facts on the certificate of completion from the audit trail alone. The certificate therefore states only
 * recorded facts, and a reader of the trail can check each line. A fact without an entry is left out, even if the
 * database contains it. A pure function, so that every statement can be tested.
 */
import { parseEntry } from '@countersign/audit-log';
import { type IdentityCheck, identityCheckMethod, identityDocumentKind } from '@countersign/contract';
import type {
  AuthenticationMethod,
  CertificateFacts,
  CertificateParty,
  CertificateRevision,
  EidasLevel,
} from './report/facts.ts';
import type { AuditRow } from '../../platform/audit/entries.ts';
import type { PageSize } from '../document-core/index.ts';
import { type Consent, consentOf } from '../consent-texts/index.ts';
import { deviceOf } from './device.ts';
import { eventsOf } from './events.ts';
import { isAddressConfirmation, numberOf, read, type Said, textOf } from './said.ts';

export type Evidence = {
  documentId: string;
  entries: readonly AuditRow[];
  auditHead: { n: number; hash: string };
  /** The personal fields of each entry, by its ID. Erased fields are missing. */
  personal: ReadonlyMap<string, Record<string, string>>;
  /** The organization's own consent texts that signers agreed to. */
  ownConsents: readonly Consent[];
  /** For presentation only. These values state no facts. */
  presentation: {
    environment: 'live' | 'sandbox';
    firstPage: PageSize | undefined;
    /** The address where anyone can verify the document. Null if the server has no public address. */
    verifyUrl: string | null;
    locale: string | null;
    fileId: string;
    now: Date;
    /**
     * Returns the URL where this installation publishes the root certificate with the given SHA-256, or null if it does
     * not publish it.
     */
    rootUrl: (sha256: string) => string | null;
  };
};

/** The authentication method of each credential. For a link, the method depends on how the link was delivered. */
const OF_CREDENTIAL: Readonly<Record<string, AuthenticationMethod>> = {
  account: 'account',
  embedded: 'linkByCaller',
  'in-person': 'inPerson',
};

/** Names of the recipient authentication methods in the audit entry of the signature. */
const OF_FACTOR: Readonly<Record<string, AuthenticationMethod>> = {
  'access-code': 'accessCode',
  'email-code': 'emailCode',
  'account-two-factor': 'secondFactor',
};

/** Authentication methods in which the visitor of a public link confirmed the address with a code. */
const OF_ADDRESS_CODE: ReadonlySet<AuthenticationMethod> = new Set(['addressCode', 'addressCodeByMailbox']);

/** E-mails that ask a recipient to sign or that deliver the link. */
const ASKING: ReadonlySet<string> = new Set(['invitation', 'changed', 'forwarded']);
const LEADING: ReadonlySet<string> = new Set([...ASKING, 'reminder']);

export function certificateFacts({
  documentId,
  entries: rows,
  auditHead,
  personal,
  ownConsents,
  presentation,
}: Evidence): CertificateFacts {
  const trail = rows.map(({ id, bytes }) => read(parseEntry(bytes), personal.get(id)));
  const upload = uploadOf(trail);
  const sent = trail.findLast(({ type }) => type === 'document.sent');
  const last = trail.find(
    ({ type, data }) => (type === 'document.signed' || type === 'signer.removed') && data['last'] === true,
  );
  const sealed = trail.find(({ type }) => type === 'document.completed');
  const kept = textOf(upload, 'sha256');
  const uploaded = textOf(upload, 'uploaded_sha256');
  const sender = { name: sent?.personal['sender_name'] ?? '', email: sent?.personal['sender_email'] ?? '' };
  const organization = sent?.personal['organization'] ?? '';
  const naming = namingOf(trail);
  const everyone = recipientsOf(naming);
  const former = trail.filter(({ type }) => NAMING.has(type)).flatMap((entry) => recipientsOf(entry));
  const removed = new Set(trail.flatMap(({ type, target }) => (type === 'signer.removed' ? [target.id] : [])));
  const recipients = everyone.filter(({ id }) => !removed.has(id));
  const root = textOf(sealed, 'root');
  const revisions = revisionsOf(trail, { sender: sender.name, organization, sentBy: sent?.actor.id });
  return {
    locale: presentation.locale,
    firstPage: presentation.firstPage ?? { width: 595, height: 842 },
    notice: presentation.environment === 'sandbox' ? 'TEST - NOT LEGALLY BINDING' : null,
    madeAt: presentation.now.toISOString(),
    document: {
      id: documentId,
      title: trail.findLast(({ personal: { title } }) => title !== undefined)?.personal['title'] ?? '',
      filename: upload?.personal['filename'] ?? '',
      pages: numberOf(naming, 'pages'),
      sha256: kept ?? '',
      uploadedSha256: uploaded === undefined || uploaded === kept ? null : uploaded,
      finalSha256: revisions.at(-1)?.sha256 ?? '',
      order: orderOf(naming),
      sentAt: sent?.at ?? null,
      completedAt: last?.at ?? null,
    },
    organization,
    sender,
    // Actions before the last change of recipients are left out, because they applied to a different revision.
    parties: recipients.map((recipient) =>
      partyOf(naming ? trail.slice(trail.indexOf(naming)) : trail, recipient, recipients),
    ),
    revisions,
    events: eventsOf(trail, { recipients: former, sender: sender.name, sentBy: sent?.actor.id }),
    timeZone: textOf(sealed, 'time_zone') ?? null,
    root: root === undefined ? null : { sha256: root, url: presentation.rootUrl(root) },
    consents: consentsOf(trail, ownConsents),
    evidence: {
      level: textOf(sealed, 'level') ?? null,
      timestampAuthorities: namesOf(trail, 'time_stamped_by'),
      certificationAuthorities: namesOf(trail, 'issuer'),
      sealSerial: textOf(naming, 'seal') ?? null,
      auditHead: auditHead.hash,
      auditEntries: auditHead.n + 1,
    },
    verifyUrl: presentation.verifyUrl,
    fileId: presentation.fileId,
  };
}

/**
 * Returns the entries up to the completion, and the language and logo that the completion recorded. Returns all entries
 * if the document is not completed.
 */
export function untilCompletion(rows: readonly AuditRow[]): {
  entries: readonly AuditRow[];
  completion: { language: string | undefined; logo: string | undefined } | undefined;
} {
  const index = rows.findIndex(({ bytes }) => parseEntry(bytes).type === 'document.completed');
  const row = rows[index];
  if (!row) return { entries: rows, completion: undefined };
  const said = read(parseEntry(row.bytes));
  return {
    entries: rows.slice(0, index + 1),
    completion: { language: textOf(said, 'language'), logo: textOf(said, 'logo') },
  };
}

type Recipient = { id: string; email: string; name: string; role: CertificateParty['role'] };

/** Recipients are read from the audit entry, not from the current rows. */
function recipientsOf(sent: Said | undefined): Recipient[] {
  const text = sent?.personal['recipients'] ?? '';
  if (text.startsWith('[')) return JSON.parse(text) as Recipient[];
  // Parses the format from before names and roles were recorded: `sgn_... address, sgn_... address`.
  return text.split(', ').flatMap((one) => {
    const [id = '', email = ''] = one.split(' ');
    return id === '' ? [] : [{ id, email, name: '', role: null }];
  });
}

function partyOf(trail: readonly Said[], recipient: Recipient, everyone: readonly Recipient[]): CertificateParty {
  const { id, role } = recipient;
  let { name, email } = recipient;
  // Actions of a previous recipient do not count for the recipient with the new address.
  let own: Said[] = [];
  for (const entry of trail) {
    if (entry.target.id === id && (entry.type === 'signer.forwarded' || entry.type === 'signer.corrected')) {
      name = entry.personal['to_name'] ?? '';
      email = entry.personal['to_email'] ?? '';
      if (isReaddressed(entry)) own = [];
    } else if (entry.actor.id === id || entry.target.id === id) own.push(entry);
  }
  // An address with several roles gets one e-mail, whose link opens all roles.
  const alike = everyone.filter((one) => one.id !== id && one.email !== '' && one.email === email).map((one) => one.id);
  const others = trail.filter(({ target }) => alike.includes(target.id));
  const isMail = (entry: Said, kinds: ReadonlySet<string>): boolean =>
    entry.type === 'mail.sent' && kinds.has(textOf(entry, 'mail') ?? '');
  const mail = (kinds: ReadonlySet<string>) =>
    own.find((entry) => isMail(entry, kinds)) ?? others.find((entry) => isMail(entry, kinds));
  const signed = own.findLast(({ type }) => type === 'document.signed');
  const confirmed = own.find(isAddressConfirmation);
  const methods = signed === undefined ? [] : authentication(signed, { mail: mail(LEADING), confirmed });
  return {
    name: signed?.personal['name'] ?? name,
    email: signed?.personal['email'] ?? email,
    role,
    authentication: methods,
    addressConfirmedAt: methods.some((method) => OF_ADDRESS_CODE.has(method)) ? (confirmed?.at ?? null) : null,
    host: signed?.personal['host'] ?? null,
    identityCheck: identityCheckOf(signed),
    invitedAt: mail(ASKING)?.at ?? null,
    viewedAt: own.find(({ type }) => type === 'document.viewed')?.at ?? null,
    // Consent and signature are sent in one request. A host may have obtained the consent outside the service.
    consentedAt: textOf(signed, 'consent') === undefined ? null : (signed?.at ?? null),
    signedAt: signed?.at ?? null,
    revision: signed === undefined ? null : numberOf(signed, 'revision'),
    signature: signed === undefined ? null : signatureKind(textOf(signed, 'signature'), role),
    address: signed?.personal['address'] ?? null,
    userAgent: signed?.personal['user_agent'] ?? null,
    device: deviceOf(signed?.personal['user_agent'] ?? ''),
    timeZone: signed?.personal['time_zone'] ?? null,
    reason: textOf(signed, 'reason') ?? null,
    filled: filledIn(signed),
    eidas: signed === undefined ? null : eidasOf(methods),
    certificateSerial: textOf(signed, 'certificate') ?? null,
    attachments: attachmentsOf(signed),
  };
}

/** Returns the entered values. They are erased together with the other personal data of the signer's entry. */
function filledIn(signed: Said | undefined): CertificateParty['filled'] {
  const text = signed?.personal['filled'];
  return text === undefined ? [] : (JSON.parse(text) as CertificateParty['filled']);
}

/**
 * Returns the kind of signature under the eIDAS Regulation. An advanced signature (Article 26) must identify its signer
 * and be created under the signer's sole control. A link or a session alone proves only access to an address. A code
 * chosen by the sender, a link handed out by the sender and the host's device are not under the signer's sole control.
 */
function eidasOf(methods: readonly AuthenticationMethod[]): EidasLevel {
  const has = (method: AuthenticationMethod): boolean => methods.includes(method);
  if (has('inPerson')) return { level: 'ses', why: 'whyInPerson' };
  if (has('secondFactor')) return { level: 'ades', why: 'whyTwoFactors' };
  if (has('linkByCaller')) return { level: 'ses', why: 'whyHandedOut' };
  if (has('emailCode') && !has('linkByMailbox') && !has('addressCodeByMailbox'))
    return { level: 'ades', why: 'whyTwoFactors' };
  return { level: 'ses', why: has('accessCode') ? 'whyKnownCode' : 'whyOneFactor' };
}

const CHECKS: readonly string[] = identityCheckMethod.options;
const DOCUMENTS: readonly string[] = identityDocumentKind.options;

function identityCheckOf(signed: Said | undefined): CertificateParty['identityCheck'] {
  const method = textOf(signed, 'identity_check') ?? '';
  const kind = textOf(signed, 'identity_document') ?? '';
  if (!CHECKS.includes(method)) return null;
  return {
    method: method as IdentityCheck['method'],
    kind: DOCUMENTS.includes(kind) ? (kind as IdentityCheck['kind']) : undefined,
  };
}

function isReaddressed(entry: Said): boolean {
  return entry.type === 'signer.forwarded' || (textOf(entry, 'changed') ?? '').split(', ').includes('email');
}

function authentication(
  signed: Said,
  { mail, confirmed }: { mail: Said | undefined; confirmed: Said | undefined },
): AuthenticationMethod[] {
  const factors = (textOf(signed, 'factors') ?? '').split(' ').flatMap((factor) => OF_FACTOR[factor] ?? []);
  const credential = OF_CREDENTIAL[textOf(signed, 'credential') ?? ''];
  if (confirmed === undefined) return [credential ?? linkBy(mail), ...factors];
  // The code that confirms the address also opens the link in the invitation, so the trail does not record which of the
  // two was used.
  return [...(credential === undefined ? [] : [credential]), addressCodeBy(confirmed), ...factors];
}

const addressCodeBy = (confirmed: Said): AuthenticationMethod =>
  textOf(confirmed, 'via') === 'mailbox' ? 'addressCodeByMailbox' : 'addressCode';

/**
 * Returns how the link was delivered, if recorded. For the later documents of a package, the e-mail about the first
 * document applies.
 */
function linkBy(mail: Said | undefined): AuthenticationMethod {
  if (mail === undefined) return 'link';
  return textOf(mail, 'via') === 'mailbox' ? 'linkByMailbox' : 'linkByMail';
}

function signatureKind(kind: string | undefined, role: CertificateParty['role']): CertificateParty['signature'] {
  if (role === 'approver') return 'approval';
  return kind === 'drawn' || kind === 'typed' || kind === 'uploaded' ? kind : null;
}

/** Returns the signed attachments. Their hashes are part of the entry, and their names can be erased. */
function attachmentsOf(signed: Said | undefined): CertificateParty['attachments'] {
  const hashes = (textOf(signed, 'attachments') ?? '').split(' ').filter((hash) => hash !== '');
  const names = (signed?.personal['attachments'] ?? '').split('\n');
  return hashes.map((sha256, index) => {
    const [hash, ...name] = (names[index] ?? '').split(' ');
    return { sha256, filename: hash === sha256 ? name.join(' ') : null };
  });
}

type Makers = { sender: string; organization: string; sentBy: string | undefined };

/**
 * Returns the entry about the upload of the file that was sent. A draft's file can be replaced, so this is the last
 * upload.
 */
const uploadOf = (trail: readonly Said[]): Said | undefined =>
  trail.findLast(({ type }) => type === 'document.created' || type === 'document.file-replaced');

/**
 * Entries that name the recipients and certify a first revision. The sender can change recipients and revision before
 * the first signature.
 */
const NAMING: ReadonlySet<string> = new Set(['document.sent', 'document.corrected']);
const namingOf = (trail: readonly Said[]): Said | undefined => trail.findLast(({ type }) => NAMING.has(type));

function revisionsOf(trail: readonly Said[], { sender, organization, sentBy }: Makers): CertificateRevision[] {
  const upload = uploadOf(trail);
  const naming = namingOf(trail);
  return trail.flatMap((entry): CertificateRevision[] => {
    const { type, at, data, actor, personal } = entry;
    const line = { number: numberOf(entry, 'revision') ?? 0, at, sha256: textOf(entry, 'sha256') ?? '' };
    switch (type) {
      case 'document.created':
      case 'document.file-replaced':
        if (entry !== upload) return [];
        return [{ ...line, kind: 'upload', by: actor.id === sentBy ? sender : '' }];
      case 'document.sent':
      case 'document.corrected':
        // A later change replaced this revision before the first signature.
        if (entry !== naming) return [];
        return data['certified'] === true
          ? [{ ...line, kind: 'certifiedAndSent', by: organization }]
          : [{ ...line, kind: 'sent', by: sender }];
      case 'document.signed':
        return [{ ...line, kind: 'signatureOf', by: personal['name'] ?? '' }];
      case 'document.completed':
        return [{ ...line, kind: 'seal', by: '' }];
      case 'document.renewed':
        return [{ ...line, kind: 'renewal', by: '' }];
      default:
        return [];
    }
  });
}

/** Each consent text is listed once, even if several signers agreed to it. */
function consentsOf(trail: readonly Said[], own: readonly Consent[]): CertificateFacts['consents'] {
  const given = new Map<string, string>();
  for (const entry of trail) {
    const sha256 = entry.type === 'document.signed' ? textOf(entry, 'consent') : undefined;
    if (sha256 !== undefined) given.set(sha256, textOf(entry, 'consent_version') ?? '');
  }
  // If a consent text is no longer stored, its version and hash are shown.
  return [...given].map(([sha256, version]) => ({ version, sha256, text: consentOf(sha256, own)?.text ?? '' }));
}

function orderOf(sent: Said | undefined): CertificateFacts['document']['order'] {
  const order = textOf(sent, 'order');
  return order === 'parallel' || order === 'sequential' ? order : null;
}

const namesOf = (trail: readonly Said[], key: string): string[] => [
  ...new Set(trail.flatMap((entry) => textOf(entry, key) ?? [])),
];
