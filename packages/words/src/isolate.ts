import { isolated } from '@countersign/contract/languages';

/**
 * Isolates a name or title in a sentence of the opposite direction, so that neither reorders the other (Unicode TR9
 * §2.4).
 */
export const isolate = (value: string): string => `\u2068${value}\u2069`;

const apart = (value: unknown): unknown => (typeof value === 'string' ? isolated(value) : value);

/**
 * Adds isolates to text. Text in a left-to-right language isolates right-to-left names. Hebrew and Arabic text isolates
 * every value.
 */
export function withIsolates<T>(words: T): T {
  if (typeof words === 'function') return ((...values: unknown[]): unknown => words(...values.map(apart))) as T;
  if (typeof words !== 'object' || words === null || Array.isArray(words)) return words;
  return Object.fromEntries(Object.entries(words).map(([name, value]) => [name, withIsolates(value as unknown)])) as T;
}
