/** Callback addresses, which receive the events of a single document. The webhooks feature delivers the events. */
import { newId } from '../../platform/crypto/ids.ts';
import { certainRow } from '../../platform/db/statement.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { invalid } from '../../platform/errors.ts';
import type { Fetcher } from '../../platform/ports/fetcher.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { insertCallback, insertCallbackLane, selectCallbackSecret } from './store.ts';

/** Returns the normalized address. Throws a ValidationError for an address to which deliveries are not allowed. */
export async function judgedAddress(fetcher: Fetcher, url: string, field: string): Promise<string> {
  const refusal = await fetcher.judge(url);
  if (refusal) throw invalid(field, refusal.message, refusal.code);
  const whole = new URL(url);
  whole.hash = '';
  return whole.href;
}

/**
 * Validates the address for `callbackEndpoint`. Throws a ValidationError for a refused address, and if no callback
 * secret exists.
 */
export async function readCallback(
  { uow, fetcher }: { uow: UnitOfWork; fetcher: Fetcher },
  tenantId: string,
  url: string | undefined,
): Promise<string | undefined> {
  if (url === undefined) return undefined;
  const callback = await judgedAddress(fetcher, url, 'callbackUrl');
  const [secret] = await uow.read(tenantId, selectCallbackSecret(tenantId));
  if (!secret)
    throw invalid(
      'callbackUrl',
      'requires a callback secret. Create one first with POST /api/webhooks/callback-secret',
    );
  return callback;
}

/**
 * Returns the endpoint for a URL, and enables the endpoint again if it was disabled. Returns null if no URL is given.
 */
export async function callbackEndpoint(tx: Tx, tenantId: string, url: string | undefined): Promise<string | null> {
  if (url === undefined) return null;
  const rows = await tx.query(insertCallback(tenantId, newId('webhook', tx.now), url, tx.now));
  const { id } = certainRow(rows);
  tx.write(insertCallbackLane(tenantId, id));
  return id;
}
