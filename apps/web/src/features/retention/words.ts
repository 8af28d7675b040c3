import type { LegalHold } from './queries.ts';

/** The possible targets of a legal hold. */
export const KINDS: Record<LegalHold['kind'], { label: string; field: string; hint: string }> = {
  document: {
    label: 'A document',
    field: 'Document id',
    hint: "Begins with doc_. You find it in the address of the document's page.",
  },
  person: {
    label: 'A person',
    field: 'E-mail address',
    hint: 'Documents the person owns or receives, and their account.',
  },
  tag: { label: 'A tag', field: 'Tag', hint: 'Documents that have the tag now or get it later.' },
};

/** A period in everyday units. */
export function period(days: number): string {
  if (days % 365 === 0) return days === 365 ? '1 year' : `${days / 365} years`;
  return `${days} days`;
}
