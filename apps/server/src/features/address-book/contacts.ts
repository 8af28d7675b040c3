/**
 * Suggestions from a member's own past recipients (ADR 152). Contacts are not copied: they are the recipients of the
 * documents that the member sent and still owns. Only excluded addresses are stored.
 */
import { type Contact, LIMITS, readSettings } from '@countersign/contract';
import { sha256 } from '../../platform/crypto/tokens.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { MemberPrincipal } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { selectIsRecipient, selectRecipientsOf } from '../document-core/index.ts';
import {
  deleteExclusionsOf,
  EVERY_ADDRESS,
  EVERY_MEMBER,
  selectExclusions,
  selectSettings,
  upsertExclusion,
} from './store.ts';

export async function listContacts(
  uow: UnitOfWork,
  { tenantId, userId }: MemberPrincipal,
): Promise<{ enabled: boolean; contacts: Contact[] }> {
  const [organization] = await uow.read(tenantId, selectSettings(tenantId));
  if (!readSettings(organization?.settings ?? {}).address_book) return { enabled: false, contacts: [] };
  const [recipients, exclusions] = await uow.readAll(tenantId, [
    selectRecipientsOf({ tenantId, userId, limit: LIMITS.contacts }),
    selectExclusions(tenantId, userId),
  ]);
  const until = new Map(exclusions.map(({ email_hash: hash, until: end }) => [hash.toString('hex'), end]));
  const isLeftOut = (hash: Buffer, sentAt: Date): boolean => sentAt <= (until.get(hash.toString('hex')) ?? NEVER);
  const contacts = recipients
    .filter(({ email_key: key, sent_at: at }) => !isLeftOut(EVERY_ADDRESS, at) && !isLeftOut(hashOf(key), at))
    .map(({ name, email, sent_at: at }) => ({ name, email, last_sent_at: at.toISOString() }));
  return { enabled: true, contacts };
}

export function clearContacts(uow: UnitOfWork, { tenantId, userId }: MemberPrincipal): Promise<void> {
  return uow.run(tenantId, async (tx) => {
    tx.write(upsertExclusion({ tenantId, ownerId: userId, emailHash: EVERY_ADDRESS, until: tx.now }));
  });
}

/** An erased person is no longer suggested to anyone in the tenant unless someone sends them a document later. */
export async function eraseFromAddressBooks(
  tx: Tx,
  tenantId: string,
  { userId, emailKey }: { userId: string; emailKey: string },
): Promise<void> {
  tx.write(deleteExclusionsOf(tenantId, userId));
  const [found] = await tx.query(selectIsRecipient({ tenantId, emailKey }));
  if (found) tx.write(upsertExclusion({ tenantId, ownerId: EVERY_MEMBER, emailHash: hashOf(emailKey), until: tx.now }));
}

const NEVER = new Date(0);
const hashOf = (emailKey: string): Buffer => sha256(Buffer.from(emailKey));
