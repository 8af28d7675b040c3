/**
 * Keeps the unsaved state of a draft in this tab until the server has saved it. It survives a reload, an ended session,
 * and a lost connection.
 */
import type { AnswerOf } from '@countersign/client';
import type { Document } from '../../api/queries.ts';
import { type Draft, emptyDraft } from './draft.ts';
import { draftOfContent } from './draft-request.ts';
import { plannedDraft } from './planned.ts';

export type Unsaved = { editor: string; revision: number; draft: Draft };
export type Saved = AnswerOf<'getDraft'>['draft'];
export type Start = { draft: Draft; saved: Draft | null; revision: number; warnings: readonly string[] };

const place = (id: string): string => `countersign.unsaved.${id}`;

/** Returns the state stored by a previous page, or null if it is not in this version's format. */
export function readUnsaved(text: string | null): Unsaved | null {
  if (text === null) return null;
  try {
    const kept = JSON.parse(text) as Partial<Unsaved> | null;
    const draft = kept?.draft as Partial<Record<keyof Draft, unknown>> | undefined;
    const sound =
      typeof kept?.editor === 'string' &&
      typeof kept.revision === 'number' &&
      draft !== undefined &&
      Object.entries(emptyDraft).every(([name, value]) => typeof draft[name as keyof Draft] === typeof value) &&
      Array.isArray(draft.recipients) &&
      Array.isArray(draft.fields);
    return sound ? (kept as Unsaved) : null;
  } catch {
    return null;
  }
}

/** Access codes are never stored in the browser, so they must be entered again. */
const withoutCodes = (draft: Draft): Draft => ({
  ...draft,
  recipients: draft.recipients.map((recipient) =>
    recipient.accessCode === undefined ? recipient : { ...recipient, accessCode: '' },
  ),
});

export function keepUnsaved(id: string, unsaved: Unsaved | null): void {
  if (unsaved === null) sessionStorage.removeItem(place(id));
  else sessionStorage.setItem(place(id), JSON.stringify({ ...unsaved, draft: withoutCodes(unsaved.draft) }));
}

/** The page that saved last continues from its own state. Any other page detects the conflict when it next saves. */
function startOf(document: Document, server: Saved, unsaved: Unsaved | null, fresh: Draft): Start {
  const planned = plannedDraft(document);
  const { days, reminders } = fresh;
  const saved = server.content === null ? planned && { ...planned, days, reminders } : draftOfContent(server.content);
  const { warnings } = server;
  if (unsaved === null) return { draft: saved ?? fresh, saved, revision: server.revision, warnings };
  const isOwn = unsaved.editor === server.editor;
  return { draft: unsaved.draft, saved, revision: isOwn ? server.revision : unsaved.revision, warnings };
}

export const loadStart = (document: Document, server: Saved, fresh: Draft): Start =>
  startOf(document, server, readUnsaved(sessionStorage.getItem(place(document.id))), fresh);
