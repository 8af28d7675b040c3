/** Lists backups and reads their contents. */
import { isKey } from '../ports/blob-store.ts';
import { type BackupTarget, BackupTargetError } from '../ports/backup-target.ts';
import { atOnce } from './at-once.ts';
import { damagedCopyOf, manifestOf } from './create-backup.ts';
import {
  type BackupKeys,
  generationOf,
  keyOf,
  type Manifest,
  openManifest,
  parseManifest,
  type Openers,
  type TableRows,
} from './envelope.ts';
import type { FileFault } from './file-judge.ts';
import { BackupError } from './errors.ts';
import { linesOf, readPart } from './parts.ts';

/** The maximum size of a manifest. A manifest has only a few hundred bytes per table. */
const MANIFEST_BYTES = 16 * 2 ** 20;

export class OpenedBackup {
  readonly manifest: Manifest;
  readonly #target: BackupTarget;
  readonly #keys: BackupKeys;
  readonly #faults: ReadonlyMap<string, FileFault>;

  constructor(target: BackupTarget, manifest: Manifest, keys: BackupKeys) {
    this.#target = target;
    this.#keys = keys;
    this.manifest = manifest;
    this.#faults = new Map(this.faults.map((fault) => [fault.file, fault]));
  }

  /**
   * Passes the rows of each table to `load`, table by table, and waits for it. `load` must read all of them.
   * @throws BackupError `damaged`
   */
  async eachTable(load: (table: TableRows, rows: AsyncIterable<Uint8Array>) => Promise<void>): Promise<void> {
    const { database, tables } = this.manifest;
    const source = readPart(this.#target, database, keyOf(this.#keys.own, database.name));
    let rest: Uint8Array = new Uint8Array(0);
    async function* take(bytes: number): AsyncGenerator<Uint8Array> {
      for (let left = bytes; left > 0;) {
        if (rest.length === 0) {
          const next = await source.next();
          if (next.done === true) throw new BackupError('damaged', 'The tables of the backup are truncated.');
          rest = next.value;
        }
        const piece = rest.subarray(0, left);
        rest = rest.subarray(piece.length);
        left -= piece.length;
        yield piece;
      }
    }
    try {
      for (const table of tables) await load(table, take(table.bytes));
      // Reads to the end of the file, because only then is the whole file compared with the manifest.
      if (rest.length > 0 || (await source.next()).done !== true)
        throw new BackupError('damaged', 'The backup contains more table data than its manifest states.');
    } finally {
      await source.return(undefined);
    }
  }

  ledger(): AsyncGenerator<Uint8Array> {
    const { ledger } = this.manifest;
    return readPart(this.#target, ledger, keyOf(this.#keys.own, ledger.name));
  }

  get faults(): readonly FileFault[] {
    return this.manifest.faults ?? [];
  }

  /** Returns the name of a file's copy, or undefined if the file was missing. */
  copyOf(key: string): string | undefined {
    const copy = this.#faults.get(key)?.copy;
    if (copy === 'none') return undefined;
    return copy === 'damaged' ? damagedCopyOf(this.manifest.id, key) : `${this.manifest.blobs}/${key}`;
  }

  async *files(): AsyncGenerator<string> {
    const { files } = this.manifest;
    let count = 0;
    for await (const key of linesOf(readPart(this.#target, files, keyOf(this.#keys.own, files.name)))) {
      if (!isKey(key)) throw new BackupError('damaged', 'The list of files contains an invalid name.');
      count += 1;
      yield key;
    }
    if (count !== files.count)
      throw new BackupError('damaged', 'The list of files differs from the list that was copied.');
  }

  /** Yields the bytes of a file. @throws BackupError `damaged`, also if the file was missing */
  file(key: string): AsyncGenerator<Uint8Array> {
    const { id } = this.manifest;
    if (this.#faults.get(key)?.copy === 'damaged') {
      const name = damagedCopyOf(id, key);
      return readPart(this.#target, { name }, keyOf(this.#keys.own, name));
    }
    return readPart(this.#target, { name: `${generationOf(this.#keys)}/${key}` }, keyOf(this.#keys.blobs, key));
  }
}

/** @throws BackupError `unknown` | `damaged` | `locked` */
export async function openBackup(target: BackupTarget, id: string, openers: Openers): Promise<OpenedBackup> {
  const { manifest, keys } = await openManifest(id, await readManifest(target, id), openers);
  return new OpenedBackup(target, manifest, keys);
}

/** @throws BackupError `unknown` | `damaged` */
async function readManifest(target: BackupTarget, id: string): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    const stored: AsyncIterable<Uint8Array> = target.read(manifestOf(id));
    for await (const piece of stored) {
      pieces.push(piece);
      size += piece.length;
      if (size > MANIFEST_BYTES) throw new BackupError('damaged', 'The manifest is too large.');
    }
  } catch (cause) {
    if (cause instanceof BackupTargetError && cause.code === 'not_found')
      throw new BackupError('unknown', `There is no complete backup ${id} in ${target.place}.`, { cause });
    throw cause;
  }
  return Buffer.concat(pieces);
}

/**
 * Returns the location of a backup's file copies according to its manifest, which is not authenticated. @throws
 * BackupError `unknown` | `damaged`
 */
export const copiesSaid = async (target: BackupTarget, id: string): Promise<string> =>
  parseManifest(await readManifest(target, id)).blobs;

/** Returns the IDs of all complete backups, oldest first. IDs sort by time. */
export async function listBackups(target: BackupTarget): Promise<string[]> {
  const ids: string[] = [];
  for await (const id of target.tops()) if ((await target.size(manifestOf(id))) !== undefined) ids.push(id);
  return ids.toSorted();
}

/** Reads a whole backup. Returns the faults, one sentence each. Empty if the backup is intact. */
export async function readThrough(backup: OpenedBackup, onFile?: (done: number) => void): Promise<string[]> {
  const faults: string[] = [];
  const check = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof BackupError)) throw error;
      faults.push(error.message);
    }
  };
  await check(() => backup.eachTable((_table, rows) => readAll(rows)));
  await check(() => readAll(backup.ledger()));
  let done = 0;
  await check(() =>
    atOnce(backup.files(), async (key) => {
      if (backup.copyOf(key) !== undefined) await check(() => readAll(backup.file(key)));
      onFile?.((done += 1));
    }),
  );
  for (const fault of backup.faults) faults.push(sentenceOf(fault));
  return faults;
}

const FAULTS: Readonly<Record<FileFault['fault'], string>> = {
  missing: 'was missing',
  size: 'had a different length than recorded',
  content: 'was damaged',
};
const COPIES: Readonly<Record<FileFault['copy'], string>> = {
  none: 'The backup does not contain the file.',
  damaged: 'The backup contains the damaged file unchanged.',
  earlier: 'The backup contains the intact file from an earlier backup.',
};

export const sentenceOf = ({ file, fault, copy }: FileFault): string =>
  `The stored file ${file} ${FAULTS[fault]} when the backup was created. ${COPIES[copy]}`;

async function readAll(source: AsyncIterable<unknown>): Promise<void> {
  for await (const piece of source) void piece;
}
