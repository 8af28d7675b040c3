/** Decides whether a public link accepts visitors. */
import type { PublicLinkProblem, PublicLinkStatus } from '@countersign/contract';

export type LinkState = {
  paused: boolean;
  expires_at: Date | null;
  daily_limit: number;
  day_began: Date;
  documents_of_day: number;
};

const DAY_MS = 86_400_000;

/**
 * Returns the number of documents in the current period of 24 hours. A period begins with the first document after the
 * previous period has ended.
 */
export const documentsOfDay = ({ day_began: began, documents_of_day: count }: LinkState, now: Date): number =>
  now.getTime() - began.getTime() >= DAY_MS ? 0 : count;

export function statusOf(link: LinkState, problem: PublicLinkProblem | null, now: Date): PublicLinkStatus {
  if (link.expires_at !== null && link.expires_at <= now) return 'expired';
  if (link.paused) return 'paused';
  if (problem !== null) return 'unusable';
  return documentsOfDay(link, now) >= link.daily_limit ? 'limit-reached' : 'active';
}
