/**
 * Combines two stores into one (ADR 69). Writes go to the current store. Reads find a file in either store, because a
 * move may be in progress. Removals apply to both stores.
 */
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { BlobError, type BlobStore, type ByteRange, putStaged, type StagedBlob } from '../ports/blob-store.ts';
import { type BlobHome, otherPlace, type Place } from './blob-home.ts';

const CHUNK = 256 * 1024;

export function placedBlobs(
  places: Readonly<Record<Place, BlobStore>>,
  home: Pick<BlobHome, 'place' | 'write'>,
): BlobStore {
  const first = (): BlobStore => places[home.place];
  const second = (): BlobStore => places[otherPlace(home.place)];

  /**
   * Looks in the first store, then in the second, and then in the first again, because the file may have been moved
   * from the second store to the first.
   */
  async function inEitherStore<Result>(ask: (store: BlobStore) => Promise<Result>): Promise<Result> {
    const [one, other] = [first(), second()];
    for (const store of [one, other]) {
      try {
        return await ask(store);
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
    }
    return ask(one);
  }

  async function* read(key: string, { start, end }: ByteRange): AsyncGenerator<Uint8Array> {
    const [one, other] = [first(), second()];
    let at = start;
    for (const [turn, store] of [one, other, one].entries()) {
      try {
        for await (const chunk of store.stream(key, { start: at, end })) {
          const bytes = chunk as Uint8Array;
          at += bytes.length;
          yield bytes;
        }
        return;
      } catch (error) {
        if (!isMissing(error) || turn === 2) throw error;
      }
    }
  }

  async function stage(...args: Parameters<BlobStore['stage']>): Promise<StagedBlob> {
    const place = home.place;
    const staged = await places[place].stage(...args);
    const commit = (key: string): Promise<void> =>
      home.write(
        async (now) => {
          if (now === place) return staged.commit(key);
          // The store has changed since the file was staged.
          await places[now].put(key, createReadStream(staged.path));
          await staged.discard();
        },
        (now) => places[now].delete(key),
      );
    return { ...staged, commit };
  }

  return {
    stage,
    put: putStaged(stage),
    get: (key, options) => inEitherStore((store) => store.get(key, options)),
    stream: (key, range = { start: 0, end: Number.MAX_SAFE_INTEGER }) =>
      Readable.from(read(key, range), { objectMode: false, highWaterMark: CHUNK }),
    size: (key) => inEitherStore((store) => store.size(key)),
    localFile: (key, options) => inEitherStore((store) => store.localFile(key, options)),
    modifiedAt: (key) => inEitherStore((store) => store.modifiedAt(key)),
    delete: async (key) => {
      // A concurrent move copies the file and then checks whether the original still exists, so the original must be
      // removed before its copy. Three removals ensure this for both directions of a move.
      for (const store of [first(), second(), first()]) await store.delete(key);
    },
    keys: async function* () {
      yield* first().keys();
      yield* second().keys();
    },
    sweep: async () => (await places.folder.sweep()) + (await places.s3.sweep()),
    space: async () => first().space?.(),
  };
}

const isMissing = (error: unknown): boolean => error instanceof BlobError && error.code === 'not_found';
