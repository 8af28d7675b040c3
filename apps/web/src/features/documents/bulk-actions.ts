/** Actions on several documents. Each document is checked separately, and most actions can be undone. */
import type { AnswerOf } from '@countersign/client';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { type Listed, type Outcome, outcomeOf, tally, type Task, type Watch } from './bulk-run.ts';
import { m } from './bulk-texts.ts';
import type { Folder } from './link-queries.ts';
import type { TagChange } from '../../ui/tag-change.ts';

export type Move = 'archive' | 'delete' | 'restore';

/** The maximum number of documents that the server accepts in one request. */
const GROUP = 100;

const DONE: Record<Move, (count: number) => string> = {
  archive: m.bulkActions.archived,
  delete: m.bulkActions.movedToTrash,
  restore: m.bulkActions.restored,
};

/** Returns the allowed actions in the order of their buttons. */
export function movesFor(documents: readonly Pick<Listed, 'status'>[], inTrash: boolean): Move[] {
  if (inTrash) return ['restore'];
  const archived = documents.filter(({ status }) => status === 'archived').length;
  return [
    ...(archived < documents.length ? (['archive'] as const) : []),
    ...(archived > 0 ? (['restore'] as const) : []),
    'delete',
  ];
}

/** Moves documents to the trash or the archive (`from`), or restores them from there. */
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
        return { document, why: result?.success === true ? null : failureReason(action, result) };
      });
    },
    (group) => lookUp(group, (document) => isMoved(action, from, document)),
  );

type Current = AnswerOf<'getDocuments'>['documents'][number];

const isMoved = (action: Move, from: 'trash' | 'archive', { deleted_at: deletedAt, status }: Current): boolean => {
  if (action === 'delete') return deletedAt !== null;
  if (action === 'archive') return status === 'archived';
  // An archived document that was in the trash is restored to the archive.
  return deletedAt === null && (from === 'trash' || status !== 'archived');
};

/** After a lost response, looks up for each document whether the action was carried out. */
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

function failureReason(
  action: Move,
  result: { status: string | null; message?: string | undefined } | undefined,
): string {
  if (result?.status === 'in-progress' && action !== 'restore') return m.bulkActions.outForSigning;
  if (result?.status === 'archived' && action === 'archive') return m.bulkActions.alreadyArchived;
  if (result?.status === null) return m.bulkActions.noLongerExistsOrBelongs;
  return result?.message ?? m.bulkActions.serverDidNotReportResult;
}

/** Adds and removes tags on all documents one after another, because there is no bulk operation for tags. */
export function changeTags(documents: readonly Listed[], change: TagChange): Task {
  return retag(documents, () => change, true);
}

/** Undo reverts only the changes that the server reported, so tags that another person added or removed are kept. */
function retag(documents: readonly Listed[], changeOf: (document: Listed) => TagChange, canUndo: boolean): Task {
  const say = canUndo ? m.bulkActions.newTags : m.bulkActions.formerTags;
  return async (watch) => {
    const inverse = new Map<string, TagChange>();
    const changed = await tally(
      documents,
      1,
      watch,
      async (group) => {
        for (const document of group) {
          const { add, remove } = changeOf(document);
          const { changedTags } = await call(api.updateDocument, {
            params: { id: document.id },
            body: { addTags: [...add], removeTags: [...remove] },
          });
          inverse.set(document.id, { add: changedTags?.removed ?? [], remove: changedTags?.added ?? [] });
        }
        return group.map((document) => ({ document, why: null }));
      },
      async (group) => {
        const results = await lookUp(group, ({ tags }, document) => isApplied(changeOf(document), tags));
        // The response was lost, so the result is derived from the list as it was displayed.
        for (const { document, why } of results) {
          const { add, remove } = changeOf(document);
          if (why === null)
            inverse.set(document.id, {
              add: remove.filter((tag) => document.tags.includes(tag)),
              remove: add.filter((tag) => !document.tags.includes(tag)),
            });
        }
        return results;
      },
    );
    const inverseOf = ({ id }: Listed): TagChange => inverse.get(id) ?? { add: [], remove: [] };
    const isChanged = (document: Listed): boolean =>
      Object.values(inverseOf(document)).some(({ length }) => length > 0);
    return outcomeOf(changed, say, (done) => {
      const undoable = done.filter(isChanged);
      return canUndo && undoable.length > 0 ? retag(undoable, inverseOf, false) : null;
    });
  };
}

const isApplied = ({ add, remove }: TagChange, tags: readonly string[]): boolean =>
  add.every((tag) => tags.includes(tag)) && !remove.some((tag) => tags.includes(tag));

const isOut = ({ status }: Pick<Listed, 'status'>): boolean => status === 'in-progress';
const notOut = (documents: readonly Listed[]) =>
  documents.filter((document) => !isOut(document)).map(({ id, title }) => ({ id, title, why: m.bulkActions.notOut }));

/** Runs the action for documents that have been sent, and reports all other documents as refused. */
async function onlyOut(documents: readonly Listed[], run: (out: readonly Listed[]) => ReturnType<typeof moved>) {
  const sum = await run(documents.filter(isOut));
  return { ...sum, refused: [...notOut(documents), ...sum.refused] };
}

/** Sends a reminder to everyone whose turn it is, at most once an hour. */
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
        // The result cannot be looked up, because documents do not contain the times of reminders.
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

/** Adds documents to a folder, or moves them there from another folder. */
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
  return filed(documents, add, say, (results) => {
    const [added, present] = [results.filter(isAdded), results.filter((result) => !isAdded(result))].map(documentsOf);
    if (from === undefined) return someOf([added, (these) => removeFromFolder(these, folderId, true)]);
    // If a document was already in the target folder, undo leaves it in both folders.
    return someOf(
      [added, (these) => intoFolder(these, from, m.bulkActions.movedBack, folderId)],
      [present, (these) => intoFolder(these, from, m.bulkActions.movedBack)],
    );
  });
}

export function removeFromFolder(documents: readonly Listed[], folderId: Folder['id'], isUndo = false): Task {
  const remove = (group: readonly Listed[]) =>
    call(api.removeFromFolder, { params: { folderId }, body: { documentIds: group.map(({ id }) => id) } });
  return filed(documents, remove, m.bulkActions.notInFolder, (results) => {
    const removed = results.filter(({ result }) => result?.removed !== false);
    return isUndo
      ? null
      : someOf([documentsOf(removed), (these) => intoFolder(these, folderId, m.bulkActions.movedBack)]);
  });
}

type FiledOne = { document: Listed; result: Filed['results'][number] | undefined };

const isAdded = ({ result }: FiledOne): boolean => result?.added !== false;
const documentsOf = (results: readonly FiledOne[]): Listed[] => results.map(({ document }) => document);

/** Combines the tasks whose lists of documents are not empty into a single task. */
function someOf(...parts: [documents: readonly Listed[] | undefined, task: (documents: readonly Listed[]) => Task][]) {
  const [first, ...more] = parts.flatMap(([documents = [], task]) => (documents.length === 0 ? [] : [task(documents)]));
  if (first === undefined || more.length === 0) return first ?? null;
  return inTurn([first, ...more]);
}

const inTurn =
  (tasks: readonly Task[]): Task =>
  async (watch) => {
    const outcomes: Outcome[] = [];
    for (const task of tasks) outcomes.push(await task(watch));
    return {
      text: outcomes.map(({ text }) => text).join('. '),
      refused: outcomes.flatMap(({ refused }) => refused),
      isComplete: outcomes.every(({ isComplete }) => isComplete),
      undo: null,
    };
  };

const filed =
  (
    documents: readonly Listed[],
    file: (group: readonly Listed[]) => Promise<Filed>,
    say: (count: number) => string,
    undo: (done: readonly FiledOne[]) => Task | null,
  ): Task =>
  async (watch) => {
    const byId = new Map<string, FiledOne['result']>();
    const sum = await tally(
      documents,
      GROUP,
      watch,
      async (group) => {
        const { results } = await file(group);
        for (const result of results) byId.set(result.documentId, result);
        return group.map((document) => ({
          document,
          why: byId.get(document.id)?.success === true ? null : m.bulkActions.noLongerExistsOrBelongs,
        }));
      },
      // Repeating the action has no further effect, so the person can simply try again.
      (group) => lookUp(group, () => false, m.bulkRun.outcomeUnknown),
    );
    return outcomeOf(sum, say, (done) => undo(done.map((document) => ({ document, result: byId.get(document.id) }))));
  };

export const commonTags = (documents: readonly Pick<Listed, 'tags'>[]): string[] =>
  (documents[0]?.tags ?? []).filter((tag) => documents.every(({ tags }) => tags.includes(tag)));
