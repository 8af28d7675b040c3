/** Groups the audit trail by day for display, and groups consecutive entries by the same person. */
import type { AuditEntry } from './queries.ts';

type Person = { key: string; actor: AuditEntry['actor']; entries: AuditEntry[] };
export type Day = { day: string; people: Person[] };

/** Groups entries by day, newest first. `dayOf` returns the day of a time in the person's time zone. */
export function byDay(entries: readonly AuditEntry[], dayOf: (time: string) => string): Day[] {
  const days: Day[] = [];
  for (const entry of entries) {
    const day = dayOf(entry.timestamp);
    if (days.at(-1)?.day !== day) days.push({ day, people: [] });
    const people = days.at(-1)?.people ?? [];
    const { kind, id } = entry.actor;
    const last = people.at(-1);
    if (last?.actor.id === id && last.actor.kind === kind) last.entries.push(entry);
    else people.push({ key: entry.id, actor: entry.actor, entries: [entry] });
  }
  return days;
}

/** Groups consecutive similar entries, such as e-mails to many recipients. */
export function groupSimilar(entries: readonly AuditEntry[]): [AuditEntry, ...AuditEntry[]][] {
  const groups: [AuditEntry, ...AuditEntry[]][] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    if (last?.[0].summary === entry.summary) last.push(entry);
    else groups.push([entry]);
  }
  return groups;
}
