/**
 * Documents that are waiting for a person's own signature. Only the e-mail address determines who can see them, just as
 * when signing with an account.
 */
import { addressKey, type InboxEntry } from '@countersign/contract';
import { isBound, type RequestContext, type UserPrincipal } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { selectAddressed, selectWaiting, type WaitingRow } from '../document-core/index.ts';

/** The maximum number of documents to read for an address. Most of them have usually been signed already. */
const MAX_RECIPIENTS = 500;

export async function listInbox(
  uow: UnitOfWork,
  { principal, environment }: RequestContext<UserPrincipal>,
): Promise<{ inbox: InboxEntry[]; email_verified: boolean; is_complete: boolean }> {
  if (!principal.emailVerified) return { inbox: [], email_verified: false, is_complete: true };
  const emailKey = addressKey(principal.email);
  const found = await uow.readAuth(selectAddressed({ emailKey, limit: MAX_RECIPIENTS }));
  // A session of an organization's identity provider is valid in that organization only (own-signer.ts).
  const byTenant = Map.groupBy(
    found.filter((row) => !isBound(principal) || row.tenant_id === principal.tenantId),
    (row) => row.tenant_id,
  );
  const now = uow.now();
  const parts = await Promise.all(
    [...byTenant].map(([tenantId, rows]) => {
      const ids = rows.map(({ id }) => id);
      return uow.read(tenantId, selectWaiting({ tenantId, signerIds: ids, emailKey, environment, now }));
    }),
  );
  const inbox = parts.flat().map(view);
  inbox.sort((a, b) => (a.document_id < b.document_id ? 1 : -1));
  return { inbox, email_verified: true, is_complete: found.length < MAX_RECIPIENTS };
}

const view = (row: WaitingRow): InboxEntry => ({
  document_id: row.document_id,
  signer_id: row.id,
  // Nothing about the document is shown until the access code has been entered.
  title: row.is_guarded ? null : row.title,
  role: row.role,
  is_your_turn: row.status === 'pending-signature',
  sender: { name: row.sender_name, organization: row.organization },
  invited_at: row.status === 'waiting' ? null : (row.invited_at?.toISOString() ?? null),
  expiration: row.expires_at?.toISOString() ?? null,
});
