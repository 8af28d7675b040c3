/** A recipient asks for no more reminders about a document, by the link in each of them. It ends the reminders and nothing else. */
import { lockDocument, markRemindersStopped } from '../document-core/store/index.ts';
import { selectReminderRecipient } from '../document-core/index.ts';
import { type Speech, speech } from '../mail/index.ts';
import type { StopGrant } from '../../platform/signing-links.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';

/** In whose language the page is; undefined where the link leads to nobody any more. */
export async function reminderReader(
  uow: UnitOfWork,
  { tenantId, signerId, isFor }: StopGrant,
): Promise<Speech | undefined> {
  const [signer] = await uow.read(tenantId, selectReminderRecipient({ tenantId, signerId }));
  if (!signer || !isFor(signer.email)) return undefined;
  return speech(signer.locale, signer.profile_locale, signer.organization_locale);
}

/** Asked twice, it is done once. Whoever took the recipient's place gets reminders of their own. */
export async function stopReminders(
  uow: UnitOfWork,
  grant: StopGrant,
  { address, userAgent }: { address: string; userAgent: string },
): Promise<void> {
  const { tenantId, signerId, isFor } = grant;
  const [signer] = await uow.read(tenantId, selectReminderRecipient({ tenantId, signerId }));
  if (!signer || !isFor(signer.email) || signer.reminders_stopped_at) return;
  await uow.run(tenantId, async (tx) => {
    // The document and its trail first, as whoever signs locks them.
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
