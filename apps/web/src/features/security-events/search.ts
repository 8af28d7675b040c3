/** The URL parameters of the page. */
import type { SecurityEvent, SecurityEventFilter } from './queries.ts';

export const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const satisfies readonly SecurityEvent['severity'][];

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Parses the URL and ignores unknown parameters. */
export function parseEventSearch(search: Record<string, unknown>): SecurityEventFilter {
  const severity = SEVERITIES.find((value) => value === search['severity']);
  const found = {
    kind: text(search['kind']),
    severity,
    user: text(search['user']),
    address: text(search['address']),
    from: text(search['from']),
    to: text(search['to']),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}
