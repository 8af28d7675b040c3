import type { LegalHold } from './queries.ts';
import { m } from './texts.ts';

/** The possible targets of a legal hold. */
export const KINDS: Record<LegalHold['kind'], { label: string; field: string; hint: string }> = {
  document: {
    label: m.words.aDocument,
    field: m.words.documentId,
    hint: m.words.beginsWithDoc,
  },
  person: {
    label: m.words.aPerson,
    field: m.words.eMailAddress,
    hint: m.words.documentsPersonOwnsOrReceives,
  },
  tag: { label: m.words.aTag, field: m.words.tag, hint: m.words.documentsHaveTagNow },
};

/** Formats a period in everyday units. */
export function period(days: number): string {
  if (days % 365 === 0) return days === 365 ? m.words.oneYear : m.words.years(days / 365);
  return m.words.days(days);
}
