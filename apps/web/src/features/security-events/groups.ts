/** Groups events with the same kind, person and source within a day, so that one attack is a single row. */
import type { SecurityEvent } from './queries.ts';

export type EventGroup = {
  /** The newest event, which provides the title of the group. */
  latest: SecurityEvent;
  events: readonly SecurityEvent[];
  /** The number of occurrences, including those that the server has already combined. */
  count: number;
};

type Grouped = Pick<SecurityEvent, 'kind' | 'severity' | 'address' | 'subject' | 'last_at' | 'user'>;

/** Returns the group of an event. `dayOf` returns the day in the reader's time zone. */
const keyOf = (
  { kind, severity, address, subject, last_at: at, user }: Grouped,
  dayOf: (iso: string) => string,
): string => JSON.stringify([kind, severity, address, subject, user?.id, dayOf(at)]);

/** Returns the groups in the order of the events, newest first. */
export function groupEvents(events: readonly SecurityEvent[], dayOf: (iso: string) => string): EventGroup[] {
  const groups = new Map<string, SecurityEvent[]>();
  for (const event of events) {
    const key = keyOf(event, dayOf);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [event]);
    else group.push(event);
  }
  return [...groups.values()].flatMap((group) => {
    const [latest] = group;
    if (latest === undefined) return [];
    return [{ latest, events: group, count: group.reduce((sum, { count }) => sum + count, 0) }];
  });
}
