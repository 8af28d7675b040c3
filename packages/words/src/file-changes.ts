/**
 * Describes the changes after a signature in the reader's language. Translations are generated from the same data as
 * the verdict. In English, the server's sentences are shown.
 */
import type { FileVerification } from '@countersign/contract';
import { isolate } from './isolate.ts';
import type { ChangeWords, VerifyWords } from './verify.ts';

type Revision = FileVerification['revisions'][number];
export type Facts = Revision['changeFacts'][number];
/** `detail` is the technical description in English. */
export type Sentence = { text: string; detail: string | null };

const inEnglish = (text: string): Sentence => ({ text, detail: null });

export function changesIn(
  { changes, changeFacts, changesOmitted }: Revision,
  words: Pick<VerifyWords, 'changes'>,
): Sentence[] {
  const own = words.changes;
  if (own === null) return changes.map(inEnglish);
  return [...changeFacts.map((facts) => said(facts, own)), ...rest(changesOmitted, own)];
}

/** Returns the changes of all revisions after the signed one. */
export function changesAfter(
  { changesAfterSigning, revision }: Pick<FileVerification['signatures'][number], 'changesAfterSigning' | 'revision'>,
  revisions: readonly Revision[],
  words: Pick<VerifyWords, 'changes'>,
): Sentence[] {
  if (words.changes === null) return changesAfterSigning.map(inEnglish);
  return revisions.filter(({ number }) => number > (revision ?? 0)).flatMap((later) => changesIn(later, words));
}

const rest = (count: number, own: ChangeWords): Sentence[] =>
  count === 0 ? [] : [{ text: filled(own.more, { count: String(count) }), detail: null }];

/** Returns the sentence for a change, without a period at the end. */
export function said(facts: Facts, own: ChangeWords): Sentence {
  const { code, detail, signer, after, parts } = facts;
  const pattern =
    code === 'catalog' || code === 'part-replaced'
      ? partIn(own.documentParts, parts[0] ?? 'other')
      : code === 'signature' && signer !== null
        ? own.signatureOf
        : code === 'field-filled' && after !== null
          ? own.filledWith
          : own.sentences[code];
  return { text: filled(pattern, placesOf(facts, own)), detail: WITHOUT_DETAIL.has(code) ? null : detail };
}

/** The sentences for these codes are already complete, so no detail is added. */
const WITHOUT_DETAIL: ReadonlySet<Facts['code']> = new Set([
  'signature',
  'timestamp',
  'validation-data',
  'field-filled',
  'field-emptied',
  'field-filled-again',
  'field-filled-alike',
  'signature-field-added',
  'nothing-seen',
]);

const partIn = (table: Readonly<Record<string, string>>, part: string): string => table[part] ?? table['other'] ?? '';

function placesOf({ field, page, signer, before, after, parts }: Facts, own: ChangeWords): Record<string, string> {
  const named = filled(own.field, { field: isolate(field ?? '?') });
  return {
    name: page === null ? named : filled(own.onPage, { name: named, page: String(page) }),
    page: String(page ?? '?'),
    signer: isolate(signer ?? '?'),
    before: isolate(before ?? ''),
    after: isolate(after ?? ''),
    parts: parts.map((part) => partIn(own.pageParts, part)).join(', '),
  };
}

/** Only the pattern is scanned for placeholders, so a field named "{page}" stays unchanged. */
export const filled = (pattern: string, places: Readonly<Record<string, string>>): string =>
  pattern.replace(/\{(\w+)\}/g, (place, name: string) => places[name] ?? place);
