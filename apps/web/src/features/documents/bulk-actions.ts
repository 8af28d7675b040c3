/** Actions on several documents: each is checked separately, and the result can be undone. */
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { explain } from '../../api/errors.ts';
import type { ListEntry } from '../../api/queries.ts';
import { m } from './bulk-texts.ts';

export type Move = 'archive' | 'delete' | 'restore';
export type Listed = Pick<ListEntry, 'id' | 'title' | 'status' | 'tags'>;
export type Refused = { id: string; title: string; why: string };
export type Outcome = { text: string; refused: Refused[]; undo: Task | null };
/** Runs the action and returns its result. */
export type Task = () => Promise<Outcome>;

const DONE: Record<Move, (count: number) => string> = {
  archive: m.bulkActions.archived,
  delete: m.bulkActions.movedToTrash,
  restore: m.bulkActions.restored,
};

/** The allowed actions, in the order of the buttons. */
export function movesFor(documents: readonly Pick<Listed, 'status'>[], inTrash: boolean): Move[] {
  if (inTrash) return ['restore'];
  const archived = documents.filter(({ status }) => status === 'archived').length;
  return [
    ...(archived < documents.length ? (['archive'] as const) : []),
    ...(archived > 0 ? (['restore'] as const) : []),
    'delete',
  ];
}

/** `from`: where a restored document would return to. */
export function move(action: Move, documents: readonly Listed[], from: 'trash' | 'archive'): Task {
  const inverse: Move = action === 'restore' ? (from === 'trash' ? 'delete' : 'archive') : 'restore';
  return async () => {
    const { done, refused } = await carryOut(action, documents);
    return {
      text: sentence(done.length, refused.length, DONE[action]),
      refused,
      undo: done.length === 0 ? null : takeBack(inverse, done),
    };
  };
}

function takeBack(action: Move, documents: readonly Listed[]): Task {
  return async () => {
    const { done, refused } = await carryOut(action, documents);
    return {
      text: sentence(done.length, refused.length, m.bulkActions.restored),
      refused,
      undo: null,
    };
  };
}

async function carryOut(action: Move, documents: readonly Listed[]): Promise<{ done: Listed[]; refused: Refused[] }> {
  const { results } = await call(api.bulkDocuments, {
    body: { action, documentIds: documents.map(({ id }) => id) },
  });
  const done: Listed[] = [];
  const refused: Refused[] = [];
  for (const document of documents) {
    const result = results.find(({ documentId }) => documentId === document.id);
    if (result?.success === true) done.push(document);
    else refused.push({ id: document.id, title: document.title, why: whyNot(action, result) });
  }
  return { done, refused };
}

function whyNot(action: Move, result: { status: string | null; message?: string | undefined } | undefined): string {
  if (result?.status === 'in-progress' && action !== 'restore') return m.bulkActions.outForSigning;
  if (result?.status === 'archived' && action === 'archive') return m.bulkActions.alreadyArchived;
  if (result?.status === null) return m.bulkActions.noLongerExistsOrBelongs;
  return result?.message ?? m.bulkActions.serverDidNotReportResult;
}

const sentence = (done: number, refused: number, say: (count: number) => string): string => {
  if (done === 0) return m.bulkActions.nothingDone(refused);
  return refused === 0 ? say(done) : m.bulkActions.failedForOthers(say(done), refused);
};

/** New tags for each document, one after the other, because there is no bulk operation for them. */
export function changeTags(documents: readonly Listed[], tagsOf: (document: Listed) => readonly string[]): Task {
  return retag(documents, tagsOf, ({ tags }) => tags);
}

function retag(
  documents: readonly Listed[],
  tagsOf: (document: Listed) => readonly string[],
  before: ((document: Listed) => readonly string[]) | null,
): Task {
  return async () => {
    const done: Listed[] = [];
    const refused: Refused[] = [];
    for (const document of documents) {
      try {
        await call(api.updateDocument, { params: { id: document.id }, body: { tags: [...tagsOf(document)] } });
        done.push(document);
      } catch (error) {
        refused.push({ id: document.id, title: document.title, why: explain(error).detail });
      }
    }
    const say = before === null ? m.bulkActions.formerTags : m.bulkActions.newTags;
    const text = sentence(done.length, refused.length, say);
    return { text, refused, undo: before === null || done.length === 0 ? null : retag(done, before, null) };
  };
}

/** The tags that all of them have. */
export const commonTags = (documents: readonly Pick<Listed, 'tags'>[]): string[] =>
  (documents[0]?.tags ?? []).filter((tag) => documents.every(({ tags }) => tags.includes(tag)));

/** A document's tags after the common ones were edited; its other tags stay. */
export function withCommon(own: readonly string[], before: readonly string[], after: readonly string[]): string[] {
  return [...new Set([...own.filter((tag) => !before.includes(tag) || after.includes(tag)), ...after])];
}
