import type { Id, SigningView } from '@countersign/contract';
import { CONSENT } from './consent.ts';
import type { SigningContext } from './store.ts';

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

/** What the signing page shows. Other recipients appear by name, never by address. */
export function signingView(context: SigningContext): SigningView {
  return {
    signer: {
      id: context.signer_id as Id<'signer'>,
      name: context.name,
      email: context.email,
      role: context.role,
      status: context.signer_status,
      signed_at: iso(context.signed_at),
    },
    document: {
      id: context.document_id as Id<'document'>,
      title: context.title,
      filename: context.filename,
      status: context.status,
      sha256: context.revision_sha256,
      message: context.email_message,
      sent_at: iso(context.sent_at) ?? '',
      expiration: iso(context.expires_at),
      completed_at: iso(context.completed_at),
      sealed: context.sealed_at !== null,
    },
    sender: { name: context.owner_name, email: context.owner_email, organization: context.organization },
    pages: context.pages,
    fields: context.fields.map(({ id, kind, page, x, y, width, height, required, label, value }) => ({
      id: id as Id<'field'>,
      kind,
      page,
      x,
      y,
      width,
      height,
      required,
      label,
      value,
    })),
    others: context.others.filter(({ id }) => id !== context.signer_id).map(({ name, status }) => ({ name, status })),
    consent: { version: CONSENT.version, text: CONSENT.text },
    revision: context.revision,
    blocked: blockedBy(context),
  };
}

function blockedBy({ signer_status: status }: SigningContext): SigningView['blocked'] {
  if (status === 'waiting') return 'NOT_YOUR_TURN';
  return status === 'signed' ? 'ALREADY_SIGNED' : null;
}
