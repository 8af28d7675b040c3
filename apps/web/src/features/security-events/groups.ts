/** Groups events of the same kind, person and source within a day, so that one attack is one row. */
import type { SecurityEvent } from './queries.ts';

export type EventGroup = {
  /** The newest event, which names the group. */
  latest: SecurityEvent;
  events: readonly SecurityEvent[];
  /** Occurrences, also those that the server already counted together. */
  count: number;
};

type Grouped = Pick<SecurityEvent, 'kind' | 'severity' | 'address' | 'subject' | 'last_at' | 'user'>;

/** `dayOf` gives the day in the time zone of the reader. */
const keyOf = (
  { kind, severity, address, subject, last_at: at, user }: Grouped,
  dayOf: (iso: string) => string,
): string => JSON.stringify([kind, severity, address, subject, user?.id, dayOf(at)]);

/** The newest group first, as the events are. */
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
