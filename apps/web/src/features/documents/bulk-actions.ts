/** Actions on several documents: each is checked separately, and most results can be undone. */
import type { AnswerOf } from '@countersign/client';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { type Listed, outcomeOf, tally, type Task, type Watch } from './bulk-run.ts';
import { m } from './bulk-texts.ts';
import type { Folder } from './place-queries.ts';

export type Move = 'archive' | 'delete' | 'restore';

/** As many as the server takes in a request. */
const GROUP = 100;

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
  return async (watch) =>
    outcomeOf(await moved(action, documents, from, watch), DONE[action], (done) => takeBack(inverse, done, from));
}

const takeBack =
  (action: Move, documents: readonly Listed[], from: 'trash' | 'archive'): Task =>
  async (watch) =>
    outcomeOf(await moved(action, documents, from, watch), m.bulkActions.restored, () => null);

const moved = (action: Move, documents: readonly Listed[], from: 'trash' | 'archive', watch: Watch) =>
  tally(
    documents,
    GROUP,
    watch,
    async (group) => {
      const body = { action, documentIds: group.map(({ id }) => id) };
      const { results } = await call(api.bulkDocuments, { body });
      return group.map((document) => {
        const result = results.find(({ documentId }) => documentId === document.id);
        return { document, why: result?.success === true ? null : whyNot(action, result) };
      });
    },
    (group) => lookUp(group, (document) => isMoved(action, from, document)),
  );

type Current = AnswerOf<'getDocuments'>['documents'][number];

const isMoved = (action: Move, from: 'trash' | 'archive', { deleted_at: deletedAt, status }: Current): boolean => {
  if (action === 'delete') return deletedAt !== null;
  if (action === 'archive') return status === 'archived';
  // An archived document returns from the trash to the archive.
  return deletedAt === null && (from === 'trash' || status !== 'archived');
};

/** Whether an action whose answer was lost was carried out. */
async function lookUp<D extends Listed>(
  group: readonly D[],
  isDone: (now: Current, before: D) => boolean,
  notDone = m.bulkRun.notCarriedOut,
) {
  const { documents } = await call(api.getDocuments, { query: { ids: group.map(({ id }) => id).join(',') } });
  return group.map((document) => {
    const now = documents.find(({ id }) => id === document.id);
    if (now === undefined) return { document, why: m.bulkActions.noLongerExistsOrBelongs };
    return { document, why: isDone(now, document) ? null : notDone };
  });
}

function whyNot(action: Move, result: { status: string | null; message?: string | undefined } | undefined): string {
  if (result?.status === 'in-progress' && action !== 'restore') return m.bulkActions.outForSigning;
  if (result?.status === 'archived' && action === 'archive') return m.bulkActions.alreadyArchived;
  if (result?.status === null) return m.bulkActions.noLongerExistsOrBelongs;
  return result?.message ?? m.bulkActions.serverDidNotReportResult;
}

/** New tags for each document, one after the other, because there is no bulk operation for them. */
export function changeTags(documents: readonly Listed[], tagsOf: (document: Listed) => readonly string[]): Task {
  return retag(documents, tagsOf, ({ tags }) => tags);
}

function retag(
  documents: readonly Listed[],
  tagsOf: (document: Listed) => readonly string[],
  before: ((document: Listed) => readonly string[]) | null,
): Task {
  const say = before === null ? m.bulkActions.formerTags : m.bulkActions.newTags;
  return async (watch) => {
    const changed = await tally(
      documents,
      1,
      watch,
      async (group) => {
        for (const document of group)
          await call(api.updateDocument, { params: { id: document.id }, body: { tags: [...tagsOf(document)] } });
        return group.map((document) => ({ document, why: null }));
      },
      (group) => lookUp(group, (now, document) => now.tags.join('\n') === tagsOf(document).join('\n')),
    );
    return outcomeOf(changed, say, (done) => (before === null ? null : retag(done, before, null)));
  };
}

const isOut = ({ status }: Pick<Listed, 'status'>): boolean => status === 'in-progress';
const notOut = (documents: readonly Listed[]) =>
  documents.filter((document) => !isOut(document)).map(({ id, title }) => ({ id, title, why: m.bulkActions.notOut }));

/** Adds the documents that the action does not apply to. */
async function onlyOut(documents: readonly Listed[], run: (out: readonly Listed[]) => ReturnType<typeof moved>) {
  const sum = await run(documents.filter(isOut));
  return { ...sum, refused: [...notOut(documents), ...sum.refused] };
}

/** Reminds everyone whose turn it is, at most once an hour. */
export function remind(documents: readonly Listed[], message: string): Task {
  const body = message.trim() === '' ? {} : { message: message.trim() };
  return async (watch) => {
    const reminded = await onlyOut(documents, (out) =>
      tally(
        out,
        1,
        watch,
        (group) =>
          Promise.all(
            group.map(async (document) => {
              const { reminded: to } = await call(api.remindSigners, { params: { id: document.id }, body });
              return { document, why: to.length > 0 ? null : m.bulkActions.noOneToRemind };
            }),
          ),
        // A document does not say when its recipients were reminded.
        (group) => lookUp(group, () => false, m.bulkActions.reminderUnknown),
      ),
    );
    return outcomeOf(reminded, m.bulkActions.reminded, () => null);
  };
}

export function voidAll(documents: readonly Listed[], reason: string): Task {
  return async (watch) => {
    const voided = await onlyOut(documents, (out) =>
      tally(
        out,
        1,
        watch,
        async (group) => {
          for (const { id } of group) await call(api.voidDocument, { params: { id }, body: { reason: reason.trim() } });
          return group.map((document) => ({ document, why: null }));
        },
        (group) => lookUp(group, ({ status }) => status === 'voided'),
      ),
    );
    return outcomeOf(voided, m.bulkActions.voided, () => null);
  };
}

type Filed = Awaited<ReturnType<typeof call<'addToFolder'>>>;

/** Adds documents to a folder, or moves them there from another one. */
export const addToFolder = (documents: readonly Listed[], to: Pick<Folder, 'id' | 'name'>, from?: Folder['id']): Task =>
  intoFolder(documents, to.id, m.bulkActions.inFolder(to.name), from);

function intoFolder(
  documents: readonly Listed[],
  folderId: Folder['id'],
  say: (count: number) => string,
  from?: Folder['id'],
): Task {
  const add = (group: readonly Listed[]) =>
    call(api.addToFolder, {
      params: { folderId },
      body: { documentIds: group.map(({ id }) => id), ...(from === undefined ? {} : { from }) },
    });
  return filed(documents, add, say, (done) =>
    from === undefined
      ? removeFromFolder(done, folderId, true)
      : intoFolder(done, from, m.bulkActions.movedBack, folderId),
  );
}

/** Removes documents from a folder. */
export function removeFromFolder(documents: readonly Listed[], folderId: Folder['id'], isUndo = false): Task {
  const remove = (group: readonly Listed[]) =>
    call(api.removeFromFolder, { params: { folderId }, body: { documentIds: group.map(({ id }) => id) } });
  return filed(documents, remove, m.bulkActions.notInFolder, (done) =>
    isUndo ? null : intoFolder(done, folderId, m.bulkActions.movedBack),
  );
}

const filed =
  (
    documents: readonly Listed[],
    file: (group: readonly Listed[]) => Promise<Filed>,
    say: (count: number) => string,
    undo: (done: readonly Listed[]) => Task | null,
  ): Task =>
  async (watch) => {
    const sum = await tally(
      documents,
      GROUP,
      watch,
      async (group) => {
        const { results } = await file(group);
        return group.map((document) => {
          const result = results.find(({ documentId }) => documentId === document.id);
          return { document, why: result?.success === true ? null : m.bulkActions.noLongerExistsOrBelongs };
        });
      },
      // Doing it twice changes nothing, so the person can simply repeat it.
      (group) => lookUp(group, () => false, m.bulkRun.outcomeUnknown),
    );
    return outcomeOf(sum, say, undo);
  };

/** The tags that all of them have. */
export const commonTags = (documents: readonly Pick<Listed, 'tags'>[]): string[] =>
  (documents[0]?.tags ?? []).filter((tag) => documents.every(({ tags }) => tags.includes(tag)));

/** A document's tags after the common ones were edited; its other tags stay. */
export function withCommon(own: readonly string[], before: readonly string[], after: readonly string[]): string[] {
  return [...new Set([...own.filter((tag) => !before.includes(tag) || after.includes(tag)), ...after])];
}
