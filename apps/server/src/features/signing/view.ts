import type { OwnAttachment, SigningView } from '@countersign/contract';
import { consentFor } from '../consent-texts/index.ts';
import { ownFieldView, type VisitRow } from '../document-core/index.ts';
import { receiptOf } from './receipt.ts';
import { packageView, redirectOf, type SigningContext } from '../recipient-access/index.ts';
import type { SignerPrincipal } from '../../platform/principal.ts';

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

/** Other recipients appear by name, never by address. */
export function signingView(
  context: SigningContext,
  { via }: SignerPrincipal,
  visit: readonly VisitRow[] = [],
): SigningView {
  const consent = consentFor(context.locale, context.consents, context.sent_at);
  return {
    signer: {
      id: context.signer_id,
      name: context.name,
      email: context.email,
      locale: context.locale,
      role: context.role,
      status: context.signer_status,
      signed_at: iso(context.signed_at),
    },
    document: {
      id: context.document_id,
      title: context.title,
      filename: context.filename,
      status: context.status,
      sha256: context.revision_sha256,
      sent_sha256: context.sent_sha256,
      message: context.email_message,
      sent_at: iso(context.sent_at) ?? '',
      expiration: iso(context.expires_at),
      completed_at: iso(context.completed_at),
      sealed: context.sealed_at !== null,
    },
    sender: { name: context.owner_name, email: context.owner_email, organization: context.organization },
    pages: context.pages,
    fields: context.fields.map(ownFieldView),
    attachments: context.attachments.map(({ id: _, field_id: fieldId, content_type: type, ...file }) => ({
      ...file,
      field_id: fieldId,
      content_type: type as OwnAttachment['content_type'],
    })),
    others: context.others.filter(({ id }) => id !== context.signer_id).map(({ name, status }) => ({ name, status })),
    consent: { version: consent.version, language: consent.language, text: consent.text },
    revision: context.revision,
    receipt: ownReceipt(context),
    blocked: blockedBy(context),
    can_decline: isAsked(context),
    can_forward:
      isAsked(context) &&
      !context.has_access_code &&
      context.second_step === null &&
      context.notify &&
      via !== 'in-person',
    by_account: via === 'account',
    redirects: {
      signed: redirectOf(context, 'signed'),
      declined: redirectOf(context, 'declined'),
      expired: redirectOf(context, 'expired'),
    },
    roles: rolesOf(context),
    package: packageView(context.signer_id, visit),
  };
}

/** The roles of this recipient's address, in the order of signing. */
function rolesOf({ others }: SigningContext): SigningView['roles'] {
  const own = others.filter(({ is_own: isOwn }) => isOwn);
  if (own.length < 2) return [];
  return own
    .toSorted((one, other) => one.signing_order - other.signing_order)
    .map(({ id, name, role, status }) => ({ signer_id: id, name, role, status }));
}

function isAsked({ status, signer_status: own }: SigningContext): boolean {
  return status === 'in-progress' && own === 'pending-signature';
}

function ownReceipt({
  signer_status: status,
  signed_entry: bytes,
  signed_hash: hash,
}: SigningContext): SigningView['receipt'] {
  return status !== 'signed' || bytes === null || hash === null ? null : receiptOf({ bytes, hash });
}

function blockedBy({ signer_status: status }: SigningContext): SigningView['blocked'] {
  if (status === 'waiting') return 'NOT_YOUR_TURN';
  return status === 'signed' ? 'ALREADY_SIGNED' : null;
}
