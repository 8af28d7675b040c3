/**
 * Composes an e-mail about a document, and selects its recipient. Returns nothing if the e-mail is no longer relevant.
 */
import { parseEntry } from '@countersign/audit-log';
import { parseProof } from '@countersign/audit-log/tlog';
import { addressKey } from '@countersign/contract';
import type { Job } from '../../platform/jobs/runner.ts';
import type { OutgoingMail } from '../../platform/ports/mailer.ts';
import type { SigningLinks } from '../../platform/signing-links.ts';
import {
  accessLocked,
  bounced,
  type BounceReason,
  certificateRevoked,
  changed,
  completed,
  copy,
  declined,
  expired,
  forwarded,
  forwardedOn,
  invitation,
  type MailContent,
  type MailInput,
  type MailReceipt,
  notSent,
  packageEnded,
  type PackageEnding,
  type Person,
  reminder,
  removed,
  signingCode,
  speech,
  voided,
} from '../mail/index.ts';
import { isMember, type MailKind, type SendPayload } from './send-mail-job.ts';
import type { MailDocument, MailMember, MailPart, MailSigner } from './store.ts';

type Composed = Omit<OutgoingMail, 'from' | 'messageId'> & { messageId?: string };

type Scene = {
  payload: SendPayload;
  document: MailDocument;
  signers: readonly MailSigner[];
  /** The reader's documents in the package, for an e-mail about the package. */
  parts: readonly MailPart[];
  /** The recipient who gets the e-mail. Undefined if the sender gets it. */
  signer: MailSigner | undefined;
  other: MailSigner | undefined;
  owner: Person;
  common: MailInput;
  link: string;
  stopLink: string | null;
  /** The page where anyone can verify a file. */
  verifyLink: string;
  linkTo: (part: MailPart) => string;
  codeOf: (signer: MailSigner, n: number) => string;
  now: Date;
};

export function compose(
  { links, baseUrl }: { links: SigningLinks; baseUrl: () => string },
  { tenantId, payload }: Job<SendPayload>,
  {
    document,
    signers,
    parts,
    member,
    gone,
  }: Pick<Scene, 'document' | 'signers' | 'parts'> & { member?: MailMember | undefined; gone?: MailSigner | undefined },
  now: Date,
): Composed | undefined {
  const { documentId, to } = payload;
  const base = baseUrl();
  const owner = { name: document.owner_name, email: document.owner_email };
  const signer = signers.find(({ id }) => id === to) ?? gone;
  // The sender removed this recipient while the e-mail was queued.
  if (to !== 'owner' && !signer && !isMember(to)) return undefined;
  if (isMember(to) && !member) return undefined;
  if (to === 'owner' && document.owner_is_deactivated) return undefined;
  if (signer && !isNotified(payload.mail, signer)) return undefined;
  if (signer && payload.isRepeat !== true && hasOtherMail(payload.mail, signer, signers)) return undefined;
  const recipient = signer ?? member ?? owner;
  const [locale, zone] = member ? [member.locale, member.time_zone] : [document.owner_locale, document.owner_time_zone];
  const stopLink =
    payload.mail === 'reminder' && signer
      ? links.stopUrl(base, { tenantId, signerId: signer.id, email: signer.email })
      : null;
  const content = contentOf({
    payload,
    document,
    signers,
    parts,
    signer,
    other: signers.find(({ id }) => id === payload.other) ?? signers.find(({ status }) => status === 'declined'),
    owner,
    common: {
      brand: {
        organization: document.organization,
        productName: 'Countersign',
        isTest: document.environment === 'sandbox',
      },
      speech: signer
        ? speech(signer.locale, signer.profile_locale, document.organization_locale).inZone(signer.profile_time_zone)
        : speech(locale, document.organization_locale).inZone(zone),
      recipient: { name: recipient.name, email: recipient.email },
      sender: owner,
      documentTitle: LEADING.has(payload.mail) ? (document.package_title ?? document.title) : document.title,
    },
    link: signer
      ? links.url(base, { tenantId, signerId: signer.id, generation: signer.link_generation })
      : `${base}/${isOfPackage(payload.mail) ? `packages/${parts[0]?.package_id ?? ''}` : `documents/${documentId}`}`,
    stopLink,
    verifyLink: `${base}/verify`,
    linkTo: ({ document_id: id, signer_id: signerId, link_generation: generation }) =>
      signerId === null || generation === null
        ? `${base}/documents/${id}`
        : links.url(base, { tenantId, signerId, generation }),
    codeOf: ({ id, link_generation: generation }, n) => links.stepCode({ tenantId, signerId: id, generation }, n),
    now,
  });
  if (!content) return undefined;
  // The code goes to the second address, outside the e-mail thread about the document.
  if (payload.mail === 'signing-code') return { to: { name: '', address: signer?.second_email ?? '' }, ...content };
  return {
    to: { name: recipient.name, address: recipient.email },
    replyTo: { name: owner.name, address: owner.email },
    ...content,
    ...thread(payload, signer, new URL(base).hostname, stopLink),
  };
}

/**
 * E-mails that recipients get even if the sender turned off all others, because a document or a signature depends on
 * them.
 */
const NECESSARY: ReadonlySet<MailKind> = new Set(['signing-code', 'certificate-revoked']);
const COMPLETION: ReadonlySet<MailKind> = new Set(['completed', 'package-completed']);

/** The sender can turn off e-mails, except for those in `NECESSARY`. */
function isNotified(mail: MailKind, signer: MailSigner): boolean {
  if (NECESSARY.has(mail)) return true;
  return COMPLETION.has(mail) ? signer.notify_completion : signer.notify;
}

/** E-mails of which an address gets only one if several recipients with this address are invited at the same time. */
const ASKED: ReadonlySet<MailKind> = new Set(['invitation', 'changed', 'copy']);
const NEWS: ReadonlySet<MailKind> = new Set(['completed', 'voided', 'expired', 'declined', 'removed']);
const RANK: Partial<Record<MailSigner['status'], number>> = { 'pending-signature': 0, waiting: 1 };

/**
 * Returns whether another role of the address gets the e-mail. If an address has several roles, only one gets it, and
 * its link gives access to all roles (ADR 103).
 */
function hasOtherMail(mail: MailKind, signer: MailSigner, signers: readonly MailSigner[]): boolean {
  const place = (one: MailSigner): number => signers.indexOf(one);
  const same = signers.filter(
    (one) => one.id !== signer.id && addressKey(one.email) === addressKey(signer.email) && isNotified(mail, one),
  );
  const isFirst = (one: MailSigner): boolean => {
    const [other, own] = [RANK[one.status] ?? 2, RANK[signer.status] ?? 2];
    return other < own || (other === own && place(one) < place(signer));
  };
  if (ASKED.has(mail))
    return same.some(
      (one) => one.invited_at?.getTime() === signer.invited_at?.getTime() && !needsNoAction(mail, one) && isFirst(one),
    );
  if (mail === 'reminder')
    return same.some(
      (one) =>
        one.status === 'pending-signature' &&
        one.reminded_at?.getTime() === signer.reminded_at?.getTime() &&
        place(one) < place(signer),
    );
  if (mail === 'declined' && same.some(({ status }) => status === 'declined')) return true;
  return NEWS.has(mail) && same.some((one) => place(one) < place(signer));
}

/** Waiting recipients are invited later. Recipients who have signed were invited before. */
const needsNoAction = (mail: MailKind, { status }: MailSigner): boolean =>
  status === 'signed' || status === 'declined' || (status === 'waiting' && mail !== 'changed');

const ENDINGS = {
  'package-completed': 'completed',
  'package-expired': 'expired',
  'package-cancelled': 'cancelled',
} as const satisfies Partial<Record<MailKind, PackageEnding>>;
type OfPackage = keyof typeof ENDINGS;
export const isOfPackage = (mail: MailKind): mail is OfPackage => Object.hasOwn(ENDINGS, mail);

/** E-mails that name the package, because their links give access to all of the reader's documents in it. */
const LEADING: ReadonlySet<MailKind> = new Set([
  'invitation',
  'copy',
  'reminder',
  ...(Object.keys(ENDINGS) as OfPackage[]),
]);

/** The kinds of e-mail that can be the first one that a recipient gets about a document. */
const FIRST: ReadonlySet<string> = new Set(['invitation', 'forwarded', 'copy', 'changed']);

/**
 * Returns the thread headers. All e-mails to one person about one document form one conversation (RFC 5322 §3.6.4): the
 * first e-mail has a predictable ID to which the later e-mails refer. A corrected address or a renewed link starts a
 * new conversation.
 */
function thread(
  { mail, documentId, isRepeat }: SendPayload,
  signer: MailSigner | undefined,
  host: string,
  stopLink: string | null,
) {
  const whose = signer ? `${signer.id}.${signer.link_generation}` : 'sender';
  const root = `<${documentId}.${whose}@${host}>`;
  // An e-mail that is sent again (on request, or after an extension) gets its own Message-ID, so that it is not
  // mistaken for a duplicate. A waiting recipient gets the first e-mail when it is their turn.
  const isFirst = FIRST.has(mail) && signer !== undefined && !isRepeat && signer.status !== 'waiting';
  if (isFirst) return { messageId: root };
  return { headers: { 'In-Reply-To': root, References: root, ...(stopLink !== null && unsubscribe(stopLink)) } };
}

/** One click in the reader's mail program stops the reminders (RFC 8058, which requires https). */
function unsubscribe(stopLink: string): Record<string, string> {
  return {
    'List-Unsubscribe': `<${stopLink}>`,
    ...(stopLink.startsWith('https://') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
  };
}

/**
 * The signature's audit entry contains the receipt. Older entries lack the hash of the shown revision, so they have no
 * receipt.
 */
function receiptFor({ signed_entry: bytes, signed_hash: hash }: MailSigner): MailReceipt | undefined {
  if (bytes === null || hash === null) return undefined;
  const { n, data } = parseEntry(bytes);
  const { sha256: signed, seen, seen_sha256: shown } = data;
  if (typeof signed !== 'string' || (typeof seen === 'number' && typeof shown !== 'string')) return undefined;
  return { shown: typeof shown === 'string' ? shown : null, signed, trail: { entry: n, hash } };
}

const checkpointOf = ({ completion_proof: proof }: MailDocument): string | undefined =>
  proof === null ? undefined : parseProof(proof).checkpoint;

function contentOf(scene: Scene): MailContent | undefined {
  const { payload, document, signers, signer, other, owner, common, link, verifyLink, now } = scene;
  const audience = signer ? 'signer' : 'sender';
  switch (payload.mail) {
    case 'invitation':
    case 'forwarded':
    case 'reminder':
      return asking(scene);
    case 'completed':
      if (document.status !== 'completed') return undefined;
      return completed({
        ...common,
        link,
        audience,
        signers: signers.flatMap(({ name, email, signed_at: signedAt }) =>
          signedAt ? [{ name, email, signedAt }] : [],
        ),
        sha256: document.sha256,
        verifyLink,
        receipts: signer
          ? signers
              .filter(({ email }) => addressKey(email) === addressKey(signer.email))
              .flatMap((one) => receiptFor(one) ?? [])
          : [],
        checkpoint: checkpointOf(document),
      });
    case 'expired':
      if (document.status !== 'expired') return undefined;
      return expired({
        ...common,
        audience,
        expiredAt: document.expires_at ?? document.updated_at,
        missing: signers.filter(({ status }) => status === 'pending-signature' || status === 'waiting'),
        link: signer ? null : link,
      });
    case 'declined':
      if (document.status !== 'declined') return undefined;
      return declined({
        ...common,
        audience,
        by: other ?? owner,
        reason: other?.decline_reason ?? null,
        declinedAt: document.updated_at,
        link: signer ? null : link,
      });
    case 'voided':
      if (document.status !== 'voided') return undefined;
      return voided({ ...common, reason: document.void_reason ?? '', voidedAt: document.updated_at });
    case 'removed':
      return document.status === 'voided' ? undefined : removed({ ...common, removedAt: signer?.removed_at ?? now });
    case 'not-sent':
      if (document.status !== 'draft') return undefined;
      return notSent({ ...common, link, at: new Date(payload.since ?? scene.now), why: payload.answer ?? '' });
    case 'changed':
      return changeOf(scene);
    case 'signing-code':
      return signer && stepCode(scene, signer);
    case 'copy':
      return document.status === 'in-progress' ? copy({ ...common, link }) : undefined;
    case 'package-completed':
    case 'package-expired':
    case 'package-cancelled':
      return endOfPackage(scene, ENDINGS[payload.mail]);
    case 'forwarded-on':
    case 'access-locked':
    case 'bounced':
    case 'certificate-revoked':
      return other && aboutSigner(scene, other);
  }
}

/** The changed document has a new link. A waiting recipient gets it when it is their turn. */
function changeOf({ document, signer, common, link }: Scene): MailContent | undefined {
  if (document.status !== 'in-progress' || !signer || !document.expires_at) return undefined;
  switch (signer.status) {
    case 'pending-signature':
      return changed({ ...common, link, kind: 'sign', expiresAt: document.expires_at });
    case 'notified':
      return changed({ ...common, link, kind: 'read', expiresAt: document.expires_at });
    case 'waiting':
      return changed({ ...common, link: null, kind: 'wait', expiresAt: document.expires_at });
    default:
      return undefined;
  }
}

function asking({
  payload,
  document,
  signers,
  signer,
  owner,
  common,
  link,
  stopLink,
  now,
}: Scene): MailContent | undefined {
  if (document.status !== 'in-progress' || signer?.status !== 'pending-signature' || !document.expires_at)
    return undefined;
  const ask = {
    ...common,
    link,
    message: payload.message ?? document.email_message,
    expiresAt: document.expires_at,
    now,
  };
  switch (payload.mail) {
    case 'reminder':
      // The recipient stopped reminders while this e-mail was queued.
      return signer.reminders_stopped_at ? undefined : reminder({ ...ask, stopLink });
    case 'forwarded':
      return forwarded({ ...ask, by: { name: payload.from ?? owner.name, email: owner.email } });
    default:
      return invitation({
        ...ask,
        subject: document.email_subject,
        isTurn: signers.some(({ status, signing_order: order }) => status === 'signed' && order < signer.signing_order),
      });
  }
}

/**
 * Returns undefined if the code can no longer be used: it has expired, a newer code was requested, or the document was
 * voided.
 */
function stepCode({ payload, document, common, codeOf, now }: Scene, signer: MailSigner): MailContent | undefined {
  const { second_email: email, step_code: newest, step_code_until: until } = signer;
  if (email === null || payload.code !== newest || until === null || until <= now) return undefined;
  if (document.status === 'voided') return undefined;
  return signingCode({ ...common, recipient: { name: '', email }, code: codeOf(signer, newest) });
}

/**
 * Sends nothing if the package has been extended since then. The e-mail that is sent when the package ends again covers
 * everything.
 */
function endOfPackage(scene: Scene, ending: PackageEnding) {
  const { document, parts, signer, owner, common, link, verifyLink, linkTo, now } = scene;
  const [first] = parts;
  if (first?.package_status !== ending) return undefined;
  const said = parts.flatMap(({ status, void_reason: voided, declined_by: by, decline_reason: declined }) =>
    status === 'voided' && voided !== null
      ? [{ by: owner, reason: voided }]
      : status === 'declined' && declined !== null
        ? [{ by: { name: by ?? '', email: '' }, reason: declined }]
        : [],
  );
  return packageEnded({
    ...common,
    ending,
    audience: signer ? 'signer' : 'sender',
    endedAt: first.ended_at ?? now,
    documents: parts.map((part) => ({
      title: part.title,
      status: part.status,
      link: part.status === 'completed' ? linkTo(part) : null,
    })),
    reasons: said.filter(
      ({ by, reason }, at) => said.findIndex((one) => one.reason === reason && one.by.name === by.name) === at,
    ),
    link: signer ? null : link,
    verifyLink,
    checkpoint: checkpointOf(document),
  });
}

function aboutSigner(scene: Scene, other: MailSigner): MailContent {
  const { payload, common, owner, link } = scene;
  if (payload.mail === 'forwarded-on')
    return forwardedOn({ ...common, link, by: { name: payload.from ?? owner.name, email: other.email }, to: other });
  if (payload.mail === 'access-locked')
    return accessLocked({ ...common, link, person: other, isStep: payload.reason === 'step' });
  if (payload.mail === 'certificate-revoked')
    return certificateRevoked({
      ...common,
      link: scene.signer ? null : link,
      audience: scene.signer ? 'signer' : 'sender',
      person: other,
      since: new Date(payload.since ?? scene.now),
      isDeclared: payload.reason === 'declared',
      note: payload.answer ?? '',
    });
  const bounce = (payload.reason ?? 'refused') as BounceReason;
  return bounced({ ...common, link, person: other, bounce, answer: payload.answer ?? '' });
}
