/** The secret that signs deliveries to callbacks (features/callbacks). */
import { newWebhookSecret } from '../../platform/crypto/webhook-signature.ts';
import { certainRow } from '../../platform/db/statement.ts';
import { AppError } from '../../platform/errors.ts';
import type { MemberPrincipal, RequestContext } from '../../platform/principal.ts';
import { note, type WebhookDependencies } from './endpoints.ts';
import { CALLBACKS, sealSecret } from './secrets.ts';
import { insertCallbackSecret, lockCallbackSecret, rotateCallbackSecretRow } from './store.ts';

/**
 * The first call creates the secret. While two secrets are valid, a third is refused, because receivers accept only
 * two.
 */
export function rotateCallbackSecret(
  { uow, vault }: WebhookDependencies,
  context: RequestContext<MemberPrincipal>,
  overlapHours: number,
): Promise<{ secret: string; previous_secret_until: string | null }> {
  const { tenantId } = context.principal;
  const secret = newWebhookSecret();
  const sealed = sealSecret(vault, { tenantId, endpointId: CALLBACKS }, secret);
  return uow.run(tenantId, async (tx) => {
    const [made] = await tx.query(insertCallbackSecret(tenantId, sealed, tx.now));
    let until: Date | null = null;
    if (!made) {
      const row = certainRow(await tx.query(lockCallbackSecret(tenantId)));
      if (overlapHours > 0 && row.previous_until !== null && row.previous_until > tx.now)
        throw new AppError('ROTATION_IN_PROGRESS', { until: row.previous_until.toISOString() });
      until = overlapHours === 0 ? null : new Date(tx.now.getTime() + overlapHours * 3_600_000);
      tx.write(rotateCallbackSecretRow(tenantId, sealed, until, tx.now));
    }
    await note(uow, tx, context, { action: 'webhook.secret-rotated', id: CALLBACKS, data: { confirmed: false } });
    return { secret, previous_secret_until: until?.toISOString() ?? null };
  });
}
