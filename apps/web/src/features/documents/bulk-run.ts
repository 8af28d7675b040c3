/**
 * Runs an action on several documents, reports its progress, stops on request, and returns the result for each
 * document.
 */
import { ApiError } from '@countersign/client';
import { explain } from '../../api/errors.ts';
import { GivenUp } from '../../api/step-up.ts';
import type { ListEntry } from '../../api/queries.ts';
import { m } from './bulk-texts.ts';

export type Listed = Pick<ListEntry, 'id' | 'title' | 'status' | 'tags'>;
export type Refused = { id: string; title: string; why: string };
export type Outcome = {
  text: string;
  refused: Refused[];
  /** Whether the action was carried out for every document. */
  isComplete: boolean;
  undo: Task | null;
};
export type Watch = { signal: AbortSignal; progress: (done: number, total: number) => void };
export type Task = (watch: Watch) => Promise<Outcome>;

/** `left` is the number of documents that were not processed, and `why` is the reason. */
type Tally<D extends Listed> = { done: D[]; refused: Refused[]; left: number; why: string };
/** The result for one document. If the action failed, `why` contains the reason. */
type Result<D extends Listed> = { document: D; why: string | null };

const refusedOf = ({ id, title }: Listed, why: string): Refused => ({ id, title, why });

/**
 * Whether the request may have been carried out, because the response was lost or the server does not know the outcome.
 */
const isUnknown = (error: unknown): boolean =>
  error instanceof ApiError && (error.isOutcomeUnknown || error.code === 'OUTCOME_UNKNOWN');

/** Whether every further request would fail with the same error. If so, the remaining documents are skipped. */
const isForAll = (error: unknown): boolean =>
  error instanceof GivenUp ||
  (error instanceof ApiError && [0, 401, 402, 403, 429, 503].includes(error.status) && !isUnknown(error));

/**
 * Processes the documents in groups, one after another. @param handle returns the results of a group @param lookUp
 * returns the results of a group whose response was lost
 */
export async function tally<D extends Listed>(
  documents: readonly D[],
  size: number,
  { signal, progress }: Watch,
  handle: (group: readonly D[]) => Promise<Result<D>[]>,
  lookUp: (group: readonly D[]) => Promise<Result<D>[]>,
): Promise<Tally<D>> {
  const sum: Tally<D> = { done: [], refused: [], left: 0, why: m.bulkRun.stopped };
  const add = ({ document, why }: Result<D>): void => {
    if (why === null) sum.done.push(document);
    else sum.refused.push(refusedOf(document, why));
  };
  for (let at = 0; at < documents.length; at += size) {
    const group = documents.slice(at, at + size);
    progress(at, documents.length);
    if (signal.aborted) return { ...sum, left: documents.length - at };
    try {
      for (const result of await handle(group)) add(result);
    } catch (error) {
      // The person stopped the download. Only downloads are aborted, never requests that change data.
      if (signal.aborted && !(error instanceof ApiError)) return { ...sum, left: documents.length - at };
      if (isForAll(error)) {
        const why = error instanceof GivenUp ? m.bulkRun.notConfirmed : explain(error).title;
        return { ...sum, left: documents.length - at, why };
      }
      const { results, lost } = await found(group, error, lookUp);
      for (const result of results) add(result);
      if (lost !== null)
        return { ...sum, left: documents.length - at - group.length, why: signal.aborted ? sum.why : lost };
    }
  }
  return sum;
}

/**
 * Returns the results after an error. If a response was lost, the results are looked up.
 * @returns `lost` contains the reason if the look-up failed too. The caller then stops, because the look-up would also
 * fail for the next documents
 */
async function found<D extends Listed>(
  group: readonly D[],
  error: unknown,
  lookUp: (group: readonly D[]) => Promise<Result<D>[]>,
): Promise<{ results: Result<D>[]; lost: string | null }> {
  const all = (why: string) => group.map((document) => ({ document, why }));
  if (!isUnknown(error)) return { results: all(explain(error).detail), lost: null };
  try {
    return { results: await lookUp(group), lost: null };
  } catch (failure) {
    return { results: all(m.bulkRun.outcomeUnknown), lost: explain(failure).title };
  }
}

/** Describes the result in one sentence, with the number of documents that were not processed. */
export function outcomeOf<D extends Listed>(
  { done, refused, left, why }: Tally<D>,
  say: (count: number) => string,
  undo: (done: readonly D[]) => Task | null,
): Outcome {
  const tried =
    done.length === 0
      ? m.bulkActions.nothingDone(refused.length + left)
      : refused.length === 0
        ? say(done.length)
        : m.bulkActions.failedForOthers(say(done.length), refused.length);
  const text = left === 0 ? tried : m.bulkRun.leftOut(tried, why, left);
  return { text, refused, isComplete: refused.length === 0 && left === 0, undo: done.length === 0 ? null : undo(done) };
}
