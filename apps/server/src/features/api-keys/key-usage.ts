/** Counts how often a key was used, by hour. */
import type { ApiKeyUsage, Id } from '@countersign/contract';
import type { KeyUsage } from '../../platform/limits/usage.ts';
import { AppError } from '../../platform/errors.ts';
import type { MemberPrincipal } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { selectApiKey, selectUsage } from './store.ts';

const HOUR_MS = 3_600_000;

/** The result includes the current hour, and hours without requests. */
export async function getKeyUsage(
  { uow, keyUsage }: { uow: UnitOfWork; keyUsage: KeyUsage },
  { tenantId }: MemberPrincipal,
  keyId: Id<'apiKey'>,
  count: number,
): Promise<ApiKeyUsage> {
  await keyUsage.add();
  const last = Math.floor(uow.now().getTime() / HOUR_MS) * HOUR_MS;
  const from = new Date(last - (count - 1) * HOUR_MS);
  const [[key], rows] = await uow.readAll(tenantId, [
    selectApiKey(tenantId, keyId),
    selectUsage(tenantId, keyId, from),
  ]);
  if (!key) throw new AppError('API_KEY_NOT_FOUND', { keyId });
  const found = new Map(rows.map((row) => [row.hour.getTime(), row]));
  const hours = Array.from({ length: count }, (_, index) => {
    const hour = new Date(from.getTime() + index * HOUR_MS);
    const { requests = 0, refused = 0 } = found.get(hour.getTime()) ?? {};
    return { hour: hour.toISOString(), requests, refused };
  });
  const sum = (of: 'requests' | 'refused') => hours.reduce((total, hour) => total + hour[of], 0);
  return { key_id: keyId, requests: sum('requests'), refused: sum('refused'), hours };
}
