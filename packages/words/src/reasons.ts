/**
 * The reasons why a file or a signature is not valid, in the reader's language. In English, and for reasons without a
 * translation, the server's sentences are shown.
 */
import type { ReasonFacts } from '@countersign/contract';
import { filled, said, type Sentence } from './file-changes.ts';
import { isolate } from './isolate.ts';
import type { ReasonWords, VerifyWords } from './verify.ts';

/** Returns a reason in the reader's language. Returns undefined if only the server's sentence exists. */
export function reasonIn(
  message: string,
  facts: readonly ReasonFacts[],
  { reasons: own, changes }: Pick<VerifyWords, 'reasons' | 'changes'>,
): Sentence | undefined {
  const found = facts.find((one) => one.message === message);
  if (found === undefined || own === null || changes === null) return undefined;
  const { code, detail, change } = found;
  if (code === 'more-changes') return { text: filled(changes.more, { count: detail ?? '' }), detail: null };
  if (code === 'changed') {
    if (change === null) return undefined;
    const sentence = said(change, changes);
    return { text: filled(own.changed, { change: sentence.text }), detail: sentence.detail };
  }
  if (code.startsWith('authority-')) {
    const reason = sentenceOf(code.replace('authority-', 'certificate-'), own);
    return reason === undefined ? undefined : { text: filled(own.authority, { reason }), detail };
  }
  const sentence = sentenceOf(code, own);
  if (sentence === undefined) return undefined;
  const text = filled(sentence, { detail: isolate(detail ?? '') });
  return { text, detail: sentence.includes('{detail}') ? null : detail };
}

function sentenceOf(code: string, { sentences }: ReasonWords): string | undefined {
  const known: Readonly<Record<string, string>> = sentences;
  return Object.hasOwn(known, code) ? known[code] : undefined;
}
