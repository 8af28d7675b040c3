/** An organization's webhooks. Secrets are shown only when they are created. */
import {
  NAMED_ONLY,
  type Webhook,
  WEBHOOK_LIMITS,
  type WebhookChange,
  type WebhookInput,
  type WebhookWithSecret,
} from '@countersign/contract';
import type { AuditAction } from '../../platform/audit/actions.ts';
import type { Party } from '../../platform/audit/recorder.ts';
import { newId } from '../../platform/crypto/ids.ts';
import type { Vault } from '../../platform/crypto/seal.ts';
import { newWebhookSecret } from '../../platform/crypto/webhook-signature.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import type { Fetcher } from '../../platform/ports/fetcher.ts';
import type { MemberPrincipal, RequestContext } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { judgedAddress } from '../callbacks/index.ts';
import { maskHeaders, sealHeaders, sealSecret } from './secrets.ts';
import {
  confirmSecretRow,
  countWebhooks,
  deleteWebhookRow,
  insertLane,
  insertWebhook,
  lockTenant,
  lockWebhook,
  rotateSecretRow,
  selectWebhook,
  selectWebhooks,
  updateWebhookRow,
  type WebhookRow,
} from './store.ts';
import { webhookView } from './views.ts';
import { lockLanes, queueLanes } from './work-store.ts';

export type WebhookDependencies = {
  uow: UnitOfWork;
  vault: Vault;
  fetcher: Fetcher;
  wakeWebhooks: () => void;
};
type Context = RequestContext<MemberPrincipal>;

export async function listWebhooks({ uow }: WebhookDependencies, { tenantId }: MemberPrincipal): Promise<Webhook[]> {
  return (await uow.read(tenantId, selectWebhooks(tenantId))).map((row) => webhookView(row, uow.now()));
}

export async function getWebhook(
  { uow }: WebhookDependencies,
  { tenantId }: MemberPrincipal,
  id: string,
): Promise<Webhook> {
  const [row] = await uow.read(tenantId, selectWebhook(tenantId, id));
  if (!row) throw notFound(id);
  return webhookView(row, uow.now());
}

export async function createWebhook(
  { uow, vault, fetcher }: WebhookDependencies,
  context: Context,
  input: WebhookInput,
): Promise<WebhookWithSecret> {
  const { tenantId } = context.principal;
  requireEventScope(context.principal, input.events);
  const url = await judgedAddress(fetcher, input.url, 'url');
  const id = newId('webhook', uow.now());
  const secret = newWebhookSecret();
  return uow.run(tenantId, async (tx) => {
    const [, counts] = await tx.queryAll([lockTenant(tenantId, `webhooks ${tenantId}`), countWebhooks(tenantId)]);
    if ((counts[0]?.count ?? 0) >= WEBHOOK_LIMITS.endpoints)
      throw new AppError('TOO_MANY_WEBHOOKS', { limit: WEBHOOK_LIMITS.endpoints });
    const { description, events, payloadShape, active, templateIds, metadata, headers } = input;
    const sealed = sealSecret(vault, { tenantId, endpointId: id }, secret);
    tx.write(
      insertWebhook({
        tenantId,
        id,
        url,
        description,
        events,
        payloadShape,
        templateIds,
        metadata: JSON.stringify(metadata),
        headersSealed: sealHeaders(vault, { tenantId, endpointId: id }, headers),
        headersShown: JSON.stringify(maskHeaders(headers)),
        active,
        disabledReason: active ? null : 'paused',
        secretSealed: sealed,
        createdAt: tx.now,
        createdBy: actorOf(context.principal).id,
      }),
    );
    tx.write(insertLane(tenantId, id));
    await note(uow, tx, context, {
      action: 'webhook.created',
      id,
      data: { events: events.join(' '), host: new URL(url).host },
    });
    return { ...webhookView(await readEndpoint(tx, tenantId, id), tx.now), secret };
  });
}

export async function updateWebhook(
  { uow, vault, fetcher, wakeWebhooks }: WebhookDependencies,
  context: Context,
  id: string,
  change: WebhookChange,
): Promise<Webhook> {
  const { tenantId } = context.principal;
  requireEventScope(context.principal, change.events ?? []);
  const url = change.url === undefined ? null : await judgedAddress(fetcher, change.url, 'url');
  return uow.run(tenantId, async (tx) => {
    const [before] = await tx.query(lockWebhook(tenantId, id));
    if (!before) throw notFound(id);
    refuseHeadersForOthers(before, url, change);
    const {
      description = null,
      events = null,
      payloadShape = null,
      active = null,
      templateIds = null,
      metadata,
      headers,
    } = change;
    tx.write(
      updateWebhookRow({
        tenantId,
        id,
        url,
        setDescription: change.description !== undefined,
        description,
        events,
        payloadShape,
        templateIds,
        metadata: metadata ? JSON.stringify(metadata) : null,
        headersSealed: headers ? sealHeaders(vault, { tenantId, endpointId: id }, headers) : null,
        headersShown: headers ? JSON.stringify(maskHeaders(headers)) : null,
        active,
        updatedAt: tx.now,
        setBy: actorOf(context.principal).id,
      }),
    );
    // Deliveries that waited while the endpoint was disabled are due now.
    if (active === true && !before.active) queue(tx, tenantId, id, wakeWebhooks);
    await note(uow, tx, context, {
      action: 'webhook.changed',
      id,
      data: {
        changed: Object.keys(change).toSorted().join(' '),
        ...(url !== null && { host: new URL(url).host }),
        ...(active !== null && { active }),
      },
    });
    return webhookView(await readEndpoint(tx, tenantId, id), tx.now);
  });
}

/** Headers cannot be read again. They are not sent to another host unless the caller provides them again. */
function refuseHeadersForOthers(before: WebhookRow, url: string | null, { headers }: WebhookChange): void {
  if (url === null || headers !== undefined || Object.keys(before.headers_shown).length === 0) return;
  if (new URL(url).origin !== new URL(before.url).origin)
    throw invalid(
      'headers',
      'is required when the URL changes to another host. Send the headers again, or {} for none',
    );
}

/** An API key must not subscribe a webhook to events that the key may not read. Throws FORBIDDEN. */
function requireEventScope(principal: MemberPrincipal, events: readonly string[]): void {
  const isRefused = principal.kind === 'api-key' && !principal.scopes.includes('admin');
  const kind = events.find((one) => NAMED_ONLY.some((named) => named === one));
  if (isRefused && kind !== undefined)
    throw new AppError(
      'FORBIDDEN',
      { scope: 'admin' },
      { message: `The events ${kind} require an API key with the scope \`admin\`.` },
    );
}

export async function deleteWebhook({ uow }: WebhookDependencies, context: Context, id: string): Promise<void> {
  const { tenantId } = context.principal;
  await uow.run(tenantId, async (tx) => {
    const [deleted] = await tx.query(deleteWebhookRow(tenantId, id, tx.now));
    if (!deleted) throw notFound(id);
    await note(uow, tx, context, { action: 'webhook.deleted', id, data: {} });
  });
}

/** During the overlap, both secrets are valid. A third secret is refused, because receivers accept only two. */
export async function rotateWebhookSecret(
  { uow, vault }: WebhookDependencies,
  context: Context,
  id: string,
  { overlapHours, confirm }: { overlapHours: number; confirm?: true | undefined },
): Promise<Webhook & { secret?: string }> {
  const { tenantId } = context.principal;
  const secret = newWebhookSecret();
  return uow.run(tenantId, async (tx) => {
    const [row] = await tx.query(lockWebhook(tenantId, id));
    // Callbacks share one secret, which is rotated by a separate operation.
    if (!row || row.is_callback) throw notFound(id);
    const overlaps = row.previous_until !== null && row.previous_until > tx.now;
    if (confirm) {
      if (!overlaps) throw new AppError('NO_ROTATION', { integrationId: id });
      tx.write(confirmSecretRow(tenantId, id, tx.now));
    } else {
      if (overlaps && overlapHours > 0)
        throw new AppError('ROTATION_IN_PROGRESS', { integrationId: id, until: row.previous_until?.toISOString() });
      const until = overlapHours === 0 ? null : new Date(tx.now.getTime() + overlapHours * 3_600_000);
      const sealed = sealSecret(vault, { tenantId, endpointId: id }, secret);
      tx.write(rotateSecretRow(tenantId, id, sealed, until, tx.now, actorOf(context.principal).id));
    }
    await note(uow, tx, context, { action: 'webhook.secret-rotated', id, data: { confirmed: confirm === true } });
    return { ...webhookView(await readEndpoint(tx, tenantId, id), tx.now), ...(!confirm && { secret }) };
  });
}

export function queue(tx: Tx, tenantId: string, endpointId: string, wake: () => void): void {
  tx.write(lockLanes([tenantId], [endpointId]));
  tx.write(queueLanes([tenantId], [endpointId], tx.now));
  tx.afterCommit(wake);
}

export const notFound = (id: string): AppError => new AppError('WEBHOOK_NOT_FOUND', { integrationId: id });

async function readEndpoint(tx: Tx, tenantId: string, id: string): Promise<WebhookRow> {
  const [row] = await tx.query(selectWebhook(tenantId, id));
  if (!row) throw notFound(id);
  return row;
}

export function note(
  uow: UnitOfWork,
  tx: Tx,
  { principal, address }: Context,
  {
    action,
    id,
    data,
  }: { action: AuditAction & `webhook.${string}`; id: string; data: Record<string, string | number | boolean | null> },
): Promise<void> {
  return uow.recorder.record(tx, principal.tenantId, principal.tenantId, {
    action,
    actor: actorOf(principal),
    target: { kind: 'webhook', id },
    data,
    personal: { personId: principal.userId, fields: { address } },
  });
}

function actorOf(principal: MemberPrincipal): Party {
  if (principal.kind === 'user') return { kind: 'user', id: principal.userId };
  return principal.kind === 'api-key' ? { kind: 'api-key', id: principal.keyId } : { kind: 'service', id: 'service' };
}
