/** Zip files by yazl, written while they are read. Nothing is compressed, since PDFs are already: so the size is known before. */
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

export type ZipEntry = {
  /** Within the zip, with `/` between folders. */
  name: string;
  size: number;
  read: () => Readable | Uint8Array;
};

export function zipSize(entries: readonly ZipEntry[], at: Date): number {
  const zip = new ZipFile();
  let size = 0;
  // Nothing is opened for it: the first entry waits for a stream that never comes.
  for (const entry of entries) add(zip, entry, at, () => {});
  zip.end({}, (total) => void (size = total));
  return size;
}

/** Each entry is opened when it is its turn. Whoever stops reading closes what is open. */
export function zipStream(entries: readonly ZipEntry[], at: Date): Readable {
  const zip = new ZipFile();
  let source: Readable | undefined;
  zip.on('error', (error) => zip.outputStream.destroy(error));
  zip.outputStream.on('close', () => source?.destroy());
  for (const entry of entries)
    add(zip, entry, at, (pass) => {
      // An entry may have ended in the moment in which nobody wanted more; yazl goes on to the next one all the same.
      if (zip.outputStream.destroyed) return;
      const content = entry.read();
      source = content instanceof Uint8Array ? Readable.from([content], { objectMode: false }) : content;
      source.on('error', (error) => zip.outputStream.destroy(error));
      pass(null, source);
    });
  zip.end({});
  return zip.outputStream;
}

type Open = Parameters<ZipFile['addReadStreamLazy']>[2];

function add(zip: ZipFile, { name, size }: ZipEntry, at: Date, open: Open): void {
  // Without what Windows takes in no name: a colon after one letter is a drive there, and yazl refuses it.
  zip.addReadStreamLazy(name.replaceAll(/[\\:*?"<>|]/g, '_'), { mtime: at, size, compress: false }, open);
}
