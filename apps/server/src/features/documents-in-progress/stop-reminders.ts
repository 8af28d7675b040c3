/**
 * Lets a recipient turn off reminders about a document with the link that each reminder contains. The link has no other
 * effect.
 */
import { lockDocument, markRemindersStopped } from '../document-core/store/index.ts';
import { selectReminderRecipient } from '../document-core/index.ts';
import { type Speech, speech } from '../mail/index.ts';
import type { StopGrant } from '../../platform/signing-links.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';

/** Returns the language for the page, or undefined if the link no longer belongs to a recipient. */
export async function reminderReader(
  uow: UnitOfWork,
  { tenantId, signerId, isFor }: StopGrant,
): Promise<Speech | undefined> {
  const [signer] = await uow.read(tenantId, selectReminderRecipient({ tenantId, signerId }));
  if (!signer || !isFor(signer.email)) return undefined;
  return speech(signer.locale, signer.profile_locale, signer.organization_locale);
}

/** Turns off reminders. Idempotent. A replacement recipient gets their own reminders. */
export async function stopReminders(
  uow: UnitOfWork,
  grant: StopGrant,
  { address, userAgent }: { address: string; userAgent: string },
): Promise<void> {
  const { tenantId, signerId, isFor } = grant;
  const [signer] = await uow.read(tenantId, selectReminderRecipient({ tenantId, signerId }));
  if (!signer || !isFor(signer.email) || signer.reminders_stopped_at) return;
  await uow.run(tenantId, async (tx) => {
    // The document and its trail are locked first, in the same order as in signing.
    const { trail } = await uow.recorder.openAfter(tx, tenantId, signer.document_id, [
      lockDocument({ tenantId, documentId: signer.document_id }),
    ]);
    const [stopped] = await tx.query(markRemindersStopped({ tenantId, signerId, email: signer.email, now: tx.now }));
    if (!stopped) return;
    await trail.record({
      action: 'signer.reminders-stopped',
      actor: { kind: 'signer', id: signerId },
      target: { kind: 'signer', id: signerId },
      data: {},
      personal: { personId: signerId, fields: { address, userAgent } },
    });
  });
}
