/**
 * Describes the effects of a change to a smaller plan in sentences: lost features, and lower limits with the current
 * usage.
 */
import type { AnswerOf } from '@countersign/client';
import { many, type PlanEntry, RIGHTS } from './words.ts';
import { m } from './texts.ts';

type Preview = AnswerOf<'previewSubscription'>['preview'];
type Usage = AnswerOf<'getUsage'>['usage'];

export function removedBy(from: PlanEntry, to: PlanEntry, usage: Usage, exceeds: Preview['exceeds']): string[] {
  const limits = [
    limit(m.usageSection.seats, from.seats, to.seats, usage.seats.used),
    limit(m.plansSection.envelopesPerMonth, from.envelopes_per_month, to.envelopes_per_month, usage.envelopes.used),
    limit(m.plansSection.requestsPerHour, from.requests_per_hour, to.requests_per_hour, null),
  ];
  const rights = from.rights
    .filter((right) => !to.rights.includes(right))
    .map((right) => {
      const used = exceeds.find(({ what }) => what === right)?.used ?? 0;
      return [m.changeDialog.featureEnds(RIGHTS[right]), used > 0 ? END[right](used) : ''].filter(Boolean).join(' ');
    });
  return [...rights, ...limits.filter((sentence) => sentence !== null)];
}

const END: Record<PlanEntry['rights'][number], (used: number) => string> = {
  apiKeys: m.changeDialog.keysRefused,
  singleSignOn: () => m.changeDialog.ssoEnds,
  customLimits: () => m.changeDialog.customEnds,
};

/** Returns null if the limit does not decrease. A null limit means unlimited. */
function limit(what: string, now: number | null, next: number | null, used: number | null): string | null {
  if (next === null || (now !== null && now <= next)) return null;
  const change =
    now === null ? m.changeDialog.firstLimit(what, many(next)) : m.changeDialog.lowerLimit(what, many(next), many(now));
  if (used === null) return change;
  return `${change} ${used > next ? m.changeDialog.aboveLimit(used, used - next) : m.changeDialog.inUse(used)}`;
}
