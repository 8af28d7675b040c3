/** Keeps what was prepared over a reload or a lost session, in this tab only: it holds names and addresses. */
import type { Document } from '../../api/queries.ts';
import { type Draft, emptyDraft } from './draft.ts';
import { plannedDraft } from './planned.ts';

const place = (id: string): string => `countersign.send.${id}`;

/** What an earlier page kept; null when it is not of the shape this version writes. */
export function readDraft(text: string | null): Draft | null {
  if (text === null) return null;
  try {
    const kept = JSON.parse(text) as Partial<Record<keyof Draft, unknown>> | null;
    const sound =
      kept !== null &&
      Object.entries(emptyDraft).every(([name, value]) => typeof kept[name as keyof Draft] === typeof value) &&
      Array.isArray(kept.recipients) &&
      Array.isArray(kept.fields);
    return sound ? (kept as Draft) : null;
  } catch {
    return null;
  }
}

/** As this tab left it, or as it was planned when the document was made, of a template say. */
export const loadDraft = (document: Document): Draft =>
  readDraft(sessionStorage.getItem(place(document.id))) ?? plannedDraft(document) ?? emptyDraft;

export const keepDraft = (id: string, draft: Draft): void => sessionStorage.setItem(place(id), JSON.stringify(draft));

export const forgetDraft = (id: string): void => sessionStorage.removeItem(place(id));
