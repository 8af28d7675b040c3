/** One regular expression of a rule, run by RE2, whose time grows linearly with the text (ADR 83). */
import { RE2JS } from 're2js';

/** The form of the text that a pattern is written for; `readings.ts` produces them. */
export type View = 'text' | 'sql' | 'shell' | 'bare' | 'path';

export type Pattern = {
  readonly view: View;
  readonly source: string;
  matches: (text: string) => boolean;
};

/** `source` is matched against lower case, and `.` matches line breaks too. It is compiled when it is first needed. */
export function pattern(view: View, source: string): Pattern {
  let compiled: RE2JS | undefined;
  return {
    view,
    source,
    matches: (text) => (compiled ??= RE2JS.compile(source, RE2JS.DOTALL)).test(text),
  };
}

/** The patterns of one view, in the order in which they are tried. */
export const patterns = (view: View, ...sources: readonly string[]): readonly Pattern[] =>
  sources.map((source) => pattern(view, source));

/** Alternatives as one group that captures nothing. */
export const anyOf = (...alternatives: readonly string[]): string => `(?:${alternatives.join('|')})`;
