/**
 * Disables an endpoint that responded with 410 (Gone) or has failed for five days, and notifies the owners by e-mail.
 */
import { speech, webhookDisabled } from '../mail/index.ts';
import { deliver, type DeliveryDependencies } from '../notifications/index.ts';
import type { JobHandler } from '../../platform/jobs/runner.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { type DisabledPayload, webhookDisabledJob } from './disabled-job.ts';
import { continuations } from './reactions.ts';
import { disableEndpoint, selectDisabled, selectOwners } from './work-store.ts';

/**
 * Disables an endpoint once. A second call finds it disabled. Pending deliveries stay, and are sent when the endpoint
 * is enabled again.
 */
export async function disable(
  uow: UnitOfWork,
  tenantId: string,
  endpointId: string,
  reason: 'gone' | 'failing',
): Promise<void> {
  await uow.run(tenantId, async (tx) => {
    const [disabled] = await tx.query(disableEndpoint(tenantId, endpointId, reason, tx.now));
    if (!disabled) return;
    const owners = await tx.query(selectOwners(tenantId));
    await uow.recorder.record(tx, tenantId, tenantId, {
      action: 'webhook.disabled',
      actor: { kind: 'system', id: 'webhooks' },
      target: { kind: 'webhook', id: endpointId },
      data: { reason },
    });
    for (const { user_id: userId } of owners)
      uow.recorder.start(tx, tenantId, continuations.disabled, { endpointId, userId, reason });
  });
}

export function webhookDisabledHandler(dependencies: DeliveryDependencies): JobHandler<DisabledPayload> {
  const { uow, baseUrl } = dependencies;
  return {
    definition: webhookDisabledJob,
    run: async (job) => {
      const { tenantId, payload } = job;
      const { endpointId, userId, reason } = payload;
      const [row] = await uow.read(tenantId, selectDisabled(tenantId, endpointId, userId));
      // There is no row if the endpoint has since been enabled again or deleted, or if the person is no longer a
      // member.
      if (!row) return;
      const content = webhookDisabled({
        speech: speech(row.locale, row.organization_locale).inZone(row.time_zone),
        brand: { organization: row.organization, productName: 'Countersign', isTest: row.environment === 'sandbox' },
        recipient: { name: row.name, email: row.email },
        link: `${baseUrl()}/settings/webhooks/${endpointId}`,
        reason,
        // Only the host is shown, because the rest of the URL may contain one of the receiver's secrets.
        host: new URL(row.url).host,
        at: uow.now(),
      });
      const mail = { to: { name: row.name, address: row.email }, ...content };
      await deliver(dependencies, job, {
        kind: 'webhook-disabled',
        sender: tenantId,
        mail,
        isLive: row.environment === 'live',
        later: payload.isPlaced
          ? undefined
          : (tx, runAt) => uow.recorder.start(tx, tenantId, continuations.postponed, { payload, runAt }),
      });
    },
  };
}
