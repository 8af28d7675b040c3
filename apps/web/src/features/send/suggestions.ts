/** Suggests fields that the document appears to need. They are shown on request, and only the sender can add them. */
import { useQuery } from '@tanstack/react-query';
import { type Dispatch, useState } from 'react';
import type { Paper } from '../../ui/PagePictures.tsx';
import { type Change, type Draft, isSigner, type Placed } from './draft.ts';
import { freshDetails } from './field-details.ts';
import { type Box, clampBox, toFractions } from './geometry.ts';
import { KINDS } from './kinds.ts';
import { suggestionsQuery } from './queries.ts';

export type Suggestion = Omit<Placed, 'recipient'>;

export type Suggestions = {
  /** The suggestions for which the draft has no field yet, in reading order. */
  open: readonly Suggestion[];
  isShown: boolean;
  /** The recipient to whom added fields are assigned. */
  recipient: string;
  show: (isShown: boolean) => void;
  choose: (recipient: string) => void;
  add: (suggestions: readonly Suggestion[]) => void;
};

/** If two fields overlap by more than this share of the smaller box, they are treated as fields for the same blank. */
const SAME_BLANK = 0.3;

export function useSuggestions(
  document: Pick<Paper, 'pages'> & { id: string },
  draft: Draft,
  change: Dispatch<Change>,
): Suggestions {
  const { data } = useQuery(suggestionsQuery(document.id));
  const [isShown, show] = useState(false);
  const [chosen, choose] = useState<string | null>(null);
  const signers = draft.recipients.filter(isSigner);
  const recipient = (signers.find(({ key }) => key === chosen) ?? signers[0])?.key ?? '';
  const open = (data?.fields ?? []).flatMap((field, index): Suggestion[] => {
    const { page, kind, label } = field;
    const size = document.pages[page - 1];
    if (size === undefined) return [];
    const box = clampBox(toFractions(field, size), size, KINDS[kind].min);
    const isTaken = draft.fields.some((one) => one.page === page && overlap(one.box, box) > SAME_BLANK);
    const named = kind === 'text' || kind === 'checkbox' ? label : null;
    const details = named === null ? {} : { details: { ...freshDetails(kind), label: named } };
    // A suggested check box is optional, because a required one would block everyone who disagrees.
    return isTaken ? [] : [{ key: `s${index}`, kind, page, box, required: kind !== 'checkbox', ...details }];
  });
  const add = (suggestions: readonly Suggestion[]) => {
    change({ type: 'settle' });
    const batch = suggestions.map((suggestion) => ({ ...suggestion, recipient }));
    change({ type: 'add-copies', how: 'suggested', batches: [batch] });
  };
  return { open: recipient === '' ? [] : open, isShown, recipient, show, choose, add };
}

function overlap(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return width <= 0 || height <= 0 ? 0 : (width * height) / Math.min(a.width * a.height, b.width * b.height);
}
