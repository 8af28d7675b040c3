/** The names of periods for filtering the list. They are part of the first script, and period.ts is loaded later. */
export const PERIODS = ['today', 'last-7-days', 'this-month', 'last-month', 'this-year'] as const;
export type Period = (typeof PERIODS)[number] | `${string}..${string}`;

const DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;

/** Returns undefined for an unknown period, and for one that ends before it begins. */
export function parsePeriod(raw: unknown): Period | undefined {
  if (typeof raw !== 'string') return undefined;
  const named = PERIODS.find((period) => period === raw);
  if (named) return named;
  const [from = '', to = '', ...rest] = raw.split('..');
  const isRange = DAY.test(from) && DAY.test(to) && rest.length === 0 && from <= to;
  return isRange ? `${from}..${to}` : undefined;
}
