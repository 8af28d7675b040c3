/** Regular expressions of a rule. They are run by RE2, whose time grows linearly with the text (ADR 83). */
import { RE2JS } from 're2js';

/** The form of the text for which a pattern is written. `readings.ts` produces these forms. */
export type View = 'text' | 'sql' | 'shell' | 'bare' | 'path';

export type Pattern = {
  readonly view: View;
  readonly sources: readonly string[];
  matches: (text: string) => boolean;
};

/**
 * Compiles the patterns of one rule and view when they are first needed. They are compiled to one automaton, which
 * takes a third of the time of separate automatons. They are matched against lower-case text, and `.` also matches line
 * breaks.
 */
export function patterns(view: View, ...sources: readonly string[]): readonly [Pattern] {
  let compiled: RE2JS | undefined;
  const matches = (text: string) =>
    (compiled ??= RE2JS.compile(sources.map((source) => `(?:${source})`).join('|'), RE2JS.DOTALL)).test(text);
  return [{ view, sources, matches }];
}

export const anyOf = (...alternatives: readonly string[]): string => `(?:${alternatives.join('|')})`;

/** Combines alternatives without spaces, separated by white space, into one non-capturing group. */
export const words = (text: string): string => anyOf(...text.trim().split(/\s+/));
