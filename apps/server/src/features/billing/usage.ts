/** An organization's usage of the quantities that its plan limits, for this month and the eleven before it. */
import { planFacts, requestsPerHour, type Usage } from '@countersign/contract';
import type { Database } from '../../platform/db/database.ts';
import type { KeyUsage } from '../../platform/limits/usage.ts';
import type { UserPrincipal } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { countSeats, monthOf } from '../plans/index.ts';
import {
  addUpRequests,
  addUpSeats,
  selectEnvelopeMonths,
  selectOrganizationPlan,
  selectRequestsSince,
  selectUsageMonths,
} from './store.ts';

const MONTHS = 12;

export async function getUsage(
  { uow, keyUsage }: { uow: UnitOfWork; keyUsage: KeyUsage },
  { tenantId }: UserPrincipal,
): Promise<Usage> {
  // Adds pending counts first, so that the caller's latest requests are included.
  await keyUsage.add();
  const now = uow.now();
  const { from, until } = monthOf(now);
  const first = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() - (MONTHS - 1)));
  const [[organization], [seats], envelopes, kept, [present]] = await uow.readAll(tenantId, [
    selectOrganizationPlan(tenantId),
    countSeats(tenantId, now, null),
    selectEnvelopeMonths(tenantId, first),
    selectUsageMonths(tenantId, first),
    selectRequestsSince(tenantId, from),
  ]);
  const { members = 0, invited = 0 } = seats ?? {};
  const { requests = 0, refused = 0 } = present ?? {};
  const plan = organization?.plan ?? 'free';
  const facts = planFacts(plan);
  const months = Array.from({ length: MONTHS }, (_, index) => {
    const at = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + index));
    const month = at.toISOString().slice(0, 7);
    const own = kept.find((one) => one.month === month);
    const isPresent = at.getTime() === from.getTime();
    return {
      month,
      envelopes: envelopes.find((one) => one.month === month)?.envelopes ?? 0,
      seats: Math.max(own?.seats ?? 0, isPresent ? members : 0),
      requests: isPresent ? requests : (own?.requests ?? 0),
      refused: isPresent ? refused : (own?.refused ?? 0),
    };
  });
  return {
    period: { start: from.toISOString(), end: until.toISOString() },
    seats: { used: members + invited, limit: facts.seats, members, invited },
    envelopes: { used: months.at(-1)?.envelopes ?? 0, limit: facts.envelopesPerMonth },
    requests: {
      used: requests,
      refused,
      limit_per_hour: requestsPerHour(plan, organization?.requests_per_hour ?? null),
    },
    months,
  };
}

/** Stores monthly sums before their source data is deleted. Idempotent. */
export async function addUpUsage({ database, now }: { database: Database; now: () => Date }): Promise<void> {
  const { from } = monthOf(now());
  const last = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() - 1));
  // The previous month is included for as long as all its hourly counts exist. After that, the sum of the remaining
  // counts would be too small, so the larger stored sum is kept.
  await database.query({ role: 'jobs' }, addUpRequests(last));
  await database.query({ role: 'jobs' }, addUpSeats(from));
}
