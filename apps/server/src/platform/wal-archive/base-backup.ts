/**
 * A copy of the data folder while the server writes to it. Together with the log from its start on, it can restore
 * every point in time after its end.
 */
import { keyOf } from '../backup/envelope.ts';
import { inPieces, writePart } from '../backup/parts.ts';
import type { ConnectionOptions } from '../db/database.ts';
import { failpoint } from '../failpoints.ts';
import type { BackupTarget } from '../ports/backup-target.ts';
import { Cluster } from './cluster.ts';
import { compressed, type DataCount, dataFiles } from './data-files.ts';
import { writeLsn } from './pieces.ts';
import { type BaseManifest, newName, type OpenedRun, writeBase } from './runs.ts';

export type BaseOptions = {
  owner: ConnectionOptions;
  dataFolder: string;
  target: BackupTarget;
  run: OpenedRun;
  version: string;
  now: Date;
};

/**
 * Makes a base backup. The manifest is written last, so an interruption before that leaves no usable base. The archiver
 * separately archives the log that the base needs, both during the copy and after it.
 */
export async function makeBase(options: BaseOptions, signal: AbortSignal): Promise<BaseManifest> {
  const { owner, dataFolder, target, run, version, now } = options;
  const id = newName('base', now);
  const cluster = await Cluster.connect(owner);
  try {
    const start = await cluster.startBackup(id);
    const [dataName, filesName] = [`${run.id}/bases/${id}/data`, `${run.id}/bases/${id}/files`];
    const counted: DataCount = { files: 0, bytes: 0 };
    const stopped = Promise.withResolvers<Awaited<ReturnType<Cluster['stopBackup']>>>();
    stopped.promise.catch(() => {});
    async function* everything(): AsyncGenerator<Uint8Array> {
      yield* dataFiles(dataFolder, counted, signal);
      failpoint('archive.base-data');
      const end = await cluster.stopBackup();
      stopped.resolve(end);
      yield* labelled('backup_label', end.label);
      if (end.tablespaces !== '') yield* labelled('tablespace_map', end.tablespaces);
    }
    const data = await writePart(target, dataName, keyOf(run.keys.own, dataName), compressed(everything()));
    const { stop, doneAt } = await stopped.promise;
    let count = 0;
    async function* names(): AsyncGenerator<string> {
      for await (const key of cluster.files()) {
        count += 1;
        yield key;
      }
    }
    const files = await writePart(target, filesName, keyOf(run.keys.own, filesName), inPieces(names()));
    signal.throwIfAborted();
    const manifest = {
      id,
      start: writeLsn(start),
      stop: writeLsn(stop),
      done_at: doneAt.toISOString(),
      version,
      data: { ...data, files: counted.files, bytes_total: counted.bytes },
      files: { ...files, count },
    };
    failpoint('archive.before-base');
    await writeBase(target, run, manifest);
    failpoint('archive.after-base');
    return { format: 'countersign-base-backup/1', ...manifest };
  } finally {
    await cluster.close();
  }
}

/** Yields a file that the running server has only in memory. `backup_label` states where replay begins. */
function* labelled(file: string, text: string): Generator<Uint8Array> {
  const bytes = Buffer.from(text);
  yield Buffer.from(`${JSON.stringify({ file, size: bytes.length })}\n`);
  yield bytes;
}
