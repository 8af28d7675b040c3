/** Compares suggestions with the blanks that were drawn. */
import type { FieldSuggestion } from '../../src/platform/pdf/suggest/suggest-fields.ts';

/**
 * The position of a blank on the page, in points. `any` means a blank within a sentence, for which only a person can
 * choose the kind of field.
 */
export type Truth = { kind: string; x: number; y: number; width: number; height: number };
type Verdict = { found: number; expected: number; wrong: string[]; missed: string[] };

/** A suggestion is correct if it has the kind and the position of the blank. */
export function judge(truths: readonly Truth[], suggestions: readonly FieldSuggestion[]): Verdict {
  const left = new Set(truths);
  const wrong: string[] = [];
  for (const one of suggestions) {
    const hit = [...left].find((truth) => lies(one, truth) && (truth.kind === 'any' || truth.kind === one.kind));
    if (hit) left.delete(hit);
    else wrong.push(`${one.kind} "${one.label}" at ${one.x}, ${one.y} (${one.from})`);
  }
  return {
    found: truths.length - left.size,
    expected: truths.length,
    wrong,
    missed: [...left].map(({ kind, x, y }) => `${kind} at ${Math.round(x)}, ${Math.round(y)}`),
  };
}

function lies(one: FieldSuggestion, truth: Truth): boolean {
  const middle = one.x + one.width / 2;
  const bottoms = Math.abs(one.y + one.height - (truth.y + truth.height));
  return middle > truth.x && middle < truth.x + truth.width && bottoms < 9;
}
