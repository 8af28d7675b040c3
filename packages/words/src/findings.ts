/**
 * The findings of a verification in the reader's language, by their code. In English, the server's sentences are shown.
 * Every other language is a separate file that the browser fetches when needed.
 */
import type { TrailFinding } from '@countersign/contract';
import type { Language } from '@countersign/contract/languages';
import { isolate } from './isolate.ts';

export type FindingWords = {
  sentences: Readonly<Record<TrailFinding['code'], string>>;
  /** The label of an audit entry's number. The text contains `{number}`. */
  entry: string;
  /** The label of a revision's number. The text contains `{number}`. */
  revision: string;
  /** The label of the value in the stored data or in the file. The text contains `{value}`. */
  stored: string;
  /** The label of the value that the stored value should match. The text contains `{value}`. */
  recorded: string;
  /** Shown instead of a missing value. */
  none: string;
};

export const FINDING_WORDS: Readonly<Record<Exclude<Language, 'en'>, () => Promise<{ findings: FindingWords }>>> = {
  ar: () => import('./ar/findings.ts'),
  de: () => import('./de/findings.ts'),
  es: () => import('./es/findings.ts'),
  fr: () => import('./fr/findings.ts'),
  he: () => import('./he/findings.ts'),
  hi: () => import('./hi/findings.ts'),
  it: () => import('./it/findings.ts'),
  ja: () => import('./ja/findings.ts'),
  nl: () => import('./nl/findings.ts'),
  pl: () => import('./pl/findings.ts'),
  pt: () => import('./pt/findings.ts'),
};

/** `facts` are the values. `detail` is the technical description in English. */
export type FindingSaid = { text: string; facts: string[]; detail: string | null };

/**
 * Returns a finding in the reader's language. Returns undefined if `words` does not contain its code, which can happen
 * if the server is newer than the page.
 */
export function findingIn(finding: TrailFinding, words: FindingWords): FindingSaid | undefined {
  const { code, entry, revision, values } = finding;
  const text: string | undefined = Object.hasOwn(words.sentences, code) ? words.sentences[code] : undefined;
  if (text === undefined) return undefined;
  const { subject, stored, recorded, detail } = values;
  const value = (pattern: string, one: string | null): string =>
    pattern.replace('{value}', () => (one === null || one === '' ? words.none : isolate(one)));
  const compared = stored !== null || recorded !== null;
  const isCompared = subject === stored || subject === recorded;
  const facts = [
    entry === null ? null : words.entry.replace('{number}', String(entry)),
    revision === null ? null : words.revision.replace('{number}', String(revision)),
    subject === null || isCompared ? null : isolate(subject),
    compared ? value(words.stored, stored) : null,
    compared ? value(words.recorded, recorded) : null,
  ];
  return { text, facts: facts.filter((fact) => fact !== null), detail };
}
