import { isolated } from '@countersign/contract/languages';

/**
 * Isolates a name or title in a sentence of the opposite writing direction, so that both keep their word order (Unicode
 * TR9 §2.4).
 */
export const isolate = (value: string): string => `\u2068${value}\u2069`;

/**
 * Isolates the values in texts. In a left-to-right language, only right-to-left names are isolated. In Hebrew and
 * Arabic, every value is isolated.
 */
export function withIsolates<T>(words: T, apart: (value: string) => string = isolated): T {
  const one = (value: unknown): unknown => (typeof value === 'string' ? apart(value) : value);
  if (typeof words === 'function') return ((...values: unknown[]): unknown => words(...values.map(one))) as T;
  if (typeof words !== 'object' || words === null || Array.isArray(words)) return words;
  return Object.fromEntries(
    Object.entries(words).map(([name, value]) => [name, withIsolates(value as unknown, apart)]),
  ) as T;
}
